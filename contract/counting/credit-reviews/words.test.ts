import { expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { namedHours } from './words.ts'

const [first, second] = ['2027-02-09', '2027-02-10'] as PlainDate[] as [PlainDate, PlainDate]
const day = (on: PlainDate) => Array.from({ length: 4 }, () => ({ on }))
const [morning, series] = [day(first), [...day(first), ...day(second)]]

test.each([
  [[], series, ''],
  [[3], morning, 'hour 3'],
  [[2, 3], morning, 'hours 2 and 3'],
  [[1, 2, 4], morning, 'hours 1, 2, and 4'],
  [[3], series, 'hour 3 of Tue 09 Feb 2027'],
  [[7], series, 'hour 3 of Wed 10 Feb 2027'],
  [[3, 7, 8], series, 'hour 3 of Tue 09 Feb 2027 and hours 3 and 4 of Wed 10 Feb 2027'],
  // Fewer hours were stated since.
  [[7], morning, 'hour 7'],
])('the hours %j are named', (places, agenda, words) => {
  expect(namedHours(places, agenda)).toBe(words)
})
