import { describe, expect, test } from 'vitest'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { HandFacts } from './by-hand.ts'
import { creditByHand, daysByHand } from './by-hand.ts'

const [tuesday, wednesday, thursday] = ['2027-03-30', '2027-03-31', '2027-04-01'] as const
/** Returns hours of three days, from Tuesday. */
const days = (...hours: number[]): DayHours[] =>
  hours.flatMap((ofDay, place) => {
    const on = [tuesday, wednesday, thursday][place]
    return on && ofDay > 0 ? [{ on, hours: ofDay }] : []
  })
const facts = (more: Partial<HandFacts> = {}): HandFacts => ({
  earned: [],
  presentOn: [],
  taught: days(4, 4),
  courseHours: 8,
  isOver: () => true,
  ...more,
})

test.each<[string, number, Partial<HandFacts>, DayHours[]]>([
  ['all that was earned', 6, { earned: days(2, 4) }, days(2, 4)],
  ['fewer than were earned: the first day first', 5, { earned: days(4, 4) }, days(4, 1)],
  ['fewer, on the only day that was earned', 2, { earned: days(0, 4) }, days(0, 2)],
  ['more than were earned: what is missing on earned days', 4, { earned: days(0, 3) }, days(0, 4)],
  [
    'more than all earned days taught: days with any presence',
    6,
    { earned: days(4), presentOn: [thursday], taught: days(4, 4, 4) },
    days(4, 0, 2),
  ],
  [
    'more than that: the other taught days',
    10,
    { earned: days(4), presentOn: [thursday], taught: days(4, 4, 4) },
    days(4, 2, 4),
  ],
  ['more than everything: the last day that has some', 9, { earned: days(4) }, days(4, 5)],
  ['none earned: days with any presence', 3, { presentOn: [wednesday] }, days(0, 3)],
  ['no evidence: the taught days in order', 6, {}, days(4, 2)],
  ['none', 0, { earned: days(4, 4) }, []],
  ['days in another order', 5, { earned: days(4, 4).reverse(), taught: days(4, 4).reverse() }, days(4, 1)],
])('hours by hand get their days: %s', (_, hours, more, expected) => {
  expect(daysByHand(hours, facts(more))).toEqual(expected)
})

const twoYears = { taught: days(0, 4, 4) }
const confirmed = { reason: 'Read on the signed sheet', isConfirmed: true }
type Given = Parameters<typeof creditByHand>[0]

describe('hours by hand', () => {
  test.each<[string, Given, Partial<HandFacts>, ReturnType<typeof creditByHand>]>([
    ['have days', { hours: 6 }, {}, { byDay: days(4, 2), unusual: [] }],
    [
      'keep the days that were given',
      { hours: 3, byDay: days(1, 2) },
      {},
      { byDay: days(1, 2), unusual: [] },
    ],
    [
      'leave out days without hours',
      { hours: 1, byDay: [...days(1), { on: wednesday, hours: 0 }] },
      {},
      { byDay: days(1), unusual: [] },
    ],
    ['need days that add up', { hours: 4, byDay: days(1, 2) }, {}, 'CREDIT_DAYS_WRONG'],
    ['need days in two renewal years without evidence', { hours: 4 }, twoYears, 'CREDIT_DAYS_NEEDED'],
    ['do not with days', { hours: 4, byDay: days(0, 4) }, twoYears, { byDay: days(0, 4), unusual: [] }],
    [
      'do not with an hour that was earned',
      { hours: 4 },
      { ...twoYears, earned: days(0, 0, 1) },
      { byDay: days(0, 0, 4), unusual: [] },
    ],
    [
      'do not with any presence',
      { hours: 4 },
      { ...twoYears, presentOn: [thursday] },
      { byDay: days(0, 0, 4), unusual: [] },
    ],
    ['do not if they are 0', { hours: 0 }, twoYears, { byDay: [], unusual: [] }],
    [
      'of more than the event are unusual',
      { hours: 5 },
      { taught: days(4), courseHours: 4 },
      'CREDIT_UNUSUAL',
    ],
    [
      'of more than the event need a reason and a second click',
      { hours: 5, ...confirmed },
      { taught: days(4), courseHours: 4 },
      { byDay: days(5), unusual: ['more-than-taught'] },
    ],
    [
      'need more than a second click',
      { hours: 5, isConfirmed: true, reason: ' ' },
      { taught: days(4), courseHours: 4 },
      'CREDIT_UNUSUAL',
    ],
    [
      'need more than a reason',
      { hours: 5, reason: confirmed.reason },
      { taught: days(4), courseHours: 4 },
      'CREDIT_UNUSUAL',
    ],
    [
      'of more than a day are unusual',
      { hours: 6, byDay: days(5, 1), ...confirmed },
      {},
      { byDay: days(5, 1), unusual: ['more-than-taught'] },
    ],
    [
      'of one day in two parts are added up',
      { hours: 6, byDay: [...days(3), ...days(3)], ...confirmed },
      {},
      { byDay: days(6), unusual: ['more-than-taught'] },
    ],
    [
      'are as many as the longer of two slots on a day taught',
      { hours: 4 },
      { taught: [...days(4), ...days(3)], courseHours: 4 },
      { byDay: days(4), unusual: [] },
    ],
    ['on a day that nobody taught are unusual', { hours: 1, byDay: days(0, 0, 1) }, {}, 'CREDIT_UNUSUAL'],
    [
      'before the end of their last day are unusual',
      { hours: 6, ...confirmed },
      { isOver: (on) => on === tuesday },
      { byDay: days(4, 2), unusual: ['before-end'] },
    ],
    [
      'of a day that is over are usual before the end of the event',
      { hours: 4 },
      { isOver: (on) => on === tuesday },
      { byDay: days(4), unusual: [] },
    ],
    ['of 0 are never unusual', { hours: 0 }, { isOver: () => false }, { byDay: [], unusual: [] }],
    [
      'can be unusual in two ways',
      { hours: 9, ...confirmed },
      { isOver: () => false },
      { byDay: days(4, 5), unusual: ['more-than-taught', 'before-end'] },
    ],
  ])('%s', (_, given, more, expected) => {
    expect(creditByHand(given, facts(more))).toEqual(expected)
  })
})
