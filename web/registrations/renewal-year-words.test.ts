import { expect, test } from 'vitest'
import type { RenewalYear } from '#contract/registrations/renewal-years.ts'
import { hourLooks, legend, standing } from './renewal-year-words.ts'

const letters = { earned: 'e', registered: 'r', missing: '-' }

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
