import { expect, test } from 'vitest'
import { nextQuestion, stateOf } from './poll-code-words.ts'

const at = (minute: number) => new Date(minute * 60_000)

test.each([
  [9, null, 'Opens later'],
  [10, null, 'Open'],
  [19, null, 'Open'],
  [20, null, 'Ended'],
  [15, at(12), 'Withdrawn'],
])('a code of the minutes 10 to 20, in minute %i', (minute, withdrawnAt, words) => {
  const code = { opensAt: at(10), closesAt: at(20), withdrawnAt }
  expect(stateOf(code, at(minute)).words).toBe(words)
})

test('the next question has the first number that is free', () => {
  expect(nextQuestion([])).toBe('Poll 1')
  const codes = ['Poll 1', 'Poll 3', 'Welcome'].map((question) => ({ question, withdrawnAt: null }))
  expect(nextQuestion(codes)).toBe('Poll 2')
  expect(nextQuestion([{ question: 'Poll 1', withdrawnAt: at(1) }])).toBe('Poll 1')
})
