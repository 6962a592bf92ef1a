import { expect, test } from 'vitest'
import type { AttendanceVisit } from '#contract/attendance/attendances/readings.ts'
import { countOne, courseOf, slotTime, unpolled, visit } from '#test/counted-slots.ts'
import { lacksTime } from './missing-times.ts'

const [agenda = []] = courseOf(unpolled, [{ time: slotTime('2-9 2-10 08:00 12:00') }])
const wednesday = visit('10 08:00', '10 12:00')
const morning = visit('9 08:00', '9 10:00')
const [back, left] = [visit('9 10:10', '9 12:00'), visit('9 08:00', '9 09:55')]

test.each<[string, AttendanceVisit[], boolean]>([
  ['was away, came back, and nobody noted the end', [morning, { ...back, leftAt: null }], true],
  ['left, and nobody noted the start, and came back', [{ ...left, joinedAt: null }, back], true],
  ['was away, came back and left', [morning, visit('9 11:05', '9 12:00')], false],
  ['earned all hours', [visit('9 08:00', '9 11:50'), visit('9 11:55', '9 12:00', { leftAt: null })], false],
  [
    'came late, and was noted again after the last hour',
    [back, visit('9 12:01', '9 12:02', { leftAt: null })],
    false,
  ],
  [
    'left early, and was noted once more before',
    [morning, visit('9 09:00', '9 09:00', { leftAt: null })],
    false,
  ],
  ['waited for the host', [morning, { ...back, leftAt: null, isWaiting: true }], false],
  [
    'missed another day',
    [visit('9 08:00', '9 12:00'), visit('10 08:00', '10 09:00'), { ...back, leftAt: null }],
    false,
  ],
])('who %s, on a day: a time is missing: %s', (_, visits, expected) => {
  const all = visits.some(({ joinedAt }) => joinedAt && joinedAt >= (wednesday.joinedAt as Date))
    ? visits
    : [...visits, wednesday]
  expect(lacksTime(countOne(unpolled, agenda, { visits: all }), all, agenda)).toBe(expected)
})
