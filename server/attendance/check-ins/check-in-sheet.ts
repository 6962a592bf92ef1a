import { randomUUID } from 'node:crypto'
import type { enterSheet as enterSheetCall, SheetChange } from '#contract/attendance/check-ins/sheet-calls.ts'
import { replacedScans, sheetRefusal, sheetTimes } from '#contract/attendance/check-ins/sheet-times.ts'
import type { DoorScan } from '#contract/attendance/check-ins/visits.ts'
import { visitsOf } from '#contract/attendance/check-ins/visits.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { refusals } from '#contract/core/refusals.ts'
import { easternInstant } from '#contract/core/season.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { getInPersonSlot } from '#server/events/slots/queries.ts'
import { nameWithoutEmail } from '#server/people/users/queries.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { addScans } from './note-check-in.ts'
import { findScans } from './queries.ts'

/**
 * Enters times from a sign-in sheet as scans, all or none. A change whose scan is stored already changes nothing. Refuses with
 * SLOT_NOT_FOUND, NOT_OF_THIS_DAY, REGISTRATION_NOT_FOUND, SCAN_ID_TAKEN and the codes of `sheetRefusal`.
 */
export async function enterSheet(
  work: Work,
  { eventSlotId, day, changes }: Input<typeof enterSheetCall>['body'],
): Promise<void> {
  const { tx, clock } = work
  const slot = await getInPersonSlot(tx, eventSlotId)
  if (day < slot.startOn || slot.endOn < day) throw new Refusal('NOT_OF_THIS_DAY')
  const names = await lockPeople(tx, eventSlotId, changes)
  const noted = await findScans(tx, { day, slotIds: [eventSlotId] })
  const entered = [...Map.groupBy(changes, ({ registrationId }) => registrationId)].flatMap(
    ([registrationId, cells]) => {
      const before = noted.get(registrationId) ?? []
      const added = addedScans(before, cells, day)
      const visits = visitsOf([...before, ...added])
      const refusal =
        added.length > 0 &&
        sheetRefusal({
          day,
          now: clock(),
          entered: Object.fromEntries(cells.map(({ act, time }) => [act, time])),
          // An arrival that is entered comes before every leaving.
          times: { ...sheetTimes(visits), in: sheetTimes(visits.slice(0, 1)).in },
        })
      if (refusal)
        throw new Refusal(refusal, { message: `${names.get(registrationId)}: ${refusals[refusal].message}` })
      return added.map((scan) => ({ ...scan, registrationId, day, how: 'sheet' as const }))
    },
  )
  if (entered.length === 0) return
  await addScans(work, entered, { changesVisits: true })
}

/** Returns the new scans of a person: each cell takes back what it replaces, and adds its time. */
function addedScans(before: readonly DoorScan[], cells: readonly SheetChange[], day: PlainDate): DoorScan[] {
  const added: DoorScan[] = []
  for (const { act, time, scanId } of cells) {
    const scans = [...before, ...added]
    if (scans.some((scan) => scan.scanId === scanId)) continue
    const at = easternInstant(day, time ?? '00:00')
    for (const { scanId: undoneId, at } of replacedScans(before, act))
      added.push({ scanId: randomUUID(), act: 'undo', at, undoneId })
    if (time) added.push({ scanId, act, at })
  }
  return added
}

/** Locks the registrations in the order of their ids, so that two desks wait for each other. Returns the names of their people. */
async function lockPeople(
  tx: Tx,
  eventSlotId: number,
  changes: readonly SheetChange[],
): Promise<Map<number, string>> {
  const ids = [...new Set(changes.map(({ registrationId }) => registrationId))]
  const found = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrationId', nameWithoutEmail.as('name')])
    .where('eventSlotId', '=', eventSlotId)
    .where('registrationId', 'in', ids)
    .orderBy('registrationId')
    .forNoKeyUpdate('registrations')
    .execute()
  if (found.length < ids.length) throw new Refusal('REGISTRATION_NOT_FOUND')
  return new Map(found.map(({ registrationId, name }) => [registrationId, name]))
}
