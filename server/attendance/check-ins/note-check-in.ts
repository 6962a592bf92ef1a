import { randomUUID } from 'node:crypto'
import type {
  checkIn,
  doorWays,
  Scanned,
  undoScan as undoScanCall,
} from '#contract/attendance/check-ins/calls.ts'
import { doorRefusal } from '#contract/attendance/check-ins/rules.ts'
import type { DoorScan, DoorVisit } from '#contract/attendance/check-ins/visits.ts'
import { visitsOf, whereabouts } from '#contract/attendance/check-ins/visits.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { daysToSend } from '#contract/core/refusals.ts'
import { easternDay } from '#contract/core/season.ts'
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
import { findAtDoor, findScan, findScans } from './queries.ts'

type Passing = Omit<Input<typeof checkIn>['body'], 'how'> & { how?: NewScan['how'] | undefined }

/**
 * Notes that somebody came or left, by their ticket or registration. A scan that is stored already changes nothing, and is never
 * refused. Refuses with the codes of `doorRefusal` and `scannedAt`, TICKET_INVALID, REGISTRATION_NOT_FOUND or SCAN_ID_TAKEN.
 */
export async function noteScan(
  work: Work,
  caller: Caller,
  act: 'in' | 'out',
  passing: Passing,
): Promise<Scanned> {
  const { tx, clock } = work
  const { registrationId, number } = await claimOf(tx, passing)
  await lockScans(tx, registrationId)
  const { scanId = randomUUID() } = passing
  const found = number === undefined ? 'search' : 'ticket'
  // The front desk types a sheet by its own call. The day's page names its late scans.
  const how = passing.how === 'sheet' && !readsOtherDays(caller) ? found : (passing.how ?? found)
  const stored = await findStored(tx, { scanId, registrationId, act })
  const at = stored?.at ?? (await scannedAt(work, caller, passing.at))
  const person = await findAtDoor(tx, registrationId)
  if (!person) throw new Refusal('REGISTRATION_NOT_FOUND')
  const day = easternDay(at)
  const refusal = doorRefusal({
    // A scan that waited for the network is judged by its own time: the person was let in then.
    isOfDay: person.startOn <= day && day <= person.endOn,
    isCanceled: person.cancelledAt !== null && person.cancelledAt <= at,
    ticketNumber: number,
    validNumber: await findTicketNumberAt(tx, registrationId, at),
  })
  if (refusal && !stored) throw new Refusal(refusal)
  const { before, after } = await insertScan(work, { registrationId, day, scanId, act, at, how })
  // Ids count up: scans of other days would tell everybody's name.
  const { name, email } = day === easternDay(clock()) ? person : { name: '', email: '' }
  const standing = after.at(-1)?.[act === 'in' ? 'inAt' : 'outAt']
  return {
    registrationId,
    scanId,
    name,
    email,
    at: standing ?? at,
    was: whereabouts(before),
    visits: after,
  }
}

/**
 * Takes back a scan; changes nothing if it was taken back before. Cancels the registration that a walk-in has made, unless its
 * person was seen at another time or has hours. Refuses with REGISTRATION_NOT_FOUND if there is none, with the codes of
 * `scannedAt`, or SCAN_ID_TAKEN.
 */
export async function undoScan(
  work: Work,
  caller: Caller,
  { undoneId, at, scanId = randomUUID() }: Input<typeof undoScanCall>['body'],
): Promise<{ visits: DoorVisit[] }> {
  const scan = await findScan(work.tx, undoneId)
  if (!scan) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { registrationId, dayOn: day, how } = scan
  await lockScans(work.tx, registrationId)
  const stored = await findStored(work.tx, { scanId, registrationId, act: 'undo' })
  const undoneAt = stored?.at ?? (await scannedAt(work, caller, at))
  const undo = { act: 'undo' as const, at: undoneAt, undoneId }
  const { before, after } = await insertScan(work, { registrationId, day, scanId, how, ...undo })
  if (how === 'walk-in' && !stored && before.length > 0) await cancelUnseen(work, registrationId)
  return { visits: after }
}

/** Cancels a locked registration whose person was not seen on any day, and has no hours. */
async function cancelUnseen(work: Work, registrationId: number): Promise<void> {
  const { cancelledAt, hours } = await work.tx
    .selectFrom('registrations')
    .select(['cancelledAt', 'hours'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirstOrThrow()
  const scans = await work.tx
    .selectFrom('doorScans')
    .select(['scanId', 'act', 'scannedAt as at', 'undoneId'])
    .where('registrationId', '=', registrationId)
    .execute()
  if (cancelledAt === null && hours === 0 && visitsOf(scans).length === 0)
    await cancelLocked(work, [registrationId])
}

/**
 * Returns the time of a scan, never in the future. Refuses with SCAN_TOO_OLD. Refuses the front desk with SCAN_OF_OTHER_DAY for an
 * earlier day if its account had not opened the list of that day by then.
 */
export async function scannedAt(work: Work, caller: Caller, given: Date | undefined): Promise<Date> {
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
  { ticket, registrationId }: Passing,
): Promise<Partial<TicketClaim> & Pick<TicketClaim, 'registrationId'>> {
  if (ticket === undefined) {
    if (registrationId === undefined) throw new Refusal('REGISTRATION_NOT_FOUND')
    return { registrationId }
  }
  const claim = await readTicket(ticket, await findTicketKeys(tx))
  if (!claim) throw new Refusal('TICKET_INVALID')
  return claim
}

/** Two doors that scan one person at the same moment wait for each other. */
async function lockScans(tx: Tx, registrationId: number): Promise<void> {
  await tx
    .selectFrom('registrations')
    .select('registrationId')
    .where('registrationId', '=', registrationId)
    .forNoKeyUpdate()
    .execute()
}

/** Returns a scan that is stored already. Refuses with SCAN_ID_TAKEN if another one has its id. */
async function findStored(
  tx: Tx,
  { scanId, registrationId, act }: Pick<NewScan, 'scanId' | 'registrationId' | 'act'>,
): Promise<{ at: Date } | undefined> {
  const stored = await findScan(tx, scanId)
  if (stored && (stored.registrationId !== registrationId || stored.act !== act))
    throw new Refusal('SCAN_ID_TAKEN')
  return stored
}

type NewScan = DoorScan & {
  registrationId: number
  day: PlainDate
  how: (typeof doorWays)[number] | 'walk-in'
}

async function insertScan(
  work: Work,
  { registrationId, day, scanId, act, at, how, undoneId = null }: NewScan,
): Promise<{ before: DoorVisit[]; after: DoorVisit[] }> {
  const scans = (await findScans(work.tx, { day, registrationId })).get(registrationId) ?? []
  const before = visitsOf(scans.filter((scan) => scan.scanId !== scanId))
  const isKnown = (scan: DoorScan) => scan.scanId === scanId || (act === 'undo' && scan.undoneId === undoneId)
  if (scans.some(isKnown)) return { before, after: visitsOf(scans) }
  const after = visitsOf([...scans, { scanId, act, at, undoneId }])
  const changesVisits = JSON.stringify(before) !== JSON.stringify(after)
  await addScans(work, [{ registrationId, day, scanId, act, at, how, undoneId }], { changesVisits })
  return { before, after }
}

/** Stores scans, with an activity each if they change the visits. Refuses with SCAN_ID_TAKEN. */
export async function addScans(
  work: Work,
  scans: readonly NewScan[],
  { changesVisits }: { changesVisits: boolean },
): Promise<void> {
  const noted = { notedBy: work.actingUserId ?? null, receivedAt: work.clock() }
  const added = await work.tx
    .insertInto('doorScans')
    .values(scans.map(({ day: dayOn, at: scannedAt, ...scan }) => ({ ...scan, dayOn, scannedAt, ...noted })))
    .onConflict((conflict) => conflict.column('scanId').doNothing())
    .returning('scanId')
    .execute()
  if (added.length < scans.length) throw new Refusal('SCAN_ID_TAKEN')
  if (!changesVisits) return
  const activity = { in: 'checked-in', out: 'checked-out', undo: 'check-in-undone' } as const
  await happened(
    work,
    scans.map(({ act, registrationId, day }) => ({
      activity: activity[act],
      registrationId,
      details: { item: shownDate(day) },
    })),
  )
}
