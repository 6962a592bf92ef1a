import { sql } from 'kysely'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { portalZone } from '#contract/core/season.ts'
import type { Told } from '#contract/events/events/facts.ts'
import type { SlotBreak } from '#contract/events/slots/breaks.ts'
import type { Tx } from '#server/services.ts'

/** A due reminder of one day of a slot. */
export interface DueReminder extends Told {
  kind: 'week-before' | 'day-before' | 'hour-before'
  registrationId: number
  eventSlotId: number
  firstName: string
  email: string
  reminderCode: string
  eventName: string
  focusName: string
  venue: string | null
  joinCode: string
  dayOn: PlainDate
  startTime: PlainTime
  endTime: PlainTime
  breaks: readonly SlotBreak[]
  startAt: Date
  /** From this instant on the reminder is too late. */
  uselessAt: Date
}

/**
 * Returns the due reminders that are not written yet. The one-week reminder is due until the day before, the
 * day-before one until two hours before the start, the hour-before one until the start. Skips people whose
 * slot was confirmed only after the due time, who don't know its changed time yet, or whose address bounces.
 * Locks the registrations until the transaction ends.
 */
export async function lockDueReminders(tx: Tx, now: Date, atMost: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    with days as (
      select event_slot_id, focus_id, start_on, end_on, start_time, end_time, breaks, day::date as day_on,
        (day + start_time) at time zone ${portalZone} as start_at,
        (day + start_time - interval '1 day') at time zone ${portalZone} as day_before
      from event_slots, generate_series(start_on::timestamp, end_on::timestamp, '1 day') as day
      where ${now}::date between start_on - 8 and end_on + 1
    ), due as (
      select *, 'week-before' as kind, day_before - interval '6 days' as due_at, day_before as useless_at
      from days where day_on = start_on
      union all
      select *, 'day-before', day_before, start_at - interval '2 hours' from days
      union all
      select *, 'hour-before', start_at - interval '1 hour', start_at from days
    )
    select kind, registration_id, event_slot_id, first_name, email, reminder_code, event_name, focus_id, focus_name,
      events.venue, events.is_in_person, events.facts, join_code, day_on, start_time, end_time, breaks, start_at, useless_at
    from due
    join registrations using (event_slot_id)
    join confirmations using (registration_id, event_slot_id, start_on, end_on, start_time, end_time)
    join users using (user_id)
    join events using (event_id)
    join focuses using (focus_id)
    where ${now} >= due_at and ${now} < useless_at
      -- A confirmation in the future comes from a clock that was ahead.
      and (confirmed_at < due_at or confirmed_at > ${now})
      and cancelled_at is null and has_reminders
      and not exists (select from bounces where bounces.email = users.email and cleared_at is null)
      and not exists (
        select from reminders written
        where (written.registration_id, written.event_slot_id, written.day_on, written.kind)
          = (registrations.registration_id, due.event_slot_id, due.day_on, due.kind)
      )
    order by useless_at, registration_id limit ${atMost}
    for share of registrations`.execute(tx)
  return rows
}
