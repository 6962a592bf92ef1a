import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { calendarLink } from '#contract/events/calendars/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Work } from '#server/work.ts'

/** Returns the secret address of a person's calendar, created on first use. Refuses with USER_NOT_FOUND. */
export async function ensureCalendarLink(work: Work, userId: string): Promise<string> {
  const codes = await ensureCalendarCodes(work, [userId])
  return calendarLink(work.config.publicUrl, codes.get(userId) as string)
}

/**
 * Replaces the secret address of a person's calendar and returns it; the previous one stops working. Refuses
 * with USER_NOT_FOUND.
 */
export async function renewCalendarLink(work: Work, userId: string): Promise<string> {
  const codes = await ensureCalendarCodes(work, [userId], { isRenewed: true })
  return calendarLink(work.config.publicUrl, codes.get(userId) as string)
}

/** Returns the code of each person's calendar: the existing one unless renewed. Refuses with USER_NOT_FOUND. */
export async function ensureCalendarCodes(
  { tx }: Work,
  userIds: string[],
  { isRenewed = false } = {},
): Promise<Map<string, string>> {
  const owners = [...new Set(userIds)]
  const newCodes = owners.map(() => randomBytes(24).toString('base64url'))
  const { rows } = await sql<{ userId: string; code: string }>`
    insert into calendars (user_id, code)
    select user_id, code from unnest(${owners}::uuid[], ${newCodes}::text[]) as owner (user_id, code)
    -- Selects nobody who has just deleted their account.
    join users using (user_id) order by user_id for key share of users
    -- Without a new code, the update returns the existing row.
    on conflict (user_id) do update
      set code = case when ${isRenewed}::boolean then excluded.code else calendars.code end
    returning user_id, code`.execute(tx)
  if (rows.length < owners.length) throw new Refusal('USER_NOT_FOUND')
  return new Map(rows.map(({ userId, code }) => [userId, code]))
}
