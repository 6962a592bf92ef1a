import { sql } from 'kysely'
import { whereabouts } from '#contract/attendance/check-ins/visits.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternClock, easternDay, firstDayOf, portalZone, seasonOf } from '#contract/core/season.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import type { EndedSlot, SlotToday } from '#contract/office/dashboard/calls.ts'
import { findPeople } from '#server/attendance/check-ins/queries.ts'
import { selectSlots } from '#server/events/slots/queries.ts'
import { isBounced } from '#server/office/bulk-jobs/bulk-job-emails.ts'
import { isIssueMailed } from '#server/registrations/registrations/registration-certificate.ts'
import type { Db } from '#server/services.ts'
import { countPresent } from '#server/webinars/webinar-rooms/webinar-room-visits.ts'

/** An older slot is only mentioned for certificates to email, and only until its renewal year ends. */
const endedDays = 30
const mostEnded = 10

/**
 * Returns slots that ended recently and lack a report, credit or emails, newest first. Those with certificates
 * to email are from this whole renewal year.
 */
export async function findEndedSlots(db: Db, now: Date): Promise<EndedSlot[]> {
  const recentFrom = addDays(easternDay(now), -endedDays)
  const seasonFrom = firstDayOf(seasonOf(now))
  const from = recentFrom < seasonFrom ? recentFrom : seasonFrom
  const { rows } = await sql<EndedSlot>`
    select event_slot_id, event_name, start_on, end_on, start_time, end_time, ended_at, registered, certificates, creditable,
      unmailed, undeliverable,
      case when exists (select from slot_counts counted where counted.event_slot_id = slot.event_slot_id) then attended end as attended
    from (
      select *, (end_on + end_time) at time zone ${portalZone} as ended_at from event_slots
      where deleted_at is null and end_on between ${from} and ${easternDay(now)}
    ) slot
    join events using (event_id)
    cross join lateral (
      select count(*)::int as registered, count(certificate_code)::int as certificates,
        count(*) filter (where found.reason <> 'no-visits')::int as attended,
        count(*) filter (where next = 'write' and held.hours < found.hours)::int as creditable
      from registrations held
      left join credit_counts counted on (counted.event_slot_id, counted.registration_id) = (slot.event_slot_id, held.registration_id)
      left join credit_findings found using (credit_finding_id)
      where held.event_slot_id = slot.event_slot_id and held.cancelled_at is null
    ) people
    cross join lateral (
      select count(*)::int as unmailed, count(*) filter (where ${isBounced})::int as undeliverable
      from registrations r join users u using (user_id)
      where r.event_slot_id = slot.event_slot_id and cancelled_at is null and certificate_code is not null and not ${isIssueMailed}
    ) mailing
    where ended_at <= ${now} and registered > 0 and (unmailed > 0
      or (ended_at >= ${now}::timestamptz - ${`${endedDays} days`}::interval and (creditable > 0 or certificates = 0)))
    order by ended_at desc, event_slot_id limit ${sql.lit(mostEnded)}`.execute(db)
  return rows
}

/** Returns the slots of published events that are held today, with the people who are there now, by their start. */
export async function findSlotsToday(db: Db, now: Date): Promise<SlotToday[]> {
  const day = easternDay(now)
  const slots = await selectSlots(db)
    .select(['webinarId', 'isInPerson'])
    .select(
      sql<number>`(select count(*)::int from registrations r where r.event_slot_id = event_slots.event_slot_id and cancelled_at is null)`.as(
        'registered',
      ),
    )
    .where('startOn', '<=', day)
    .where('endOn', '>=', day)
    .where('eventSlots.deletedAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .where('isDraft', '=', false)
    .orderBy('startTime')
    .orderBy('eventSlotId')
    .execute()
  return Promise.all(
    slots.map(async (slot) => {
      const { eventSlotId, endTime } = slot
      const inPerson = isInPerson(slot)
      return {
        ...slot,
        isInPerson: inPerson,
        isRunning: isRunningNow(slot, now),
        isOver: hasEnded({ endOn: day, endTime }, now),
        here: inPerson
          ? await countInside(db, eventSlotId, now)
          : await countPresent(db, slot.webinarId, now),
      }
    }),
  )
}

/** Returns true between the start and the end of a slot's day. */
function isRunningNow({ startTime, endTime }: { startTime: string; endTime: string }, now: Date) {
  const clock = easternClock(now).slice(11, 16)
  return startTime <= clock && clock < endTime
}

async function countInside(db: Db, eventSlotId: number, now: Date) {
  const people = await findPeople(db, { day: easternDay(now), slotIds: [eventSlotId] })
  return people.filter(({ visits }) => whereabouts(visits) === 'in').length
}
