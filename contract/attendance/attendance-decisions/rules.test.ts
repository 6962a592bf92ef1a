import { expect, test } from 'vitest'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { decisionRefusal } from './rules.ts'
import {
  answerGroupOf,
  readSubject,
  slotSubject,
  subjectOfRegistration,
  subjectOfReport,
  subjectOfRow,
  subjectOfStay,
} from './subjects.ts'

type Given = Parameters<typeof decisionRefusal>[0]
type Facts = Parameters<typeof decisionRefusal>[1]

const row = { name: 'Pat Example', from: new Date('2027-02-09T13:00Z'), to: null }
const rows = subjectOfRow({ ...row, registrantId: 'abc', email: 'Pat@Example.com ' })
const byEmail = (email: string) => subjectOfRow({ ...row, registrantId: null, email })
const nameless = subjectOfRow({ ...row, registrantId: null, email: null })
const later = subjectOfRow({
  name: ' pat  EXAMPLE',
  from: row.from,
  to: row.from,
  registrantId: null,
  email: null,
})
const unnamed = subjectOfRow({ ...row, name: ' ', registrantId: null, email: null })
const timeless = subjectOfRow({ ...row, from: null, registrantId: null, email: null })
const registration = subjectOfRegistration(7)
const sha256 = 'ab'.repeat(32)
const stay = subjectOfStay(7, '2027-02-09')

test.each([
  [rows, { about: 'rows', registrantId: 'abc', email: 'pat@example.com' }],
  [byEmail('a@example.com'), { about: 'rows', registrantId: '', email: 'a@example.com' }],
  [
    subjectOfRow({ ...row, registrantId: 'a b', email: null }),
    { about: 'rows', registrantId: 'a b', email: '' },
  ],
  [nameless, { about: 'rows', registrantId: '', email: '', row: { ...row, name: 'pat example' } }],
  [
    later,
    {
      about: 'rows',
      registrantId: '',
      email: '',
      row: { name: 'pat example', from: row.from, to: row.from },
    },
  ],
  [unnamed, { about: 'rows', registrantId: '', email: '', row: { ...row, name: '' } }],
  [
    timeless,
    { about: 'rows', registrantId: '', email: '', row: { name: 'pat example', from: null, to: null } },
  ],
  [registration, { about: 'registration', registrationId: 7 }],
  [stay, { about: 'stay', registrationId: 7, on: '2027-02-09' }],
  [subjectOfReport(sha256), { about: 'report', sha256 }],
  [subjectOfReport(sha256, '2027-02-09'), { about: 'report', sha256, on: '2027-02-09' }],
  [`report ${sha256} visits`, { about: 'report', sha256, part: 'visits' }],
  [`report ${sha256} 2027-02-09 answers`, { about: 'report', sha256, on: '2027-02-09', part: 'answers' }],
  [slotSubject, { about: 'slot' }],
  ['same-hour-missed 2027-02-09T14:00:00.000Z', { about: 'anomaly' }],
  ['registration seven', { about: 'anomaly' }],
])('the subject %s is read', (subject, parts) => {
  expect(readSubject(subject)).toEqual(parts)
})

test('rows with the same id and email have one subject, whatever the name, and rows with neither one each', () => {
  const later = { ...row, from: new Date('2027-02-09T14:00Z') }
  expect(subjectOfRow({ ...later, name: 'P', registrantId: 'abc', email: ' PAT@example.com' })).toBe(rows)
  expect(byEmail('pat@example.com')).not.toBe(rows)
  expect(subjectOfRow({ ...later, registrantId: null, email: null })).not.toBe(nameless)
})

test.each([
  ['rows of one name are answered together', nameless, later, true],
  ['also without times', nameless, timeless, true],
  ['rows without a name are not', unnamed, unnamed.replace('13:00', '14:00'), false],
  ['rows of another name are not', nameless, nameless.replace('pat', 'kim'), false],
  ['rows with an email are not', nameless, rows, false],
])('%s', (_, one, other, isTogether) => {
  expect(answerGroupOf(one) === answerGroupOf(other)).toBe(isTogether)
})

const slot = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '12:00' } as const
const facts = { slot, isKnown: true, areThere: true, areOfEvent: true, isSamePerson: true }
const match = { act: 'match', subject: rows, registrationIds: [7] } as const
const aside = { act: 'set-aside', subject: registration, registrationIds: [] } as const
const credit = {
  act: 'credit',
  subject: registration,
  registrationIds: [],
  credit: { registrationId: 7, hours: 5, isByRule: true },
} as const
const state = (from: string, to: string, subject = stay) =>
  ({ act: 'state', subject, registrationIds: [], from: new Date(from), to: new Date(to) }) as const

test.each<[string, object, Partial<Facts>, RefusalCode | undefined]>([
  ['rows may belong to a registration', match, {}, undefined],
  ['rows may belong to nobody', { ...match, registrationIds: [] }, {}, undefined],
  ['rows may belong to several', { ...match, registrationIds: [7, 8] }, {}, undefined],
  ['rows that no report has are refused', match, { isKnown: false }, 'SUBJECT_UNKNOWN'],
  ['an unknown registration is refused', match, { areThere: false }, 'REGISTRATION_NOT_FOUND'],
  ['a registration for another event is refused', match, { areOfEvent: false }, 'OTHER_EVENT'],
  ['a registration is no rows', { ...match, subject: registration }, {}, 'ANSWER_UNFIT'],
  ['rows are not set aside', { ...aside, subject: rows }, {}, 'ANSWER_UNFIT'],
  ['a wait of a registration is set aside', aside, {}, undefined],
  ['a report is set aside', { ...aside, subject: subjectOfReport(sha256) }, {}, undefined],
  [
    'a report that the slot does not have is refused',
    { ...aside, subject: subjectOfReport(sha256) },
    { isKnown: false },
    'SUBJECT_UNKNOWN',
  ],
  [
    'a report is no question',
    { ...aside, act: 'counts', subject: subjectOfReport(sha256) },
    {},
    'ANSWER_UNFIT',
  ],
  [
    'an anomaly is set aside',
    { ...aside, subject: 'same-hour-missed 2027-02-09T14:00:00.000Z' },
    {},
    undefined,
  ],
  [
    'an anomaly that does not wait is refused',
    { ...aside, subject: 'x' },
    { isKnown: false },
    'SUBJECT_UNKNOWN',
  ],
  ['a set-aside names no registrations', { ...aside, registrationIds: [7] }, {}, 'ANSWER_UNFIT'],
  ['a slot is settled', { act: 'settle', subject: slotSubject, registrationIds: [] }, {}, undefined],
  ['only a slot is settled', { ...aside, act: 'settle' }, {}, 'ANSWER_UNFIT'],
  ['hours are set for a registration', credit, {}, undefined],
  ['a credit needs hours', { ...credit, credit: undefined }, {}, 'ANSWER_UNFIT'],
  ['only a credit sets hours', { ...aside, credit: credit.credit }, {}, 'ANSWER_UNFIT'],
  [
    '0 hours are set elsewhere',
    { ...credit, credit: { registrationId: 8, hours: 0, isByRule: false } },
    {},
    undefined,
  ],
  [
    'hours elsewhere are not raised',
    { ...credit, credit: { ...credit.credit, registrationId: 8 } },
    {},
    'ANSWER_UNFIT',
  ],
  [
    'hours of another person are not touched',
    { ...credit, credit: { registrationId: 8, hours: 0, isByRule: false } },
    { isSamePerson: false },
    'ANSWER_UNFIT',
  ],
  ['a stay has times', state('2027-02-09T13:00Z', '2027-02-09T17:00Z'), {}, undefined],
  ['a stay may begin 12 hours early', state('2027-02-09T01:00Z', '2027-02-09T17:00Z'), {}, undefined],
  [
    'a stay does not begin earlier',
    state('2027-02-09T00:59Z', '2027-02-09T17:00Z'),
    {},
    'TIMES_OUTSIDE_SLOT',
  ],
  ['a stay may end 12 hours late', state('2027-02-09T13:00Z', '2027-02-10T05:00Z'), {}, undefined],
  ['a stay does not end later', state('2027-02-09T13:00Z', '2027-02-10T05:01Z'), {}, 'TIMES_OUTSIDE_SLOT'],
  ['a stay ends after it begins', state('2027-02-09T13:00Z', '2027-02-09T13:00Z'), {}, 'TIMES_OUTSIDE_SLOT'],
  [
    'a stay is on a day of the slot',
    state('2027-02-11T13:00Z', '2027-02-11T17:00Z', subjectOfStay(7, '2027-02-11')),
    {},
    'TIMES_OUTSIDE_SLOT',
  ],
  ['a stay without times is refused', { ...aside, act: 'state', subject: stay }, {}, 'ANSWER_UNFIT'],
])('%s', (_, given, other, refusal) => {
  expect(decisionRefusal(given as Given, { ...facts, ...other })).toBe(refusal)
})
