import { describe, expect, test } from 'vitest'
import type { EventQuestion } from '#contract/events/event-questions/questions.ts'
import type { SavedQuestions } from './event-question-values.ts'
import {
  bodyOf,
  eventQuestionsKind,
  newQuestion,
  questionErrors,
  usualEvaluation,
} from './event-question-values.ts'

function saved(...wordings: string[]): SavedQuestions {
  const questions = wordings.map((wording, place) => {
    const question: EventQuestion = {
      questionId: place + 1,
      moment: 'registration',
      wording,
      kind: 'text',
      choices: [],
      isRequired: false,
      eventSlotId: null,
      isPerSpeaker: false,
    }
    return { question, answers: 0 }
  })
  return { questions, state: wordings.join() }
}

const { valuesOf, merge } = eventQuestionsKind

describe('what two administrators changed', () => {
  const base = saved('Diet')
  const older = valuesOf(base)
  const newest = saved('Diet', 'Size')
  const mine = { ...older, registration: [{ ...newQuestion('text'), wording: 'Badge' }] }
  const merged = (typed: typeof older, choices = new Map<string, 'mine' | 'theirs'>()) => {
    const { values, conflicts } = merge({ typed, older, base, newest }, choices)
    return [values.registration.map(({ wording }) => wording), conflicts.length]
  }

  test('in different lists is kept', () => {
    const typed = { ...older, evaluation: usualEvaluation }
    expect(merged(typed)).toEqual([['Diet', 'Size'], 0])
    expect(merge({ typed, older, base, newest }, new Map()).values.evaluation).toBe(usualEvaluation)
  })

  test('in the same list is asked about', () => {
    expect(merged(mine)).toEqual([['Badge'], 1])
    expect(merged(mine, new Map([['registration', 'mine']]))).toEqual([['Badge'], 0])
    expect(merged(mine, new Map([['registration', 'theirs']]))).toEqual([['Diet', 'Size'], 0])
  })
})

test('choices are the lines of a text, and an error is beside its field', () => {
  const size = { ...newQuestion('choice'), wording: 'Size', choices: ' S \n\nM\n' }
  const values = { registration: [size], evaluation: [] }
  expect(bodyOf(1, values, undefined).registration[0]?.choices).toEqual(['S', 'M'])
  expect(questionErrors(1, values)).toEqual({})
  const wrong = { registration: [{ ...size, choices: 'S', wording: '' }], evaluation: [] }
  expect(questionErrors(1, wrong)).toEqual({
    'registration.0.wording': 'Enter the question',
    'registration.0.choices': 'Enter at least two different choices',
  })
})

test('the usual evaluation can be saved', () => {
  expect(questionErrors(1, { registration: [], evaluation: usualEvaluation })).toEqual({})
})
