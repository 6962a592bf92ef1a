import { expect, test } from 'vitest'
import { comparedHabits, comparedMails } from './comparison.ts'

const late = { habit: 'Late on day 1', expectedHours: 7 } as const
const people = [
  { ...late, email: 'one@rehearsal.invalid' },
  { ...late, email: 'two@rehearsal.invalid' },
  { habit: 'Absent', email: 'three@rehearsal.invalid', expectedHours: 0 },
] as const

test.each([
  ['everybody has the expected hours', { one: 7, two: 7 }, [true, true]],
  ['one person has an hour more', { one: 7, two: 8 }, [false, true]],
  ['all have an hour less', { one: 6, two: 6 }, [false, true]],
  ['somebody who never came has an hour', { one: 7, two: 7, three: 1 }, [true, false]],
  ['nobody has a registration', {}, [false, true]],
])('a habit is as expected or not: %s', (_, hours, expected) => {
  const credited = Object.entries(hours).map(([name, given]) => [`${name}@rehearsal.invalid`, given] as const)
  const compared = comparedHabits(people, new Map(credited))
  expect(compared.map(({ isAsExpected }) => isAsExpected)).toEqual(expected)
})

test('a habit names how many people have how many hours', () => {
  const [compared] = comparedHabits(people, new Map([['one@rehearsal.invalid', 7]]))
  expect(compared).toMatchObject({
    habit: 'Late on day 1',
    people: 2,
    expectedHours: 7,
    credited: [
      { hours: 7, people: 1 },
      { hours: 0, people: 1 },
    ],
  })
})

const mail = (cause: string, to = 'one@rehearsal.invalid') => ({ cause, toAddress: to })
type Compared = Parameters<typeof comparedMails>[0]
const admitted = {
  habit: 'Made up an hour in another slot',
  email: 'four@rehearsal.invalid',
  expectedHours: 8,
} satisfies Compared[number]
const certificates = [mail('certificate:1:credited'), mail('certificate:2:credited')]

test.each([
  ['everybody with hours has one certificate', certificates, { Certificate: true }],
  ['one is missing', certificates.slice(1), { Certificate: false }],
  ['one is there twice', [...certificates, mail('certificate:2:again')], { Certificate: false }],
  [
    'one went to a real address',
    [...certificates, mail('certificate:3:credited', 'pat@example.com')],
    { Certificate: true, 'Other, or to someone else': false },
  ],
  [
    'one admission to another slot is missing',
    [],
    { 'Admission to another slot': false },
    [...people, admitted],
  ],
  [
    'the admission to another slot is there',
    [mail('make-up:1:1', 'four@rehearsal.invalid')],
    { 'Admission to another slot': true },
    [...people, admitted],
  ],
])('mails are as expected or not: %s', (_, sent, expected, who: Compared = people) => {
  const compared = new Map(comparedMails(who, sent).map((each) => [each.kind, each.isAsExpected]))
  expect(Object.fromEntries(compared)).toMatchObject({ 'Other, or to someone else': true, ...expected })
})
