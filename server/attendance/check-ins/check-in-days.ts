import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { DayPerson } from '#contract/attendance/check-ins/days.ts'
import { visitsOf } from '#contract/attendance/check-ins/visits.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import { easternInstant, easternTime } from '#contract/core/season.ts'
import { zoneLabel } from '#contract/events/slots/times.ts'
import type { ListFile } from '#server/core/files/list-file.ts'
import { nameWithoutEmail } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'
import { findScans, isHeldInPerson, isWalkIn, lateScans } from './queries.ts'

type Found = Omit<DayPerson, 'slot' | 'endAt' | 'visits'> & {
  eventSlotId: number
  startTime: PlainTime
  endTime: PlainTime
}

/** Returns everybody of the in-person slots of a day by name. Canceled registrations are there only if their person came. */
export async function findDoorDay(db: Db, day: PlainDate): Promise<DayPerson[]> {
  const { rows } = await sql<Found>`
    select registration_id, user_id, ${nameWithoutEmail} as name, email,
      company_name, event_name, event_slot_id, start_time, end_time, cancelled_at is not null as is_canceled,
      ${isWalkIn(day)} as is_walk_in, ${lateScans(day)} as late_scans
    from registrations r join users using (user_id) join event_slots s using (event_slot_id)
      join events e on e.event_id = r.event_id
    where ${day}::date between start_on and end_on and ${isHeldInPerson}
    order by lower(last_name), lower(first_name), registration_id`.execute(db)
  const slotIds = [...new Set(rows.map(({ eventSlotId }) => eventSlotId))]
  const scans = await findScans(db, { day, slotIds })
  return rows
    .map(({ eventSlotId: _, startTime, endTime, ...person }) => ({
      ...person,
      slot: `${shownTime(startTime)} – ${shownTime(endTime)} ${zoneLabel(day)}`,
      endAt: easternInstant(day, endTime),
      visits: visitsOf(scans.get(person.registrationId) ?? []),
    }))
    .filter(({ isCanceled, visits }) => !isCanceled || visits.length > 0)
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

function yes(fact: boolean): string {
  return fact ? 'Yes' : ''
}
