import { sql } from 'kysely'
import type { Answer } from '#contract/events/event-questions/questions.ts'
import { answerProblems, askedOf } from '#contract/events/event-questions/rules.ts'
import { hasBegun } from '#contract/events/slots/times.ts'
import { Refusal, refuseFields, refusing } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Db, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { answersOf, findStoredQuestions } from './queries.ts'

/** A person's answers as they register for a slot, or move to it. */
interface Answering {
  userId: string
  eventId: number
  eventSlotId: number
  /** undefined: nobody was asked, so all questions may stay open. */
  answers?: Answer[] | undefined
  leavesAnswersOpen?: boolean | undefined
}

/**
 * Returns what is wrong with the answers of each request, by field; nothing if all is well. Answers that the
 * registration already has count, too.
 */
export async function checkAnswers(db: Db, asked: readonly Answering[]): Promise<Record<string, string>[]> {
  const given = asked.filter(({ answers }) => answers)
  if (given.length === 0) return asked.map(() => ({}))
  const eventIds = given.map(({ eventId }) => eventId)
  const questions = await findStoredQuestions(db, eventIds, 'registration')
  if (questions.length === 0) return asked.map(() => ({}))
  const stored = await findStoredAnswers(db, given)
  return asked.map((one) => {
    if (!one.answers) return {}
    const ofEvent = questions.filter(({ eventId }) => eventId === one.eventId)
    const before = stored.get(`${one.userId} ${one.eventId}`) ?? []
    return answerProblems(askedOf(ofEvent, one.eventSlotId), one.answers, {
      stored: before,
      leavesOpen: one.leavesAnswersOpen ?? false,
    })
  })
}

async function findStoredAnswers(db: Db, asked: readonly Answering[]): Promise<Map<string, Answer[]>> {
  const rows = await db
    .selectFrom('registrations')
    .select(['userId', 'eventId', answersOf().as('answers')])
    .where(
      sql<boolean>`(user_id, event_id) in (select user_id, event_id from unnest(${asked.map(({ userId }) => userId)}::uuid[],
        ${asked.map(({ eventId }) => eventId)}::int[]) as one (user_id, event_id))`,
    )
    .where('cancelledAt', 'is', null)
    .execute()
  return new Map(rows.map(({ userId, eventId, answers }) => [`${userId} ${eventId}`, answers]))
}

/** Stores answers of locked registrations. Ignores those to questions that are not asked any more; '' removes one. */
export async function storeAnswers(
  tx: Tx,
  given: readonly { registrationId: number; answers: readonly Answer[] }[],
) {
  const rows = given.flatMap(({ registrationId, answers }) =>
    [...new Map(answers.map(({ questionId, answer }) => [questionId, answer.trim()]))].map(
      ([questionId, answer]) => ({ registrationId, questionId, answer }),
    ),
  )
  if (rows.length === 0) return
  await sql`
    with given as materialized (
      select registration_id, event_question_id, given.answer
      from jsonb_to_recordset(${JSON.stringify(rows)})
        as given ("registrationId" integer, "questionId" integer, answer text)
      join registrations on registration_id = "registrationId"
      join event_questions on event_question_id = "questionId" and event_questions.event_id = registrations.event_id
        and moment = 'registration' and removed_at is null
    ), emptied as (
      delete from event_answers using given where given.answer = ''
        and event_answers.registration_id = given.registration_id
        and event_answers.event_question_id = given.event_question_id
    )
    insert into event_answers (registration_id, event_question_id, answer)
    select registration_id, event_question_id, answer from given where answer <> ''
    on conflict (registration_id, event_question_id) do update set answer = excluded.answer`.execute(tx)
}

/**
 * Saves a person's answers of their registration. Refuses with REGISTRATION_NOT_FOUND, with ANSWERS_CLOSED once
 * the slot has begun, and by field a missing or impossible answer.
 */
export async function saveAnswers(
  work: Work,
  userId: string,
  { registrationId, answers }: { registrationId: number; answers: Answer[] },
): Promise<Record<string, never>> {
  const { tx, clock } = work
  const held = await tx
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select(['registrations.eventId', 'registrations.eventSlotId', 'startOn', 'startTime'])
    .select(answersOf().as('before'))
    .where('registrationId', '=', registrationId)
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .forNoKeyUpdate('registrations')
    .executeTakeFirstOrThrow(refusing('REGISTRATION_NOT_FOUND'))
  if (hasBegun(held, clock())) throw new Refusal('ANSWERS_CLOSED')
  const questions = askedOf(await findStoredQuestions(tx, [held.eventId], 'registration'), held.eventSlotId)
  refuseFields(answerProblems(questions, answers, { stored: held.before }))
  const isChanged = answers.some(({ questionId, answer }) => {
    const before = held.before.find((each) => each.questionId === questionId)?.answer ?? ''
    return questions.some((question) => question.questionId === questionId) && answer.trim() !== before
  })
  if (!isChanged) return {}
  await storeAnswers(tx, [{ registrationId, answers }])
  // The answers themselves are personal, so the history does not repeat them.
  await happened(work, [{ activity: 'answers-changed', registrationId }])
  return {}
}

/** Deletes a leaving person's answers and their links to evaluations. */
export async function forgetAnswers({ tx }: Work, registrationIds: readonly number[]) {
  const isTheirs = sql<boolean>`registration_id = any(${registrationIds}::int[])`
  await tx.deleteFrom('eventAnswers').where(isTheirs).execute()
  await tx.deleteFrom('evaluationLinks').where(isTheirs).execute()
}

/** Deletes answers and links of evaluations a year after the slot, and removed questions without answers. */
export async function expireAnswers({ tx, clock }: Work) {
  const isOld = sql<boolean>`registration_id in (
    select registration_id from registrations join event_slots using (event_slot_id)
    where event_slots.event_id in (select event_id from event_questions)
      and end_on < (${clock()}::timestamptz - interval '1 year')::date)`
  await tx.deleteFrom('eventAnswers').where(isOld).execute()
  await tx.deleteFrom('evaluationLinks').where(isOld).execute()
  await sql`
    delete from event_questions q where removed_at is not null
      and not exists (select from event_answers a where a.event_question_id = q.event_question_id)
      and not exists (select from evaluation_answers a where a.event_question_id = q.event_question_id)`.execute(
    tx,
  )
}
