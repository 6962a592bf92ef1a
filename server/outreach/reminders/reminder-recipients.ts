import { sql } from 'kysely'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { beginningOf, deadlineOf, firstDayOf, portalZone } from '#contract/core/season.ts'
import {
  creditHoursOf,
  inPersonFocusId,
  mostHours,
  hoursInSeason as plannedInSeason,
} from '#contract/events/events/facts.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { daysToCredit, hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { seatsLeftOf } from '#server/events/slots/queries.ts'
import { hoursElsewhere } from '#server/ledger/credits/credit-hours-elsewhere.ts'
import { hasDaysInSeason, hoursInSeason, isOwnDecided } from '#server/ledger/credits/queries.ts'
import type { Db, Tx } from '#server/services.ts'

/** A person who lacks hours in a renewal year. */
export interface Lacking {
  userId: string
  kind: 'missed' | 'hours-missing'
  /** The missed slot, or the renewal year. */
  about: number
  firstName: string
  email: string
  reminderCode: string
  /** The hours earned, or still possible from registrations. */
  covered: number
  /** Their registered events. */
  eventIds: number[]
  /** The missed event; null for 'hours-missing'. */
  eventName: string | null
}

/** A slot open for registration. */
export interface OpenSlot extends PlannedTime {
  eventId: number
  eventName: string
  /** The hours that it gives in the renewal year. */
  hours: number
}

interface Asked {
  season: number
  now: Date
  today: PlainDate
  /** Everyone who lacks hours gets a reminder of the deadline. */
  isWarned: boolean
  /** Only people after this one, by id. */
  after: string
  atMost: number
}

/** A slot that ended longer ago is not mentioned. */
const missedDays = 7

/**
 * Returns people to remind, and if there may be more: those who missed a slot in the last days by its final
 * report, and, if `isWarned`, everyone who signed up or registered in the renewal year. Leaves out
 * administrators, people who have their hours, were reminded before or want no reminders, and bouncing
 * addresses. Locks the accounts until the transaction ends.
 */
export async function lockLacking(
  tx: Tx,
  { season, now, today, isWarned, after, atMost }: Asked,
): Promise<{ lacking: Lacking[]; last: string | undefined }> {
  const [first, deadline] = [sql`${firstDayOf(season)}::date`, sql`${deadlineOf(season)}::date`]
  const isHeldInPerson = sql`coalesce(
    (select is_in_person from events where events.event_id = slot.event_id), slot.focus_id = ${sql.lit(inPersonFocusId)})`
  const courses = (anHour: number) =>
    sql`(slot.end_on - slot.start_on + 1) * courses_of_day(slot.start_time, slot.end_time, slot.breaks, ${sql.lit(anHour)})`
  const planned = sql`least(${sql.lit(mostHours)}, case when ${isHeldInPerson} then ${courses(2)} / 2 else ${courses(1)} end)`
  const finding = sql`select max(found.hours) as hours, bool_and(found.reason = 'no-visits') as is_absent,
      (array_agg(found.finding->'byDay' order by found.hours desc))[1] as by_day
    from credit_counts counted join credit_findings found using (credit_finding_id)
    where counted.registration_id = held.registration_id and found.is_final having count(*) > 0`
  const elsewhere = sql`coalesce((select elsewhere.hours from ${hoursElsewhere(season)} elsewhere where elsewhere.user_id = due.user_id), 0)`
  const isPast = sql`slot.start_on + ${sql.lit(daysToCredit)} < ${today}::date`
  const isDecided = sql`exists (select from standing_credit(held.registration_id) own where ${isOwnDecided})`
  const { rows } = await sql<Lacking>`
    with due as (
      select held.user_id, 'missed' as kind, held.event_slot_id as about, event_name
      from registrations held join event_slots slot using (event_slot_id) join events on events.event_id = slot.event_id
      cross join lateral (${finding}) found
      where slot.end_on between ${today}::date - ${sql.lit(missedDays + 1)} and ${today}::date
        and (slot.end_on + slot.end_time) at time zone ${portalZone} between ${now}::timestamptz - ${`${missedDays} days`}::interval and ${now}
        and held.cancelled_at is null and held.hours = 0 and is_absent
      union all
      select user_id, 'hours-missing', ${season}::integer, null from users
      where ${isWarned} and merged_into is null and (registered_at >= ${beginningOf(season)} or exists (
        select from registrations held join event_slots slot using (event_slot_id)
        where held.user_id = users.user_id and held.cancelled_at is null
          and (slot.end_on >= ${first} and slot.start_on <= ${deadline} or ${hasDaysInSeason(season)})))
    )
    select user_id, due.kind, about, first_name, email, reminder_code, event_name,
      (coalesce(covered, 0) + ${elsewhere})::int as covered, coalesce(event_ids, '{}') as event_ids
    from due join users using (user_id)
    cross join lateral (
      select sum(${hoursInSeason(season)}) as covered, array_agg(event_id) as event_ids from (
        select held.registration_id, held.event_id, slot.start_on, slot.end_on, slot.start_time, slot.end_time, slot.breaks,
          case when held.hours > 0 then held.hours when ${isPast} or ${isDecided} then 0 else coalesce(found.hours, ${planned}) end as hours,
          case when held.hours > 0 then held.credited_days when not (${isPast} or ${isDecided}) then found.by_day end as credited_days
        from registrations held join event_slots slot using (event_slot_id) left join lateral (${finding}) found on true
        where held.user_id = users.user_id and held.cancelled_at is null
      ) held
    ) hours
    where user_id > ${after}::uuid and has_reminders
      and not exists (select from administrators where administrators.user_id = users.user_id)
      and not exists (select from bounces where bounces.email = users.email and cleared_at is null)
      and not exists (
        select from renewal_reminders written
        where (written.user_id, written.kind, written.about) = (due.user_id, due.kind, due.about))
    order by user_id limit ${atMost}
    for share of users`.execute(tx)
  return {
    lacking: rows.filter(({ covered }) => covered < hoursNeeded),
    last: rows.length === atMost ? rows.at(-1)?.userId : undefined,
  }
}

/** Returns the open slots with a seat after today that give hours in a renewal year, soonest first. */
export async function findOpenSlots(db: Db, season: number, today: PlainDate): Promise<OpenSlot[]> {
  const slots = await db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['events.eventId', 'eventName', 'focusId', 'isInPerson'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks'])
    .where('eventSlots.deletedAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .where('isEnabled', '=', true)
    .where('isOpen', '=', true)
    .where((slot) => slot.or([slot('capacity', 'is', null), slot(seatsLeftOf('eventSlotId'), '>', 0)]))
    .where('startOn', '>', today)
    .where('startOn', '<=', deadlineOf(season))
    .orderBy('startOn')
    .orderBy('startTime')
    .execute()
  return slots.map((slot) => ({ ...slot, hours: plannedInSeason(season, slot, creditHoursOf(slot)) }))
}
