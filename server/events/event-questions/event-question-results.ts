import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Data } from '#contract/core/endpoint.ts'
import type { EvaluationResult, getEvaluationResults } from '#contract/events/event-questions/evaluations.ts'
import { resultColumns } from '#contract/events/event-questions/evaluations.ts'
import type { EvaluationKind } from '#contract/events/event-questions/questions.ts'
import { fewestAnswers, possibleAnswers } from '#contract/events/event-questions/rules.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import type { Cell } from '#server/core/files/list-cells.ts'
import type { ListFile } from '#server/core/files/list-file.ts'
import type { Db } from '#server/services.ts'
import { speakerName } from './event-question-evaluations.ts'

type Results = Data<typeof getEvaluationResults>

/** Returns the results of an event's evaluation. Whatever has fewer than `fewestAnswers` answers is left out. */
export async function findResults(db: Db, eventId: number, now: Date): Promise<Results> {
  const [answered, { asked, sent }] = await Promise.all([
    findAnswered(db, eventId),
    countSent(db, eventId, now),
  ])
  return { asked, sent, results: answered.map(resultOf) }
}

/** Returns the results as a file: a line for each value with its count, and for each of the words. */
export function resultFile({ results }: Results): ListFile {
  const rows = results.flatMap(({ wording, about, answers, counts, words }): Cell[][] => {
    if (answers === null) return [[wording, about, `Fewer than ${fewestAnswers} answers`, null]]
    return [
      ...counts.map(({ answer, count }) => [wording, about, answer, count]),
      ...words.map((answer) => [wording, about, answer, 1]),
    ]
  })
  return { columns: resultColumns, rows: Readable.from([rows]) }
}

interface Answered {
  questionId: number
  wording: string
  kind: EvaluationKind
  choices: string[]
  about: string
  /** In the order of random ids, which says nothing about who came first. */
  answers: string[]
}

/**
 * Returns the evaluation's questions, removed ones only with answers. A question about speakers has a row for
 * each.
 */
async function findAnswered(db: Db, eventId: number): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    with asked as (
      select event_question_id, speaker_id, ${speakerName} as name from event_questions q
      left join speakers on is_per_speaker and speakers.event_id = q.event_id
      where q.event_id = ${eventId} and moment = 'evaluation' and removed_at is null
        and (not is_per_speaker or speaker_id is not null)
    ), answered as (
      select event_question_id, a.speaker_id, coalesce(max(${speakerName}), max(about)) as name,
        array_agg(answer order by evaluation_answer_id) as answers
      from evaluation_answers a left join speakers on speakers.speaker_id = a.speaker_id
      where event_question_id in (select event_question_id from event_questions where event_id = ${eventId})
      group by event_question_id, a.speaker_id, case when a.speaker_id is null then about end
    ), every as (
      select event_question_id, speaker_id, coalesce(answered.name, asked.name, '') as about,
        coalesce(answers, '{}') as answers
      from asked full join answered using (event_question_id, speaker_id)
      where speaker_id is not null
      union all
      select event_question_id, null, coalesce(answered.name, ''), coalesce(answers, '{}')
      from (select event_question_id from asked where speaker_id is null) asked
      full join (select event_question_id, name, answers from answered where speaker_id is null) answered using (event_question_id)
    )
    select event_question_id as question_id, wording, kind, choices, about, answers
    from every join event_questions using (event_question_id)
    order by removed_at is not null, place, event_question_id, speaker_id nulls last, about`.execute(db)
  return rows
}

function resultOf({ questionId, wording, kind, choices, about, answers }: Answered): EvaluationResult {
  const result = { questionId, wording, about, kind, answers: null, counts: [], mean: null, words: [] }
  if (answers.length < fewestAnswers) return result
  const shown = { ...result, answers: answers.length }
  if (kind === 'words') return { ...shown, words: answers }
  const count = (value: string) => answers.filter((answer) => answer === value).length
  // A choice that is not offered any more still has its answers.
  const values = [...new Set([...(possibleAnswers({ kind, choices }) ?? []), ...answers])]
  return {
    ...shown,
    counts: values.map((answer) => ({ answer, count: count(answer) })),
    mean: kind === 'scale' ? meanOf(answers) : null,
  }
}

function meanOf(answers: readonly string[]) {
  const sum = answers.reduce((total, answer) => total + Number(answer), 0)
  return Math.round((sum / answers.length) * 10) / 10
}

/** Counts the registrations whose time slot is over, and those whose person sent the evaluation. */
async function countSent(db: Db, eventId: number, now: Date): Promise<{ asked: number; sent: number }> {
  const slots = await db
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .leftJoin('evaluations', 'evaluations.registrationId', 'registrations.registrationId')
    .select(['endOn', 'endTime'])
    .select(sql<number>`count(*) filter (where cancelled_at is null)::int`.as('held'))
    .select(sql<number>`count(evaluations.registration_id)::int`.as('sent'))
    .where('registrations.eventId', '=', eventId)
    .groupBy(['endOn', 'endTime'])
    .execute()
  const asked = slots.filter((slot) => hasEnded(slot, now))
  return {
    asked: asked.reduce((total, { held }) => total + held, 0),
    sent: slots.reduce((total, { sent }) => total + sent, 0),
  }
}
