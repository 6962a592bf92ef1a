import { describe, expect, test } from 'vitest'
import type { PlannedTime } from './breaks.ts'
import { fullWords, isCapacity, mostSlotDays, overlapOf, shownSeats, slotProblems } from './rules.ts'

const slot = (startOn: string, endOn: string, startTime: string, endTime: string) =>
  ({ startOn, endOn, startTime, endTime, breaks: [] as const }) as PlannedTime

describe('a slot is refused', () => {
  test.each([
    ['whose last day comes before its first', slot('2027-03-10', '2027-03-09', '08:00', '12:00'), 'endOn'],
    ['that ends when it starts', slot('2027-03-09', '2027-03-10', '08:00', '08:00'), 'endTime'],
    ['that ends before it starts', slot('2027-03-09', '2027-03-10', '12:00', '08:00'), 'endTime'],
    ['that lasts longer than a month', slot('2027-03-01', '2027-04-01', '08:00', '12:00'), 'endOn'],
    ['whose year was mistyped', slot('0227-03-09', '0227-03-09', '08:00', '12:00'), 'startOn'],
    [
      'whose start the clocks skip in spring',
      slot('2027-03-14', '2027-03-14', '02:30', '06:00'),
      'startTime',
    ],
    [
      'whose end the clocks skip on its second day',
      slot('2027-03-13', '2027-03-14', '01:00', '02:59'),
      'endTime',
    ],
    ['that ends when the clocks go forward', slot('2027-03-14', '2027-03-14', '01:00', '02:00'), 'endTime'],
    ['within the skipped hour', slot('2027-03-14', '2027-03-14', '02:00', '02:50'), 'startTime'],
  ])('%s', (_, wrong, field) => {
    expect(Object.keys(slotProblems(wrong))).toEqual([field])
  })
})

describe('a slot can', () => {
  test.each([
    ['take a morning', slot('2027-03-09', '2027-03-09', '08:00', '12:00')],
    ['take two', slot('2027-03-09', '2027-03-10', '08:00', '12:00')],
    ['last as long as a month', slot('2027-03-01', '2027-03-31', '08:00', '12:00')],
    ['begin when the clocks have just gone forward', slot('2027-03-14', '2027-03-14', '03:00', '06:00')],
    ['span the night they go forward', slot('2027-03-13', '2027-03-15', '08:00', '12:00')],
    ['be in the hour that repeats in autumn', slot('2027-11-07', '2027-11-07', '01:15', '01:45')],
  ])('%s', (_, right) => {
    expect(slotProblems(right)).toEqual({})
  })
})

test('the refusal of a slot explains what is wrong', () => {
  expect(slotProblems(slot('2027-03-14', '2027-03-14', '02:30', '06:00'))).toEqual({
    startTime: 'There is no 2:30 AM on 14 Mar 2027: the clocks go forward.',
  })
  expect(slotProblems(slot('2027-03-01', '2027-06-01', '08:00', '12:00')).endOn).toContain(
    `${mostSlotDays} days`,
  )
})

describe('two slots of an event', () => {
  test.each([
    ['overlap on the same morning', true, ['09', '09', '08:00', '12:00'], ['09', '09', '11:00', '13:00']],
    [
      'overlap if one is within the other',
      true,
      ['09', '12', '08:00', '17:00'],
      ['10', '10', '09:00', '10:00'],
    ],
    [
      'overlap on the one day that they share',
      true,
      ['09', '10', '08:00', '12:00'],
      ['10', '11', '08:00', '12:00'],
    ],
    [
      'do not overlap if one starts when the other ends',
      false,
      ['09', '10', '08:00', '12:00'],
      ['09', '10', '12:00', '16:00'],
    ],
    [
      'do not overlap at different times of the same days',
      false,
      ['09', '10', '08:00', '12:00'],
      ['09', '10', '13:00', '17:00'],
    ],
    [
      'do not overlap at the same times of different days',
      false,
      ['09', '10', '08:00', '12:00'],
      ['11', '12', '08:00', '12:00'],
    ],
  ] as const)('%s', (_, expected, first, second) => {
    const [one, other] = [first, second].map(([from, to, start, end]) =>
      slot(`2027-03-${from}`, `2027-03-${to}`, start, end),
    ) as [PlannedTime, PlannedTime]
    expect(overlapOf([one, other])).toEqual(expected ? [one, other] : undefined)
    expect(overlapOf([other, one])).toEqual(expected ? [other, one] : undefined)
  })

  test('are not reported if no two slots overlap', () => {
    const mornings = ['01', '02', '03', '04'].map((day) =>
      slot(`2027-03-${day}`, `2027-03-${day}`, '08:00', '12:00'),
    )
    expect(overlapOf(mornings)).toBeUndefined()
    const late = slot('2027-03-03', '2027-03-03', '11:59', '13:00')
    expect(overlapOf([...mornings, late])).toEqual([mornings[2], late])
  })
})

describe('seats', () => {
  test.each([
    [1, true],
    [100_000, true],
    [0, false],
    [-4, false],
    [2.5, false],
    [100_001, false],
    [Number.NaN, false],
  ])('a slot may have %d of them: %o', (seats, expected) => {
    expect(isCapacity(seats)).toBe(expected)
  })

  test.each([
    [null, null],
    [21, null],
    [20, 20],
    [0, 0],
    [-3, 0],
  ])('people see of %o free ones: %o', (left, shown) => {
    expect(shownSeats(left)).toBe(shown)
  })

  test('administrators read how many are taken', () => {
    expect(fullWords({ capacity: 40, seatsFree: -2 })).toBe(
      'This time slot is full: 42 of 40 seats are taken.',
    )
    expect(fullWords({ capacity: 1, seatsFree: 0 })).toBe('This time slot is full: 1 of 1 seat is taken.')
    expect(fullWords({ capacity: 9, seatsFree: 2 })).toBe(
      'This time slot is full: 2 free seats are held for its waitlist.',
    )
  })
})
