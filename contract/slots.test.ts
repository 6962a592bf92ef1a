import { expect, test } from 'vitest'
import { shownDates, shownTimes } from './slots.ts'

test('the dates of a slot are one date, or from and to', () => {
  expect(shownDates({ startOn: '2026-03-09', endOn: '2026-03-09' })).toBe('09 Mar 2026')
  expect(shownDates({ startOn: '2026-03-09', endOn: '2026-03-10' })).toBe('09 Mar 2026 – 10 Mar 2026')
})

test('users read the times of a slot in 12 hours with Eastern', () => {
  expect(shownTimes({ startTime: '08:00', endTime: '12:00' })).toBe('8:00 AM - 12:00 PM Eastern')
})
