import { expect, test } from 'vitest'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { dayStart, dayState, nextDay } from './next-day.ts'

const series: SlotTime = {
  startOn: '2027-02-09',
  endOn: '2027-02-10',
  startTime: '08:00',
  endTime: '12:00',
}
const shown = (now: string, zone = 'America/Chicago', held = [series]) => {
  const at = new Date(now)
  const next = nextDay(held, at)
  return next && [next.dayNumber, dayStart(next, at, zone), dayState(next, at, zone)]
}

test.each([
  ['more than a day before it starts', '2027-02-08T12:59:59Z', undefined],
  [
    'a day before it starts',
    '2027-02-08T13:00:00Z',
    [1, 'Tomorrow, 7:00 AM your time (8:00 AM Eastern)', 'starts in 24 h'],
  ],
  [
    'shortly before it starts',
    '2027-02-09T12:48:00Z',
    [1, 'Today, 7:00 AM your time (8:00 AM Eastern)', 'starts in 12 min'],
  ],
  [
    'some hours before it starts',
    '2027-02-09T09:54:30Z',
    [1, 'Today, 7:00 AM your time (8:00 AM Eastern)', 'starts in 3 h 6 min'],
  ],
  [
    'while it runs',
    '2027-02-09T16:59:59Z',
    [
      1,
      'Today, 7:00 AM your time (8:00 AM Eastern)',
      'in progress until 11:00 AM your time (12:00 PM Eastern)',
    ],
  ],
  [
    'at its end, for its next day',
    '2027-02-09T17:00:00Z',
    [2, 'Tomorrow, 7:00 AM your time (8:00 AM Eastern)', 'starts in 20 h'],
  ],
  ['at the end of its last day', '2027-02-10T17:00:00Z', undefined],
])('a series is the next day, %s', (_, now, expected) => {
  expect(shown(now)).toEqual(expected)
})

test('the time in Eastern stands alone for a person in that zone', () => {
  expect(shown('2027-02-09T12:48:00Z', 'America/New_York')?.[1]).toBe('Today, 8:00 AM Eastern')
})

test.each([
  ['America/Los_Angeles', '2027-02-09T05:30:00Z', 'Tomorrow, 5:00 AM your time (8:00 AM Eastern)'],
  ['America/Los_Angeles', '2027-02-09T08:00:00Z', 'Today, 5:00 AM your time (8:00 AM Eastern)'],
  ['Asia/Tokyo', '2027-02-08T15:30:00Z', 'Today, 10:00 PM your time (8:00 AM Eastern)'],
  ['Asia/Tokyo', '2027-02-09T16:00:00Z', 'Yesterday, 10:00 PM your time (8:00 AM Eastern)'],
  ['Pacific/Auckland', '2027-02-09T10:30:00Z', 'Tomorrow, 2:00 AM your time (8:00 AM Eastern)'],
  ['Pacific/Auckland', '2027-02-09T11:30:00Z', 'Today, 2:00 AM your time (8:00 AM Eastern)'],
  ['Mars/Olympus', '2027-02-09T12:00:00Z', 'Today, 8:00 AM Eastern'],
])('in %s at %s a day is named by the days there: %s', (zone, now, start) => {
  expect(shown(now, zone)?.[1]).toBe(start)
})

test('of two days, the one that ends first is next', () => {
  const early: SlotTime = { ...series, endOn: '2027-02-09', startTime: '07:00', endTime: '09:00' }
  expect(nextDay([series, early], new Date('2027-02-09T12:30:00Z'))?.held).toBe(early)
  expect(nextDay([early, series], new Date('2027-02-09T14:00:00Z'))?.held).toBe(series)
})
