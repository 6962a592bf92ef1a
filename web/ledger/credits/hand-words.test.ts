import { expect, test } from 'vitest'
import type { HandFacts } from '#contract/ledger/credits/by-hand.ts'
import { sumWords, unusualWords } from './hand-words.ts'

const facts: HandFacts = {
  earned: [],
  presentOn: [],
  courseHours: 6,
  isOver: (on) => on === '2027-02-09',
  taught: [
    { on: '2027-02-09', hours: 4 },
    { on: '2027-02-10', hours: 1 },
    { on: '2027-02-11', hours: 1 },
  ],
}

test.each([
  [4, undefined, []],
  [6, undefined, ['The event has not ended: Wed 10 Feb 2027 and Thu 11 Feb 2027 are not over.']],
  [
    8,
    undefined,
    [
      '8 hours, but the event taught 6.',
      'The event has not ended: Wed 10 Feb 2027 and Thu 11 Feb 2027 are not over.',
    ],
  ],
  [5, [{ on: '2027-02-09' as const, hours: 5 }], ['5 hours on Tue 09 Feb 2027, but 4 were taught.']],
  [
    2,
    [{ on: '2027-02-10' as const, hours: 2 }],
    [
      '2 hours on Wed 10 Feb 2027, but 1 was taught.',
      'The event has not ended: Wed 10 Feb 2027 is not over.',
    ],
  ],
  // The days don't add up yet.
  [5, [{ on: '2027-02-09' as const, hours: 4 }], []],
])('%s hours on the days %j are called unusual: %j', (hours, byDay, words) => {
  expect(unusualWords(hours, byDay, facts)).toEqual(words)
})

test('hours are compared with the longest time slot of their day', () => {
  const on = '2027-02-09'
  const taught = [
    { on, hours: 4 },
    { on, hours: 3 },
  ] as const
  expect(unusualWords(5, [{ on, hours: 5 }], { ...facts, taught: [...taught] })).toEqual([
    '5 hours on Tue 09 Feb 2027, but 4 were taught.',
  ])
})

test('the sum of the days is shown beside the hours', () => {
  expect([sumWords(7, 8), sumWords(1, undefined)]).toEqual(['7 of 8 hours', '1 hour in all'])
})
