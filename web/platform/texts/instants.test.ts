import { expect, test } from 'vitest'
import { shownDay, shownInstant, shownTimeOf } from './instants.ts'

test.each([
  ['2026-11-20T20:05:00Z', '20 Nov 2026, 3:05 PM EST'],
  ['2026-07-01T04:00:00Z', '01 Jul 2026, 12:00 AM EDT'],
  [Date.UTC(2027, 0, 1, 4, 59), '31 Dec 2026, 11:59 PM EST'],
])('the instant %s is shown on an Eastern clock with the label of its date', (instant, shown) => {
  expect(shownInstant(new Date(instant))).toBe(shown)
})

test('a day and a time of it are those of an Eastern calendar and clock', () => {
  const instant = new Date('2026-11-21T04:59:00Z')
  expect([shownDay(instant), shownTimeOf(instant)]).toEqual(['Friday, 20 Nov 2026', '11:59 PM EST'])
})
