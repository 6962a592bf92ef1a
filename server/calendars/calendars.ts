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
  const calendar = await insertCalendar(tx, userId)
    // An update without changes, which returns the existing row.
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .returning('code')
    .executeTakeFirst()
  if (!calendar) throw new Refusal('USER_NOT_FOUND')
  return calendarLink(config.publicUrl, calendar.code, registrationId)
}

/** Returns a new address of a person's calendar; the previous one stops working. Refuses with USER_NOT_FOUND. */
export async function renewCalendarLink({ tx, config }: Work, userId: string): Promise<string> {
  const calendar = await insertCalendar(tx, userId)
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((row) => ({ code: row.ref('excluded.code') })),
    )
    .returning('code')
    .executeTakeFirst()
  if (!calendar) throw new Refusal('USER_NOT_FOUND')
  return calendarLink(config.publicUrl, calendar.code)
}

/** Inserts nothing if the person has just deleted their account. */
function insertCalendar(tx: Tx, userId: string) {
  return tx
    .insertInto('calendars')
    .columns(['userId', 'code'])
    .expression((row) =>
      row
        .selectFrom('users')
        .select(['userId', row.val(newCode()).as('code')])
        .where('userId', '=', userId)
        .forKeyShare(),
    )
}

/** Returns 192 random bits. */
function newCode(): string {
  return randomBytes(24).toString('base64url')
}
