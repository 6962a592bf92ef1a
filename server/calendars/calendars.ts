import { randomBytes } from 'node:crypto'
import { calendarLink } from '#contract/calendars.ts'
import type { Work } from '#server/work.ts'

/** The secret address of somebody's calendar, made when it is first asked for; of all of it, or of one registration. */
export async function ensureCalendarLink(
  { tx, config }: Work,
  userId: string,
  registrationId?: number,
): Promise<string> {
  const { code } = await tx
    .insertInto('calendars')
    .values({ userId, code: newCode() })
    // An update that changes nothing: it alone gives the row that is there.
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .returning('code')
    .executeTakeFirstOrThrow()
  return calendarLink(config.publicUrl, code, registrationId)
}

/** Another address for somebody's calendar; nothing is at the one before any longer. */
export async function renewCalendarLink({ tx, config }: Work, userId: string): Promise<string> {
  const code = newCode()
  await tx
    .insertInto('calendars')
    .values({ userId, code })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ code }))
    .execute()
  return calendarLink(config.publicUrl, code)
}

/** 192 random bits. */
function newCode(): string {
  return randomBytes(24).toString('base64url')
}
