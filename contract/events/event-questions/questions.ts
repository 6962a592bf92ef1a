import * as z from 'zod/mini'
import { longest, optionalLine, requiredLine } from '#contract/core/fields.ts'
import { id, listOf } from '#contract/core/wire.ts'

/** The most questions of an event at registration, and in its evaluation. */
export const mostQuestions = { registration: 5, evaluation: 6 } as const
export type Moment = keyof typeof mostQuestions

/** The kinds of questions at registration, with their labels for administrators. */
export const registrationKinds = { text: 'Text', choice: 'Choice', 'yes-or-no': 'Yes or no' } as const

/** The kinds of questions of an evaluation, with their labels for administrators. */
export const evaluationKinds = { scale: 'Scale from 1 to 5', choice: 'Choice', words: 'Words' } as const

export type RegistrationKind = keyof typeof registrationKinds
export type EvaluationKind = keyof typeof evaluationKinds
export type EventQuestionKind = RegistrationKind | EvaluationKind

const kinds = ['text', 'choice', 'yes-or-no', 'scale', 'words'] as const satisfies EventQuestionKind[]

/** The values of a scale, from the worst to the best. */
export const scaleValues = ['1', '2', '3', '4', '5'] as const

/** The answers to a question of yes or no. */
export const yesOrNo = ['Yes', 'No'] as const

/** The most characters of an answer: of a line at registration, of words in an evaluation. */
export const longestAnswer = { text: 300, words: 2000 } as const

const mostChoices = 10

/** A question as it is asked. */
export const EventQuestion = z.object({
  questionId: z.int(),
  moment: z.enum(['registration', 'evaluation']),
  wording: z.string(),
  kind: z.enum(kinds),
  /** The answers of a choice. */
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  /** The time slot whose people are asked; null: all. */
  eventSlotId: z.nullable(z.int()),
  /** Asked once about each speaker. */
  isPerSpeaker: z.boolean(),
})
export type EventQuestion = z.output<typeof EventQuestion>

export const questionMessages = {
  wording: 'Enter the question',
  choice: 'Enter the choice',
  choices: 'Enter at least two different choices',
  notSlot: 'Choose a time slot of this event',
  kindStays: 'This question has answers, so its type stays. Remove it, and add another one.',
} as const

const notQuestion = { error: 'Has to be a question' }
const notBoolean = { error: 'Must be true or false' }

const givenQuestion = {
  /** Absent: a new question. */
  questionId: z.optional(id()),
  wording: requiredLine(questionMessages.wording, longest.line),
  choices: listOf(requiredLine(questionMessages.choice, longest.name), mostChoices),
}

function oneOf<const Kinds extends Record<string, string>>(labels: Kinds) {
  const names = Object.keys(labels) as [keyof Kinds & string]
  return z.enum(names, { error: `One of: ${names.join(', ')}` })
}

const hasChoices = z.refine<{ kind: EventQuestionKind; choices: string[] }>(
  ({ kind, choices }) =>
    kind !== 'choice' || (choices.length > 1 && new Set(choices).size === choices.length),
  { path: ['choices'], error: questionMessages.choices },
)

/** A question at registration, as an administrator saves it. */
export const RegistrationQuestion = z
  .object(
    {
      ...givenQuestion,
      kind: oneOf(registrationKinds),
      isRequired: z.boolean(notBoolean),
      eventSlotId: z.nullable(id()),
    },
    notQuestion,
  )
  .check(hasChoices)
export type RegistrationQuestion = z.output<typeof RegistrationQuestion>

/** A question of an evaluation, as an administrator saves it. */
export const EvaluationQuestion = z
  .object(
    {
      ...givenQuestion,
      kind: oneOf(evaluationKinds),
      isPerSpeaker: z.boolean(notBoolean),
    },
    notQuestion,
  )
  .check(hasChoices)
export type EvaluationQuestion = z.output<typeof EvaluationQuestion>

/** An answer at registration. '' leaves the question open. */
export const Answer = z.object(
  {
    questionId: id(),
    answer: optionalLine(longestAnswer.text),
  },
  { error: 'Has to be an answer' },
)
export type Answer = z.output<typeof Answer>

export const answers = listOf(Answer, 2 * mostQuestions.registration)
