import { sql } from 'kysely'
import type { DoorPerson, DoorSlot, Waitlisted } from '#contract/attendance/check-ins/calls.ts'
import type { CheckIn } from '#contract/attendance/check-ins/visits.ts'
import { countingCheckIns, visitsOf } from '#contract/attendance/check-ins/visits.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import { nameWithoutEmail } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'

/** Returns SQL: true if a slot `s` of an event `e` is in person, by the rule of `isInPerson`, and not deleted. */
export const isHeldInPerson = sql`coalesce(e.is_in_person, s.focus_id = ${sql.lit(inPersonFocusId)})
  and s.deleted_at is null and e.deleted_at is null`

const phoneEnding = sql`right(regexp_replace(phone, '[^0-9]', '', 'g'), 4)`

/**
 * Returns the slots of events with an in-person slot on a day, including unpublished events, in the order of
 * their start.
 */
export async function findDoorSlots(db: Db, day: PlainDate): Promise<(DoorSlot & { isDraft: boolean })[]> {
  const { rows } = await sql<DoorSlot & { isDraft: boolean }>`
    select event_slot_id, event_id, event_name, start_on, end_on, start_time, end_time, is_draft
    from event_slots s join events e using (event_id)
    where ${isHeldInPerson} and event_id in (
      select event_id from event_slots s join events e using (event_id)
      where ${day}::date between start_on and end_on and ${isHeldInPerson})
    order by start_on, start_time, event_slot_id`.execute(db)
  return rows
}

/** A check-in that arrives so many milliseconds later has only the device's word for its time. */
const lateAfterMs = 60_000

/** Returns the people of some slots, canceled ones too, by name, with their visits on a day. */
export async function findPeople(db: Db, { day, slotIds }: { day: PlainDate; slotIds: readonly number[] }) {
  const [{ rows }, checkIns] = await Promise.all([
    sql<Omit<DoorPerson, 'emailHash' | 'isWalkIn' | 'visits'> & { userId: string; email: string }>`
      select registration_id, event_slot_id, user_id, ${nameWithoutEmail} as name, email, company_name,
        ${phoneEnding} as phone_ending, cancelled_at is not null as is_canceled, coalesce(number, 1) as ticket_number
      from registrations join users using (user_id) left join tickets using (registration_id)
      where event_slot_id = any(${slotIds}::integer[])
      order by lower(last_name), lower(first_name), registration_id`.execute(db),
    findCheckIns(db, { day, slotIds }),
  ])
  return rows.map((person) => {
    const own = checkIns.get(person.registrationId) ?? []
    const counting = countingCheckIns(own)
    const late = counting.filter(
      ({ how, at, receivedAt }) => how !== 'sheet' && receivedAt.getTime() > at.getTime() + lateAfterMs,
    )
    return {
      ...person,
      isWalkIn: counting.some(({ act, how }) => act === 'in' && how === 'walk-in'),
      lateCheckIns: late.length,
      visits: visitsOf(own),
    }
  })
}

/** Returns the people on the waitlists of some slots, by name. */
export async function findWaitlisted(db: Db, slotIds: readonly number[]) {
  const { rows } = await sql<Omit<Waitlisted, 'emailHash'> & { email: string }>`
    select event_slot_id, ${nameWithoutEmail} as name, email, company_name, ${phoneEnding} as phone_ending
    from waitlist_entries join users using (user_id)
    where waitlist_entries.state in ('waiting', 'offered') and event_slot_id = any(${slotIds}::integer[])
    order by lower(last_name), lower(first_name)`.execute(db)
  return rows
}

type StoredCheckIn = CheckIn & Pick<Tables['checkIns'], 'how'> & { registrationId: number; receivedAt: Date }

/** Returns the check-ins of a day, of the people of some slots or of one registration. */
export async function findCheckIns(
  db: Db,
  { day, slotIds, registrationId }: { day: PlainDate; slotIds?: readonly number[]; registrationId?: number },
): Promise<Map<number, StoredCheckIn[]>> {
  const { rows } = await sql<StoredCheckIn>`
    select registration_id, check_in_id, act, undone_id, checked_at as at, how, received_at
    from check_ins join registrations using (registration_id)
    where day_on = ${day}::date
      and (registration_id = ${registrationId ?? null} or event_slot_id = any(${slotIds ?? []}::integer[]))
    order by checked_at`.execute(db)
  return Map.groupBy(rows, (checkIn) => checkIn.registrationId)
}

/** Returns a check-in by its id; undefined if there is none. */
export function findCheckIn(db: Db, checkInId: string) {
  return db
    .selectFrom('checkIns')
    .select(['registrationId', 'dayOn', 'act', 'how', 'checkedAt as at'])
    .where('checkInId', '=', checkInId)
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

/** Returns the registrations of an event that have any check-in. */
export async function findCheckedInRegistrations(db: Db, eventId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('checkIns')
    .innerJoin('registrations', 'registrations.registrationId', 'checkIns.registrationId')
    .select('checkIns.registrationId')
    .distinct()
    .where('eventId', '=', eventId)
    .orderBy('checkIns.registrationId')
    .execute()
  return rows.map(({ registrationId }) => registrationId)
}

/** Returns all check-ins of a person, at doors and on sheets. */
export function findCheckInsOf(db: Db, userId: string) {
  return db
    .selectFrom('checkIns')
    .innerJoin('registrations', 'registrations.registrationId', 'checkIns.registrationId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select([
      'checkIns.registrationId',
      'eventName',
      'dayOn',
      'act',
      'checkedAt as scannedAt',
      'how',
      'receivedAt',
    ])
    .where('userId', '=', userId)
    .orderBy('checkedAt')
    .orderBy('receivedAt')
    .execute()
}
