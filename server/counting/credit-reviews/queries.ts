import { sql } from 'kysely'
import type { OwnReviews, Review } from '#contract/counting/credit-reviews/calls.ts'
import type { ReviewFacts } from '#contract/counting/credit-reviews/rules.ts'
import { reviewDeadline, reviewRefusal } from '#contract/counting/credit-reviews/rules.ts'
import { namedHours } from '#contract/counting/credit-reviews/words.ts'
import { possibleHours } from '#contract/counting/hours/course-hours.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findSlotHours } from '#server/events/slots/slot-hours.ts'
import { nameOfUser, nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db, Services } from '#server/services.ts'

type Hours = { possibleHours: number; agenda: AgendaHour[] }

/** Returns each slot's hours, and the most that anyone can get, by slot id. */
async function findHours(db: Db, eventSlotIds: number[]): Promise<(eventSlotId: number) => Hours> {
  const hours = await findSlotHours(db, [...new Set(eventSlotIds)])
  return (eventSlotId) => {
    const ofSlot = hours.get(eventSlotId)
    if (!ofSlot) return { possibleHours: 0, agenda: [] }
    const { rule, agenda } = ofSlot
    return { possibleHours: possibleHours(rule.figures, agenda), agenda }
  }
}

/**
 * Selects the hours as the technician sees them: a manual credit, or else the credited or found hours,
 * whichever is more. Found hours end with an undo, and with 'Set aside'.
 */
const shownToPerson = sql<number>`(
  select case when own.is_decided then own.hours else greatest(held.hours, (
    select max(found.hours) from credit_counts join credit_findings found using (credit_finding_id)
    where credit_counts.registration_id = held.registration_id and next <> 'nothing')) end
  from (select) one left join standing_credit(held.registration_id) own on true)`

/** Returns a registration's hours as the technician sees them. */
export async function findShownHours(db: Db, registrationId: number): Promise<number> {
  const row = await db
    .selectFrom('registrations as held')
    .select(shownToPerson.as('hours'))
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
  return row?.hours ?? 0
}

/** A registration with what decides about a review. */
interface Reviewable extends ReviewFacts {
  registrationId: number
  /** The slot at which the person was counted with the most hours. */
  eventSlotId: number
  agenda: AgendaHour[]
  /** Oldest first. */
  reviews: ReviewRow[]
}

type ReviewRow = Awaited<ReturnType<typeof findRows>>[number]

/** Returns a person's registrations with what decides about reviews. */
export async function findReviewable(db: Db, userId: string): Promise<Reviewable[]> {
  const rows = await db
    .selectFrom('registrations as held')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('eventSlots as slot')
          .leftJoin('creditCounts as count', (join) =>
            join
              .onRef('count.eventSlotId', '=', 'slot.eventSlotId')
              .onRef('count.registrationId', '=', 'held.registrationId'),
          )
          .leftJoin('creditFindings as found', 'found.creditFindingId', 'count.creditFindingId')
          .select(['slot.eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime'])
          .select(sql<boolean>`found.hours is not null`.as('isFound'))
          .whereRef('slot.eventId', '=', 'held.eventId')
          .where((row) =>
            row.or([
              row('slot.eventSlotId', '=', row.ref('held.eventSlotId')),
              row('found.hours', 'is not', null),
            ]),
          )
          .orderBy(sql`found.hours desc nulls last, slot.event_slot_id = held.event_slot_id desc`)
          .limit(1)
          .as('slot'),
      (join) => join.onTrue(),
    )
    .select(['held.registrationId', shownToPerson.as('hours'), 'slot.eventSlotId', 'isFound'])
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .select(
      sql<boolean>`exists (select from credits where registration_id = held.registration_id)`.as(
        'isCredited',
      ),
    )
    .where('held.userId', '=', userId)
    .where('held.cancelledAt', 'is', null)
    .orderBy('held.registrationId')
    .execute()
  const hoursOf = await findHours(
    db,
    rows.map(({ eventSlotId }) => eventSlotId),
  )
  const reviews = Map.groupBy(await findRows(db, userId), ({ registrationId }) => registrationId)
  return rows.map(
    ({ registrationId, eventSlotId, hours, isFound, isCredited, startOn, endOn, startTime, endTime }) => ({
      registrationId,
      eventSlotId,
      hours,
      ...hoursOf(eventSlotId),
      slot: { startOn, endOn, startTime, endTime },
      isCounted: isFound || isCredited,
      reviews: reviews.get(registrationId) ?? [],
    }),
  )
}

/** Returns a person's reviews, oldest first. */
async function findRows(db: Db, userId: string) {
  const rows = await db
    .selectFrom('creditReviews as review')
    .innerJoin('registrations as held', 'held.registrationId', 'review.registrationId')
    .innerJoin('events', 'events.eventId', 'held.eventId')
    .leftJoin('creditReviewAnswers as answer', 'answer.creditReviewId', 'review.creditReviewId')
    .select(['review.creditReviewId as reviewId', 'review.registrationId', 'eventName', 'hourNumbers'])
    .select([
      'review.eventSlotId',
      'review.words',
      'fileName',
      'askedAt',
      'answer.hours',
      'answer.words as answered',
      'answeredAt',
    ])
    .where('held.userId', '=', userId)
    .orderBy('review.creditReviewId')
    .execute()
  const hoursOf = await findHours(
    db,
    rows.map(({ eventSlotId }) => eventSlotId),
  )
  return rows.map(({ eventSlotId, hours, answered, answeredAt, ...review }) => ({
    ...review,
    about: namedHours(review.hourNumbers, hoursOf(eventSlotId).agenda),
    answer: answeredAt && { hours, words: answered ?? '', answeredAt },
  }))
}

/** Returns a person's reviewable and reviewed registrations, with their reviews. */
export async function findOwnReviews(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
): Promise<OwnReviews[]> {
  const held = await findReviewable(db, userId)
  return held
    .map((each) => ({
      registrationId: each.registrationId,
      canAsk: reviewRefusal(each, clock()) === undefined,
      askUntil: reviewDeadline(each.slot),
      reviews: each.reviews.map(({ registrationId, eventName, ...review }) => review).toReversed(),
    }))
    .filter(({ canAsk, reviews }) => canAsk || reviews.length > 0)
}

/** Returns a person's reviews with their files in base64, for the download of their data; oldest first. */
export async function findReviewsOf(db: Db, userId: string) {
  const files = await db
    .selectFrom('creditReviews as review')
    .innerJoin('registrations as held', 'held.registrationId', 'review.registrationId')
    .select(['creditReviewId', 'file'])
    .where('userId', '=', userId)
    .execute()
  const fileOf = new Map(files.map(({ creditReviewId, file }) => [creditReviewId, file]))
  return (await findRows(db, userId)).map(({ reviewId, ...review }) => ({
    ...review,
    file: fileOf.get(reviewId)?.toString('base64') ?? null,
  }))
}

const open = (db: Db) =>
  db
    .selectFrom('creditReviews as review')
    .innerJoin('registrations as held', 'held.registrationId', 'review.registrationId')
    .leftJoin('creditReviewAnswers as answer', 'answer.creditReviewId', 'review.creditReviewId')
    .where('held.cancelledAt', 'is', null)
    .where('held.userId', 'is not', null)

/** Returns the open reviews over all slots, or all reviews of one slot, oldest first. */
export async function findReviews(
  db: Db,
  { eventSlotId }: { eventSlotId?: number | undefined },
): Promise<Review[]> {
  const rows = await open(db)
    .innerJoin('users', 'users.userId', 'held.userId')
    .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'review.eventSlotId')
    .innerJoin('events', 'events.eventId', 'slot.eventId')
    .leftJoin('users as answerer', 'answerer.userId', 'answeredBy')
    .select(['review.creditReviewId as reviewId', 'review.registrationId', 'hourNumbers', 'review.words'])
    .select(['fileName', 'askedAt', 'users.userId', nameOfUser.as('name'), 'users.email'])
    .select(['events.eventId', 'eventName', 'review.eventSlotId'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'held.version', shownToPerson.as('hours')])
    .select(['answer.hours as given', 'answer.words as answered', 'answeredAt'])
    .select(nameOrEmailOf('answerer').as('answeredBy'))
    .select(
      sql<boolean>`exists (select from credit_reviews earlier
        where earlier.registration_id = review.registration_id and earlier.credit_review_id < review.credit_review_id)`.as(
        'isSecond',
      ),
    )
    .$if(eventSlotId === undefined, (query) => query.where('answeredAt', 'is', null))
    .$if(eventSlotId !== undefined, (query) => query.where('review.eventSlotId', '=', eventSlotId as number))
    .orderBy('review.creditReviewId')
    .execute()
  const hoursOf = await findHours(
    db,
    rows.map((row) => row.eventSlotId),
  )
  return rows.map(
    ({ startOn, endOn, startTime, endTime, given, answered, answeredAt, answeredBy, ...review }) => {
      const { possibleHours, agenda } = hoursOf(review.eventSlotId)
      return {
        ...review,
        possibleHours,
        about: namedHours(review.hourNumbers, agenda),
        slot: { startOn, endOn, startTime, endTime },
        answer: answeredAt && { hours: given, words: answered ?? '', answeredAt, answeredBy },
      }
    },
  )
}

/** Counts the open reviews, and returns the time of the oldest one. */
export function countOpenReviews(db: Db): Promise<{ open: number; oldestAt: Date | null }> {
  return open(db)
    .select(({ fn }) => [fn.countAll<number>().as('open'), fn.min('askedAt').as('oldestAt')])
    .where('answeredAt', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Returns a review's file. Refuses with REVIEW_NOT_FOUND. */
export async function getFileOf(db: Db, reviewId: number): Promise<{ file: Buffer; fileName: string }> {
  const review = await db
    .selectFrom('creditReviews')
    .select(['file', 'fileName'])
    .where('creditReviewId', '=', reviewId)
    .executeTakeFirst()
  if (!review?.file) throw new Refusal('REVIEW_NOT_FOUND')
  return { ...review, file: review.file }
}
