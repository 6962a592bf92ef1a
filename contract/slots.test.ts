import { describe, expect, test } from 'vitest'
import type { SlotTime } from './slots.ts'
import {
  findOverlap,
  greeting,
  isoDate,
  shownDate,
  shownDates,
  shownTime,
  shownTimes,
  slotsOverlap,
  yearOf,
  zoneLabel,
} from './slots.ts'

/** '09/03/2026 08:00-12:00', or '09/03/2026-10/03/2026 08:00-12:00' over several days. */
function slot(text: string): SlotTime {
  const [dates = '', times = ''] = text.split(' ')
  const [start_date = '', end_date = start_date] = dates.split('-')
  const [start_time = '', end_time = ''] = times.split('-')
  return { start_date, end_date, start_time, end_time }
}

describe('two slots overlap when they share a day and their times overlap', () => {
  test.each([
    ['the same', '09/03/2026 08:00-12:00', '09/03/2026 08:00-12:00', true],
    ['one within the other', '09/03/2026 08:00-17:00', '09/03/2026 10:00-11:00', true],
    ['by a minute', '09/03/2026 08:00-12:01', '09/03/2026 12:00-16:00', true],
    ['touching', '09/03/2026 08:00-12:00', '09/03/2026 12:00-16:00', false],
    ['with a pause', '09/03/2026 08:00-12:00', '09/03/2026 13:00-17:00', false],
    ['the same times the day after', '09/03/2026 08:00-12:00', '10/03/2026 08:00-12:00', false],
    ['the same day of another month', '09/03/2026 08:00-12:00', '09/04/2026 08:00-12:00', false],
    ['the same day of another year', '09/03/2026 08:00-12:00', '09/03/2027 08:00-12:00', false],
    [
      'both over the same two days',
      '09/03/2026-10/03/2026 08:00-12:00',
      '09/03/2026-10/03/2026 11:00-15:00',
      true,
    ],
    [
      'over two days, touching',
      '09/03/2026-10/03/2026 08:00-12:00',
      '09/03/2026-10/03/2026 12:00-16:00',
      false,
    ],
    [
      'sharing only the second day',
      '09/03/2026-10/03/2026 08:00-12:00',
      '10/03/2026-11/03/2026 08:00-12:00',
      true,
    ],
    ['one day in the middle of three', '09/03/2026-11/03/2026 08:00-12:00', '10/03/2026 09:00-10:00', true],
    ['in the night between two days', '09/03/2026-10/03/2026 08:00-12:00', '09/03/2026 18:00-22:00', false],
    [
      'days after each other',
      '09/03/2026-10/03/2026 08:00-12:00',
      '11/03/2026-12/03/2026 08:00-12:00',
      false,
    ],
    ['over the end of a month', '31/03/2026-01/04/2026 08:00-12:00', '01/04/2026 11:00-13:00', true],
    ['over the end of a year', '31/12/2025-02/01/2026 08:00-12:00', '01/01/2026 08:00-12:00', true],
  ])('%s: %s and %s, %s', (_case, one, other, overlap) => {
    expect(slotsOverlap(slot(one), slot(other))).toBe(overlap)
    expect(slotsOverlap(slot(other), slot(one))).toBe(overlap)
  })
})

describe('of an event', () => {
  const morning = slot('09/03/2026 08:00-12:00')
  const afternoon = slot('09/03/2026 12:00-16:00')
  const evening = slot('09/03/2026 18:00-22:00')

  test('slots that only touch have no overlap', () => {
    expect(findOverlap([evening, morning, afternoon])).toBeUndefined()
  })

  test('one slot or none has no overlap', () => {
    expect(findOverlap([])).toBeUndefined()
    expect(findOverlap([morning])).toBeUndefined()
  })

  test('the overlapping pair is found wherever it stands', () => {
    const late = slot('09/03/2026 15:59-17:00')
    expect(findOverlap([morning, afternoon, evening, late])).toEqual([afternoon, late])
  })

  test('the same slot twice overlaps itself', () => {
    expect(findOverlap([morning, { ...morning }])).toHaveLength(2)
  })
})

test('a date is day first', () => {
  expect(isoDate('09/03/2026')).toBe('2026-03-09')
  expect(yearOf('09/03/2026')).toBe(2026)
})

test.each([
  ['01/01/2026', '01 Jan 2026'],
  ['09/03/2026', '09 Mar 2026'],
  ['31/12/2025', '31 Dec 2025'],
])('%s is shown as %s', (date, shown) => {
  expect(shownDate(date)).toBe(shown)
})

test('the dates of a slot are one date, or from and to', () => {
  expect(shownDates({ start_date: '09/03/2026', end_date: '09/03/2026' })).toBe('09 Mar 2026')
  expect(shownDates({ start_date: '09/03/2026', end_date: '10/03/2026' })).toBe('09 Mar 2026 – 10 Mar 2026')
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
])('%s is shown as %s', (time, shown) => {
  expect(shownTime(time)).toBe(shown)
})

test('users read the times of a slot in 12 hours with Eastern', () => {
  expect(shownTimes({ start_time: '08:00', end_time: '12:00' })).toBe('8:00 AM - 12:00 PM Eastern')
})

test.each([
  ['15/01/2026', 'EST'],
  ['07/03/2026', 'EST'],
  ['08/03/2026', 'EDT'],
  ['04/07/2026', 'EDT'],
  ['31/10/2026', 'EDT'],
  ['01/11/2026', 'EST'],
])('the admin label on %s is %s', (date, label) => {
  expect(zoneLabel(date)).toBe(label)
})

test('the greeting follows the hour', () => {
  const byHour = Array.from({ length: 24 }, (_, hour) => greeting(hour))
  expect(byHour).toEqual([
    ...Array(5).fill('Hello'),
    ...Array(7).fill('Good Morning'),
    ...Array(6).fill('Good Afternoon'),
    ...Array(2).fill('Good Evening'),
    ...Array(4).fill('Hello'),
  ])
})
