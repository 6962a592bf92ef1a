import { describe, expect, test } from 'vitest'
import { readingOf, visitLines } from '#test/attendance-files.ts'

// A log has a row for each joining and leaving.

const day = '02/09/2027'
const logOf = (...rows: string[]) =>
  `Name,Email,Action,Timestamp\n${rows.map((row) => `Ada,ada@example.com,${row.replace(' ', `,${day} `)}\n`).join('')}`
const stays = async (...rows: string[]) =>
  visitLines(await readingOf(logOf(...rows)))
    .map((line) => line.split(' ').at(-1))
    .sort()

describe('a log means the same in every order:', () => {
  const twoStays = ['08:00:00-09:00:00', '11:00:00-12:00:00']
  test.each([
    ['oldest first', ['In 8:00', 'Out 9:00', 'In 11:00', 'Out 12:00']],
    ['newest first', ['Out 12:00', 'In 11:00', 'Out 9:00', 'In 8:00']],
    ['by action', ['In 8:00', 'In 11:00', 'Out 9:00', 'Out 12:00']],
  ])('%s', async (_, rows) => {
    expect(await stays(...rows)).toEqual(twoStays)
  })

  test('out and in within one minute', async () => {
    expect(await stays('Out 12:00', 'In 9:00', 'Out 9:00', 'In 8:00')).toEqual([
      '08:00:00-12:00:00',
      '09:00:00-09:00:00',
    ])
    expect(await stays('In 8:00', 'Out 9:00', 'In 9:00', 'Out 12:00')).toEqual([
      '08:00:00-09:00:00',
      '09:00:00-12:00:00',
    ])
  })

  test('with a time that cannot be read, it keeps its own', async () => {
    const { visits } = await readingOf(logOf('In 8:00', 'Out noon', 'In 1:00 PM', 'Out 5:00 PM'))
    expect(visits.map(({ flaws }) => flaws.length)).toEqual([1, 0])
  })
})

test('times of twelve hours go forward in a log, too', async () => {
  expect(await stays('In 8:00', 'Out 12:00', 'In 1:00', 'Out 5:00')).toEqual([
    '08:00:00-12:00:00',
    '13:00:00-17:00:00',
  ])
  expect(await stays('In 08:00', 'Out 12:00', 'In 01:00', 'Out 05:00')).toEqual([
    '01:00:00-05:00:00',
    '08:00:00-12:00:00',
  ])
})

test('a person who leaves before joining is named', async () => {
  const { visits } = await readingOf(logOf('Out 8:00', 'In 9:00'))
  expect(visits.flatMap(({ flaws }) => flaws.map(({ column }) => column))).toEqual([
    'Join Time',
    'Leave Time',
  ])
})

test('an email is one person in a log, whatever the name', async () => {
  const rows = ['Ada Rivet,ada@example.com,In,02/09/2027 8:00', 'ada,ADA@example.com,Out,02/09/2027 12:00']
  const { visits } = await readingOf(`Name,Email,Action,Timestamp\n${rows.join('\n')}\n`)
  expect(visits.map(({ flaws }) => flaws.length)).toEqual([0])
})
