import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CountedPerson, SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import {
  answerWords,
  codesInWords,
  countedWords,
  creditedBy,
  hourName,
  ledgerWords,
  matchWords,
  nextWords,
  shownShare,
  visitWords,
} from './finding-words.ts'

beforeAll(() => useSession.setState({ userData: { isAdmin: true } as SessionUser }))
afterAll(() => useSession.setState({ userData: null }))

const at = (time: string) => new Date(`2027-02-09T${time}-05:00`)
const person = (more: object) =>
  ({
    hours: 8,
    isDecided: false,
    decidedBy: null,
    next: 'nothing',
    found: { hours: 8 },
    ...more,
  }) as CountedPerson

test('a screen reader hears the same codes together', () => {
  expect(codesInWords(['earned', 'too-short', 'earned', 'not-there'])).toBe(
    'hours 1 and 3 earned; hour 2 too few minutes; hour 4 not there',
  )
})

test.each([
  [{ hours: 0 }, ''],
  [{ hours: 8 }, 'automatic'],
  [{ isDecided: true, decidedBy: 'Jane' }, 'by Jane'],
  [{ isDecided: true, hours: 0 }, 'by an administrator'],
])('whose credit stands: %j', (given, words) => {
  expect(creditedBy(person(given))).toBe(words)
})

test.each([
  [{ next: 'write' }, 'Can be credited'],
  [{ next: 'lowered' }, 'Decision needed: fewer than credited'],
  [{ next: 'nothing' }, ''],
  [{ next: 'nothing', isDecided: true, hours: 4 }, 'Stays until you choose automatic hours'],
])('what follows from a finding: %j', (given, words) => {
  expect(nextWords(person(given))).toBe(words)
})

const visit = {
  joinedAt: at('08:00'),
  leftAt: at('12:01'),
  role: 'attendee',
  medium: 'online',
  isWaiting: false,
}
const times = '09 Feb 2027, 8:00 AM EST – 12:01 PM EST'
test.each([
  [visit, times],
  [{ ...visit, role: 'panelist', medium: 'phone' }, `${times} · panelist · by phone`],
  [{ ...visit, medium: 'in-person', isWaiting: true }, `${times} · in person · in the waiting room`],
  [{ ...visit, leftAt: null }, '09 Feb 2027, 8:00 AM EST – ? · times missing or invalid'],
])('a visit tells what the report has: %j', (given, words) => {
  expect(visitWords(given)).toBe(words)
})

const set = {
  act: 'set' as const,
  source: 'attendance',
  rule: 'hours-1/2027.2',
  hours: 8,
  byDay: null,
  reason: '',
  decidedBy: null,
  decidedAt: at('13:00'),
}
test.each([
  [set, '8 hours, automatic (hours-1/2027.2) · 09 Feb 2027, 1:00 PM EST'],
  [
    { ...set, source: 'administrator', rule: null, hours: 1, decidedBy: 'Jane', reason: 'They called' },
    '1 hour, manual · 09 Feb 2027, 1:00 PM EST · Jane · They called',
  ],
  [
    { ...set, rule: 'hours-2/2027.2', hours: 3, byDay: [{ on: '2027-02-09' as const, hours: 3 }] },
    '3 hours, automatic (hours-2/2027.2) · Tue 09 Feb 2027: 3 hours · 09 Feb 2027, 1:00 PM EST',
  ],
  [{ ...set, act: 'release' as const }, 'Back to automatic hours · 09 Feb 2027, 1:00 PM EST'],
])('a row of the ledger: %j', (given, words) => {
  expect(ledgerWords(given)).toBe(words)
})

test('a match tells how the rows were matched', () => {
  expect(matchWords({ subject: 's', name: 'Pat', by: 'email' })).toBe('Pat · by email')
  expect(matchWords({ subject: 's', name: '', by: 'decision' })).toBe('Without a name · by a decision')
})

const counts = { countedAt: at('12:30'), isCounting: false, isSettled: true, settlesAt: at('23:00') }
test.each([
  [counts, 'Counted on 09 Feb 2027, 12:30 PM EST. The reports are final.'],
  [
    { ...counts, countedAt: null, isSettled: false },
    'Not counted yet. The reports become final on 09 Feb 2027, 11:00 PM EST.',
  ],
  [
    { ...counts, countedAt: null, isSettled: false, settlesAt: at('12:45') },
    'Not counted yet. A report that you upload now is final.',
  ],
  [{ ...counts, isCounting: true }, 'Counting… The reports are final.'],
])('the page says how final it is: %j', (given, words) => {
  expect(countedWords(given as SlotFindings, at('12:45'))).toBe(words)
})

test.each([
  [0, 0, '–'],
  [0, 300, '0%'],
  [1, 300, '1%'],
  [150, 300, '50%'],
  [299, 300, '99%'],
  [300, 300, '100%'],
])('%i of %i is %s', (part, whole, shown) => {
  expect(shownShare(part, whole)).toBe(shown)
})

test('hours are numbered on each day', () => {
  const hour = (on: string, time: string) => ({
    on,
    hour: 1,
    value: 60,
    earned: 0,
    present: 0,
    pieces: [{ startAt: new Date(`${on}T${time}-05:00`), endAt: new Date() }],
  })
  const agenda = [hour('2027-02-09', '08:00'), hour('2027-02-10', '08:00'), hour('2027-02-10', '13:00')]
  expect(agenda.map((each) => hourName(agenda, each))).toEqual([
    'hour 1, Tue 09 Feb 2027, 8:00 AM',
    'hour 1, Wed 10 Feb 2027, 8:00 AM',
    'hour 2, Wed 10 Feb 2027, 1:00 PM',
  ])
})

test('an answer names its time, and whether it was given by code', () => {
  const at = new Date('2027-02-09T14:10:00Z')
  expect(answerWords({ question: 'Poll 3', at, source: 'code' })).toBe(
    'Poll 3 · 09 Feb 2027, 9:10 AM EST · by code',
  )
  expect(answerWords({ question: 'Poll 3', at: null })).toBe('Poll 3')
})
