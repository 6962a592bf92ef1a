import { expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import type { RegisteredEvent } from './calls.ts'
import { asFound, renewalYears, twoYearPeriods } from './renewal-years.ts'

const today = '2027-01-15'

test('a person without an event needs all hours of the current renewal year', () => {
  expect(renewalYears([], today)).toEqual([
    { season: 2027, hoursEarned: 0, hoursToCome: 0, hoursMissing: 8, daysLeft: 75, hasCertificates: false },
  ])
})

test.each([
  ['earned everything', [held('2026-11-10', 8)], 8, 0, 0],
  ['earned everything with two events', [held('2026-11-10', 4), held('2026-12-01', 4)], 8, 0, 0],
  ['earned half', [held('2026-11-10', 4)], 4, 0, 4],
  ['earned half and registered for more', [held('2026-11-10', 4), held('2027-02-09', 0)], 4, 8, 0],
  ['only registered', [held('2027-02-09', 0)], 0, 8, 0],
  ['registered for a slot of four hours', [held('2027-02-09', 0, 4)], 0, 4, 4],
  ['registered for two slots of four hours', [held('2027-02-09', 0, 4), held('2027-03-09', 0, 4)], 0, 8, 0],
  ['registered for an event today', [held('2027-01-15', 0)], 0, 8, 0],
  ['registered for a past event whose credit may still come', [held('2026-12-16', 0)], 0, 8, 0],
  ['registered for a past event that brought no credit', [held('2026-12-15', 0)], 0, 0, 8],
  ['earned more than needed', [held('2026-11-10', 8), held('2026-12-01', 8)], 16, 0, 0],
] as const)(
  'the hours are right for a person who %s',
  (_, events, hoursEarned, hoursToCome, hoursMissing) => {
    expect(renewalYears(events, today)).toMatchObject([
      { season: 2027, hoursEarned, hoursToCome, hoursMissing },
    ])
  },
)

test('an event counts in the renewal year of its first day: 31 March ends one year, and 1 April begins the next', () => {
  const years = renewalYears([held('2026-03-31', 8), held('2026-04-01', 4)], today)
  expect(years.map(({ season, hoursEarned, daysLeft }) => [season, hoursEarned, daysLeft])).toEqual([
    [2027, 4, 75],
    [2026, 8, -290],
  ])
})

test.each([
  ['8 hours are 4 and 4', 8, 4, 4, 0],
  ['6 hours are 4 and 2', 6, 4, 2, 0],
  ['4 hours are 4 and none', 4, 4, 0, 0],
  ['8 hours to come are 4 and 4', 0, 0, 0, 4],
])('of a series over 31 March, %s', (_, hours, before, after, toCome) => {
  const series = { ...held('2027-03-31', hours), endOn: '2027-04-01' as const }
  expect(renewalYears([series], '2027-03-20')).toMatchObject([
    { season: 2028, hoursEarned: after, hoursToCome: toCome, hasCertificates: after > 0 },
    { season: 2027, hoursEarned: before, hoursToCome: toCome, hasCertificates: before > 0 },
  ])
})

test.each([
  ['only the second day was attended', { 2027: 0, 2028: 4 }, 4, 0, 4, 0],
  ['the finding knows no hour of the first day', { 2028: 4 }, 4, 0, 4, 0],
  ['the first day was left early', { 2027: 2, 2028: 4 }, 6, 2, 4, 0],
  ['nothing was earned yet', { 2027: 0, 2028: 0 }, 0, 0, 0, 4],
])(
  'of a series over 31 March, the hours are where the finding has them: %s',
  (_, hoursBySeason, hours, before, after, toCome) => {
    const series = { ...held('2027-03-31', hours), endOn: '2027-04-01' as const, hoursBySeason }
    expect(renewalYears([series], '2027-03-20')).toMatchObject([
      { season: 2028, hoursEarned: after, hoursToCome: toCome, hasCertificates: after > 0 },
      { season: 2027, hoursEarned: before, hoursToCome: toCome, hasCertificates: before > 0 },
    ])
  },
)

test('hours belong to the year of the day on which they were earned, wherever the registered slot lies', () => {
  const march = { ...held('2027-03-30', 4), hoursBySeason: { 2028: 4 } }
  expect(renewalYears([march], '2027-04-20')).toMatchObject([
    { season: 2028, hoursEarned: 4, hasCertificates: true },
    { season: 2027, hoursEarned: 0, hoursToCome: 0, hasCertificates: false },
  ])
  const april = { ...held('2027-04-01', 8), hoursBySeason: { 2026: 5, 2027: 3 } }
  expect(renewalYears([april], '2027-04-20').map(({ season, hoursEarned }) => [season, hoursEarned])).toEqual(
    [
      [2028, 0],
      [2027, 3],
      [2026, 5],
    ],
  )
})

test('hours that were found but not credited are to come in the year of their days', () => {
  const byDay = [{ on: '2027-04-02' as const, hours: 3 }]
  const counted: Partial<OwnFinding> = { state: 'counted', isFinal: true, hours: 3, byDay }
  const finding = { registrationId: 1, ...counted } as OwnFinding
  const years = renewalYears(asFound([held('2027-03-30', 0)], [finding]), '2027-04-20')
  expect(years.map(({ season, hoursToCome }) => [season, hoursToCome])).toEqual([
    [2028, 3],
    [2027, 0],
  ])
})

test.each<[PlainDate, number[][]]>([
  ['2026-03-31', [[2026, 8, 2027, 4]]],
  ['2027-03-31', [[2026, 8, 2027, 4]]],
  [
    '2027-04-01',
    [
      [2028, 0, 2029, 0],
      [2026, 8, 2027, 4],
    ],
  ],
])('on %s the two-year periods have both years: %j', (day, expected) => {
  const periods = twoYearPeriods([held('2025-11-10', 8), held('2026-11-10', 4)], day)
  expect(periods.map((years) => years.flatMap(({ season, hoursEarned }) => [season, hoursEarned]))).toEqual(
    expected,
  )
})

test('a certificate of another training provider counts in the year of its days, if it counts', () => {
  const days = ['2026-05-01', '2026-05-02'] as const
  const years = renewalYears([held('2026-11-10', 2)], today, [
    { days, hours: 4, isCounted: true },
    { days, hours: 8, isCounted: false },
  ])
  expect(years).toMatchObject([{ season: 2027, hoursEarned: 6, hoursMissing: 2 }])
})

test('a period has both years also if only one has hours', () => {
  const period = [
    [2028, 0, 2029, 8],
    [2026, 0, 2027, 0],
  ]
  const periods = twoYearPeriods([held('2028-11-10', 8)], today)
  expect(periods.map((years) => years.flatMap(({ season, hoursEarned }) => [season, hoursEarned]))).toEqual(
    period,
  )
})

test.each([
  ['2027-03-31', 2027, 0],
  ['2027-04-01', 2028, 365],
  ['2026-04-01', 2027, 364],
] as const)('on %s the renewal year of %i has %i days left', (day, season, daysLeft) => {
  expect(renewalYears([], day)).toMatchObject([{ season, daysLeft }])
})

test.each<[Partial<OwnFinding>, number]>([
  [{ state: 'counted', isFinal: true }, 5],
  [{ state: 'counted', isFinal: false }, 8],
  [{ state: 'so-far', isFinal: false }, 8],
  [{ state: 'counted', isFinal: true, registrationId: 2 }, 8],
])('with the finding %j, a registration may bring %i hours', (more, creditHours) => {
  const held = [{ registrationId: 1, creditHours: 8 }] as RegisteredEvent[]
  const finding = { registrationId: 1, hours: 5, ...more } as OwnFinding
  expect(asFound(held, [finding])).toEqual([{ registrationId: 1, creditHours }])
})

function held(startOn: PlainDate, hours: number, creditHours = 8): RegisteredEvent {
  return {
    registrationId: 1,
    eventId: 1,
    eventName: 'Piston 2027',
    eventSlotId: 1,
    joinUrl: null,
    certificateLink: hours > 0 ? 'https://portal.example.com/download?certificate=1' : null,
    hours,
    focusName: 'Piston',
    focusId: 2,
    isInPerson: false,
    startOn,
    endOn: startOn,
    startTime: '08:00',
    endTime: '12:00',
    breaks: [],
    creditHours,
  }
}
