import type { Data, Input } from '#contract/core/endpoint.ts'
import type { getEventQuestions } from '#contract/events/event-questions/calls.ts'
import { saveEventQuestions } from '#contract/events/event-questions/calls.ts'
import type { EventQuestion, EventQuestionKind, Moment } from '#contract/events/event-questions/questions.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import type { RecordKind } from '#web/core/ui/record-kind.ts'

/** A question in the editor. Choices are lines of one text. */
export interface QuestionValues {
  questionId: number | undefined
  wording: string
  kind: EventQuestionKind
  choices: string
  isRequired: boolean
  /** The id as text; '' asks everybody. */
  eventSlotId: string
  isPerSpeaker: boolean
}

export type EventQuestionValues = Record<Moment, QuestionValues[]>
export type SavedQuestions = Data<typeof getEventQuestions>

export const momentLabels: Record<Moment, string> = {
  registration: 'Questions at registration',
  evaluation: 'Questions of the evaluation',
}
const moments = Object.keys(momentLabels) as Moment[]

/** The evaluation that accreditors such as IACET and NASBA ask for. */
export const usualEvaluation: QuestionValues[] = [
  { ...newQuestion('scale'), wording: 'Did the event reach its learning objectives?' },
  { ...newQuestion('scale'), wording: 'Were the content and materials relevant and useful?' },
  { ...newQuestion('scale'), wording: 'How effective was the speaker?', isPerSpeaker: true },
  {
    ...newQuestion('choice'),
    wording: 'Was the time right for the content?',
    choices: 'Too short\nRight\nToo long',
  },
  { ...newQuestion('scale'), wording: 'Did the technology or the facility work well?' },
  { ...newQuestion('words'), wording: 'What should we improve?' },
]

export function newQuestion(kind: EventQuestionKind): QuestionValues {
  return {
    questionId: undefined,
    wording: '',
    kind,
    choices: '',
    isRequired: false,
    eventSlotId: '',
    isPerSpeaker: false,
  }
}

/** An event's questions in the editor. Changes of two administrators merge by moment, each list as a whole. */
export const eventQuestionsKind: RecordKind<SavedQuestions, EventQuestionValues> = {
  valuesOf: ({ questions }) => {
    const ofMoment = (moment: Moment) =>
      questions.flatMap(({ question }) => (question.moment === moment ? [valuesOf(question)] : []))
    return { registration: ofMoment('registration'), evaluation: ofMoment('evaluation') }
  },
  empty: () => ({ registration: [], evaluation: [] }),
  isOutdated: (base, newest) => base.state !== newest.state,
  isChanged: (typed, older) => !isSame(typed, older),
  merge: ({ typed, older, newest }, choices) => {
    const newer = eventQuestionsKind.valuesOf(newest)
    const values = { ...typed }
    const conflicts = []
    for (const moment of moments) {
      const [mine, theirs] = [typed[moment], newer[moment]]
      const side = choices.get(moment)
      if (isSame(mine, older[moment]) || side === 'theirs') values[moment] = theirs
      else if (!isSame(theirs, older[moment]) && !isSame(theirs, mine) && side === undefined) {
        const sides = { mine: wordingsOf(mine), theirs: wordingsOf(theirs) }
        conflicts.push({ id: moment, what: momentLabels[moment], ...sides })
      }
    }
    return { values, conflicts }
  },
}

type Body = Input<typeof saveEventQuestions>['body']

/** Returns the values as the call takes them. */
export function bodyOf(
  eventId: number,
  { registration, evaluation }: EventQuestionValues,
  state: string | undefined,
): Body {
  const shared = ({ questionId, wording, kind, choices }: QuestionValues) => ({
    questionId,
    wording,
    kind: kind as never,
    choices: kind === 'choice' ? linesOf(choices) : [],
  })
  return {
    eventId,
    state,
    registration: registration.map(({ isRequired, eventSlotId, ...question }) => ({
      ...shared({ isRequired, eventSlotId, ...question }),
      isRequired,
      eventSlotId: eventSlotId === '' ? null : Number(eventSlotId),
    })),
    evaluation: evaluation.map((question) => ({
      ...shared(question),
      isPerSpeaker: question.kind === 'scale' && question.isPerSpeaker,
    })),
  }
}

/** Returns what is wrong, by the place of the question and its field. */
export function questionErrors(eventId: number, values: EventQuestionValues): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of saveEventQuestions.body?.safeParse(bodyOf(eventId, values, undefined)).error
    ?.issues ?? []) {
    errors[path.slice(0, 3).join('.')] ??= message
  }
  return errors
}

function valuesOf({ questionId, wording, kind, choices, ...question }: EventQuestion): QuestionValues {
  const { isRequired, eventSlotId, isPerSpeaker } = question
  return {
    questionId,
    wording,
    kind,
    choices: choices.join('\n'),
    isRequired,
    eventSlotId: eventSlotId === null ? '' : String(eventSlotId),
    isPerSpeaker,
  }
}

function linesOf(text: string) {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

function wordingsOf(questions: readonly QuestionValues[]) {
  return questions.map(({ wording }) => wording).join('; ') || 'none'
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}
