import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readDate, shownDate, shownTime, wireDate, wireTime, writtenDate, yearOf } from './plain-dates.ts'

test.each([
  ['09/03/2026', true],
  ['9/3/2026', false],
  ['2026-03-09', false],
  ['09/03/2026\n', false],
])('%j is valid as a date on the wire: %s', (date, is) => {
  expect(z.safeParse(wireDate, date).success).toBe(is)
})

test.each([
  ['08:00', true],
  ['8:00', false],
  ['08:00 AM', false],
])('%j is valid as a time on the wire: %s', (time, is) => {
  expect(z.safeParse(wireTime, time).success).toBe(is)
})

test('a date has its day first on the wire and its year first inside', () => {
  expect(z.parse(wireDate, '09/03/2026')).toBe('2026-03-09')
  expect(z.encode(wireDate, '2026-03-09')).toBe('09/03/2026')
  expect([readDate('09/03/2026'), writtenDate('2026-03-09')]).toEqual(['2026-03-09', '09/03/2026'])
  expect(yearOf('2026-03-09')).toBe(2026)
})

test.each([
  ['2026-01-01', '01 Jan 2026'],
  ['2026-03-09', '09 Mar 2026'],
  ['2025-12-31', '31 Dec 2025'],
] as const)('the date %s is shown as %s', (date, shown) => {
  expect(shownDate(date)).toBe(shown)
})

test.each([
  ['00:00', '12:00 AM'],
  ['00:30', '12:30 AM'],
  ['08:05', '8:05 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['12:59', '12:59 PM'],
  ['13:30', '1:30 PM'],
  ['23:59', '11:59 PM'],
] as const)('the time %s is shown as %s', (time, shown) => {
  expect(shownTime(time)).toBe(shown)
})
