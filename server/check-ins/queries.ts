import { sql } from 'kysely'
import type { ExpectedPerson } from '#contract/check-ins/calls.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { inPersonFocusId } from '#contract/events/facts.ts'
import type { Db } from '#server/services.ts'

/** Tells whether a slot `s` of an event `e` is in person, by the rule of `isInPerson`, and not deleted. */
const isHeldInPerson = sql`coalesce(e.is_in_person, s.focus_id = ${sql.lit(inPersonFocusId)})
  and s.deleted_at is null and e.deleted_at is null`

/** Returns the people registered for in-person slots on a day, by name. */
export async function findExpectedPeople(db: Db, day: PlainDate): Promise<ExpectedPerson[]> {
  const { rows } = await sql<ExpectedPerson>`
    select r.registration_id, first_name, last_name, email, company_name, event_name, start_time, end_time, checked_in_at
    from registrations r join users u using (user_id) join event_slots s using (event_slot_id)
      join events e on e.event_id = r.event_id left join check_ins c on c.registration_id = r.registration_id and day_on = ${day}::date
    where ${day}::date between start_on and end_on and ${isHeldInPerson} and cancelled_at is null
    order by lower(last_name), lower(first_name), r.registration_id`.execute(db)
  return rows
}

/** Returns the first day after another that has in-person slots of open events. */
export async function findNextDay(db: Db, day: PlainDate): Promise<PlainDate | null> {
  const { rows } = await sql<{ nextDay: PlainDate | null }>`
    select min(greatest(start_on, ${day}::date + 1)) as next_day
    from event_slots s join events e using (event_id)
    where end_on > ${day}::date and ${isHeldInPerson} and not is_draft`.execute(db)
  return rows[0]?.nextDay ?? null
}

/** Tells whether a registration has an in-person slot on a day. */
export async function isExpected(db: Db, registrationId: number, day: PlainDate): Promise<boolean> {
  const { rows } = await sql`
    select from registrations r join event_slots s using (event_slot_id) join events e on e.event_id = r.event_id
    where registration_id = ${registrationId} and ${day}::date between start_on and end_on
      and ${isHeldInPerson} and cancelled_at is null and user_id is not null`.execute(db)
  return rows.length > 0
}
