import { Readable } from 'node:stream'
import type { DayPerson } from '#contract/attendance/check-ins/days.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import { easternInstant, easternTime } from '#contract/core/season.ts'
import { zoneLabel } from '#contract/events/slots/times.ts'
import type { ListFile } from '#server/core/files/list-file.ts'
import type { Db } from '#server/services.ts'
import { findDoorSlots, findPeople } from './queries.ts'

/** Returns everybody of the in-person slots of a day by name. Canceled registrations are there only if their person came. */
export async function findDoorDay(db: Db, day: PlainDate): Promise<DayPerson[]> {
  const held = (await findDoorSlots(db, day)).filter(({ startOn, endOn }) => startOn <= day && day <= endOn)
  const slots = new Map(held.map((slot) => [slot.eventSlotId, slot]))
  const people = await findPeople(db, { day, slotIds: [...slots.keys()] })
  return people.flatMap((person) => {
    const slot = slots.get(person.eventSlotId)
    if (!slot || (person.isCanceled && person.visits.length === 0)) return []
    return {
      ...person,
      eventName: slot.eventName,
      slot: `${shownTime(slot.startTime)} – ${shownTime(slot.endTime)} ${zoneLabel(day)}`,
      endAt: easternInstant(day, slot.endTime),
    }
  })
}

/** Exports the day: everybody with their first arrival and last leaving, Eastern. */
export async function exportDoorDay(db: Db, day: PlainDate): Promise<ListFile> {
  const people = await findDoorDay(db, day)
  const columns = ['Name', 'Email', 'Company', 'Event', 'Time Slot', 'Walk-in', 'Canceled', 'In', 'Out']
  const rows = people.map(({ name, email, companyName, eventName, slot, isWalkIn, isCanceled, visits }) => [
    name,
    email,
    companyName,
    eventName,
    slot,
    yes(isWalkIn),
    yes(isCanceled),
    ...[visits[0]?.inAt, visits.at(-1)?.outAt].map(
      (instant) => instant && `${shownTime(easternTime(instant))} ${zoneLabel(day)}`,
    ),
  ])
  return { columns, rows: Readable.from([rows]) }
}

function yes(fact: boolean) {
  return fact ? 'Yes' : ''
}
