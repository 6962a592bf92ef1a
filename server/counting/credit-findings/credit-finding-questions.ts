import { sql } from 'kysely'
import * as z from 'zod/mini'
import { answerGroupOf } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { Data } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { firstDayOf, seasonOf } from '#contract/core/season.ts'
import type { getWaits, Question } from '#contract/counting/credit-findings/calls.ts'
import { QuestionFacts } from '#contract/counting/credit-findings/calls.ts'
import { creditHoursOf, isInPerson } from '#contract/events/events/facts.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { nameOfUser } from '#server/people/users/queries.ts'
import type { Db, Services } from '#server/services.ts'

/** Returns true if a count of an event is due. */
export async function hasOpenCount(db: Db, eventId: number): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (
      select from pgboss.job join event_slots on event_slot_id = (data->>'eventSlotId')::integer
      where job.name = 'count-hours' and state = 'created' and start_after <= now() and event_id = ${eventId}) as is_open`.execute(
    db,
  )
  return rows[0]?.isOpen === true
}

/** SQL: true for a slot whose event has no count in progress, and no changed registration to be counted. */
export const hasNoCount = sql<boolean>`not exists (
  select from pgboss.job join event_slots counted on counted.event_slot_id = (data->>'eventSlotId')::integer
  where job.name = 'count-hours' and state < 'completed' and counted.event_id = event_slots.event_id) and not exists (
  select from pgboss.job join registrations r on r.registration_id = (data->>'registrationId')::integer
  where job.name = 'recount' and state < 'completed' and r.event_id = event_slots.event_id)`

/** SQL: true for a slot that nothing is changing: no count, no automation, and no bulk job. */
export const isCounted = sql<boolean>`${hasNoCount} and ${hasNoJob('automate', 'eventId', 'eventSlots.eventId')} and not exists (
  select from bulk_jobs where finished_at is null and (action->>'eventSlotId')::integer = event_slots.event_slot_id)`

/** Returns the open questions for administrators, oldest first. */
export async function findQuestions(db: Db, which = sql`true`): Promise<Question[]> {
  const { rows } = await sql<Omit<Question, 'facts'> & { about: Question['facts'] }>`
    select credit_waits.event_slot_id, kind, subject, credit_waits.registration_id, users.user_id, about, since,
      case when users.user_id is null then credit_waits.name else ${nameOfUser} end as name,
      coalesce(users.email, credit_waits.email) as email,
      coalesce((
        select jsonb_agg(jsonb_build_object('registrationId', r.registration_id, 'name', trim(p.first_name || ' ' || p.last_name),
          'email', p.email, 'isOtherSlot', r.event_slot_id <> credit_waits.event_slot_id) order by r.registration_id)
        from registrations r join users p using (user_id) where r.registration_id = any(candidates)), '[]') as candidates
    from credit_waits
    left join registrations held on held.registration_id = credit_waits.registration_id
    left join users on users.user_id = held.user_id
    where ${which}
    order by since, kind, subject`.execute(db)
  return rows.map(({ about, ...wait }) => ({ ...wait, facts: z.decode(QuestionFacts, about as never) }))
}

/** Returns all open questions since the previous renewal year, with the number of people who can be credited. */
export async function findAllQuestions({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Data<typeof getWaits>> {
  // Read first: a count that ends in between then still counts as in progress, and is read again.
  const slots = await db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .innerJoin('slotCounts', 'slotCounts.eventSlotId', 'eventSlots.eventSlotId')
    .select(['eventSlots.eventSlotId', 'events.eventId', 'eventName', 'countedAt'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'focusId', 'isInPerson'])
    .select(isCounted.as('isCounted'))
    .where('eventSlots.deletedAt', 'is', null)
    .where('endOn', '>=', firstShownDay(clock()))
    .orderBy('startOn')
    .orderBy('eventSlots.eventSlotId')
    .execute()
  const [waits, creditable] = await Promise.all([
    findQuestions(db),
    db
      .selectFrom('creditCounts')
      .select(['eventSlotId', ({ fn }) => fn.countAll<number>().as('people')])
      .where('next', '=', sql.lit('write'))
      .groupBy('eventSlotId')
      .execute(),
  ])
  const waitsOf = Map.groupBy(waits, ({ eventSlotId }) => eventSlotId)
  const peopleOf = new Map(creditable.map(({ eventSlotId, people }) => [eventSlotId, people]))
  return {
    slots: slots
      .filter(({ eventSlotId }) => waitsOf.has(eventSlotId) || peopleOf.has(eventSlotId))
      .map(({ eventSlotId, eventId, eventName, countedAt, isCounted, ...slot }) => ({
        eventSlotId,
        eventId,
        eventName,
        slot,
        isInPerson: isInPerson(slot),
        countedAt,
        isCounting: !isCounted,
        creditHours: creditHoursOf(slot),
        creditable: peopleOf.get(eventSlotId) ?? 0,
        waits: waitsOf.get(eventSlotId) ?? [],
      })),
  }
}

/** Counts the open questions of the same slots. Rows answered together count once. */
export async function countAllQuestions({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<{ waits: number }> {
  const waits = await db
    .selectFrom('creditWaits')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'creditWaits.eventSlotId')
    .select(['eventSlots.eventSlotId', 'kind', 'subject'])
    .where('deletedAt', 'is', null)
    .where('endOn', '>=', firstShownDay(clock()))
    .execute()
  const groups = waits.map(
    ({ eventSlotId, kind, subject }) => `${eventSlotId} ${kind} ${answerGroupOf(subject)}`,
  )
  return { waits: new Set(groups).size }
}

/** A series at a renewal year's end is mostly answered in the next year. Older questions are over. */
function firstShownDay(now: Date): PlainDate {
  return firstDayOf(seasonOf(now) - 1)
}
