import { expect, test } from 'vitest'
import type { CountedPerson, Wait } from '#contract/credit-findings/calls.ts'
import { dayStartsOf, groupsOf, narrowed } from './slot-groups.ts'

const person = (registrationId: number, more: object = {}): CountedPerson =>
  ({
    ...{ registrationId, name: `Person ${registrationId}`, email: `${registrationId}@example.com` },
    ...{ found: { hours: 8, possibleHours: 8, reason: 'full' }, codes: ['earned'], shortBy: null },
    ...more,
  }) as CountedPerson
const fewer = (registrationId: number, shortBy: number | null) =>
  person(registrationId, {
    found: { hours: 7, possibleHours: 8, reason: 'presence' },
    codes: ['too-short'],
    shortBy,
  })
const wait = (kind: Wait['kind'], more: object = {}): Wait =>
  ({ kind, name: 'Kim', email: null, registrationId: null, ...more }) as Wait
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
