import { getEventQuestions, saveEventQuestions } from '#contract/events/event-questions/calls.ts'
import type { EvaluationQuestion, RegistrationQuestion } from '#contract/events/event-questions/questions.ts'
import type { TestApp } from './app.ts'
import type { EventWithSlots, Person } from './given.ts'

/** Returns a question at registration: of text, and required. */
export function question(given: Partial<RegistrationQuestion> = {}): RegistrationQuestion {
  return {
    wording: 'Certificate number of your IA',
    kind: 'text',
    choices: [],
    isRequired: true,
    eventSlotId: null,
    ...given,
  }
}

/** Returns a question of an evaluation: a scale. */
export function rating(given: Partial<EvaluationQuestion> = {}): EvaluationQuestion {
  return { wording: 'How useful was it?', kind: 'scale', choices: [], isPerSpeaker: false, ...given }
}

/** Saves an event's questions as an administrator. Returns their ids, first those at registration. */
export async function givenQuestions(
  app: TestApp,
  { token }: Person,
  { eventId }: Pick<EventWithSlots, 'eventId'>,
  given: { registration?: RegistrationQuestion[]; evaluation?: EvaluationQuestion[] },
): Promise<[number, number, ...number[]]> {
  const body = { eventId, registration: [], evaluation: [], ...given }
  const { failure } = await app.call(saveEventQuestions, { body }, token)
  if (failure) throw new Error(JSON.stringify(failure))
  const { data } = await app.call(getEventQuestions, { query: { eventId } }, token)
  return data.questions.map(({ question }) => question.questionId) as [number, number]
}
