import { maskedEmail } from '#contract/core/email-addresses.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { Db, Services } from '#server/services.ts'

/** Returns a pending code's account and email. Refuses with LINK_SPENT. */
export async function describeEmailChange(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  code: string,
): Promise<{ account: string; newEmail: string }> {
  const change = await db
    .selectFrom('userEmailChanges')
    .innerJoin('users', 'users.userId', 'userEmailChanges.userId')
    .select(['email', 'newEmail'])
    .where('codeHash', '=', hashOfSecret(code))
    .where('oldEmail', 'is', null)
    .where('expiresAt', '>', clock())
    .executeTakeFirstOrThrow(refusing('LINK_SPENT'))
  return { account: maskedEmail(change.email), newEmail: change.newEmail }
}

/** Returns the email that a person requested and has not verified; null if none. */
export async function findAskedEmail(db: Db, userId: string): Promise<string | null> {
  const change = await db
    .selectFrom('userEmailChanges')
    .select('newEmail')
    .where('userId', '=', userId)
    .where('oldEmail', 'is', null)
    .executeTakeFirst()
  return change?.newEmail ?? null
}

/** Returns until when a person's change of email can be undone; undefined if it can't. */
export async function findUndoableUntil(db: Db, userId: string, now: Date): Promise<Date | undefined> {
  const change = await db
    .selectFrom('userEmailChanges')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('oldEmail', 'is not', null)
    .where('expiresAt', '>', now)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst()
  return change?.expiresAt
}

/** Returns a person's changes of email. A pending one has no old email. `expiresAt` ends the request, or its undo. */
export function findEmailChanges(db: Db, userId: string) {
  return db
    .selectFrom('userEmailChanges')
    .select(['oldEmail', 'newEmail', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('userEmailChangeId', 'desc')
    .execute()
}
