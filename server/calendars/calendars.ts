import { randomBytes } from 'node:crypto'
import { calendarLink } from '#contract/calendars/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/**
 * The secret address of somebody's calendar, made when it is first asked for; of all of it, or of one registration. Refuses
 * with USER_NOT_FOUND.
 */
export async function ensureCalendarLink(
  { tx, config }: Work,
  userId: string,
  registrationId?: number,
): Promise<string> {
  const calendar = await insertCalendar(tx, userId)
    // An update that changes nothing: it alone gives the row that is there.
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .returning('code')
    .executeTakeFirst()
  if (!calendar) throw new Refusal('USER_NOT_FOUND')
  return calendarLink(config.publicUrl, calendar.code, registrationId)
}

/** Another address for somebody's calendar; nothing is at the one before any longer. Refuses with USER_NOT_FOUND. */
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

/** For nobody where they have deleted their account in this moment. */
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

/** 192 random bits. */
function newCode(): string {
  return randomBytes(24).toString('base64url')
}
