import { expect, test } from 'vitest'
import { slotDays } from '#contract/slots/times.ts'
import type { AttendanceVisit, PollMoment, Reading } from './readings.ts'
import { readingsOf } from './readings.ts'

const [tuesday, wednesday] = ['2027-02-09', '2027-02-10'] as const
const days = slotDays({ startOn: tuesday, endOn: wednesday, startTime: '08:00', endTime: '12:00' })
const at = (on: string, time: string) => new Date(`${on}T${time}-05:00`)

type Named = AttendanceVisit & { name: string }
const visit = (name: string, joinedAt: Date | null, leftAt: Date | null): Named => ({
  ...{ name, joinedAt, leftAt, role: 'attendee', medium: 'online', isWaiting: false },
})
const on = (day: string, name: string) => visit(name, at(day, '08:00'), at(day, '12:00'))
const answer = (question: string, when: Date | null, day = tuesday as PollMoment['on']): PollMoment => ({
  ...{ question, at: when, on: when ? null : day },
})

let reportId = 0
const report = (more: Partial<Reading<Named, PollMoment>>): Reading<Named, PollMoment> => ({
  ...{ reportId: ++reportId, kind: 'attendance', days: [tuesday, wednesday], visits: null, answers: null },
  receivedAt: new Date('2027-02-10T18:00Z'),
  ...more,
})
const names = (reports: Reading<Named, PollMoment>[]) =>
  readingsOf(reports, days).visits.map(({ name }) => name)

test('each day has the newest report that covers it', () => {
  const both = report({ visits: [on(tuesday, 'old 1'), on(wednesday, 'old 2')] })
  const second = report({ days: [wednesday], visits: [on(wednesday, 'new 2'), on(tuesday, 'not its day')] })
  expect(names([both, second])).toEqual(['old 1', 'new 2'])
  expect(names([second, both])).toEqual(['old 1', 'new 2'])
  expect(readingsOf([both, second], days).sources).toEqual([
    { on: tuesday, visits: [both.reportId], answers: [] },
    { on: wednesday, visits: [second.reportId], answers: [] },
  ])
  const earlier = { ...second, receivedAt: new Date('2027-02-10T17:00Z') }
  expect(names([earlier, both])).toEqual(['old 1', 'old 2'])
})

test('an empty report says that nobody came', () => {
  expect(names([report({ visits: [on(tuesday, 'old')] }), report({ days: [tuesday], visits: [] })])).toEqual(
    [],
  )
})

test('polls have a newest report of their own, and a report about polls hides no visits', () => {
  const attendance = report({ visits: [on(tuesday, 'Jill')], answers: [answer('old', at(tuesday, '08:25'))] })
  const polls = report({ kind: 'polls', days: [tuesday], answers: [answer('new', at(tuesday, '08:26'))] })
  const { visits, answers } = readingsOf([attendance, polls], days)
  expect([visits.length, answers.map(({ question }) => question)]).toEqual([1, ['new']])
})

test('a sign-in sheet and every statement add to the report', () => {
  const visits = (name: string) => [on(tuesday, name)]
  const reports = [
    report({ kind: 'statement', visits: visits('first statement') }),
    report({ kind: 'statement', visits: visits('second statement') }),
    report({ kind: 'sign-in-sheet', visits: visits('old sheet') }),
    report({ kind: 'sign-in-sheet', visits: visits('sheet') }),
    report({ visits: visits('report') }),
  ]
  expect(names(reports)).toEqual(['report', 'sheet', 'second statement', 'first statement'])
})

test('a visit over the night is cut between the days, and each part follows its own day', () => {
  const long = visit('long', at(tuesday, '08:00'), at(wednesday, '12:00'))
  const parts = readingsOf([report({ visits: [long] })], days).visits
  expect(parts.map(({ joinedAt, leftAt }) => [joinedAt, leftAt])).toEqual([
    [at(tuesday, '08:00'), at(tuesday, '22:00')],
    [at(tuesday, '22:00'), at(wednesday, '12:00')],
  ])
  expect(names([report({ visits: [long] }), report({ days: [tuesday], visits: [] })])).toEqual(['long'])
})

test('a visit without usable times stays whole on the day that it names, or on every day', () => {
  const endless = visit('endless', at(wednesday, '08:00'), null)
  const empty = visit('empty', null, null)
  expect(readingsOf([report({ visits: [endless] })], days).visits).toEqual([endless])
  expect(names([report({ visits: [empty] })])).toEqual(['empty', 'empty'])
})

test('a question was asked when somebody first answered it on that day', () => {
  const answers = [
    answer('which form?', at(tuesday, '08:26')),
    answer('which form?', at(tuesday, '08:25')),
    answer('which form?', at(wednesday, '09:25')),
    answer('without a time', null),
  ]
  expect(readingsOf([report({ answers })], days).asked).toEqual([
    { question: 'which form?', at: at(tuesday, '08:25'), on: tuesday },
    { question: 'without a time', at: null, on: tuesday },
    { question: 'which form?', at: at(wednesday, '09:25'), on: wednesday },
  ])
})
