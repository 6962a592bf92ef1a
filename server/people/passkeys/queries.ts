import type { Passkey } from '#contract/people/passkeys/calls.ts'
import type { Db } from '#server/services.ts'

/** Returns a person's own passkeys, or their second factor's, newest first. */
export function findPasskeys(db: Db, userId: string, which: 'own' | 'factors'): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(['passkeyId', 'name', 'addedAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('factorOf', which === 'own' ? 'is' : 'is not', null)
    .orderBy('passkeyId', 'desc')
    .execute()
}

/** Returns an existing person's email. */
export async function emailOf(db: Db, userId: string): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}
