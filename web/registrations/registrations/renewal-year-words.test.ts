import { expect, test } from 'vitest'
import type { RenewalYear, TwoYears } from '#contract/registrations/registrations/renewal-years.ts'
import type { Place } from '#contract/registrations/waitlists/calls.ts'
import { hourLooks, hoursWaited, legend, renewalWords, standing, yearLines } from './renewal-year-words.ts'

const letters = { earned: 'e', registered: 'r', waited: 'w', missing: '-' }

test.each([
  ['nothing', 0, 0, 8, '--------', '0 earned · 0 registered · 8 to go', '8 hours to go.'],
  [
    'a registration for all',
    0,
    8,
    0,
    'rrrrrrrr',
    '0 earned · 8 registered · 0 to go',
    'Your registrations cover the remaining 8 hours.',
  ],
  [
    'a registration for half',
    0,
    4,
    4,
    'rrrr----',
    '0 earned · 4 registered · 4 to go',
    "You'll still need 4 more hours.",
  ],
  [
    'seven hours and one to come',
    7,
    1,
    0,
    'eeeeeeer',
    '7 earned · 1 registered · 0 to go',
    'Your registrations cover the remaining 1 hour.',
  ],
  [
    'three hours and four to come',
    3,
    4,
    1,
    'eeerrrr-',
    '3 earned · 4 registered · 1 to go',
    "You'll still need 1 more hour.",
  ],
  [
    'all hours',
    8,
    0,
    0,
    'eeeeeeee',
    '8 earned · 0 registered · 0 to go',
    "You've met this year's 8-hour requirement.",
  ],
  [
    'more than all, and more to come',
    12,
    8,
    0,
    'eeeeeeee',
    '8 earned · 0 registered · 0 to go',
    "You've met this year's 8-hour requirement.",
  ],
] as const)(
  'the ledger of a person with %s',
  (_, hoursEarned, hoursToCome, hoursMissing, looks, words, sentence) => {
    const year: RenewalYear = {
      season: 2027,
      hoursEarned,
      hoursToCome,
      hoursMissing,
      daysLeft: 10,
      hasCertificates: false,
    }
    expect(
      hourLooks(year)
        .map((look) => letters[look])
        .join(''),
    ).toBe(looks)
    expect(
      legend(year)
        .map(({ text }) => text)
        .join(' · '),
    ).toBe(words)
    expect(standing(year)).toBe(sentence)
  },
)

test('hours of a waitlist are tentative, and never more than those that are missing', () => {
  const year = { hoursEarned: 2, hoursMissing: 4 } as RenewalYear
  const looks = (hours: number) =>
    hourLooks(year, hours)
      .map((look) => letters[look])
      .join('')
  expect([looks(0), looks(3), looks(8)]).toEqual(['eerr----', 'eerrwww-', 'eerrwwww'])
  expect(legend(year, 3).map(({ text }) => text)).toEqual([
    '2 earned',
    '2 registered',
    '4 to go',
    '3 on a waitlist',
  ])
})

test('two waitlists of one event count once, in the renewal year of their days, unless the event is held', () => {
  const time = { startOn: '2027-02-09', endOn: '2027-02-09', startTime: '08:00', endTime: '12:00' }
  const wait = { eventId: 1, ...time, breaks: [] as Place['breaks'], creditHours: 4 } as Place
  const other = { ...wait, eventId: 2, startOn: '2027-05-04', endOn: '2027-05-04' } as Place
  expect([hoursWaited([wait, wait, other], [], 2027), hoursWaited([wait, other], [], 2028)]).toEqual([4, 4])
  expect(hoursWaited([wait, other], [{ eventId: 1 }], 2027)).toBe(0)
})

test('both years of a period are lines, and the words say when they are shown', () => {
  const years = [
    { season: 2026, hoursEarned: 8 },
    { season: 2027, hoursEarned: 4 },
  ] as unknown as TwoYears
  expect(yearLines(years).map(({ year, hours }) => `${year}: ${hours}`)).toEqual([
    'First year 2025-2026, by 31 Mar 2026: 8 of 8 hours',
    'Second year 2026-2027, by 31 Mar 2027: 4 of 8 hours',
  ])
  expect(renewalWords(years)).toMatch(/^For your renewal in March 2027, 14 CFR 65\.93 asks for an activity/)
})
