import { describe, expect, test } from 'vitest'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import type { SlotBreak } from './breaks.ts'
import { defaultBreaks, GivenBreaks, mostBreaks, shownBreaks } from './breaks.ts'
import { slotProblems } from './rules.ts'

const day = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '17:00' } as const
const lunch: SlotBreak = { from: '12:00', to: '13:00', name: 'Lunch' }
const pause = (from: string, to: string, name = 'Coffee') => ({ from, to, name }) as SlotBreak

describe('the breaks of a slot can', () => {
  test.each<[string, SlotBreak[]]>([
    ['be none', []],
    ['be lunch', [lunch]],
    ['touch one another', [pause('11:45', '12:00'), lunch, pause('13:00', '13:10')]],
    ['begin and end with the slot', [pause('08:00', '08:10'), pause('16:50', '17:00')]],
  ])('%s', (_, breaks) => {
    expect(slotProblems({ ...day, breaks })).toEqual({})
  })
})

test.each<[string, SlotBreak[], string]>([
  ['ends before it begins', [pause('13:00', '12:00')], 'Coffee has to end after it begins.'],
  ['ends when it begins', [pause('13:00', '13:00')], 'Coffee has to end after it begins.'],
  [
    'begins before the slot',
    [pause('07:50', '08:10')],
    'Coffee 7:50 AM – 8:10 AM is outside of 8:00 AM – 5:00 PM. Change or remove it.',
  ],
  [
    'ends after the slot',
    [pause('16:50', '17:01')],
    'Coffee 4:50 PM – 5:01 PM is outside of 8:00 AM – 5:00 PM. Change or remove it.',
  ],
  ['overlaps', [lunch, pause('12:50', '13:10')], 'Coffee begins before Lunch has ended.'],
  ['is out of order', [lunch, pause('09:50', '10:00')], 'Coffee begins before Lunch has ended.'],
  ['has no name', [pause('12:00', '13:00', ' ')], 'Name the break.'],
  ['has a long name', [pause('12:00', '13:00', 'x'.repeat(41))], "A break's name has 40 characters at most."],
  ['has no times yet', [pause('', '')], 'Enter the times of the break.'],
  [
    'is one too many',
    Array.from({ length: mostBreaks + 1 }, (_, place) => pause(`1${place}:00`, `1${place}:10`)),
    `A time slot has ${mostBreaks} breaks at most.`,
  ],
])('a break is refused that %s', (_, breaks, words) => {
  expect(slotProblems({ ...day, breaks })).toEqual({ breaks: words })
})

test('a break is refused at a time that the clocks skip on a day of the slot', () => {
  const night = { startOn: '2027-03-13', endOn: '2027-03-14', startTime: '00:00', endTime: '05:00' } as const
  const words = 'There is no 2:15 AM on 14 Mar 2027: the clocks go forward.'
  for (const breaks of [[pause('01:45', '02:15')], [pause('02:15', '03:15')]]) {
    expect(slotProblems({ ...night, breaks })).toEqual({ breaks: words })
  }
})

test('the time of a slot is checked before its breaks', () => {
  const breaks = [lunch]
  expect(Object.keys(slotProblems({ ...day, endTime: '07:00', breaks }))).toEqual(['endTime'])
})

test.each<[string, PlainTime, PlainTime, boolean, SlotBreak[]]>([
  ['a day in person from 8 to 5', '08:00', '17:00', true, [lunch]],
  ['one of just over five hours', '08:00', '13:01', true, [lunch]],
  ['one of five hours', '08:00', '13:00', true, []],
  ['one that ends before 1 PM', '07:00', '12:59', true, []],
  ['one that begins after noon', '12:01', '20:00', true, []],
  ['one that begins at noon', '12:00', '18:00', true, [lunch]],
  ['a virtual one', '08:00', '17:00', false, []],
])('a new slot has lunch by default or not: %s', (_, startTime, endTime, isInPerson, breaks) => {
  expect(defaultBreaks({ ...day, startTime, endTime }, isInPerson)).toEqual(breaks)
})

test('breaks are shown with their times', () => {
  expect(shownBreaks({ breaks: [] })).toBe('')
  expect(shownBreaks({ breaks: [lunch, pause('15:00', '15:15')] })).toBe(
    'Lunch 12:00 PM – 1:00 PM, Coffee 3:00 PM – 3:15 PM',
  )
})

test.each<[string, unknown]>([
  ['a time of no clock', [{ ...lunch, to: '24:00' }]],
  ['no name', [{ ...lunch, name: '' }]],
  ['a name of two lines', [{ ...lunch, name: 'Lunch\nand coffee' }]],
  ['no list', lunch],
  ['no break', [null]],
])('a request with %s is refused', (_, given) => {
  expect(GivenBreaks.safeParse([lunch]).success).toBe(true)
  expect(GivenBreaks.safeParse(given).success).toBe(false)
})
