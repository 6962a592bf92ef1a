import { expect, test } from 'vitest'
import { hoursOf } from '#contract/events/slots/agendas.ts'
import type { SlotBreak } from '#contract/events/slots/breaks.ts'
import { sheetHours } from './sign-in-sheet-hours.ts'

const figures = { code: 'hours-2', periodMinutes: 60, teachingMinutes: 50 } as const
const day = { startOn: '2027-03-09', endOn: '2027-03-09', startTime: '08:00', endTime: '17:00' } as const
const pause = (from: string, to: string) => [{ from, to, name: 'Lunch' }] as SlotBreak[]
const two = (...times: string[]) => times.map((begins) => ({ begins, courses: 2 }))

test('each hour has two courses, also where they are planned as halves, and none during lunch', () => {
  const slot = { ...day, breaks: pause('12:00', '13:00') }
  const expected = two(
    '8:00 AM',
    '9:00 AM',
    '10:00 AM',
    '11:00 AM',
    '1:00 PM',
    '2:00 PM',
    '3:00 PM',
    '4:00 PM',
  )
  expect(sheetHours(hoursOf(slot, figures))).toEqual(expected)
  expect(sheetHours(hoursOf(slot, { ...figures, coursesAnHour: 2 }))).toEqual(expected)
})

test('a course that is left over before a break or at the end stands alone', () => {
  const slot = { ...day, endTime: '13:30', breaks: pause('11:45', '12:30') } as const
  expect(sheetHours(hoursOf(slot, { ...figures, coursesAnHour: 2 }))).toEqual([
    ...two('8:00 AM', '9:00 AM', '10:00 AM'),
    { begins: '11:00 AM', courses: 1 },
    ...two('12:30 PM'),
  ])
})
