import { expect, test } from 'vitest'
import { hourNumbersInWords, openReviewsInWords } from './review-words.ts'

test.each([
  [[], 'your hours'],
  [[3], 'hour 3'],
  [[2, 3], 'hours 2 and 3'],
  [[1, 2, 5], 'hours 1, 2, and 5'],
])('the hours %j are named', (numbers, words) => {
  expect(hourNumbersInWords(numbers)).toBe(words)
})

const now = new Date('2027-02-12T12:00:00Z')

test.each([
  [1, '2027-02-12T08:00:00Z', '1 review waits since today'],
  [1, '2027-02-11T12:00:00Z', '1 review waits for 1 day'],
  [3, '2027-02-08T11:00:00Z', '3 reviews wait, the oldest for 4 days'],
])('%i reviews since %s are told with the age of the oldest', (open, oldestAt, words) => {
  expect(openReviewsInWords(open, new Date(oldestAt), now)).toBe(words)
})
