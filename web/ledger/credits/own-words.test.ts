import { expect, test } from 'vitest'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import { daysInWords, hourInWords, hoursInWords, missesHours, notesOf } from './own-words.ts'

const at = (time: string) => new Date(`2027-02-09T${time}-05:00`)
const polls = { per: 'hour', asked: 1, needed: 1, answered: 1 } as const
const hour = (more: object = {}) =>
  ({
    on: '2027-02-09',
    startAt: at('10:00'),
    number: 3,
    code: 'too-short',
    minutes: 43,
    polls,
    away: [],
    taughtMinutes: 50,
    neededMinutes: 45,
    sentence: null,
    makeUps: [],
    ...more,
  }) as OwnFinding['hourByHour'][number]
const finding = (more: Partial<OwnFinding> = {}): OwnFinding => ({
  registrationId: 1,
  eventSlotId: 1,
  state: 'counted',
  standing: null,
  hours: 7,
  possibleHours: 8,
  byDay: null,
  about: null,
  isFinal: true,
  settlesAt: at('12:00'),
  asksAt: null,
  hourByHour: [hour()],
  certificateCode: null,
  ...more,
})
const byRule = (hours: number) => ({ hours, isDecided: false, reason: '', byDay: null })
const decided = (hours: number, reason: string) => ({ hours, isDecided: true, reason, byDay: null })
const on = (day: '09' | '10', hours: number) => ({ on: `2027-02-${day}` as const, hours })

test.each<[string, Partial<OwnFinding>, string]>([
  ['by attendance', { byDay: [on('09', 3)] }, 'Tue 09 Feb 2027: 3 hours'],
  [
    'that were credited',
    { byDay: [on('09', 3)], standing: { ...byRule(7), byDay: [on('09', 4), on('10', 3)] } },
    'Tue 09 Feb 2027: 4 hours · Wed 10 Feb 2027: 3 hours',
  ],
  ['that were credited before days were stored', { byDay: [on('09', 3)], standing: byRule(7) }, ''],
  ['of a decision for 0 hours', { byDay: [on('09', 3)], standing: { ...decided(0, ''), byDay: [] } }, ''],
  ['by an old rule', {}, ''],
])('the days of hours %s', (_, more, words) => {
  expect(daysInWords(finding(more))).toBe(words)
})

test.each<[Partial<OwnFinding>, string, string[]]>([
  [{}, '7 of 8 hours', ["These hours aren't credited yet."]],
  [{ standing: byRule(7) }, '7 of 8 hours', []],
  [
    { standing: decided(8, 'Stayed by phone') },
    '8 of 8 hours',
    ['Set by an administrator: Stayed by phone.', 'By attendance: 7 of 8 hours.'],
  ],
  [
    { standing: decided(0, '') },
    '0 of 8 hours',
    ['Set by an administrator.', 'By attendance: 7 of 8 hours.'],
  ],
  [{ standing: decided(7, 'Checked') }, '7 of 8 hours', []],
  [
    { standing: byRule(8) },
    '8 of 8 hours',
    ['The newest report gives 7 hours. An administrator will look at it.'],
  ],
  [
    { isFinal: false, hours: 0, about: 'The polls are not complete yet.' },
    '0 of 8 hours',
    ['The polls are not complete yet.', 'Corrections may come until 09 Feb 2027, 12:00 PM Eastern.'],
  ],
  [
    { isFinal: false, standing: byRule(7), asksAt: at('12:10') },
    '7 of 8 hours',
    ['We ask for the next report on 09 Feb 2027, 12:10 PM Eastern.'],
  ],
  [
    { state: 'awaited', hours: 0, asksAt: at('12:10') },
    'Your hours are not counted yet',
    ["They are counted from the webinar platform's report. We ask for it on 09 Feb 2027, 12:10 PM Eastern."],
  ],
  [
    { state: 'awaited', hours: 0 },
    'Your hours are not counted yet',
    ['They are counted once an administrator has added the attendance list.'],
  ],
  [
    { state: 'so-far', hours: 2, hourByHour: [hour({ code: 'open' })] },
    'Counted so far: 2 of 8 hours',
    [
      '1 more hour may count once the poll answers arrive.',
      'This is what the webinar room shows now. Hours are credited after its report.',
    ],
  ],
])('%j is told as %s', (more, hours, notes) => {
  expect([hoursInWords(finding(more)), notesOf(finding(more))]).toEqual([hours, notes])
})

test.each<[Partial<OwnFinding>, boolean]>([
  [{}, true],
  [{ hours: 8 }, false],
  [{ isFinal: false }, false],
  [{ isFinal: false, standing: byRule(7) }, true],
  [{ standing: decided(8, '') }, false],
  [{ state: 'so-far' }, false],
])('%j misses hours: %s', (more, misses) => {
  expect(missesHours(finding(more))).toBe(misses)
})

test.each<[object, string]>([
  [{}, 'Hour 3, 10:00 AM: too few minutes, 43/50 min, 1/1 poll'],
  [{ code: 'open', polls: { ...polls, asked: 0 } }, 'polls not complete yet, 43/50 min, polls open'],
  [{ code: 'earned-no-poll', polls: { ...polls, asked: 0 } }, 'earned, no poll needed, 43/50 min'],
  [{ code: 'not-there', minutes: 0 }, 'not there, 0/50 min'],
  [{ code: 'to-come', minutes: 0, taughtMinutes: 0, polls: null }, 'Hour 3, 10:00 AM: to come'],
])('an hour %j is read as %s', (more, words) => {
  expect(hourInWords(hour(more))).toContain(words)
})
