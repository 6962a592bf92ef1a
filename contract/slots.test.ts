import { expect, test } from 'vitest'
import { hasEnded, shownDates, shownTimes } from './slots.ts'

test('the dates of a slot are one date, or from and to', () => {
  expect(shownDates({ startOn: '2026-03-09', endOn: '2026-03-09' })).toBe('09 Mar 2026')
  expect(shownDates({ startOn: '2026-03-09', endOn: '2026-03-10' })).toBe('09 Mar 2026 – 10 Mar 2026')
})

test('users read the times of a slot in 12 hours with Eastern', () => {
  expect(shownTimes({ startTime: '08:00', endTime: '12:00' })).toBe('8:00 AM - 12:00 PM Eastern')
})

test.each([
  // The last day ends at noon on an Eastern clock: 16:00 UTC in summer time, 17:00 in winter.
  ['2027-03-10', '2027-03-10T16:59:00Z', false],
  ['2027-03-10', '2027-03-10T17:00:00Z', true],
  ['2027-07-10', '2027-07-10T15:59:00Z', false],
  ['2027-07-10', '2027-07-10T16:00:00Z', true],
  ['2027-03-10', '2027-03-09T23:00:00Z', false],
] as const)('a slot until noon of %s has ended at %s: %s', (endOn, instant, ended) => {
  expect(hasEnded({ endOn, endTime: '12:00' }, new Date(instant))).toBe(ended)
})
