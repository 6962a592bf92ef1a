import { describe, expect, test } from 'vitest'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { copyOf, copyProblem } from './calls.ts'

const slot = (startOn: string, endOn: string, startTime = '08:00', endTime = '12:00') =>
  ({ startOn, endOn, startTime, endTime, breaks: [] as const }) as PlannedTime
const copied = (eventName: string, slots: PlannedTime[], weeks = 52) => copyOf({ eventName, slots }, weeks)

describe('the days of a copy', () => {
  test.each([
    ['the same weekdays a year later', '2027-02-09', '2027-02-10', 52, '2028-02-08', '2028-02-09'],
    ['right across a leap day', '2028-02-08', '2028-02-09', 52, '2029-02-06', '2029-02-07'],
    ['right across the end of a month', '2027-01-31', '2027-02-01', 52, '2028-01-30', '2028-01-31'],
    ['a week later', '2027-12-30', '2027-12-31', 1, '2028-01-06', '2028-01-07'],
    ['two years later', '2027-02-09', '2027-02-10', 104, '2029-02-06', '2029-02-07'],
  ])('are %s', (_, startOn, endOn, weeks, newStartOn, newEndOn) => {
    const before = slot(startOn, endOn)
    const { slots } = copied('Any', [before], weeks)
    expect(slots).toEqual([{ ...before, startOn: newStartOn, endOn: newEndOn }])
    expect(new Date(newStartOn).getUTCDay()).toBe(new Date(startOn).getUTCDay())
  })

  test('are moved in each slot, which keeps its other fields', () => {
    const slots = [
      { ...slot('2027-02-09', '2027-02-10'), focusId: 2 },
      { ...slot('2027-03-09', '2027-03-10', '13:00', '17:00'), focusId: 3 },
    ]
    expect(copyOf({ eventName: 'Any', slots }, 52).slots).toEqual([
      { ...slots[0], startOn: '2028-02-08', endOn: '2028-02-09' },
      { ...slots[1], startOn: '2028-03-07', endOn: '2028-03-08' },
    ])
  })
})

describe('the name of a copy', () => {
  const february = [slot('2027-02-09', '2027-02-10')]
  const fall = [slot('2026-11-10', '2026-11-11')]
  test.each([
    ['gets the new year', 'Piston IA Renewal Series 2027', february, 52, 'Piston IA Renewal Series 2028'],
    [
      'gets the new year in every place of the old one',
      '2027 Piston (2027)',
      february,
      52,
      '2028 Piston (2028)',
    ],
    ['gets the new year right after a word', 'IA2027', february, 52, 'IA2028'],
    ['stays the same without a year', 'South Carolina', february, 52, 'South Carolina'],
    ['keeps any other year', 'Rules of 2019, season 2027', february, 52, 'Rules of 2019, season 2028'],
    [
      'keeps the previous year if it stands alone',
      'Since 2026, now 2027',
      february,
      52,
      'Since 2026, now 2028',
    ],
    ['keeps a longer number', 'Course 20270 of 12027', february, 52, 'Course 20270 of 12027'],
    ['moves a whole season', 'Series 2026-2027', february, 52, 'Series 2027-2028'],
    [
      'moves a whole season in every notation',
      '2026/2027 and 2026–2027',
      february,
      52,
      '2027/2028 and 2027–2028',
    ],
    ['gets the year two years later', 'Piston 2027', february, 104, 'Piston 2029'],
    ['stays the same within a year', 'Piston 2027', february, 4, 'Piston 2027'],
    [
      'gets the next renewal year if 52 weeks end before New Year',
      'January 2027',
      [slot('2027-01-01', '2027-01-02')],
      52,
      'January 2028',
    ],
    [
      'depends on the earliest slot, in any order of slots',
      'Winter 2027, until 2028',
      [slot('2028-01-11', '2028-01-12'), slot('2027-12-07', '2027-12-08')],
      52,
      'Winter 2028, until 2029',
    ],
    ['for an event in the fall gets the renewal year', 'Piston 2027', fall, 52, 'Piston 2028'],
    ['for an event in the fall gets the calendar year', 'Fall 2026', fall, 52, 'Fall 2027'],
    ['for an event in the fall moves a whole season', 'Fall 2026-2027', fall, 52, 'Fall 2027-2028'],
    ['stays the same from the fall to the winter of a renewal year', 'Piston 2027', fall, 10, 'Piston 2027'],
    ['stays the same without slots', 'Piston 2027', [], 52, 'Piston 2027'],
  ])('%s', (_, name, slots, weeks, newName) => {
    expect(copied(name, slots, weeks).eventName).toBe(newName)
  })
})

test.each([
  ['is the renewal year of its first day', [slot('2027-02-09', '2027-02-10')], 2028],
  [
    'is the renewal year of the earliest of its days',
    [slot('2028-04-04', '2028-04-05'), slot('2028-03-28', '2028-03-29')],
    2029,
  ],
  ['is the renewal year of its day in the fall', [slot('2026-11-10', '2026-11-11')], 2028],
  ['is null without slots', [], null],
])('the year of a copy %s', (_, slots, year) => {
  expect(copied('Any', slots).year).toBe(year)
})

describe('a copy', () => {
  test.each([
    ['can be made', [slot('2028-02-08', '2028-02-09')], undefined],
    ['needs slots', [], 'It has no time slots yet, so there is nothing to move.'],
    [
      'needs times that exist on the clock',
      [slot('2028-02-08', '2028-02-09'), slot('2028-03-12', '2028-03-12', '02:30', '06:00')],
      'There is no 2:30 AM on 12 Mar 2028: the clocks go forward.',
    ],
    ['needs a plausible year', [slot('2100-02-08', '2100-02-09')], 'Please check the year.'],
  ])('%s', (_, slots, problem) => {
    expect(copyProblem(slots)).toBe(problem)
  })
})
