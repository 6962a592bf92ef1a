import { expect, test } from 'vitest'
import type { PollQuestion } from '#contract/counting/credit-findings/poll-questions.ts'
import { countsWords, putWords } from './poll-words.ts'

const at = new Date('2027-02-09T13:02:00Z')
const question: PollQuestion = {
  subject: 'question  Test?',
  question: 'Test?',
  at,
  on: null,
  isByCode: false,
  isInHour: true,
  answered: 1,
  present: 3,
  counts: false,
  word: null,
}
const word = { decisionId: 1, subject: '', reason: 'A test', decidedBy: 'Jane', decidedAt: at }

test.each<[Partial<PollQuestion>, string, string]>([
  [{}, '09 Feb 2027, 8:02 AM Eastern · 1 of 3 present answered', 'Too few people answered.'],
  [
    { answered: 1200, present: 1300, counts: true, isByCode: true },
    '09 Feb 2027, 8:02 AM Eastern · 1,200 of 1,300 present answered · by code',
    'Enough people answered.',
  ],
  [
    { at: null, on: '2027-02-09', answered: null, present: null, word, counts: true },
    'Tue 09 Feb 2027',
    'Said Jane on 09 Feb 2027, 8:02 AM Eastern: A test',
  ],
  [
    { answered: 54, present: 0, counts: true },
    '09 Feb 2027, 8:02 AM Eastern · 54 answered',
    'Enough people answered.',
  ],
  [
    { isInHour: false },
    '09 Feb 2027, 8:02 AM Eastern · 1 of 3 present answered',
    "Outside teaching hours, so it doesn't count.",
  ],
])('a question with %j is told as %j', (about, put, counts) => {
  expect([putWords({ ...question, ...about }), countsWords({ ...question, ...about })]).toEqual([put, counts])
})
