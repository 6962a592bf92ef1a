import { expect, test } from 'vitest'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import { hourChoices, hoursToGive, openReviewsInWords } from './review-words.ts'

const hour = (on: string, number: number, sentence: string | null = null) =>
  ({
    on,
    number,
    startAt: new Date(`${on}T15:00:00Z`),
    code: sentence ? 'too-short' : 'earned',
    sentence,
  }) as OwnFinding['hourByHour'][number]

test('in a series, hour 1 of the second day is not that of the first day; earned hours cannot be chosen', () => {
  const [first, second] = ['2027-02-09', '2027-02-10']
  const hours = [hour(first, 1, 'Too short.'), hour(first, 2), hour(second, 1, 'Too short.')]
  expect(hourChoices(hours)).toEqual([
    { value: '1', label: 'Hour 1, Tue 09 Feb 2027, 10:00 AM: too few minutes', isMissing: true },
    { value: '3', label: 'Hour 1, Wed 10 Feb 2027, 10:00 AM: too few minutes', isMissing: true },
  ])
})

test.each([
  [6, 8, [7, 8]],
  [0, 2, [1, 2]],
  [4, 4, [5]],
  [8, 8, []],
])('somebody with %i of %i hours can be given %j', (hours, possibleHours, given) => {
  expect(hoursToGive({ hours, possibleHours })).toEqual(given)
})

const now = new Date('2027-02-12T12:00:00Z')

test.each([
  [1, '2027-02-12T08:00:00Z', '1 review request, from today'],
  [2, '2027-02-12T08:00:00Z', '2 review requests, all from today'],
  [1, '2027-02-11T12:00:00Z', '1 review request, open for 1 day'],
  [3, '2027-02-08T11:00:00Z', '3 review requests, the oldest open for 4 days'],
])('%i reviews since %s are told with the age of the oldest', (open, oldestAt, words) => {
  expect(openReviewsInWords(open, new Date(oldestAt), now)).toBe(words)
})
