import { sql } from 'kysely'
import { answerGroupOf } from '#contract/attendance/attendance-decisions/subjects.ts'
import { isExpected } from '#contract/attendance/check-ins/days.ts'
import { whereabouts } from '#contract/attendance/check-ins/visits.ts'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { easternDay } from '#contract/core/season.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { getSlotProgress, getToday, SlotProgress } from '#contract/office/dashboard/slot-progress.ts'
import { findDoorDay } from '#server/attendance/check-ins/check-in-days.ts'
import { findDoorSlots } from '#server/attendance/check-ins/queries.ts'
import { isOfSeason } from '#server/events/events/queries.ts'
import { selectSlots } from '#server/events/slots/queries.ts'
import { isBounced } from '#server/office/bulk-jobs/bulk-job-emails.ts'
import { isIssueMailed } from '#server/registrations/registrations/registration-certificate.ts'
import { selectPlaces } from '#server/registrations/waitlists/queries.ts'
import type { Db } from '#server/services.ts'

type Which = Input<typeof getSlotProgress>['query'] & { season: number }
type Counts = Pick<
  SlotProgress,
  | 'eventSlotId'
  | 'registered'
  | 'waiting'
  | 'attended'
  | 'isFinal'
  | 'creditable'
  | 'certificates'
  | 'mailed'
  | 'mailable'
>

/** Returns the progress of an event's slots, or of a renewal year's, in the order of their start. */
export async function findSlotProgress(db: Db, { eventId, year, season }: Which): Promise<SlotProgress[]> {
  const slots = await selectSlots(db)
    .select(['isInPerson', 'isDraft', 'capacity as seats'])
    .where('eventSlots.deletedAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .where(eventId === undefined ? isOfSeason(year ?? season) : sql<boolean>`events.event_id = ${eventId}`)
    .orderBy('startOn')
    .orderBy('startTime')
    .orderBy('eventSlots.eventSlotId')
    .execute()
  const ids = slots.map(({ eventSlotId }) => eventSlotId)
  const [counts, decisions] = await Promise.all([countPeople(db, ids), countDecisions(db, ids)])
  return slots.map((slot) => {
    const { eventSlotId, webinarId } = slot
    return {
      ...slot,
      ...(counts.get(eventSlotId) as Counts),
      isInPerson: isInPerson(slot),
      isWebinar: webinarId !== null,
      decisions: decisions.get(eventSlotId)?.size ?? 0,
    }
  })
}

async function countPeople(db: Db, ids: number[]): Promise<Map<number, Counts>> {
  const { rows } = await sql<Counts>`
    select event_slot_id, registered, certificates, mailed, mailable, creditable, coalesce(is_settled, false) as is_final,
      case when counted.event_slot_id is not null then attended end as attended,
      (select count(*)::int from waitlist_entries waits
        where waits.event_slot_id = slot.event_slot_id and waits.state in ('waiting', 'offered')) as waiting
    from unnest(${ids}::integer[]) slot (event_slot_id)
    left join slot_counts counted using (event_slot_id)
    cross join lateral (
      select count(*)::int as registered, count(certificate_code)::int as certificates,
        count(*) filter (where certificate_code is not null and ${isIssueMailed})::int as mailed,
        count(*) filter (where certificate_code is not null and not ${isIssueMailed} and not ${isBounced})::int as mailable,
        count(*) filter (where found.reason <> 'no-visits')::int as attended,
        count(*) filter (where next = 'write' and r.hours < found.hours)::int as creditable
      from registrations r join users u using (user_id)
      left join credit_counts on (credit_counts.event_slot_id, credit_counts.registration_id) = (slot.event_slot_id, r.registration_id)
      left join credit_findings found using (credit_finding_id)
      where r.event_slot_id = slot.event_slot_id and r.cancelled_at is null
    ) people`.execute(db)
  return new Map(rows.map((row) => [row.eventSlotId, row]))
}

/** Counts open questions as the queue does: rows answered together count once. */
async function countDecisions(db: Db, ids: number[]): Promise<Map<number, Set<string>>> {
  const waits = await db
    .selectFrom('creditWaits')
    .select(['eventSlotId', 'kind', 'subject'])
    .where(sql<boolean>`event_slot_id = any(${ids}::integer[])`)
    .execute()
  const bySlot = Map.groupBy(waits, ({ eventSlotId }) => eventSlotId)
  return new Map(
    [...bySlot].map(([eventSlotId, rows]) => [
      eventSlotId,
      new Set(rows.map(({ kind, subject }) => `${kind} ${answerGroupOf(subject)}`)),
    ]),
  )
}

/** Returns the day's figures of the menu. Events have no zone of their own: their days are Eastern. */
export async function findToday(db: Db, now: Date): Promise<Data<typeof getToday>> {
  const day = easternDay(now)
  const [doors, people, places, limited] = await Promise.all([
    findDoorSlots(db, day),
    findDoorDay(db, day),
    selectPlaces(db)
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('eventSlots')
      .select('eventSlotId')
      .where('deletedAt', 'is', null)
      .where('capacity', 'is not', null)
      .where('endOn', '>=', day)
      .limit(1)
      .execute(),
  ])
  const isToday = doors.some(({ startOn, endOn, isDraft }) => !isDraft && startOn <= day && day <= endOn)
  const expected = people.filter(isExpected)
  return {
    seminar: isToday
      ? {
          expected: expected.length,
          came: expected.filter(({ visits }) => whereabouts(visits) !== null).length,
        }
      : null,
    waiting: Number(places.waiting),
    hasSeats: limited.length > 0,
  }
}
