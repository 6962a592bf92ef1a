import type { Answer, EventQuestion } from './questions.ts'
import { scaleValues, yesOrNo } from './questions.ts'

type Asked = Pick<EventQuestion, 'questionId' | 'wording' | 'kind' | 'choices' | 'isRequired'>

/** The fewest answers to a question of an evaluation, about one speaker, whose results are shown. */
export const fewestAnswers = 5

/** Returns the questions that a person of a slot is asked at registration. */
export function askedOf<Question extends Pick<EventQuestion, 'eventSlotId'>>(
  questions: readonly Question[],
  eventSlotId: number,
): Question[] {
  return questions.filter((question) => question.eventSlotId === null || question.eventSlotId === eventSlotId)
}

/** Returns the name of a question's field in a form, and in the fields of a refusal. */
export function fieldOf({ questionId }: Pick<EventQuestion, 'questionId'>): string {
  return `question_${questionId}`
}

/**
 * Returns one message for each question without a needed answer, or with an impossible one, by its field.
 * `stored`: earlier answers, which count for questions that `answers` leaves out. `leavesOpen`: an answer may be
 * missing.
 */
export function answerProblems(
  questions: readonly Asked[],
  answers: readonly Answer[],
  { stored = [], leavesOpen = false }: { stored?: readonly Answer[]; leavesOpen?: boolean } = {},
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const question of questions) {
    const isOf = ({ questionId }: Answer) => questionId === question.questionId
    const given = answers.find(isOf)
    // A stored answer was possible when it was given.
    if (!given && stored.some(isOf)) continue
    const answer = given?.answer.trim() ?? ''
    const possible = possibleAnswers(question)
    if (answer === '') {
      if (question.isRequired && !leavesOpen) {
        problems[fieldOf(question)] = `Please answer: ${question.wording}`
      }
    } else if (possible && !possible.includes(answer)) {
      problems[fieldOf(question)] = `Please choose one of the answers: ${question.wording}`
    }
  }
  return problems
}

/** Returns the answers to choose from; undefined: any text. */
export function possibleAnswers({
  kind,
  choices,
}: Pick<EventQuestion, 'kind' | 'choices'>): readonly string[] | undefined {
  if (kind === 'choice') return choices
  if (kind === 'yes-or-no') return yesOrNo
  return kind === 'scale' ? scaleValues : undefined
}
