import { describe, expect, test } from 'vitest'
import type { PlainDate } from './plain-dates.ts'
import {
  deadlineOf,
  easternDay,
  easternInstant,
  firstDayOf,
  seasonLabel,
  seasonOf,
  seasonOfDay,
  seasonOfEvent,
  seasonYears,
  twoYearsLabel,
  twoYearsOf,
} from './season.ts'

describe('in the season 2026 every figure is as in the specification:', () => {
  const years = seasonYears(2026)

  test('upcoming events start in the next calendar year, seen from 2025', () => {
    expect(years.upcoming).toBe(2026)
  })

  test('event videos are of the current year', () => {
    expect(years.videos).toBe(2025)
  })

  test('registered events start in 2025 or 2026', () => {
    expect(years.registered).toEqual([2025, 2026])
  })

  test('the admin filter runs from 2022-2023 to 2025-2026, values 2023 to 2026, default 2026', () => {
    expect(years.adminFilter).toEqual([2023, 2024, 2025, 2026])
    expect(years.adminFilter.map(seasonLabel)).toEqual(['2022-2023', '2023-2024', '2024-2025', '2025-2026'])
    expect(years.adminDefault).toBe(2026)
    expect(seasonLabel(years.adminDefault)).toBe('2025-2026')
  })

  test('the slot editor opens for events of 2025 or later', () => {
    expect(years.slotEditorFrom).toBe(2025)
  })
})

test('the next season only moves every figure by one year and adds a year to the filter', () => {
  expect(seasonYears(2027)).toEqual({
    upcoming: 2027,
    videos: 2026,
    registered: [2026, 2027],
    slotEditorFrom: 2026,
    adminFilter: [2023, 2024, 2025, 2026, 2027],
    adminDefault: 2027,
  })
})

test('a season before the first record has an empty filter instead of an error', () => {
  expect(seasonYears(2022).adminFilter).toEqual([])
  expect(seasonYears(2023).adminFilter).toEqual([2023])
})

describe('the season changes on 1 April at midnight Eastern', () => {
  test.each([
    ['2025-03-31T23:59:59.999-04:00', 2025],
    ['2025-04-01T00:00:00-04:00', 2026],
    ['2026-03-31T23:59:59.999-04:00', 2026],
    ['2026-04-01T00:00:00-04:00', 2027],
    ['2026-04-01T00:00:00Z', 2026],
    ['2026-04-01T03:59:59Z', 2026],
    ['2026-04-01T04:00:00Z', 2027],
  ])('%s belongs to the season %i', (instant, season) => {
    expect(seasonOf(new Date(instant))).toBe(season)
  })
})

describe("New Year's Eve does not change the season:", () => {
  test.each([
    ['2025-12-31T23:59:59-05:00', 2026],
    ['2026-01-01T00:00:00-05:00', 2026],
    ['2026-01-01T00:00:00Z', 2026],
    ['2026-01-01T04:59:59Z', 2026],
    ['2026-01-01T05:00:00Z', 2026],
  ])('%s belongs to the season %i', (instant, season) => {
    expect(seasonOf(new Date(instant))).toBe(season)
  })
})

test('every month of 2025 has the season of its renewal year', () => {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2025, month, 15, 12)))
  expect(months.map(seasonOf)).toEqual([
    2025, 2025, 2025, 2026, 2026, 2026, 2026, 2026, 2026, 2026, 2026, 2026,
  ])
})

test.each([
  ['2025-12-31', 2026],
  ['2026-01-01', 2026],
  ['2026-03-31', 2026],
  ['2026-04-01', 2027],
  ['2026-11-10', 2027],
  ['2026-12-31', 2027],
  ['2027-01-01', 2027],
  ['2027-03-31', 2027],
  ['2027-04-01', 2028],
  ['2028-02-29', 2028],
] as const)('%s is in the renewal year %i, between its first day and its deadline', (day, season) => {
  expect(seasonOfDay(day)).toBe(season)
  expect(firstDayOf(season) <= day && day <= deadlineOf(season)).toBe(true)
})

test.each([
  ['2025-04-01', [2026, 2027], '2025-2027'],
  ['2026-03-31', [2026, 2027], '2025-2027'],
  ['2026-04-01', [2026, 2027], '2025-2027'],
  ['2027-03-31', [2026, 2027], '2025-2027'],
  ['2027-04-01', [2028, 2029], '2027-2029'],
] as const)('on %s runs the two-year period of the renewal years %j', (day, years, label) => {
  expect(twoYearsOf(seasonOfDay(day))).toEqual(years)
  expect(twoYearsLabel(seasonOfDay(day))).toBe(label)
})

describe('an event belongs to the renewal year of its first slot', () => {
  test.each([
    ['with a slot in the fall', ['2026-11-10'], 2027],
    ['with a slot in the winter', ['2027-02-09'], 2027],
    ['with slots before and after New Year', ['2027-02-09', '2026-12-15', '2027-03-20'], 2027],
    ['with slots on both sides of the deadline', ['2027-04-06', '2027-03-30'], 2027],
    ['to no year without slots', [], undefined],
  ] as const)('%s', (_, days, season) => {
    expect(seasonOfEvent(days.map((startOn: PlainDate) => ({ startOn })))).toBe(season)
  })
})

describe('an Eastern day and time means an instant:', () => {
  test.each([
    ['2027-02-09', '08:00', '2027-02-09T13:00Z'],
    ['2027-07-09', '08:00', '2027-07-09T12:00Z'],
    ['2027-03-13', '23:30', '2027-03-14T04:30Z'],
    ['2027-03-14', '01:59', '2027-03-14T06:59Z'],
    ['2027-03-14', '03:00', '2027-03-14T07:00Z'],
    ['2027-03-14', '08:00', '2027-03-14T12:00Z'],
    ['2026-10-31', '23:30', '2026-11-01T03:30Z'],
    ['2026-11-01', '00:30', '2026-11-01T04:30Z'],
    ['2026-11-01', '01:30', '2026-11-01T05:30Z'],
    ['2026-11-01', '02:00', '2026-11-01T07:00Z'],
    ['2026-12-31', '23:59', '2027-01-01T04:59Z'],
  ] as const)('%s %s is %s', (on, time, instant) => {
    expect(easternInstant(on, time)).toEqual(new Date(instant))
  })
})

describe('the Eastern day', () => {
  test.each([
    ['2026-01-01T04:59:59Z', '2025-12-31'],
    ['2026-01-01T05:00:00Z', '2026-01-01'],
    ['2026-03-08T04:59:59Z', '2026-03-07'],
    ['2026-03-08T05:00:00Z', '2026-03-08'],
    ['2026-03-09T03:59:59Z', '2026-03-08'],
    ['2026-03-09T04:00:00Z', '2026-03-09'],
    ['2026-11-02T04:59:59Z', '2026-11-01'],
    ['2026-11-02T05:00:00Z', '2026-11-02'],
    ['2026-07-04T04:00:00Z', '2026-07-04'],
  ])('at %s is %s', (instant, day) => {
    expect(easternDay(new Date(instant))).toBe(day)
  })
})
