import { expect, test } from 'vitest'
import { hoursByDay, hoursBySeason, shownByDay } from './hours-by-day.ts'

const dayOf = (on: '2027-03-30' | '2027-03-31' | '2027-04-01', hours: number) => ({ on, minutes: hours * 60 })
const twoYears = [dayOf('2027-03-31', 4), dayOf('2027-04-01', 4)]

test.each<[string, number, typeof twoYears, [march: number, april: number], Record<number, number>]>([
  ['4 and 4', 8, twoYears, [4, 4], { 2027: 4, 2028: 4 }],
  ['fewer than all: the first day first', 6, twoYears, [4, 2], { 2027: 4, 2028: 2 }],
  [
    'half hours that make an hour together',
    7,
    [dayOf('2027-03-31', 3.5), dayOf('2027-04-01', 3.5)],
    [3, 4],
    { 2027: 3, 2028: 4 },
  ],
  [
    'more than were taught',
    8,
    [dayOf('2027-03-31', 3), dayOf('2027-04-01', 3)],
    [3, 5],
    { 2027: 3, 2028: 5 },
  ],
  [
    'days in another order, and twice',
    6,
    [dayOf('2027-04-01', 2), dayOf('2027-03-31', 2), dayOf('2027-04-01', 2)],
    [2, 4],
    { 2027: 2, 2028: 4 },
  ],
  ['a day with none', 4, [dayOf('2027-03-31', 0.5), dayOf('2027-04-01', 4)], [0, 4], { 2028: 4 }],
  ['none', 0, twoYears, [0, 0], {}],
])('hours belong to their day and its renewal year: %s', (_, hours, days, [march, april], bySeason) => {
  const expected = [
    { on: '2027-03-31', hours: march },
    { on: '2027-04-01', hours: april },
  ]
  const byDay = hoursByDay(hours, days)
  expect(byDay).toEqual(expected.filter((day) => day.hours > 0))
  expect(hoursBySeason(byDay)).toEqual(bySeason)
})

test('hours of days are shown with their days', () => {
  expect(
    shownByDay([
      { on: '2027-02-09', hours: 4 },
      { on: '2027-02-10', hours: 1 },
    ]),
  ).toBe('Tue 09 Feb 2027: 4 hours · Wed 10 Feb 2027: 1 hour')
})
