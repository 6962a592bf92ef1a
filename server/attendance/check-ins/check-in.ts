import { randomUUID } from 'node:crypto'
import type {
  CheckedIn,
  checkIn as checkInCall,
  checkInWays,
  undoCheckIn as undoCheckInCall,
} from '#contract/attendance/check-ins/calls.ts'
import { doorRefusal } from '#contract/attendance/check-ins/rules.ts'
import type { CheckIn, Visit } from '#contract/attendance/check-ins/visits.ts'
import { visitsOf, whereabouts } from '#contract/attendance/check-ins/visits.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays, shownDate } from '#contract/core/plain-dates.ts'
import { daysToSend } from '#contract/core/refusals.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'
import type { TicketClaim } from '#contract/registrations/tickets/ticket-codes.ts'
import { readTicket } from '#contract/registrations/tickets/ticket-codes.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { cancelLocked } from '#server/registrations/registrations/cancel-registration.ts'
import { findTicketKeys, findTicketNumberAt } from '#server/registrations/tickets/queries.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { hadOpenedDoor, readsOtherDays } from './check-in-access.ts'
import { findAtDoor, findCheckIn, findCheckIns } from './queries.ts'

type Given = Omit<Input<typeof checkInCall>['body'], 'how'> & { how?: NewCheckIn['how'] | undefined }

/** Checks somebody in by their ticket or registration. Refuses like `record`. */
export function checkIn(work: Work, caller: Caller, given: Given): Promise<CheckedIn> {
  return record(work, caller, 'in', given)
}

/** Checks somebody out by their ticket or registration. Refuses like `record`. */
export function checkOut(work: Work, caller: Caller, given: Given): Promise<CheckedIn> {
  return record(work, caller, 'out', given)
}

/**
 * Checks somebody in or out. A check-in that is stored already changes nothing, and is never
 * refused. Refuses with the codes of `doorRefusal` and `actedAt`, TICKET_INVALID, REGISTRATION_NOT_FOUND or SCAN_ID_TAKEN.
 */
async function record(work: Work, caller: Caller, act: 'in' | 'out', given: Given): Promise<CheckedIn> {
  const { tx, clock } = work
  const { registrationId, number } = await claimOf(tx, given)
  await lockCheckIns(tx, registrationId)
  const { checkInId = randomUUID() } = given
  const found = number === undefined ? 'search' : 'ticket'
  // The front desk types a sheet by its own call. The day's page counts late check-ins without those of a sheet.
  const how = given.how === 'sheet' && !readsOtherDays(caller) ? found : (given.how ?? found)
  const stored = await findStored(tx, { checkInId, registrationId, act })
  const at = stored?.at ?? (await actedAt(work, caller, given.at))
  const person = await findAtDoor(tx, registrationId)
  if (!person) throw new Refusal('REGISTRATION_NOT_FOUND')
  const day = stored?.dayOn ?? (await dayOf(tx, { act, at, registrationId }))
  const refusal = doorRefusal({
    // A check-in that waited for the network is judged by its own time: the person was let in then.
    isOfDay: person.startOn <= day && day <= person.endOn,
    isCanceled: person.cancelledAt !== null && person.cancelledAt <= at,
    ticketNumber: number,
    validNumber: await findTicketNumberAt(tx, registrationId, at),
  })
  if (refusal && !stored) throw new Refusal(refusal)
  const { before, after } = await insertCheckIn(work, { registrationId, day, checkInId, act, at, how })
  // Ids are sequential, so the answers about other days would reveal everybody's name.
  const { name, email } = easternDay(at) === easternDay(clock()) ? person : { name: '', email: '' }
  const standing = after.at(-1)?.[act === 'in' ? 'inAt' : 'outAt']
  return {
    registrationId,
    checkInId,
    name,
    email,
    at: standing ?? at,
    was: whereabouts(before),
    visits: after,
  }
}

/**
 * Takes back a check-in or check-out; changes nothing if it was taken back before. Cancels the registration that a walk-in has made, unless its
 * person was seen at another time or has hours. Refuses with REGISTRATION_NOT_FOUND if there is none, with the codes of
 * `actedAt`, or SCAN_ID_TAKEN; the front desk with SCAN_OF_OTHER_DAY also for a check-in of another day.
 */
export async function undoCheckIn(
  work: Work,
  caller: Caller,
  { undoneId, at, checkInId = randomUUID() }: Input<typeof undoCheckInCall>['body'],
): Promise<{ visits: Visit[] }> {
  const undone = await findCheckIn(work.tx, undoneId)
  if (!undone) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { registrationId, dayOn: day, how } = undone
  await lockCheckIns(work.tx, registrationId)
  const stored = await findStored(work.tx, { checkInId, registrationId, act: 'undo' })
  const undoneAt = stored?.at ?? (await actedAt(work, caller, at))
  // By its time: a leaving after midnight counts for the evening before.
  if (!stored && !readsOtherDays(caller) && easternDay(undone.at) !== easternDay(undoneAt))
    throw new Refusal('SCAN_OF_OTHER_DAY')
  const undo = { act: 'undo' as const, at: undoneAt, undoneId }
  const { before, after } = await insertCheckIn(work, { registrationId, day, checkInId, how, ...undo })
  if (how === 'walk-in' && !stored && before.length > 0) await cancelUnseen(work, registrationId)
  return { visits: after }
}

/** Cancels a locked registration whose person was not seen on any day, and has no hours. */
async function cancelUnseen(work: Work, registrationId: number) {
  const { cancelledAt, hours } = await work.tx
    .selectFrom('registrations')
    .select(['cancelledAt', 'hours'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirstOrThrow()
  const checkIns = await work.tx
    .selectFrom('checkIns')
    .select(['checkInId', 'act', 'checkedAt as at', 'undoneId'])
    .where('registrationId', '=', registrationId)
    .execute()
  if (cancelledAt === null && hours === 0 && visitsOf(checkIns).length === 0)
    await cancelLocked(work, [registrationId])
}

/**
 * Returns the time of a check-in, never in the future. Refuses with SCAN_TOO_OLD. Refuses the front desk with SCAN_OF_OTHER_DAY for an
 * earlier day if its account had not opened the list of that day by then.
 */
export async function actedAt(work: Work, caller: Caller, given: Date | undefined): Promise<Date> {
  const now = work.clock()
  if (!given || given >= now) return now
  if (given.getTime() < now.getTime() - daysToSend * 86_400_000) throw new Refusal('SCAN_TOO_OLD')
  const isToday = easternDay(given) === easternDay(now)
  if (!isToday && !readsOtherDays(caller) && !(await hadOpenedDoor(work, caller, given)))
    throw new Refusal('SCAN_OF_OTHER_DAY')
  return given
}

async function claimOf(
  tx: Tx,
  { ticket, registrationId }: Given,
): Promise<Partial<TicketClaim> & Pick<TicketClaim, 'registrationId'>> {
  if (ticket === undefined) {
    if (registrationId === undefined) throw new Refusal('REGISTRATION_NOT_FOUND')
    return { registrationId }
  }
  const claim = await readTicket(ticket, await findTicketKeys(tx))
  if (!claim) throw new Refusal('TICKET_INVALID')
  return claim
}

/** Two doors that check in one person at the same moment wait for each other. */
async function lockCheckIns(tx: Tx, registrationId: number) {
  await tx
    .selectFrom('registrations')
    .select('registrationId')
    .where('registrationId', '=', registrationId)
    .forNoKeyUpdate()
    .execute()
}

/** Returns a check-in that is stored already. Refuses with SCAN_ID_TAKEN if another one has its id. */
async function findStored(
  tx: Tx,
  { checkInId, registrationId, act }: Pick<NewCheckIn, 'checkInId' | 'registrationId' | 'act'>,
): Promise<{ at: Date; dayOn: PlainDate } | undefined> {
  const stored = await findCheckIn(tx, checkInId)
  if (stored && (stored.registrationId !== registrationId || stored.act !== act))
    throw new Refusal('SCAN_ID_TAKEN')
  return stored
}

/** The Eastern time until which somebody who leaves may have come on the evening before. */
const lastTimeOfNight = '05:00'

/** Returns the day of a check-in. A leaving at night ends the visit of the evening before. */
async function dayOf(
  tx: Tx,
  { act, at, registrationId }: Pick<NewCheckIn, 'act' | 'at' | 'registrationId'>,
): Promise<PlainDate> {
  const day = easternDay(at)
  if (act === 'in' || easternTime(at) >= lastTimeOfNight) return day
  const before = addDays(day, -1)
  const [of, ofBefore] = await Promise.all(
    [day, before].map(async (on) =>
      visitsOf((await findCheckIns(tx, { day: on, registrationId })).get(registrationId) ?? []),
    ),
  )
  const last = ofBefore?.at(-1)
  const isOpen = last?.inAt && (last.outAt === null || easternDay(last.outAt) === day)
  return isOpen && of?.length === 0 ? before : day
}

type NewCheckIn = CheckIn & {
  registrationId: number
  day: PlainDate
  how: (typeof checkInWays)[number] | 'walk-in'
}

async function insertCheckIn(
  work: Work,
  { registrationId, day, checkInId, act, at, how, undoneId = null }: NewCheckIn,
): Promise<{ before: Visit[]; after: Visit[] }> {
  const stored = (await findCheckIns(work.tx, { day, registrationId })).get(registrationId) ?? []
  const before = visitsOf(stored.filter((each) => each.checkInId !== checkInId))
  const isKnown = (each: CheckIn) =>
    each.checkInId === checkInId || (act === 'undo' && each.undoneId === undoneId)
  if (stored.some(isKnown)) return { before, after: visitsOf(stored) }
  const after = visitsOf([...stored, { checkInId, act, at, undoneId }])
  const changesVisits = JSON.stringify(before) !== JSON.stringify(after)
  await addCheckIns(work, [{ registrationId, day, checkInId, act, at, how, undoneId }], { changesVisits })
  return { before, after }
}

/** Stores check-ins, with an activity each if they change the visits. Refuses with SCAN_ID_TAKEN. */
export async function addCheckIns(
  work: Work,
  checkIns: readonly NewCheckIn[],
  { changesVisits }: { changesVisits: boolean },
) {
  const received = { checkedBy: work.actingUserId ?? null, receivedAt: work.clock() }
  const added = await work.tx
    .insertInto('checkIns')
    .values(
      checkIns.map(({ day: dayOn, at: checkedAt, ...checkIn }) => ({
        ...checkIn,
        dayOn,
        checkedAt,
        ...received,
      })),
    )
    .onConflict((conflict) => conflict.column('checkInId').doNothing())
    .returning('checkInId')
    .execute()
  if (added.length < checkIns.length) throw new Refusal('SCAN_ID_TAKEN')
  if (!changesVisits) return
  const activity = { in: 'checked-in', out: 'checked-out', undo: 'check-in-undone' } as const
  await happened(
    work,
    checkIns.map(({ act, registrationId, day }) => ({
      activity: activity[act],
      registrationId,
      details: { item: shownDate(day) },
    })),
  )
}
