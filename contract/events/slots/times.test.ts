import { expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import {
  hasEnded,
  overAt,
  shortTimeslot,
  shownBulkTimeslot,
  shownDates,
  shownSlot,
  shownTimeslot,
  slotDays,
  zoneLabel,
} from './times.ts'

test('the dates of a slot are one date, or a range of dates', () => {
  expect(shownDates({ startOn: '2026-03-09', endOn: '2026-03-09' })).toBe('09 Mar 2026')
  expect(shownDates({ startOn: '2026-03-09', endOn: '2026-03-10' })).toBe('09 Mar 2026 – 10 Mar 2026')
})

test.each([
  ['2027-01-19', '2027-01-19', 'Tue 19 Jan 2027 · 8:00 AM – 12:00 PM Eastern'],
  ['2027-01-19', '2027-01-20', 'Tue 19 Jan 2027 – Wed 20 Jan 2027 · 8:00 AM – 12:00 PM Eastern, each day'],
  ['2027-01-19', '2027-01-21', 'Tue 19 Jan 2027 – Thu 21 Jan 2027 · 8:00 AM – 12:00 PM Eastern, each day'],
  ['2027-01-31', '2027-02-01', 'Sun 31 Jan 2027 – Mon 01 Feb 2027 · 8:00 AM – 12:00 PM Eastern, each day'],
  ['2026-12-31', '2027-01-01', 'Thu 31 Dec 2026 – Fri 01 Jan 2027 · 8:00 AM – 12:00 PM Eastern, each day'],
] as const)('a slot from %s to %s reads %s', (startOn, endOn, shown) => {
  expect(shownSlot({ startOn, endOn, startTime: '08:00', endTime: '12:00' })).toBe(shown)
})

test.each([
  // The last day ends at noon on an Eastern clock: 16:00 UTC in summer time, 17:00 in winter.
  ['2027-03-10', '2027-03-10T16:59:00Z', false],
  ['2027-03-10', '2027-03-10T17:00:00Z', true],
  ['2027-07-10', '2027-07-10T15:59:00Z', false],
  ['2027-07-10', '2027-07-10T16:00:00Z', true],
  ['2027-03-10', '2027-03-09T23:00:00Z', false],
] as const)('a slot that ends at noon on %s has ended at %s: %s', (endOn, instant, ended) => {
  expect(hasEnded({ endOn, endTime: '12:00' }, new Date(instant))).toBe(ended)
})

test.each([
  // The first day starts at 8 AM on an Eastern clock: 13:00 UTC in winter, 12:00 in summer time.
  ['2027-03-10', '2027-03-10T12:59:00Z', false],
  ['2027-03-10', '2027-03-10T13:00:00Z', false],
  ['2027-03-10', '2027-03-10T13:29:59Z', false],
  ['2027-03-10', '2027-03-10T13:30:00Z', true],
  ['2027-07-10', '2027-07-10T12:29:59Z', false],
  ['2027-07-10', '2027-07-10T12:30:00Z', true],
  ['2027-03-10', '2027-03-11T12:00:00Z', true],
  ['2027-01-01', '2026-12-31T23:00:00Z', false],
] as const)(
  'a slot that starts at 8 AM on %s is over for registering at %s: %s',
  (startOn, instant, isOver) => {
    expect(overAt(new Date(instant))({ startOn, startTime: '08:00' })).toBe(isOver)
  },
)

test.each<[string, PlainDate, PlainDate, [string, string][]]>([
  ['one day in winter', '2027-02-09', '2027-02-09', [['2027-02-09T13:00Z', '2027-02-09T17:00Z']]],
  [
    'the weekend on which summer time begins',
    '2027-03-13',
    '2027-03-14',
    [
      ['2027-03-13T13:00Z', '2027-03-13T17:00Z'],
      ['2027-03-14T12:00Z', '2027-03-14T16:00Z'],
    ],
  ],
  [
    'the weekend on which summer time ends',
    '2026-10-31',
    '2026-11-01',
    [
      ['2026-10-31T12:00Z', '2026-10-31T16:00Z'],
      ['2026-11-01T13:00Z', '2026-11-01T17:00Z'],
    ],
  ],
  [
    "New Year's Eve",
    '2026-12-31',
    '2027-01-01',
    [
      ['2026-12-31T13:00Z', '2026-12-31T17:00Z'],
      ['2027-01-01T13:00Z', '2027-01-01T17:00Z'],
    ],
  ],
])('a slot from 8 to noon has the right instants on each day: %s', (_, startOn, endOn, expected) => {
  const days = slotDays({ startOn, endOn, startTime: '08:00', endTime: '12:00' })
  expect(days.map(({ startAt, endAt }) => [startAt, endAt])).toEqual(
    expected.map(([startAt, endAt]) => [new Date(startAt), new Date(endAt)]),
  )
  expect([days[0]?.on, days.at(-1)?.on]).toEqual([startOn, endOn])
})

test.each([
  [
    { startOn: '2027-03-09', endOn: '2027-03-10', startTime: '08:00', endTime: '12:00' },
    '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST',
  ],
  [
    { startOn: '2027-07-13', endOn: '2027-07-13', startTime: '13:00', endTime: '17:30' },
    '13 Jul 2027, 1:00 PM - 5:30 PM EDT',
  ],
  [
    { startOn: '2027-03-13', endOn: '2027-03-14', startTime: '08:00', endTime: '12:00' },
    '13 Mar 2027 – 14 Mar 2027, 8:00 AM - 12:00 PM EST/EDT',
  ],
  [
    { startOn: '2026-10-31', endOn: '2026-11-01', startTime: '08:00', endTime: '12:00' },
    '31 Oct 2026 – 01 Nov 2026, 8:00 AM - 12:00 PM EDT/EST',
  ],
] as const)('the time slot %j is labeled with the time zone of each date', (slot, shown) => {
  expect(shownTimeslot(slot)).toBe(shown)
})

test.each([
  [
    { startOn: '2027-03-09', endOn: '2027-03-10', startTime: '08:00', endTime: '12:00' },
    '03/09/2027 – 03/10/2027, 8:00 AM - 12:00 PM EST',
  ],
  [
    { startOn: '2027-07-03', endOn: '2027-07-03', startTime: '13:00', endTime: '17:30' },
    '07/03/2027, 1:00 PM - 5:30 PM EDT',
  ],
] as const)('bulk pickers show the date of %j with the month first', (slot, shown) => {
  expect(shownBulkTimeslot(slot)).toBe(shown)
})

test.each([
  ['2026-01-15', 'EST'],
  ['2026-03-07', 'EST'],
  ['2026-03-08', 'EDT'],
  ['2026-07-04', 'EDT'],
  ['2026-10-31', 'EDT'],
  ['2026-11-01', 'EST'],
] as const)('the time zone label for administrators on %s is %s', (date, label) => {
  expect(zoneLabel(date)).toBe(label)
})

test.each([
  [{ startOn: '2027-02-09', endOn: '2027-02-10' }, '09 Feb 2027 – 10 Feb 2027, 8:00 AM EST'],
  [{ startOn: '2027-07-13', endOn: '2027-07-13' }, '13 Jul 2027, 8:00 AM EDT'],
  [{ startOn: '2027-03-31', endOn: '2027-04-01' }, '31 Mar 2027 – 01 Apr 2027, 8:00 AM EDT'],
  [{ startOn: '2026-12-31', endOn: '2027-01-01' }, '31 Dec 2026 – 01 Jan 2027, 8:00 AM EST'],
  [{ startOn: '2027-03-13', endOn: '2027-03-14' }, '13 Mar 2027 – 14 Mar 2027, 8:00 AM EST/EDT'],
] as const)('the dates of %j are whole in a list, with the start alone', (dates, shown) => {
  expect(shortTimeslot({ ...dates, startTime: '08:00', endTime: '12:00' })).toBe(shown)
})
