import { expect, test } from 'vitest'
import type { HoursVerdict } from './hours.ts'
import { judgeHours } from './hours.ts'

const people = {
  registrations: [
    { email: 'none@example.com', name: 'Nora None', hours: 0, isDecided: false, isProfileComplete: true },
    { email: 'eight@example.com', name: 'Ed Eight', hours: 8, isDecided: true, isProfileComplete: true },
    { email: 'rule@example.com', name: 'Ruth Rule', hours: 8, isDecided: false, isProfileComplete: true },
    { email: 'blank@example.com', name: 'Bo Blank', hours: 0, isDecided: false, isProfileComplete: false },
    { email: 'lee1@example.com', name: 'Pat Lee', hours: 0, isDecided: false, isProfileComplete: true },
    { email: 'lee2@example.com', name: 'Pat Lee', hours: 0, isDecided: false, isProfileComplete: true },
    { email: 'jose@example.com', name: 'José O’Núñez', hours: 0, isDecided: false, isProfileComplete: true },
    { email: 'zoe1@example.com', name: 'Zoë Torque', hours: 0, isDecided: false, isProfileComplete: true },
    { email: 'zoe2@example.com', name: 'Zoe Torque', hours: 0, isDecided: false, isProfileComplete: true },
    { email: 'unnamed@example.com', name: '', hours: 0, isDecided: false, isProfileComplete: false },
  ],
  elsewhere: [{ email: 'late@example.com', name: 'Lou Late', slot: '09 Feb 2027, 1:00 PM - 5:00 PM EST' }],
  isProviderComplete: true,
}

test.each<[string, [string, number][], HoursVerdict[]]>([
  ['new hours', [['none@example.com', 8]], ['issues']],
  ['other hours', [['eight@example.com', 4]], ['issues']],
  ['the same hours', [['eight@example.com', 8]], ['unchanged']],
  ['0 hours for a person with hours', [['eight@example.com', 0]], ['withdraws']],
  ['0 hours for a person without hours', [['none@example.com', 0]], ['unchanged']],
  ['0 hours for an incomplete profile', [['blank@example.com', 0]], ['unchanged']],
  ['an email in another case, with blanks', [[' Eight@Example.COM ', 4]], ['issues']],
  [
    'an email with invisible characters, or as it was pasted',
    [
      ['\u200beight@example.com\u200e', 4],
      ['Ed Eight <eight@example.com>', 4],
      ['mailto:eight@example.com\u00a0', 4],
      ['Lou <\ufefflate@example.com>', 4],
    ],
    ['issues', 'duplicate', 'duplicate', 'elsewhere'],
  ],
  ['an email with a period after it', [['eight@example.com.', 4]], ['unknown']],
  ['an unknown person', [['nobody@example.com', 8]], ['unknown']],
  ['part of an hour', [['none@example.com', 7.5]], ['not-whole']],
  ['more than eight hours', [['none@example.com', 9]], ['out-of-range']],
  ['negative hours', [['none@example.com', -1]], ['out-of-range']],
  ['no number of hours', [['none@example.com', Number.NaN]], ['not-whole']],
  ['an incomplete profile', [['blank@example.com', 8]], ['incomplete']],
  [
    'the same row twice',
    [
      ['none@example.com', 8],
      ['NONE@example.com', 8],
    ],
    ['issues', 'duplicate'],
  ],
  [
    'a person with contradictory hours',
    [
      ['none@example.com', 8],
      ['eight@example.com', 8],
      ['none@example.com', 4],
    ],
    ['contradictory', 'unchanged', 'contradictory'],
  ],
  ['a person registered for another slot', [['Late@example.com', 8]], ['elsewhere']],
  ['a name', [['nora  NONE', 8]], ['issues']],
  ['an unknown name', [['Nobody Atall', 8]], ['unknown']],
  ['the name of a person registered for another slot', [['Lou Late', 8]], ['elsewhere']],
  ['a name that two people have', [['Pat Lee', 8]], ['namesakes']],
  [
    'a name and an email of the same person',
    [
      ['Nora None', 8],
      ['none@example.com', 8],
    ],
    ['issues', 'duplicate'],
  ],
  [
    'a name in other spellings',
    [
      ["O'NUNEZ, Jose", 8],
      ['Jose O\u200bNunez (Shop 2)', 8],
      ['José O’Núñez', 8],
    ],
    ['issues', 'duplicate', 'duplicate'],
  ],
  ['a name with another word', [['José O’Núñez Jr', 8]], ['unknown']],
  ['a name in brackets only', [['J. R. (Nora None)', 8]], ['unknown']],
  ['the exact name of one of two people', [['Zoë Torque', 8]], ['issues']],
  ['another spelling of two names', [['Torque, Zoë', 8]], ['namesakes']],
  ['a name without letters', [['***', 8]], ['unknown']],
  ['an empty name', [['', 8]], ['unknown']],
  ['another spelling of a name in another slot', [['LATE, Lou', 8]], ['elsewhere']],
  ['no rows', [], []],
])('a list with %s gets the right verdicts', (_, rows, verdicts) => {
  expect(
    judgeHours(
      rows.map(([email, hours]) => ({ email, hours })),
      people,
    ).map(({ verdict }) => verdict),
  ).toEqual(verdicts)
})

test.each<[string, number, string | undefined, HoursVerdict]>([
  ['rule@example.com', 8, undefined, 'decides'],
  ['rule@example.com', 0, undefined, 'withdraws'],
  ['none@example.com', 0, undefined, 'unchanged'],
  ['none@example.com', 0, ' ', 'unchanged'],
  ['none@example.com', 0, 'Did not come', 'decides'],
  ['blank@example.com', 0, 'Did not come', 'decides'],
  ['eight@example.com', 8, 'Checked', 'unchanged'],
])('the same hours for %s, %i with notes %o, give the verdict %s', (email, hours, notes, verdict) => {
  expect(judgeHours([{ email, hours, notes }], people)).toMatchObject([{ verdict }])
})

test('a verdict names the slot that the person is registered for instead', () => {
  const [judged] = judgeHours([{ email: 'late@example.com', hours: 8 }], people)
  expect(judged?.words).toBe('Registered for another time slot: 09 Feb 2027, 1:00 PM - 5:00 PM EST')
})

test('a verdict names the person whose name is spelled in another way', () => {
  const [other, same] = judgeHours(
    [
      { email: 'None, Nora', hours: 8 },
      { email: 'ruth  RULE', hours: 4 },
    ],
    people,
  )
  expect(other?.words).toBe('Certificate will be issued (Nora None, none@example.com)')
  expect(same?.words).toBe('Certificate will be issued')
})
test.each<[string, number, HoursVerdict]>([
  ['none@example.com', 8, 'no-provider'],
  ['blank@example.com', 8, 'no-provider'],
  ['eight@example.com', 4, 'issues'],
  ['eight@example.com', 0, 'withdraws'],
])(
  'before the training provider is complete, %s with %i hours gets the verdict %s',
  (email, hours, verdict) => {
    const known = { ...people, isProviderComplete: false }
    expect(judgeHours([{ email, hours }], known)).toMatchObject([{ verdict }])
  },
)
