import { expect, test } from 'vitest'
import { shownLeft, spokenLeft } from './countdown-words.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const

test.each([
  [-5 * second, '0:00', 'less than a minute'],
  [0, '0:00', 'less than a minute'],
  [1, '0:01', 'less than a minute'],
  [9 * second, '0:09', 'less than a minute'],
  [minute - 1, '1:00', 'less than a minute'],
  [minute, '1:00', '1 minute'],
  [12 * minute + 34 * second, '12:34', '12 minutes'],
  [hour - second, '59:59', '59 minutes'],
  [hour, '1:00:00', 'more than 1 hour'],
  [2 * hour + 5 * minute + 9 * second, '2:05:09', 'more than 2 hours'],
  [day - 1, '1 day', 'more than 23 hours'],
  [day + hour, '1 day, 1 hour', 'more than 1 day'],
  [9 * day + 59 * minute, '9 days', 'more than 9 days'],
])('%i ms are shown as %s, and read out as %s', (ms, shown, spoken) => {
  expect([shownLeft(ms), spokenLeft(ms)]).toEqual([shown, spoken])
})
