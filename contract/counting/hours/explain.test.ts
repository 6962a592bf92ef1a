import { expect, test } from 'vitest'
import { explain, explainShortly } from './explain.ts'
import type { Finding, HourFinding } from './findings.ts'

const at = (time: string) => new Date(`2027-02-09T${time}-05:00`)
const hour = (more: Partial<HourFinding> = {}): HourFinding => ({
  on: '2027-02-09',
  startAt: at('08:00'),
  code: 'earned',
  minutes: 50,
  polls: null,
  away: [],
  taughtMinutes: 50,
  neededMinutes: 45,
  ...more,
})
const finding = (agenda: HourFinding[], more: Partial<Finding> = {}): Finding => ({
  agenda,
  hours: 7,
  possibleHours: 8,
  minutes: 393,
  hoursBySeason: { 2027: 7 },
  reason: 'presence',
  isFinal: true,
  setAside: [],
  ...more,
})
const tooShort = hour({
  code: 'too-short',
  minutes: 43,
  away: [{ startAt: at('10:05'), endAt: at('10:12') }],
})

test('an hour that is too short names its minutes and the absence', () => {
  expect(explain(finding([hour(), hour(), tooShort]))).toEqual([
    '7 of 8 hours.',
    'Hour 1, Tue 09 Feb 2027: 50 of 50 minutes.',
    'Hour 2, Tue 09 Feb 2027: 50 of 50 minutes.',
    'Hour 3, Tue 09 Feb 2027: 43 of 50 minutes; 45 are needed. You were away 10:05 AM – 10:12 AM.',
  ])
})

const polls = { per: 'hour', asked: 1, needed: 1, answered: 0 } as const
test.each<[Partial<HourFinding>, string]>([
  [{ polls: { ...polls, answered: 1 } }, '50 of 50 minutes; you answered 1 of 1 poll question.'],
  [
    { polls: { ...polls, asked: 3, answered: 2, byCode: 1 } },
    '50 of 50 minutes; you answered 2 of 3 poll questions (1 by code).',
  ],
  [
    { polls: { ...polls, asked: 0, needed: 0, answered: 1, byCode: 1 } },
    '50 of 50 minutes; you answered 1 poll question (1 by code).',
  ],
  [
    { polls: { ...polls, answered: 2, byCode: 1 } },
    '50 of 50 minutes; you answered 2 poll questions (1 by code).',
  ],
  [{ code: 'earned-no-poll' }, '50 of 50 minutes; no poll was needed.'],
  [{ code: 'open' }, '50 of 50 minutes; its polls are not known yet.'],
  [
    { code: 'poll-missing', polls },
    '50 of 50 minutes; you answered 0 of 1 poll question, and more are needed.',
  ],
  [
    { code: 'poll-missing', polls: { per: 'day', asked: 4, needed: 4, answered: 3 } },
    '50 of 50 minutes; you answered 3 of 4 poll questions of the day, and more are needed.',
  ],
  [
    { code: 'not-there', minutes: 0, away: [{ startAt: at('08:00'), endAt: at('08:50') }] },
    'you were not there.',
  ],
  [{ code: 'unknown', minutes: 0 }, 'the report does not say how long you were there.'],
  [
    { code: 'counted', minutes: 40, away: [{ startAt: at('13:00'), endAt: at('13:10') }] },
    '40 of 50 minutes. You were away 1:00 PM – 1:10 PM.',
  ],
])('the words of an hour: %j', (more, words) => {
  expect(explain(finding([hour(more)])).at(-1)).toBe(`Hour 1, Tue 09 Feb 2027: ${words}`)
})

test('hours are numbered on each day', () => {
  const next = hour({ on: '2027-02-10' })
  expect(explain(finding([hour(), next])).at(-1)).toBe('Hour 1, Wed 10 Feb 2027: 50 of 50 minutes.')
})

test.each<[Partial<Finding>, string[]]>([
  [{ hours: 0, reason: 'no-visits' }, ['0 of 8 hours.', 'You did not attend.']],
  [{ hours: 1, possibleHours: 1, reason: 'full', isFinal: false }, ['1 of 1 hour, counted so far.']],
  [{ reason: 'host' }, ['7 of 8 hours.', 'You hosted. An administrator will decide about your hours.']],
  [{ reason: 'day-minimum' }, ['7 of 8 hours.', 'A day with too few hours does not count.']],
])('the words of a finding: %j', (more, words) => {
  expect(explain(finding([], more))).toEqual(words)
})

const gone = hour({ code: 'not-there', minutes: 0 })
test.each<[HourFinding[], Partial<Finding>, string]>([
  [[hour(), tooShort], {}, '43 of 50 minutes in hour 2, Tue 09 Feb 2027'],
  [[gone, tooShort], {}, '43 of 50 minutes in hour 2, Tue 09 Feb 2027, and 1 more hour'],
  [[gone, gone, gone], {}, '0 of 50 minutes in hour 1, Tue 09 Feb 2027, and 2 more hours'],
  [
    [hour({ code: 'poll-missing', polls })],
    { reason: 'polls' },
    '0 of 1 poll question in hour 1, Tue 09 Feb 2027',
  ],
  [
    [tooShort, hour({ code: 'poll-missing', polls: { per: 'day', asked: 4, needed: 4, answered: 3 } })],
    { reason: 'presence-and-polls' },
    '3 of 4 poll questions of the day in hour 2, Tue 09 Feb 2027, and 1 more hour',
  ],
  [
    [hour({ code: 'counted', minutes: 30, neededMinutes: null })],
    {},
    '30 of 50 minutes in hour 1, Tue 09 Feb 2027',
  ],
  [[hour()], { reason: 'full' }, 'All hours'],
  [[hour({ code: 'open' })], { reason: 'open' }, 'Not all reports and polls are in yet'],
  [[hour({ code: 'open' }), tooShort], { reason: 'open' }, '43 of 50 minutes in hour 2, Tue 09 Feb 2027'],
  [[hour()], { reason: 'presence' }, 'Too few minutes'],
  [[gone], { reason: 'no-visits' }, 'No-show'],
  [[gone], { reason: 'outside-slot' }, 'Came, but not during the instruction'],
])('a list says in a few words why hours are missing', (agenda, more, words) => {
  expect(explainShortly(finding(agenda, more))).toBe(words)
})

test('the same sentences about a person say they, not you', () => {
  const away = [{ startAt: at('14:20'), endAt: at('14:40') }]
  const short = hour({ code: 'too-short', minutes: 30, neededMinutes: 45, away })
  const own = explain(finding([short]))
  expect(own.join(' ')).toContain('You were away')
  const about = explain(finding([short]), 'they').join(' ')
  expect(about).toContain('They were away')
  expect(about).not.toMatch(/\byou/i)
  expect(explain(finding([], { reason: 'host' }), 'they')).toContain(
    'They hosted. An administrator will decide about their hours.',
  )
})
