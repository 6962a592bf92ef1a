import { expect, test } from 'vitest'
import type { AttendanceVisit } from '#contract/attendance/attendances/readings.ts'
import { countOne, courseOf, evidenceAt, slotTime, unpolled, visit } from '#test/counted-slots.ts'
import { countCourse } from './count-course.ts'
import { isTotalOff } from './stated-totals.ts'

const [agenda = []] = courseOf(unpolled, [{ time: slotTime('2-9 2-10 08:00 12:00') }])
const [tuesday, wednesday] = [visit('9 08:00', '9 12:00'), visit('10 08:00', '10 12:00')]

/** Returns true if the total in a file with some of the person's rows is off. */
function isOff(minutes: number, visits: AttendanceVisit[], all = visits): boolean {
  return isTotalOff(countOne(unpolled, agenda, { visits: all }), { minutes, visits }, agenda)
}

test('a total differs by more than 10 minutes from the rows', () => {
  const late = visit('9 08:10', '9 12:00')
  expect([219, 220, 240, 241].map((minutes) => isOff(minutes, [late]))).toEqual([true, false, false, true])
})

test('a total that differs waits for nothing if all hours are earned and it is enough for them', () => {
  // Four hours need 180 minutes, and the file has one day.
  expect(isOff(180, [tuesday], [tuesday, wednesday])).toBe(false)
  expect(isOff(179, [tuesday], [tuesday, wednesday])).toBe(true)
  expect(isOff(360, [tuesday, wednesday])).toBe(false)
  expect(isOff(359, [tuesday, wednesday])).toBe(true)
  // Without Wednesday, not all hours are earned.
  expect(isOff(180, [tuesday])).toBe(true)
})

test('a total is compared with the hours of its slot alone', () => {
  // The evening repeats the course. Its hours don't need the morning's file.
  const [morning = [], evening = []] = courseOf(unpolled, [
    { time: slotTime('2-9 2-9 08:00 12:00') },
    { time: slotTime('2-9 2-9 18:00 22:00') },
  ])
  const finding = countCourse(unpolled, {
    registered: 1,
    slots: [
      evidenceAt(morning, { eventSlotId: 1, visits: [tuesday] }),
      evidenceAt(evening, { eventSlotId: 2, visits: [visit('9 18:00', '9 19:00')] }),
    ],
  })
  expect(finding.reason).toBe('full')
  expect(isTotalOff(finding, { minutes: 180, visits: [tuesday] }, morning)).toBe(false)
  expect(isTotalOff(finding, { minutes: 179, visits: [tuesday] }, morning)).toBe(true)
})
