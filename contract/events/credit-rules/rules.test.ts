import { expect, test } from 'vitest'
import type { Figures } from './figures.ts'
import { figureChanges, figuresProblems, neededOf, seasonOfFigures, withNeededMinutes } from './rules.ts'
import { figuresInWords } from './words.ts'

const figures: Figures = {
  code: 'hours-1',
  mode: 'each',
  periodMinutes: 60,
  teachingMinutes: 50,
  neededMinutes: 45,
  forgivenGapSeconds: 120,
  forgivenSecondsAnHour: 300,
  polls: { per: 'hour', needed: 1, lateMinutes: 5 },
  phonePolls: 'needed',
  leastHoursADay: 1,
  mostHours: 8,
  rolesCounted: ['attendee', 'panelist'],
}
const none = { per: 'none', needed: 1, lateMinutes: 5 } as const
const strict = { neededMinutes: 50, forgivenGapSeconds: 0, forgivenSecondsAnHour: 0 }
const sum = { mode: 'sum', hourMinutes: 50, roundPer: 'slot', polls: none } as const

test.each<[string, Partial<Figures>]>([
  ['the first ones', {}],
  ['every minute', strict],
  ['hours without a break', { teachingMinutes: 60, neededMinutes: 60 }],
  ['a share', { neededShare: 0.9, polls: none }],
  ['all minutes together', sum],
  ['two polls', { polls: { per: 'day', needed: 2, lateMinutes: 0 }, phonePolls: 'waived' }],
  ['two courses an hour', { code: 'hours-2', coursesAnHour: 2 }],
])('figures with %s are sensible', (_, changes) => {
  expect(figuresProblems({ ...figures, ...changes })).toEqual({})
})

test('figures that are not are named field by field', () => {
  const wrong = { ...figures, teachingMinutes: 70, neededMinutes: 12, mostHours: 12 }
  expect(Object.keys(figuresProblems(wrong))).toEqual(['teachingMinutes', 'neededMinutes', 'mostHours'])
  expect(Object.keys(figuresProblems({ ...figures, neededMinutes: Number.NaN }))).toEqual(['neededMinutes'])
})

test.each<[string, Partial<Figures>, string, RegExp]>([
  ['two courses by the rule hours-1', { coursesAnHour: 2 }, 'coursesAnHour', /hours-1/],
  [
    'two courses of an odd number of taught minutes',
    { code: 'hours-2', coursesAnHour: 2, teachingMinutes: 51 },
    'coursesAnHour',
    /even/,
  ],
  [
    'two courses of an odd number of minutes',
    { code: 'hours-2', coursesAnHour: 2, periodMinutes: 61 },
    'coursesAnHour',
    /even/,
  ],
  [
    'courses that are too short to be stated',
    { code: 'hours-2', coursesAnHour: 2, teachingMinutes: 38, neededMinutes: 30 },
    'teachingMinutes',
    /20 minutes/,
  ],
  [
    'hours that are too short to be stated',
    { code: 'hours-2', teachingMinutes: 19, neededMinutes: 15 },
    'teachingMinutes',
    /20 minutes/,
  ],
])('figures with %s are not sensible', (_, changes, field, words) => {
  const problems = figuresProblems({ ...figures, ...changes, forgivenSecondsAnHour: 300 })
  expect(problems).toEqual({ [field]: expect.stringMatching(words) })
})

test('hours-2 says that a shorter hour needs its share, and how many courses are an hour', () => {
  expect(figuresInWords({ ...figures, code: 'hours-2', coursesAnHour: 2 }).slice(0, 6)).toEqual([
    'An hour is 60 minutes, of which 50 are taught.',
    'A person must attend 45 of them.',
    'A shorter hour needs the same share of its minutes.',
    'An hour is two courses of 25 taught minutes, each worth half an hour.',
    'Gaps of up to 2 minutes are forgiven, up to 5 minutes per hour.',
    'Each course needs 1 answered poll question, if as many were asked.',
  ])
  expect(figuresInWords({ ...figures, code: 'hours-2' })).not.toContain(expect.stringContaining('course'))
})

test('figures are sentences', () => {
  expect(figuresInWords(figures)).toEqual([
    'An hour is 60 minutes, of which 50 are taught.',
    'A person must attend 45 of them.',
    'Gaps of up to 2 minutes are forgiven, up to 5 minutes per hour.',
    'Each hour needs 1 answered poll question, if as many were asked.',
    'After the last hour of a day, answers count for another 5 minutes.',
    'People attending by phone need the polls, too.',
    "A day with less than 1 hour doesn't count.",
    'An event gives up to 8 hours.',
    'Panelists earn hours like attendees. An administrator decides about hosts.',
  ])
})

test.each<[Partial<Figures>, string]>([
  [{ neededShare: 0.875 }, 'A person must attend 87.5% of them.'],
  [sum, 'The minutes of all hours add up: 50 are one hour of credit, rounded down once for all days.'],
  [strict, 'No gap between visits is forgiven.'],
  [{ forgivenGapSeconds: 90 }, 'Gaps of up to 90 seconds are forgiven, up to 5 minutes per hour.'],
  [{ polls: none }, "Polls aren't required."],
  [
    { polls: { ...figures.polls, per: 'day', needed: 3 } },
    'The polls of a day count together: all of its hours need 3 answered poll questions, if as many were asked.',
  ],
  [{ phonePolls: 'waived' }, 'People attending by phone need no polls.'],
  [{ rolesCounted: ['attendee'] }, 'An administrator decides about panelists and hosts.'],
])('%o say: %s', (changes, sentence) => {
  expect(figuresInWords({ ...figures, ...changes })).toContain(sentence)
})

test.each<[string, Partial<Figures>, object]>([
  ['nothing', {}, {}],
  ['one number', { neededMinutes: 44 }, { 'Minutes needed': [45, 44] }],
  ['polls', { polls: none }, { Polls: ['by the hour', 'not needed'], 'Answers needed': [1, null] }],
  ['courses', { code: 'hours-2', coursesAnHour: 2 }, { 'Courses per hour': [null, 2] }],
  [
    'a share',
    { neededShare: 0.9 },
    { 'Minutes needed': [45, null], 'Required attendance (% of teaching time)': [null, '90%'] },
  ],
])('a change of %s is told', (_, changes, expected) => {
  expect(figureChanges(figures, { ...figures, ...changes })).toMatchObject(expected)
})

test('numbers that do not count are no change', () => {
  const withoutPolls = { ...figures, polls: none }
  expect(figureChanges(withoutPolls, { ...withoutPolls, polls: { ...none, needed: 3 } })).toEqual({})
})

test.each([
  [[2026, 2028], 2025, 2026],
  [[2026, 2028], 2026, 2026],
  [[2028, 2026], 2027, 2026],
  [[2026, 2028], 2040, 2028],
])('of the seasons %o with figures, %i has those of %i', (seasons, season, expected) => {
  expect(seasonOfFigures(seasons, season)).toBe(expected)
})

test('other minutes needed become a share where a share is needed, and have to be taught', () => {
  expect(withNeededMinutes(figures, 44)).toEqual({ ...figures, neededMinutes: 44 })
  expect(withNeededMinutes({ ...figures, neededShare: 0.9 }, 44)?.neededShare).toBe(0.88)
  expect(withNeededMinutes(figures, 51)).toBe(undefined)
  expect(withNeededMinutes({ ...figures, ...sum }, 44)).toBe(undefined)
  expect([
    neededOf(figures),
    neededOf({ ...figures, neededShare: 0.9 }),
    neededOf({ ...figures, ...sum }),
  ]).toEqual([45, 45, null])
})
