import type { Decided } from '#contract/attendance/attendance-decisions/calls.ts'
import { visibleEmail } from '#contract/core/email-addresses.ts'
import { longest } from '#contract/core/fields.ts'
import { singleSpaced } from '#contract/core/names.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { findOrAddUser } from '#server/people/users/add-user.ts'
import { askForProfile } from '#server/registrations/registrations/registration-profile.ts'
import { register } from '#server/registrations/registrations/registrations.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { Read } from './attendance-decisions.ts'
import { insertDecisions, refuseAnswered } from './attendance-decisions.ts'
import { findRowsOf } from './queries.ts'

/**
 * Registers the person of an unknown email for the slot, and matches their rows. The email becomes an account
 * with the rows' name; its hours wait for a complete profile. Refuses with SUBJECT_UNKNOWN without rows, with
 * ANSWER_UNFIT if they have no email, and with CHANGED_MEANWHILE if the caller has not read the newest
 * answer.
 */
export async function registerAttendee(
  work: Work,
  caller: Caller,
  { reason, ...about }: Read & { reason: string },
): Promise<Decided & { registrationId: number }> {
  await lockEvent(work.tx, about.eventSlotId)
  const slot = await getSlot(work.tx, about.eventSlotId, { isLocked: true })
  await refuseAnswered(work.tx, about)
  const rows = await findRowsOf(work.tx, about)
  if (rows.length === 0) throw new Refusal('SUBJECT_UNKNOWN')
  const email = visibleEmail(rows.find((row) => visibleEmail(row.email ?? ''))?.email ?? '')
  if (email === '') throw new Refusal('ANSWER_UNFIT')
  const name = rows.find((row) => row.name.trim())?.name ?? ''
  const userId = await findOrAddUser(work, { email, ...firstAndLast(name) })
  const registrationId =
    (await findRegistration(work.tx, userId, slot.eventId)) ??
    (await registerNow(work, { ...slot, userId, askedBy: caller, hasAttended: true }))
  await askForProfile(work, { ...slot, userId, registrationId }, 'Your attendance was recorded for')
  const { subject } = about
  const match = { act: 'match' as const, subject, registrationIds: [registrationId], reason }
  return { registrationId, ...(await insertDecisions(work, slot, [match])) }
}

/** Registering locks the event before the slot, so this does, too. */
async function lockEvent(tx: Tx, eventSlotId: number) {
  await tx
    .selectFrom('events')
    .innerJoin('eventSlots', 'eventSlots.eventId', 'events.eventId')
    .select('events.eventId')
    .where('eventSlotId', '=', eventSlotId)
    .forShare('events')
    .execute()
}

/** Splits a report's name: 'Pat Q Example', or 'Example, Pat'. */
function firstAndLast(name: string): { firstName: string; lastName: string } {
  const words = name.trim().replaceAll(/\s+/g, ' ')
  const [last = '', turned] = words.split(/, ?/, 2)
  const [first = '', rest = ''] = turned ? [turned, last] : cut(words)
  const stored = (part: string) => singleSpaced([...part].slice(0, longest.name).join(''))
  return { firstName: stored(first), lastName: stored(rest) }
}

function cut(words: string): [string, string] {
  const space = words.indexOf(' ')
  return space < 0 ? [words, ''] : [words.slice(0, space), words.slice(space + 1)]
}

async function findRegistration(tx: Tx, userId: string, eventId: number): Promise<number | undefined> {
  const held = await tx
    .selectFrom('registrations')
    .select('registrationId')
    .where('userId', '=', userId)
    .where('eventId', '=', eventId)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
  return held?.registrationId
}

async function registerNow(work: Work, asked: Parameters<typeof register>[1][number]) {
  const [outcome = 'NOT_READY'] = await register(work, [asked])
  if (typeof outcome === 'string') throw new Refusal(outcome)
  return outcome.registrationId
}
