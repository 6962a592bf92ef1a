import { randomBytes } from 'node:crypto'
import { calendarLink } from '#contract/calendars/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/**
 * Returns the secret address of a person's calendar, or of one registration in it, and creates it on first use. Refuses
 * with USER_NOT_FOUND.
 */
export async function ensureCalendarLink(
  { tx, config }: Work,
  userId: string,
  registrationId?: number,
): Promise<string> {
  return calendarLink(config.publicUrl, await insertCode(tx, userId), registrationId)
}

/** Returns a new address of a person's calendar; the previous one stops working. Refuses with USER_NOT_FOUND. */
export async function renewCalendarLink({ tx, config }: Work, userId: string): Promise<string> {
  return calendarLink(config.publicUrl, await insertCode(tx, userId, { isRenewed: true }))
}

/** Returns the code of a person's calendar: the existing one unless it is renewed. */
async function insertCode(tx: Tx, userId: string, { isRenewed = false } = {}): Promise<string> {
  const newCode = randomBytes(24).toString('base64url')
  const calendar = await tx
    .insertInto('calendars')
    .columns(['userId', 'code'])
    // Selects nobody if the person has just deleted their account.
    .expression((row) =>
      row
        .selectFrom('users')
        .select(['userId', row.val(newCode).as('code')])
        .where('userId', '=', userId)
        .forKeyShare(),
    )
    // Without new values, the update returns the existing row.
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(isRenewed ? { code: newCode } : { userId }),
    )
    .returning('code')
    .executeTakeFirst()
  if (!calendar) throw new Refusal('USER_NOT_FOUND')
  return calendar.code
}
