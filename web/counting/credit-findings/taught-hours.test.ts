import { expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { hoursOf } from '#contract/events/slots/agendas.ts'
import { clockTime, instantOf, interruptedHours, movedHours } from './taught-hours.ts'

const slot = {
  startOn: '2027-02-09',
  endOn: '2027-02-10',
  startTime: '08:00',
  endTime: '10:00',
  breaks: [],
} as const
const on = slot.startOn
const planned = hoursOf(slot, { code: 'hours-1', periodMinutes: 60, teachingMinutes: 50 })
const words = (hours: AgendaHour[]) =>
  hours.map(({ on, pieces }) =>
    [on.slice(8), ...pieces.map(({ startAt, endAt }) => `${clockTime(startAt)}-${clockTime(endAt)}`)].join(
      ' ',
    ),
  )
const at = (time: string, day: PlainDate = on) => instantOf(slot, day, time)

test('a day that began ten minutes late moves all its hours, and no other day', () => {
  expect(words(movedHours(planned, on, 10))).toEqual([
    '09 08:10-09:00',
    '09 09:10-10:00',
    '10 08:00-08:50',
    '10 09:00-09:50',
  ])
})

test.each<[string, [from: string, to: string, goesOn: boolean], string[]]>([
  ['is cut out of its hour', ['08:20', '08:26', false], ['09 08:00-08:20 08:26-08:50', '09 09:00-09:50']],
  ['can be made up for', ['08:20', '08:26', true], ['09 08:00-08:20 08:26-08:56', '09 09:00-09:50']],
  [
    'that is made up for pushes the hours that follow too soon',
    ['08:20', '08:40', true],
    ['09 08:00-08:20 08:40-09:10', '09 09:10-10:00'],
  ],
  ['until the end of its hour', ['08:40', '08:55', false], ['09 08:00-08:40', '09 09:00-09:50']],
  [
    'until the end of its hour, made up for',
    ['08:40', '08:55', true],
    ['09 08:00-08:40 08:55-09:05', '09 09:05-09:55'],
  ],
  ['of a whole hour drops it', ['07:50', '08:55', false], ['09 09:00-09:50']],
  ['of a whole hour, made up for', ['08:00', '08:50', true], ['09 08:50-09:40', '09 09:40-10:30']],
  ['in a break changes nothing', ['08:50', '09:00', true], ['09 08:00-08:50', '09 09:00-09:50']],
  ['over two hours', ['08:40', '09:10', false], ['09 08:00-08:40', '09 09:10-09:50']],
  ['over two hours, made up for', ['08:40', '09:10', true], ['09 08:00-08:40 09:10-09:20', '09 09:20-10:10']],
])('an interruption %s', (_, [from, to, goesOn], expected) => {
  const hours = interruptedHours(planned, { from: at(from), to: at(to), goesOn })
  expect(words(hours).filter((line) => line.startsWith('09'))).toEqual(expected)
  expect(words(hours).filter((line) => line.startsWith('10'))).toEqual(['10 08:00-08:50', '10 09:00-09:50'])
})

test('a typed time belongs to its day, or to the night after it', () => {
  const evening = { ...slot, startTime: '20:00', endTime: '23:50' } as const
  expect(instantOf(evening, on, '16:30').toISOString()).toBe('2027-02-09T21:30:00.000Z')
  expect(instantOf(evening, on, '00:30').toISOString()).toBe('2027-02-10T05:30:00.000Z')
  expect(clockTime(instantOf(evening, on, '21:10:30'))).toBe('21:10:30')
  expect(clockTime(instantOf(evening, on, ''))).toBe('')
})
