import { expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { courseHoursOf } from '#contract/counting/hours/course-hours.ts'
import type { HourFinding } from '#contract/counting/hours/findings.ts'
import { hoursOf } from '#contract/events/slots/agendas.ts'
import { ownHours } from './own-hours.ts'

const [first, second] = ['2027-02-09', '2027-02-10'] as PlainDate[] as [PlainDate, PlainDate]
const at = (on: string, time: string) => new Date(`${on}T${time}-05:00`)
const time = { startOn: first, endOn: second, startTime: '08:00', endTime: '10:00', breaks: [] } as const
const planned = hoursOf(time, { code: 'hours-2', periodMinutes: 60, teachingMinutes: 50 })
const agenda = courseHoursOf([{ time, agenda: planned, planned }])
  .flat()
  .map((hour) => ({ ...hour, isCovered: true }))
const hour = (time: string, more: Partial<HourFinding>): HourFinding => ({
  on: first,
  course: time === '08:00' ? '1.1' : '1.2',
  startAt: at(first, time),
  code: 'earned',
  minutes: 50,
  polls: null,
  away: [],
  taughtMinutes: 50,
  neededMinutes: 45,
  ...more,
})
const codesAt = (time: string, counted: HourFinding[], on = first) =>
  ownHours(agenda, counted, { lateMinutes: 5, now: at(on, time), others: [] }).map(({ number, code }) => [
    number,
    code,
  ])

test.each<[string, HourFinding[], PlainDate, string[]]>([
  ['07:00', [], first, ['to-come', 'to-come', 'to-come', 'to-come']],
  [
    '08:30',
    [hour('08:00', { code: 'too-short', minutes: 30 })],
    first,
    ['under-way', 'to-come', 'to-come', 'to-come'],
  ],
  // Polls count until the next hour begins, and some minutes past the last hour.
  ['08:55', [hour('08:00', { code: 'poll-missing' })], first, ['under-way', 'to-come', 'to-come', 'to-come']],
  ['08:55', [hour('08:00', {})], first, ['earned', 'to-come', 'to-come', 'to-come']],
  [
    '09:54',
    [hour('08:00', { code: 'poll-missing' }), hour('09:00', { code: 'poll-missing' })],
    first,
    ['poll-missing', 'under-way', 'to-come', 'to-come'],
  ],
  [
    '09:55',
    [hour('08:00', {}), hour('09:00', { code: 'poll-missing' })],
    first,
    ['earned', 'poll-missing', 'to-come', 'to-come'],
  ],
  ['10:00', [], second, ['no-report', 'no-report', 'no-report', 'no-report']],
  ['12:00', [hour('08:00', {}), hour('09:00', {})], second, ['earned', 'earned', 'no-report', 'no-report']],
])('at %s: %j on %s are %j', (time, counted, on, codes) => {
  expect(codesAt(time, counted, on)).toEqual(codes.map((code, place) => [1 + (place % 2), code]))
})

test('each missing hour has a sentence, with its number on its day', () => {
  const counted = [hour('08:00', {}), hour('09:00', { code: 'not-there', minutes: 0 })]
  const hours = ownHours(agenda, counted, { lateMinutes: 5, now: at(second, '12:00'), others: [] })
  expect(hours.map(({ sentence }) => sentence)).toEqual([
    null,
    'Hour 2, Tue 09 Feb 2027: you were not there.',
    null,
    null,
  ])
})

test.each<[Partial<HourFinding>, boolean]>([
  [{ code: 'counted', minutes: 50 }, false],
  [{ code: 'counted', minutes: 49 }, true],
  [{ code: 'earned-no-poll' }, false],
  [{ code: 'open' }, false],
  [{ code: 'unknown', minutes: 0 }, true],
])('an hour %j is explained: %s', (more, isExplained) => {
  const [counted] = ownHours(agenda, [hour('08:00', more)], {
    lateMinutes: 5,
    now: at(second, '12:00'),
    others: [],
  })
  expect(counted?.sentence !== null).toBe(isExplained)
})
