import { expect, test } from 'vitest'
import { subjectOfRow } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { CountedPerson, Question } from '#contract/counting/credit-findings/calls.ts'
import { questionTimes } from './question-words.ts'
import { dayStartsOf, groupsOf, narrowed, waitingOf } from './slot-groups.ts'

const person = (registrationId: number, more: object = {}): CountedPerson =>
  ({
    registrationId,
    name: `Person ${registrationId}`,
    email: `${registrationId}@example.com`,
    found: { hours: 8, possibleHours: 8, reason: 'full' },
    codes: ['earned'],
    shortBy: null,
    ...more,
  }) as CountedPerson
const fewer = (registrationId: number, shortBy: number | null) =>
  person(registrationId, {
    found: { hours: 7, possibleHours: 8, reason: 'presence' },
    codes: ['too-short'],
    shortBy,
  })
const wait = (kind: Question['kind'], more: object = {}): Question =>
  ({
    kind,
    name: 'Kim',
    email: null,
    registrationId: null,
    subject: `person ${++waits} `,
    ...more,
  }) as Question
let waits = 0
const open = { hours: 0, possibleHours: 8, reason: 'open' }
const ids = (people: CountedPerson[]) => people.map(({ registrationId }) => registrationId)

test('people with fewer hours are shown by what they lack, least first', () => {
  const { fewer: shown } = groupsOf({ people: [fewer(1, 40), fewer(2, null), fewer(3, 2)], waits: [] })
  expect(ids(shown)).toEqual([3, 1, 2])
})

test('everybody is in one group, and who waits in no other', () => {
  const people = [
    person(1),
    fewer(2, 2),
    person(3, { found: { hours: 0, possibleHours: 8, reason: 'no-visits' } }),
    person(4, { found: open, codes: ['open'] }),
    person(5, { found: open, codes: ['open', 'too-short'], shortBy: 1 }),
    fewer(6, 1),
  ]
  const waits = [wait('lowered', { registrationId: 6 }), wait('no-email'), wait('same-hour-missed')]
  const groups = groupsOf({ people, waits })
  expect([groups.all, groups.fewer, groups.never, groups.open].map(ids)).toEqual([[1], [5, 2], [3], [4]])
  expect(groups.waiting.map(({ wait, person }) => [wait.kind, person?.registrationId])).toEqual([
    ['lowered', 6],
    ['no-email', undefined],
  ])
  expect(groups.anomalies.map(({ kind }) => kind)).toEqual(['same-hour-missed'])
})

const nameless = (name: string, from: string, to?: string): Question => {
  const [begin, end] = [new Date(from), to ? new Date(to) : null]
  const subject = subjectOfRow({ registrantId: null, email: null, name, from: begin, to: end })
  const facts = to ? { visits: [{ from: begin, to: end }], answers: 0 } : { visits: [], answers: 1 }
  return wait('no-email', { name, subject, facts })
}
const [first, second] = ['2026-02-10T12:58Z', '2026-02-11T17:02Z'] as const
const visit = nameless('Pat Person', first, '2026-02-10T14:18Z')
const answer = nameless(' pat  person', '2026-02-10T13:40Z')
const nextDay = nameless('PAT PERSON', '2026-02-11T12:59Z', second)

test.each<[string, Question[], Question[][]]>([
  ['rows of one name, earliest first', [nextDay, answer, visit], [[visit, answer, nextDay]]],
  ['rows of another name alone', [visit, nameless('Kim', first)], [[visit], [nameless('Kim', first)]]],
  [
    'rows without a name alone',
    [nameless('', first), nameless(' ', second)],
    [[nameless('', first)], [nameless(' ', second)]],
  ],
  [
    'rows with an email alone',
    [visit, wait('unknown-email', { name: 'Pat Person', subject: 'person  a@b.c' })],
    [[visit], [wait('unknown-email', { name: 'Pat Person', subject: 'person  a@b.c' })]],
  ],
])('an answer is offered for %s', (_, given, expected) => {
  expect(waitingOf(given).map(({ rows }) => rows)).toEqual(expected)
})

test('rows that wait together have the visits and answers of all', () => {
  const [group] = waitingOf([answer, visit, nextDay])
  expect(group?.wait).toMatchObject({ name: 'Pat Person', subject: visit.subject, facts: { answers: 1 } })
  expect(group?.wait.facts.visits).toEqual([...(visit.facts.visits ?? []), ...(nextDay.facts.visits ?? [])])
})

test.each([
  ['a visit', [visit], '10 Feb 2026, 7:58 AM Eastern – 9:18 AM Eastern'],
  ['an answer', [answer], '10 Feb 2026, 8:40 AM Eastern'],
  ['rows of a day', [visit, answer], '10 Feb 2026, 7:58 AM Eastern – 9:18 AM Eastern'],
  [
    'rows of two days',
    [visit, answer, nextDay],
    '10 Feb 2026, 7:58 AM Eastern – 11 Feb 2026, 12:02 PM Eastern',
  ],
  ['a person', [wait('unknown-email', { facts: { answers: 3 } })], ''],
])('the times of %s are told', (_, rows, words) => {
  expect(questionTimes(rows)).toBe(words)
})

test('a search finds people and waits by all of its words', () => {
  const groups = groupsOf({
    people: [person(1, { name: 'Pat Doe' }), fewer(2, 1)],
    waits: [wait('no-email', { name: 'Pat', email: 'doe@example.com' }), wait('no-email')],
  })
  const found = narrowed(groups, 'DOE pat')
  expect([ids(found.all), ids(found.fewer), found.waiting.length]).toEqual([[1], [], 1])
})

test('a day begins where its first hour is', () => {
  const agenda = ['2027-02-09', '2027-02-09', '2027-02-10'].map((on) => ({ on }))
  expect([...dayStartsOf(agenda as never)]).toEqual([0, 2])
})
