import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import type { OwnAnswers } from '#contract/events/event-questions/calls.ts'
import type { Answer, EventQuestion, Moment } from '#contract/events/event-questions/questions.ts'
import { askedOf } from '#contract/events/event-questions/rules.ts'
import { hasBegun, hasEnded } from '#contract/events/slots/times.ts'
import { refusing } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'

export interface StoredQuestion extends EventQuestion {
  eventId: number
}

/** Returns the questions that events ask, in their order. */
export function findStoredQuestions(
  db: Db,
  eventIds: readonly number[],
  moment?: Moment,
): Promise<StoredQuestion[]> {
  return db
    .selectFrom('eventQuestions')
    .select(['eventQuestionId as questionId', 'eventId', 'eventSlotId', 'moment', 'wording', 'kind'])
    .select(['choices', 'isRequired', 'isPerSpeaker'])
    .where(sql<boolean>`event_id = any(${eventIds}::int[])`)
    .where('removedAt', 'is', null)
    .$if(moment !== undefined, (questions) => questions.where('moment', '=', moment as Moment))
    .orderBy('moment', 'desc')
    .orderBy('place')
    .orderBy('eventQuestionId')
    .$narrowType<Pick<EventQuestion, 'moment' | 'kind'>>()
    .execute()
}

/** Returns the hash of questions, which changes with each of them. */
export function stateOf(questions: readonly StoredQuestion[]): string {
  return hash('sha256', JSON.stringify(questions))
}

/** Returns the number of answers to each of these questions. */
export async function countAnswers(db: Db, questionIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; answers: number }>`
    select id, ((select count(*) from event_answers where event_question_id = id)
      + (select count(*) from evaluation_answers where event_question_id = id))::int as answers
    from unnest(${questionIds}::int[]) id`.execute(db)
  return new Map(rows.map(({ id, answers }) => [id, answers]))
}

/** Returns an event's questions for administrators. Refuses with EVENT_NOT_FOUND. */
export async function findEventQuestions(db: Db, eventId: number) {
  await refuseUnknownEvent(db, eventId)
  const questions = await findStoredQuestions(db, [eventId])
  const counts = await countAnswers(
    db,
    questions.map(({ questionId }) => questionId),
  )
  return {
    questions: questions.map((question) => ({ question, answers: counts.get(question.questionId) ?? 0 })),
    state: stateOf(questions),
  }
}

/** Refuses with EVENT_NOT_FOUND an event that does not exist or was deleted. */
export async function refuseUnknownEvent(db: Db, eventId: number): Promise<string> {
  const event = await db
    .selectFrom('events')
    .select('eventName')
    .where('eventId', '=', eventId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow(refusing('EVENT_NOT_FOUND'))
  return event.eventName
}

/** Returns what a published event asks at registration, and a person's answers in their registration for it. */
export async function findAskedQuestions(db: Db, { userId, eventId }: { userId: string; eventId: number }) {
  const published = await db
    .selectFrom('events')
    .select('eventId')
    .where('eventId', '=', eventId)
    .where('isDraft', '=', false)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const [questions, held] = await Promise.all([
    published ? findStoredQuestions(db, [eventId], 'registration') : [],
    findHeld(db, userId, [eventId]),
  ])
  return { questions, answers: held.flatMap(({ answers }) => answers) }
}

/** Returns a person's registrations of events with questions, with what they answered. */
export async function findOwnAnswers(db: Db, userId: string, now: Date): Promise<OwnAnswers[]> {
  const held = await findHeld(db, userId)
  const questions = await findStoredQuestions(
    db,
    held.map(({ eventId }) => eventId),
  )
  return held.flatMap(({ registrationId, eventId, eventSlotId, answers, isSent, hours, ...slot }) => {
    const ofEvent = questions.filter((question) => question.eventId === eventId)
    const asked = askedOf(
      ofEvent.filter(({ moment }) => moment === 'registration'),
      eventSlotId,
    )
    const isEvaluated = ofEvent.some(({ moment }) => moment === 'evaluation')
    if (asked.length === 0 && !isEvaluated) return []
    const isOpen = isEvaluated && isEvaluable({ ...slot, hours }, now)
    const evaluation = isSent ? ('sent' as const) : isOpen ? ('open' as const) : ('none' as const)
    return [{ registrationId, questions: asked, answers, isEditable: !hasBegun(slot, now), evaluation }]
  })
}

/** Returns true once the time slot is over, or the person has hours of it. */
export function isEvaluable(
  { hours, ...slot }: { hours: number; endOn: PlainDate; endTime: PlainTime },
  now: Date,
): boolean {
  return hours > 0 || hasEnded(slot, now)
}

/** Returns a person's registrations with their answers; all, or those for these events. */
async function findHeld(db: Db, userId: string, eventIds?: number[]) {
  return await db
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select(['registrationId', 'registrations.eventId', 'registrations.eventSlotId', 'hours'])
    .select(['startOn', 'startTime', 'endOn', 'endTime'])
    .select(answersOf().as('answers'))
    .select(
      sql<boolean>`exists (
        select from evaluations where evaluations.registration_id = registrations.registration_id)`.as(
        'isSent',
      ),
    )
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .$if(eventIds !== undefined, (all) => all.where('registrations.eventId', 'in', eventIds ?? []))
    .orderBy('startOn')
    .execute()
}

/** Selects a registration's answers. */
export function answersOf() {
  return sql<Answer[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('questionId', event_question_id, 'answer', answer)
      order by event_question_id), '[]')
    from event_answers where event_answers.registration_id = registrations.registration_id)`
}

/** Selects the answers of the registration of this alias in one line, such as 'Size: M; Diet: Vegan'; null without any. */
export function writtenAnswersOf(registrations: string) {
  return sql<string | null>`(
    select string_agg(wording || ': ' || answer, '; ' order by place, event_question_id)
    from event_answers a join event_questions using (event_question_id)
    where a.registration_id = ${sql.ref(`${registrations}.registrationId`)})`
}

/** Returns all that a person answered at registration, newest event first. */
export async function findAnswersOfPerson(db: Db, userId: string) {
  return await db
    .selectFrom('eventAnswers')
    .innerJoin('eventQuestions', 'eventQuestions.eventQuestionId', 'eventAnswers.eventQuestionId')
    .innerJoin('registrations', 'registrations.registrationId', 'eventAnswers.registrationId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['registrations.registrationId', 'eventName', 'wording', 'answer'])
    .where('userId', '=', userId)
    .orderBy('registrations.registrationId', 'desc')
    .orderBy('place')
    .execute()
}

/** Returns the events whose evaluation a person has sent. */
export async function findSentEvaluations(db: Db, userId: string) {
  return await db
    .selectFrom('evaluations')
    .innerJoin('registrations', 'registrations.registrationId', 'evaluations.registrationId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select('eventName')
    .where('userId', '=', userId)
    .orderBy('registrations.registrationId', 'desc')
    .execute()
}

/** A column of answers in an exported list: the questions with the same wording. */
export interface AnswerColumn {
  wording: string
  questionIds: number[]
}

const mostColumns = 20

/** Returns the columns of answers in an export of these slots: of what is asked, and what was answered. */
export async function findAnswerColumns(db: Db, slotIds: readonly number[]): Promise<AnswerColumn[]> {
  const { rows } = await sql<AnswerColumn>`
    select wording, array_agg(event_question_id order by event_question_id) as question_ids
    from event_questions
    where moment = 'registration'
      and event_id in (select event_id from event_slots where event_slot_id = any(${slotIds}::int[]))
      and (event_slot_id is null or event_slot_id = any(${slotIds}::int[]))
      and (removed_at is null
        or exists (select from event_answers a where a.event_question_id = event_questions.event_question_id))
    group by wording order by min(place), min(event_question_id) limit ${mostColumns}`.execute(db)
  return rows
}

/** Returns true if any event asks questions at registration. */
export async function hasRegistrationQuestions(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('eventQuestions')
    .select('eventQuestionId')
    .where('moment', '=', 'registration')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
