import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idText, listOf, readState } from '#contract/core/wire.ts'
import {
  Answer,
  answers,
  EvaluationQuestion,
  EventQuestion,
  mostQuestions,
  RegistrationQuestion,
} from './questions.ts'

export const getEventQuestions = endpoint({
  route: 'GET /private/event-questions',
  access: 'events:read',
  summary: 'The questions of an event at registration and in its evaluation, with their numbers of answers.',
  query: z.object({ eventId: idText() }),
  data: z.object({
    questions: z.array(z.object({ question: EventQuestion, answers: z.int() })),
    /** Names these questions in `saveEventQuestions`. */
    state: z.string(),
  }),
  refusals: ['EVENT_NOT_FOUND'],
})

export const saveEventQuestions = endpoint({
  route: 'POST /private/event-questions',
  access: 'events:write',
  summary:
    'Saves all questions of an event, in their order. Questions that are left out are not asked any more; their answers stay.',
  body: z.object({
    eventId: id(),
    registration: listOf(RegistrationQuestion, mostQuestions.registration),
    evaluation: listOf(EvaluationQuestion, mostQuestions.evaluation),
    state: readState,
  }),
  data: z.object({ state: z.string() }),
  refusals: ['EVENT_NOT_FOUND', 'CHANGED_MEANWHILE'],
})

export const getAskedQuestions = endpoint({
  route: 'GET /private/event-questions/asked',
  access: 'user',
  summary:
    "The questions that an event asks at registration, and the signed-in person's answers if they are registered.",
  query: z.object({ eventId: idText() }),
  data: z.object({ questions: z.array(EventQuestion), answers: z.array(Answer) }),
})

/** A registration's questions with the answers, and its evaluation. */
export const OwnAnswers = z.object({
  registrationId: z.int(),
  questions: z.array(EventQuestion),
  answers: z.array(Answer),
  /** The time slot has not begun. */
  isEditable: z.boolean(),
  /** 'none': there is none, or the time slot is not over. */
  evaluation: z.enum(['none', 'open', 'sent']),
})
export type OwnAnswers = z.output<typeof OwnAnswers>

export const getOwnAnswers = endpoint({
  route: 'GET /private/event-answers',
  access: 'user',
  summary:
    "The signed-in person's registrations with questions: what they answered, and whether an evaluation waits.",
  data: z.object({ registrations: z.array(OwnAnswers) }),
})

export const saveAnswers = endpoint({
  route: 'POST /private/event-answers',
  access: 'user',
  summary: "Saves the signed-in person's answers of a registration, until its time slot begins.",
  body: z.object({ registrationId: id(), answers }),
  data: z.object({}),
  refusals: ['REGISTRATION_NOT_FOUND', 'ANSWERS_CLOSED'],
})
