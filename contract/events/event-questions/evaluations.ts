import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { linkCode, optionalText } from '#contract/core/fields.ts'
import { listFile, listFormat } from '#contract/core/list-files.ts'
import { wireDate } from '#contract/core/plain-dates.ts'
import { id, idText, listOf } from '#contract/core/wire.ts'
import { EventQuestion, longestAnswer, mostQuestions } from './questions.ts'

/** A speaker whom an evaluation asks about. */
const EvaluatedSpeaker = z.object({ speakerId: z.int(), name: z.string(), courseTitle: z.string() })
export type EvaluatedSpeaker = z.output<typeof EvaluatedSpeaker>

/** The evaluation of a registration: what it asks, without answers. */
export const Evaluation = z.object({
  eventName: z.string(),
  startOn: wireDate,
  endOn: wireDate,
  state: z.enum(['early', 'open', 'sent']),
  questions: z.array(EventQuestion),
  speakers: z.array(EvaluatedSpeaker),
})
export type Evaluation = z.output<typeof Evaluation>

/** The most speakers of an event that one evaluation asks about. */
export const mostSpeakers = 60

/** An answer of an evaluation. `speakerId`: for a question about each speaker. */
export const EvaluationAnswer = z.object(
  {
    questionId: id(),
    speakerId: z.optional(id()),
    answer: optionalText(longestAnswer.words),
  },
  { error: 'Has to be an answer' },
)
export type EvaluationAnswer = z.output<typeof EvaluationAnswer>

const answers = listOf(EvaluationAnswer, mostQuestions.evaluation * mostSpeakers)

export const getOwnEvaluation = endpoint({
  route: 'GET /private/evaluation',
  access: 'user',
  summary: "The evaluation of one of the signed-in person's registrations.",
  query: z.object({ registrationId: idText() }),
  data: Evaluation,
  refusals: ['REGISTRATION_NOT_FOUND'],
})

export const sendOwnEvaluation = endpoint({
  route: 'POST /private/evaluation',
  access: 'user',
  summary: "Sends the evaluation of one of the signed-in person's registrations, once.",
  body: z.object({ registrationId: id(), answers }),
  data: z.object({}),
  refusals: ['REGISTRATION_NOT_FOUND', 'EVALUATION_EARLY', 'EVALUATION_SENT'],
})

export const findEvaluation = endpoint({
  route: 'POST /public/evaluation/find',
  access: 'public',
  summary: "The evaluation whose link was in a certificate's email. Changes nothing.",
  body: z.object({ code: linkCode }),
  data: Evaluation,
  limit: { perAddress: 300 },
  refusals: ['EVALUATION_NOT_FOUND'],
})

export const sendEvaluation = endpoint({
  route: 'POST /public/evaluation',
  access: 'public',
  summary: "Sends the evaluation whose link was in a certificate's email, once.",
  body: z.object({ code: linkCode, answers }),
  data: z.object({}),
  limit: { perAddress: 300 },
  refusals: ['EVALUATION_NOT_FOUND', 'EVALUATION_EARLY', 'EVALUATION_SENT'],
})

/** The results of a question, about one speaker if it asks about each. */
export const EvaluationResult = z.object({
  questionId: z.int(),
  wording: z.string(),
  /** The speaker; '' if the question is not about speakers. */
  about: z.string(),
  kind: z.enum(['scale', 'choice', 'words']),
  /** null: too few to show. */
  answers: z.nullable(z.int()),
  /** The numbers of each value of a scale or choice; empty for words, and if there are too few. */
  counts: z.array(z.object({ answer: z.string(), count: z.int() })),
  /** The mean of a scale; null: no scale, or too few. */
  mean: z.nullable(z.number()),
  /** In no order, without names; empty if there are too few. */
  words: z.array(z.string()),
})
export type EvaluationResult = z.output<typeof EvaluationResult>

export const getEvaluationResults = endpoint({
  route: 'GET /private/evaluation-results',
  access: 'registrations:read',
  summary:
    'The results of an event’s evaluation as counts, for each speaker, and words without names. Nothing below five answers.',
  query: z.object({ eventId: idText() }),
  data: z.object({
    /** The registrations whose time slot is over. */
    asked: z.int(),
    sent: z.int(),
    results: z.array(EvaluationResult),
  }),
  refusals: ['EVENT_NOT_FOUND'],
})

export const resultColumns = ['Question', 'About', 'Answer', 'Count'] as const

export const exportEvaluationResults = endpoint({
  route: 'GET /private/evaluation-results/file',
  access: 'exports:read',
  summary: 'The same results as CSV or an Excel workbook.',
  query: z.object({ eventId: idText(), ...listFormat }),
  file: listFile,
  refusals: ['EVENT_NOT_FOUND'],
})
