import { expect, test } from 'vitest'
import { type HoursVerdict, judgeHours } from './bulk-hours.ts'

const known = new Map([
  ['none@example.com', { hours: 0, isProfileComplete: true }],
  ['eight@example.com', { hours: 8, isProfileComplete: true }],
  ['blank@example.com', { hours: 0, isProfileComplete: false }],
])

test.each<[string, [string, number][], HoursVerdict[]]>([
  ['new hours', [['none@example.com', 8]], ['issues']],
  ['other hours', [['eight@example.com', 4]], ['issues']],
  ['the same hours', [['eight@example.com', 8]], ['unchanged']],
  ['0 hours where there are some', [['eight@example.com', 0]], ['withdraws']],
  ['0 hours where there are none', [['none@example.com', 0]], ['unchanged']],
  ['0 hours where the profile is not complete', [['blank@example.com', 0]], ['unchanged']],
  ['an address in other letters, with blanks', [[' Eight@Example.COM ', 4]], ['issues']],
  ['somebody unknown', [['nobody@example.com', 8]], ['unknown']],
  ['part of an hour', [['none@example.com', 7.5]], ['not-whole']],
  ['more than eight', [['none@example.com', 9]], ['out-of-range']],
  ['less than none', [['none@example.com', -1]], ['out-of-range']],
  ['no number', [['none@example.com', Number.NaN]], ['not-whole']],
  ['an incomplete profile', [['blank@example.com', 8]], ['incomplete']],
  [
    'the same twice',
    [
      ['none@example.com', 8],
      ['NONE@example.com', 8],
    ],
    ['issues', 'duplicate'],
  ],
  [
    'somebody with different hours, who gets none of them',
    [
      ['none@example.com', 8],
      ['eight@example.com', 8],
      ['none@example.com', 4],
    ],
    ['contradictory', 'unchanged', 'contradictory'],
  ],
  ['nothing', [], []],
])('a list with %s is judged so', (_, rows, verdicts) => {
  expect(
    judgeHours(
      rows.map(([email, hours]) => ({ email, hours })),
      known,
    ),
  ).toEqual(verdicts)
})
