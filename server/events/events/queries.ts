import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { firstDayOf, seasonLabel, seasonOf, seasonOfDay, seasonOfEvent } from '#contract/core/season.ts'
import type {
  AdminEvent,
  EventSlot,
  getAllEvents,
  getEventsWithSlots,
} from '#contract/events/events/calls.ts'
import { shownSeats } from '#contract/events/slots/rules.ts'
import { shownDates } from '#contract/events/slots/times.ts'
import type { NumberedEvent } from '#contract/foundation/training-providers/calls.ts'
import { cleanHtml } from '#server/core/clean-html.ts'
import { inSeason } from '#server/core/db/in-season.ts'
import { seatsLeftOf } from '#server/events/slots/queries.ts'
import { findNeededForCredit } from '#server/events/slots/slot-hours.ts'
import type { Db } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/** The requested renewal years. */
export type Seasons = Input<typeof getAllEvents>['query']

/** The first day of the query's event; null without slots. */
export const firstDay = sql<PlainDate | null>`(
  select min(first.start_on) from event_slots first
  where first.event_id = events.event_id and first.deleted_at is null)`

/**
 * Returns SQL: true if the query's event belongs to a renewal year, by the rule of `seasonOfEvent`; false
 * without slots.
 */
export function isOfSeason(season: number): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${inSeason(firstDay, season)}, false)`
}

/** True if the query's event asks for an evaluation, or did and was answered. */
const hasEvaluation = sql<boolean>`exists (
  select from event_questions asked
  where asked.event_id = events.event_id and moment = 'evaluation' and (
    removed_at is null and (
      not is_per_speaker or exists (select from speakers where speakers.event_id = events.event_id)
    )
    or exists (select from evaluation_answers where event_question_id = asked.event_question_id)
  ))`

/**
 * Returns the slots of published events by start. `year`: of events of a renewal year. `from`: of events with
 * a slot in that renewal year or later.
 */
export async function findEventSlots(db: Db, { year, from }: Seasons = {}): Promise<EventSlot[]> {
  const slots = await db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['events.eventId', 'eventName', 'description', 'videoLink', 'venue', 'isInPerson', 'facts'])
    .select(['featuredSponsorId', 'isEnabled'])
    .select(['eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'isOpen'])
    .select(['focuses.focusId', 'focusName', 'capacity', seatsLeftOf('eventSlotId').as('seatsLeft')])
    .where('eventSlots.deletedAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .where('isDraft', '=', false)
    .$if(year !== undefined, (query) => query.where(isOfSeason(year as number)))
    .$if(from !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('eventSlots as any')
            .whereRef('any.eventId', '=', 'events.eventId')
            .where('any.deletedAt', 'is', null)
            .where('any.endOn', '>=', firstDayOf(from as number)),
        ),
      ),
    )
    .orderBy('startOn')
    .orderBy('startTime')
    .orderBy('eventSlotId')
    .execute()
  const needed = await findNeededForCredit(
    db,
    slots.map(({ eventSlotId }) => eventSlotId),
  )
  const rows = slots.map((slot) => ({
    ...slot,
    seatsLeft: shownSeats(slot.seatsLeft),
    creditNeeded: needed.get(slot.eventSlotId),
  }))
  return withPeople(db, rows)
}

/** Returns every event with its slots by renewal year, newest first. An event without slots belongs to the year of its creation. */
export async function findEventYears(
  db: Db,
  userId?: string,
): Promise<Data<typeof getEventsWithSlots>['years']> {
  const found = await db
    .selectFrom('events')
    .select(columns.events)
    .select(hasEvaluation.as('hasEvaluation'))
    .where('deletedAt', 'is', null)
    .orderBy('eventId')
    .execute()
  const events = await withPeople(db, found)
  const slots = await findSlots(db, userId)
  const years = Map.groupBy(
    events,
    ({ eventId, createdAt }) => seasonOfEvent(slots.get(eventId) ?? []) ?? seasonOf(createdAt),
  )
  return [...years]
    .sort(([a], [b]) => b - a)
    .map(([year, ofYear]) => ({
      year,
      label: seasonLabel(year),
      events: ofYear.map((event) => {
        const own = slots.get(event.eventId) ?? []
        return { ...event, status: 'ACTIVE', formattedDuration: durationOf(own), slots: own }
      }),
    }))
}

/** Returns the course numbers of events since a renewal year, latest first. */
export async function findCourseNumbers(db: Db, fromYear: number): Promise<NumberedEvent[]> {
  const events = await db
    .selectFrom('events')
    .leftJoin('eventSlots', (join) =>
      join.onRef('eventSlots.eventId', '=', 'events.eventId').on('eventSlots.deletedAt', 'is', null),
    )
    .select(({ fn }) => [
      'events.eventId',
      'eventName',
      'courseNumber',
      'createdAt',
      fn.min('startOn').as('startOn'),
      fn.max('endOn').as('endOn'),
    ])
    .where('events.deletedAt', 'is', null)
    .groupBy('events.eventId')
    .orderBy(({ fn }) => fn.min('startOn'), 'desc')
    .orderBy('events.eventId', 'desc')
    .execute()
  return events
    .filter(({ startOn, createdAt }) => (startOn ? seasonOfDay(startOn) : seasonOf(createdAt)) >= fromYear)
    .map(({ eventId, eventName, courseNumber, startOn, endOn }) => ({
      eventId,
      eventName,
      dates: startOn && endOn ? shownDates({ startOn, endOn }) : '',
      courseNumber: courseNumber ?? '',
    }))
}

async function findSlots(db: Db, userId = ''): Promise<Map<number, AdminEvent['slots']>> {
  const slots = await db
    .selectFrom('eventSlots')
    .select(columns.eventSlots)
    .select((slot) => [
      seatsLeftOf('eventSlotId').as('seatsLeft'),
      slot
        .selectFrom('registrationCounts')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('registrations'), sql<number>`0`).as('registrations'))
        .whereRef('registrationCounts.eventSlotId', '=', 'eventSlots.eventSlotId')
        .$asScalar()
        .$notNull()
        .as('registrations'),
      slot
        .selectFrom('registrations')
        .select('registrationId')
        .whereRef('registrations.eventSlotId', '=', 'eventSlots.eventSlotId')
        .where('userId', '=', sql<string>`${userId || null}::uuid`)
        .where('cancelledAt', 'is', null)
        .as('registrationId'),
    ])
    .where('deletedAt', 'is', null)
    .orderBy('startOn')
    .orderBy('startTime')
    .execute()
  return Map.groupBy(slots, ({ eventId }) => eventId)
}

/** Returns '09 Mar 2027 – 10 Mar 2027', from the first day of any slot to the last. */
function durationOf(slots: AdminEvent['slots']) {
  const startOn = slots.map((slot) => slot.startOn).sort()[0]
  const endOn = slots
    .map((slot) => slot.endOn)
    .sort()
    .at(-1)
  return startOn && endOn ? shownDates({ startOn, endOn }) : ''
}

/** Adds speakers (by day) and sponsors to events or slots. */
async function withPeople<Row extends { eventId: number }>(db: Db, rows: Row[]) {
  if (rows.length === 0) return []
  const eventIds = [...new Set(rows.map(({ eventId }) => eventId))]
  const [speakers, sponsors] = await Promise.all([
    db
      .selectFrom('speakers')
      .select(columns.speakers)
      .where('eventId', 'in', eventIds)
      .orderBy('day')
      .orderBy('speakerId')
      .execute(),
    db
      .selectFrom('sponsors')
      .select(columns.sponsors)
      .where('eventId', 'in', eventIds)
      .orderBy('sponsorId')
      .execute(),
  ])
  const cleanSpeakers = speakers.map((speaker) => ({
    ...speaker,
    courseDetails: cleanHtml(speaker.courseDetails),
    presenterDetails: cleanHtml(speaker.presenterDetails),
  }))
  const speakersOf = Map.groupBy(cleanSpeakers, ({ eventId }) => eventId)
  const sponsorsOf = Map.groupBy(sponsors, ({ eventId }) => eventId)
  return rows.map((row) => ({
    ...row,
    speakers: speakersOf.get(row.eventId) ?? [],
    sponsors: sponsorsOf.get(row.eventId) ?? [],
  }))
}
