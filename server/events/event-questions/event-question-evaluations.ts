import { sql } from 'kysely'
import { paths } from '#contract/core/paths.ts'
import type { Evaluation, EvaluationAnswer } from '#contract/events/event-questions/evaluations.ts'
import { mostSpeakers } from '#contract/events/event-questions/evaluations.ts'
import { possibleAnswers } from '#contract/events/event-questions/rules.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { Db, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findStoredQuestions, isEvaluable } from './queries.ts'

/** One registration: by the code of its link, or by its id for its own person. */
type Evaluated = { code: string } | { registrationId: number; userId: string }

/**
 * Makes a link to the evaluation of a registration, for one email. Returns undefined if the event has none, or
 * the person has sent it.
 */
export async function makeEvaluationLink(
  { tx, config }: Work,
  registrationId: number,
): Promise<string | undefined> {
  const code = newSecret()
  const { rows } = await sql`
    insert into evaluation_links (code_hash, registration_id)
    select ${hashOfSecret(code)}, registration_id from registrations
    where registration_id = ${registrationId} and user_id is not null
      and exists (select from event_questions q
        where q.event_id = registrations.event_id and moment = 'evaluation' and removed_at is null)
      and not exists (select from evaluations e where e.registration_id = registrations.registration_id)
    returning 1`.execute(tx)
  return rows.length === 0 ? undefined : config.publicUrl + paths.evaluation({ code })
}

/** Returns what an evaluation asks. Refuses with EVALUATION_NOT_FOUND or REGISTRATION_NOT_FOUND. */
export async function getEvaluation(db: Db, evaluated: Evaluated, now: Date): Promise<Evaluation> {
  const { eventId, eventName, startOn, endOn, ...found } = await getEvaluated(db, evaluated)
  const { questions, speakers } = await findAsked(db, eventId)
  return { eventName, startOn, endOn, questions, speakers, state: stateAt({ endOn, ...found }, now) }
}

/**
 * Sends the evaluation of a registration. Refuses with EVALUATION_NOT_FOUND or REGISTRATION_NOT_FOUND, with
 * EVALUATION_SENT a second one, with EVALUATION_EARLY, and by field an impossible answer, or no answer at all.
 */
export async function sendEvaluation(
  work: Work,
  evaluated: Evaluated,
  answers: readonly EvaluationAnswer[],
): Promise<Record<string, never>> {
  const { tx, clock } = work
  const found = await getEvaluated(tx, evaluated, { isLocked: true })
  const state = stateAt(found, clock())
  if (state !== 'open') throw new Refusal(state === 'sent' ? 'EVALUATION_SENT' : 'EVALUATION_EARLY')
  const { questions, speakers } = await findAsked(tx, found.eventId)
  const given = new Map<
    string,
    { eventQuestionId: number; speakerId: number | null; about: string; answer: string }
  >()
  for (const { questionId, speakerId, ...each } of answers) {
    const question = questions.find((asked) => asked.questionId === questionId)
    const speaker = speakers.find((asked) => asked.speakerId === speakerId)
    const answer = each.answer.trim()
    // Questions and speakers that were removed while somebody typed are left out.
    if (!question || answer === '' || question.isPerSpeaker !== (speaker !== undefined)) continue
    const possible = possibleAnswers(question)
    if (possible && !possible.includes(answer)) {
      refuseFields({ answers: `Please choose one of the answers: ${question.wording}` })
    }
    const about = { speakerId: speaker?.speakerId ?? null, about: speaker?.name ?? '' }
    given.set(`${questionId} ${about.speakerId}`, { eventQuestionId: questionId, ...about, answer })
  }
  if (given.size === 0) refuseFields({ answers: 'Please answer at least one question.' })
  await tx.insertInto('evaluations').values({ registrationId: found.registrationId }).execute()
  await tx
    .insertInto('evaluationAnswers')
    .values([...given.values()])
    .execute()
  return {}
}

/** Sends the evaluation of a person's own registration, as `sendEvaluation` does. */
export function sendOwnEvaluation(
  work: Work,
  userId: string,
  { registrationId, answers }: { registrationId: number; answers: readonly EvaluationAnswer[] },
): Promise<Record<string, never>> {
  return sendEvaluation(work, { registrationId, userId }, answers)
}

async function getEvaluated(db: Db | Tx, evaluated: Evaluated, { isLocked = false } = {}) {
  const found = await db
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select(['registrationId', 'registrations.eventId', 'eventName', 'hours', 'startOn', 'endOn', 'endTime'])
    .where('cancelledAt', 'is', null)
    .where('userId', 'is not', null)
    .$if('code' in evaluated, (all) =>
      all.where('registrationId', '=', (links) =>
        links
          .selectFrom('evaluationLinks')
          .select('evaluationLinks.registrationId')
          .where('codeHash', '=', hashOfSecret('code' in evaluated ? evaluated.code : '')),
      ),
    )
    .$if('userId' in evaluated, (all) => {
      const { registrationId, userId } = evaluated as Extract<Evaluated, { userId: string }>
      return all.where('registrationId', '=', registrationId).where('userId', '=', userId)
    })
    .$if(isLocked, (all) => all.forNoKeyUpdate('registrations'))
    .executeTakeFirst()
  if (!found) throw new Refusal('code' in evaluated ? 'EVALUATION_NOT_FOUND' : 'REGISTRATION_NOT_FOUND')
  // Asked after the lock, so that a second call sees what the first one wrote.
  const sent = await db
    .selectFrom('evaluations')
    .select('registrationId')
    .where('registrationId', '=', found.registrationId)
    .executeTakeFirst()
  return { ...found, isSent: sent !== undefined }
}

async function findAsked(db: Db, eventId: number) {
  const questions = await findStoredQuestions(db, [eventId], 'evaluation')
  const speakers = await db
    .selectFrom('speakers')
    .select(['speakerId', speakerName.as('name'), 'courseTitle'])
    .where('eventId', '=', eventId)
    .orderBy('day')
    .orderBy('speakerId')
    .limit(mostSpeakers)
    .execute()
  return { questions, speakers }
}

/** Selects the presenter of a speaker's entry, or its company if it names none. */
export const speakerName = sql<string>`coalesce(nullif(presenter_name, ''), company_name)`

function stateAt(
  { isSent, ...found }: { isSent: boolean } & Parameters<typeof isEvaluable>[0],
  now: Date,
): Evaluation['state'] {
  if (isSent) return 'sent'
  return isEvaluable(found, now) ? 'open' : 'early'
}
