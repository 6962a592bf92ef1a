import { sql } from 'kysely'
import type { DoorPerson, DoorSlot, Waitlisted } from '#contract/attendance/check-ins/calls.ts'
import { emailHash } from '#contract/attendance/check-ins/email-hash.ts'
import type { DoorScan } from '#contract/attendance/check-ins/visits.ts'
import { visitsOf } from '#contract/attendance/check-ins/visits.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import { nameWithoutEmail } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns SQL: true if a slot `s` of an event `e` is in person, by the rule of `isInPerson`, and not deleted. */
export const isHeldInPerson = sql`coalesce(e.is_in_person, s.focus_id = ${sql.lit(inPersonFocusId)})
  and s.deleted_at is null and e.deleted_at is null`

const phoneEnding = sql`right(regexp_replace(phone, '[^0-9]', '', 'g'), 4)`

/** Returns SQL: true if a registration `r` was made at the door on a day. */
export function isWalkIn(day: PlainDate) {
  return sql<boolean>`exists (select from door_scans scan where scan.registration_id = r.registration_id and day_on = ${day}::date
    and how = 'walk-in' and act = 'in'
    and not exists (select from door_scans undo where undo.registration_id = r.registration_id and undo.undone_id = scan.scan_id))`
}

/** Counts the scans of a registration `r` on a day whose time is the word of a device, because they arrived more than a minute later. */
export function lateScans(day: PlainDate) {
  return sql<number>`(select count(*)::integer from door_scans scan where scan.registration_id = r.registration_id and day_on = ${day}::date
    and act <> 'undo' and how <> 'sheet' and received_at > scanned_at + interval '1 minute'
    and not exists (select from door_scans undo where undo.registration_id = r.registration_id and undo.undone_id = scan.scan_id))`
}

/** Returns the slots of the events that have an in-person slot on a day, in the order of their start. */
export async function findDoorSlots(db: Db, day: PlainDate): Promise<DoorSlot[]> {
  const { rows } = await sql<DoorSlot>`
    select event_slot_id, event_id, event_name, start_on, end_on, start_time, end_time
    from event_slots s join events e using (event_id)
    where ${isHeldInPerson} and event_id in (
      select event_id from event_slots s join events e using (event_id)
      where ${day}::date between start_on and end_on and ${isHeldInPerson} and not is_draft)
    order by start_on, start_time, event_slot_id`.execute(db)
  return rows
}

/** Returns the people of these slots, canceled ones too, by name, with their visits on a day. */
export async function findDoorPeople(
  db: Db,
  { day, slots, salt }: { day: PlainDate; slots: readonly DoorSlot[]; salt: string },
): Promise<DoorPerson[]> {
  const ids = slots.map(({ eventSlotId }) => eventSlotId)
  const [{ rows }, scans] = await Promise.all([
    sql<Omit<DoorPerson, 'emailHash' | 'visits'> & { email: string }>`
      select registration_id, event_slot_id, ${nameWithoutEmail} as name, email,
        company_name, ${phoneEnding} as phone_ending, cancelled_at is not null as is_canceled, ${isWalkIn(day)} as is_walk_in,
        coalesce(number, 1) as ticket_number
      from registrations r join users using (user_id) left join tickets using (registration_id)
      where event_slot_id = any(${ids}::integer[])
      order by lower(last_name), lower(first_name), registration_id`.execute(db),
    findScans(db, { day, slotIds: ids }),
  ])
  return Promise.all(
    rows.map(async ({ email, ...person }) => ({
      ...person,
      emailHash: await emailHash(salt, email),
      visits: visitsOf(scans.get(person.registrationId) ?? []),
    })),
  )
}

/** Returns the people on the waitlists of these slots, by name. */
export async function findWaitlisted(
  db: Db,
  { slots, salt }: { slots: readonly DoorSlot[]; salt: string },
): Promise<Waitlisted[]> {
  const ids = slots.map(({ eventSlotId }) => eventSlotId)
  const { rows } = await sql<Omit<Waitlisted, 'emailHash'> & { email: string }>`
    select event_slot_id, ${nameWithoutEmail} as name, email, company_name, ${phoneEnding} as phone_ending
    from waitlist_entries join users using (user_id)
    where waitlist_entries.state in ('waiting', 'offered') and event_slot_id = any(${ids}::integer[])
    order by lower(last_name), lower(first_name)`.execute(db)
  return Promise.all(
    rows.map(async ({ email, ...person }) => ({ ...person, emailHash: await emailHash(salt, email) })),
  )
}

/** Returns what was noted on a day about the people of some slots, or about one registration. */
export async function findScans(
  db: Db,
  { day, slotIds, registrationId }: { day: PlainDate; slotIds?: readonly number[]; registrationId?: number },
): Promise<Map<number, DoorScan[]>> {
  const { rows } = await sql<DoorScan & { registrationId: number }>`
    select registration_id, scan_id, act, undone_id, scanned_at as at
    from door_scans join registrations using (registration_id)
    where day_on = ${day}::date
      and (registration_id = ${registrationId ?? null} or event_slot_id = any(${slotIds ?? []}::integer[]))
    order by scanned_at`.execute(db)
  return Map.groupBy(rows, (scan) => scan.registrationId)
}

/** Returns a scan by its id; undefined if there is none. */
export function findScan(db: Db, scanId: string) {
  return db
    .selectFrom('doorScans')
    .select(['registrationId', 'dayOn', 'act', 'how', 'scannedAt as at'])
    .where('scanId', '=', scanId)
    .executeTakeFirst()
}

/** Returns the first day after another that has in-person slots of published events. */
export async function findNextDay(db: Db, day: PlainDate): Promise<PlainDate | null> {
  const { rows } = await sql<{ nextDay: PlainDate | null }>`
    select min(greatest(start_on, ${day}::date + 1)) as next_day
    from event_slots s join events e using (event_id)
    where end_on > ${day}::date and ${isHeldInPerson} and not is_draft`.execute(db)
  return rows[0]?.nextDay ?? null
}

/** Returns a registration for an in-person slot as the door needs it; undefined if there is none. */
export async function findAtDoor(db: Db, registrationId: number) {
  const { rows } = await sql<{
    userId: string
    name: string
    email: string
    cancelledAt: Date | null
    startOn: PlainDate
    endOn: PlainDate
  }>`
    select user_id, ${nameWithoutEmail} as name, email,
      cancelled_at, start_on, end_on
    from registrations r join users using (user_id) join event_slots s using (event_slot_id)
      join events e on e.event_id = r.event_id
    where registration_id = ${registrationId} and ${isHeldInPerson}`.execute(db)
  return rows[0]
}

/** Returns a person's registration for an event, and whether it is for an in-person slot on a day; undefined if there is none. */
export async function findHeldAtDoor(
  db: Db,
  { userId, eventId, day }: { userId: string; eventId: number; day: PlainDate },
): Promise<{ registrationId: number; isOfDay: boolean } | undefined> {
  const { rows } = await sql<{ registrationId: number; isOfDay: boolean }>`
    select registration_id, ${day}::date between start_on and end_on and ${isHeldInPerson} as is_of_day
    from registrations r join event_slots s using (event_slot_id) join events e on e.event_id = r.event_id
    where user_id = ${userId} and r.event_id = ${eventId} and cancelled_at is null`.execute(db)
  return rows[0]
}

/** Returns the registrations of an event about which a door has noted anything. */
export async function findScannedRegistrations(db: Db, eventId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('doorScans')
    .innerJoin('registrations', 'registrations.registrationId', 'doorScans.registrationId')
    .select('doorScans.registrationId')
    .distinct()
    .where('eventId', '=', eventId)
    .orderBy('doorScans.registrationId')
    .execute()
  return rows.map(({ registrationId }) => registrationId)
}

/** Returns everything that doors and sheets have noted about a person. */
export function findScansOf(db: Db, userId: string) {
  return db
    .selectFrom('doorScans')
    .innerJoin('registrations', 'registrations.registrationId', 'doorScans.registrationId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['doorScans.registrationId', 'eventName', 'dayOn', 'act', 'scannedAt', 'how', 'receivedAt'])
    .where('userId', '=', userId)
    .orderBy('scannedAt')
    .orderBy('receivedAt')
    .execute()
}
