import { describe, expect, test } from 'vitest'
import type { EventQuestion } from './questions.ts'
import { answerProblems, askedOf } from './rules.ts'

const text: EventQuestion = {
  questionId: 1,
  moment: 'registration',
  wording: 'Diet',
  kind: 'text',
  choices: [],
  isRequired: true,
  eventSlotId: null,
  isPerSpeaker: false,
}
const choice: EventQuestion = { ...text, kind: 'choice', choices: ['S', 'M'], isRequired: false }
const yesOrNo: EventQuestion = { ...text, kind: 'yes-or-no' }

describe('the answer to a question', () => {
  const missing = 'Please answer: Diet'
  const impossible = 'Please choose one of the answers: Diet'

  test.each([
    ['required, given', text, 'Vegan', undefined],
    ['required, blank', text, ' ', missing],
    ['required, absent', text, undefined, missing],
    ['not required, absent', { ...text, isRequired: false }, undefined, undefined],
    ['a choice that is offered', choice, ' M ', undefined],
    ['a choice that is not offered', choice, 'm', impossible],
    ['no choice', choice, '', undefined],
    ['yes', yesOrNo, 'Yes', undefined],
    ['perhaps', yesOrNo, 'Perhaps', impossible],
  ])('%s', (_, question, answer, problem) => {
    const answers = answer === undefined ? [] : [{ questionId: 1, answer }]
    expect(answerProblems([question], answers)).toEqual(problem ? { question_1: problem } : {})
  })

  test('may be missing if it is left open, but not wrong', () => {
    const open = { leavesOpen: true }
    expect(answerProblems([text], [], open)).toEqual({})
    expect(answerProblems([yesOrNo], [{ questionId: 1, answer: 'Perhaps' }], open)).toEqual({
      question_1: impossible,
    })
  })

  test('counts if it was stored before, until it is emptied', () => {
    const stored = [{ questionId: 1, answer: 'XL' }]
    expect(answerProblems([{ ...choice, isRequired: true }], [], { stored })).toEqual({})
    expect(answerProblems([text], [{ questionId: 1, answer: '' }], { stored })).toEqual({
      question_1: missing,
    })
  })
})

test('a slot is asked its own questions and those of all', () => {
  const questions = [
    text,
    { ...text, questionId: 2, eventSlotId: 7 },
    { ...text, questionId: 3, eventSlotId: 8 },
  ]
  expect(askedOf(questions, 7).map(({ questionId }) => questionId)).toEqual([1, 2])
})
