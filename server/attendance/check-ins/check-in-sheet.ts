import { randomUUID } from 'node:crypto'
import type { enterSheet as enterSheetCall, SheetChange } from '#contract/attendance/check-ins/sheet-calls.ts'
import { replacedCheckIns, sheetRefusal, sheetTimes } from '#contract/attendance/check-ins/sheet-times.ts'
import type { CheckIn } from '#contract/attendance/check-ins/visits.ts'
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
import { addCheckIns } from './check-in.ts'
import { findCheckIns } from './queries.ts'

/**
 * Enters times from a sign-in sheet as check-ins, all or none. A change whose check-in is stored already changes nothing. Refuses with
 * SLOT_NOT_FOUND, NOT_OF_THIS_DAY, REGISTRATION_NOT_FOUND, SCAN_ID_TAKEN and the codes of `sheetRefusal`.
 */
export async function enterSheet(
  work: Work,
  { eventSlotId, day, changes }: Input<typeof enterSheetCall>['body'],
) {
  const { tx, clock } = work
  const slot = await getInPersonSlot(tx, eventSlotId)
  if (day < slot.startOn || slot.endOn < day) throw new Refusal('NOT_OF_THIS_DAY')
  const names = await lockPeople(tx, eventSlotId, changes)
  const stored = await findCheckIns(tx, { day, slotIds: [eventSlotId] })
  const entered = [...Map.groupBy(changes, ({ registrationId }) => registrationId)].flatMap(
    ([registrationId, cells]) => {
      const before = stored.get(registrationId) ?? []
      const added = addedCheckIns(before, cells, day)
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
      return added.map((each) => ({ ...each, registrationId, day, how: 'sheet' as const }))
    },
  )
  if (entered.length === 0) return
  await addCheckIns(work, entered, { changesVisits: true })
}

/** Returns the new check-ins of a person: each cell takes back what it replaces, and adds its time. */
function addedCheckIns(before: readonly CheckIn[], cells: readonly SheetChange[], day: PlainDate): CheckIn[] {
  const added: CheckIn[] = []
  for (const { act, time, checkInId } of cells) {
    if ([...before, ...added].some((each) => each.checkInId === checkInId)) continue
    const at = easternInstant(day, time ?? '00:00')
    for (const { checkInId: undoneId, at } of replacedCheckIns(before, act))
      added.push({ checkInId: randomUUID(), act: 'undo', at, undoneId })
    if (time) added.push({ checkInId, act, at })
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
