import { describe, expect, test } from 'vitest'
import { readingOf, totalLines } from '#test/attendance-files.ts'
import type { FoundColumn } from './attendance-columns.ts'
import { minutesIn } from './attendance-totals.ts'

test.each([
  ['244', 244],
  ['74.70', 74.7],
  ['244 mins', 244],
  ['4 hours 4 minutes', 244],
  ['1 hour 4 minutes', 64],
  ['4h 4m 30s', 244.5],
  ['1 hr 2 min', 62],
  ['42m', 42],
  ['04:04:00', 244],
  ['45 s', 0.75],
  ['1.5 hours', 90],
  ['4:04', undefined],
  ['--', undefined],
  ['', undefined],
  ['all day', undefined],
])('%j is a duration of %s minutes', (text, minutes) => {
  const column: FoundColumn = { place: 0, written: 'Time in Session' }
  expect(minutesIn(text, column, 'goto-attendees')).toBe(minutes)
})

test.each([
  ['Duration (minutes)', 64],
  ['Duration (hours)', 3840],
  ['Duration (seconds)', 64 / 60],
])('a number under %j is in its unit', (written, minutes) => {
  expect(minutesIn('64', { place: 0, written }, 'list')).toBe(minutes)
})

describe("the total of a person is the sum of what Zoom's and GoTo's rows state", () => {
  const heading = 'Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes)'
  const row = (email: string, from: string, to: string, minutes: string) =>
    `Yes,${email},${email}@example.com,"Feb 09, 2027 ${from}","Feb 09, 2027 ${to}",${minutes}`
  const totals = async (...rows: string[]) =>
    totalLines(await readingOf(`Attendee Details\n${heading}\n${rows.join('\n')}\n`))

  test('also over sections, of attendees who were made panelists', async () => {
    const panelist = `Panelist Details\n${heading}\n${row('ada', '09:39:09', '12:03:38', '145')}`
    const file = `${panelist}\nAttendee Details\n${heading}\n${row('ada', '07:58:24', '09:39:06', '101')}\n`
    expect(totalLines(await readingOf(file))).toEqual(['ada@example.com 245'])
  })

  test('without the minutes that they round up, row by row', async () => {
    const short = Array.from({ length: 40 }, (_, place) => {
      const minute = String(place).padStart(2, '0')
      return row('ada', `08:${minute}:00`, `08:${minute}:20`, '1')
    })
    expect(await totals(...short)).toEqual(['ada@example.com 13'])
  })

  test('if a row states less than its times, that counts', async () => {
    expect(await totals(row('ben', '07:57:00', '12:01:00', '64'))).toEqual(['ben@example.com 64'])
  })

  test('if every row states the same, it may be the total', async () => {
    const two = ['07:58:00', '09:58:00', '10:00:00', '12:00:00'] as const
    const rows = (minutes: string) => [
      row('ada', two[0], two[1], minutes),
      row('ada', two[2], two[3], minutes),
    ]
    expect(await totals(...rows('240'))).toEqual(['ada@example.com 240'])
    expect(await totals(...rows('120'))).toEqual(['ada@example.com 240'])
    expect(await totals(...rows('32'))).toEqual(['ada@example.com 64'])
  })

  test('of people who came, outside of the waiting room', async () => {
    const file = `Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,In waiting room
Ada,ada@example.com,02/09/2027 07:50:00 AM,02/09/2027 08:00:00 AM,10,Yes,Yes
Ada,ADA@example.com,02/09/2027 08:00:00 AM,02/09/2027 12:00:00 PM,240,Yes,No
`
    expect(totalLines(await readingOf(file))).toEqual(['ADA@example.com 240'])
    expect(await totals('No,eve,eve@example.com,--,--,--')).toEqual([])
  })
})
