import { describe, expect, test } from 'vitest'
import { readingOf } from '#test/attendance-files.ts'
import { workbookOf } from '#test/workbooks.ts'
import { preparedOf } from './attendance-preparing.ts'

// What a hand-kept list says beside the times of its people has a sentence.

const day = '02/09/2027'
const heading = 'Name,Email,Time In,Time Out'
const fileOf = (...lines: string[]) => `${lines.join('\n')}\n`
const stay = (name: string, from = '8:00', to = '12:00') =>
  `${name},${name.toLowerCase().replaceAll(/\W.*/g, '')}@example.com,${day} ${from},${day} ${to}`

async function problemsOf(file: string | Buffer) {
  return preparedOf(await readingOf(file)).described.problems.map(({ problem }) => problem)
}

describe('a person who is said to have come, without times, waits for a decision:', () => {
  const missing = ["'Join Time' is missing.", "'Leave Time' is missing."]
  test.each(['Attended', 'Present', 'Status'])('under %s', async (column) => {
    for (const word of ['X', 'y', 'P', 'Present', 'Attended', '1', 'TRUE', '✓', 'Here', 'Yes', 'Checked in']) {
      const file = fileOf(`Name,Email,${column},Time In,Time Out`, `Ben,ben@example.com,${word},,`)
      expect(await problemsOf(fileOf(file, 'Ada,ada@example.com,,,'))).toEqual(missing)
    }
  })

  test.each(['No', 'Registered', 'Attending', 'Paid', ''])('but not with %j', async (word) => {
    const { visits } = await readingOf(
      fileOf('Name,Email,Status,Time In,Time Out', `Ben,ben@example.com,${word},,`),
    )
    expect(visits.map(({ status }) => status)).toEqual(['absent'])
  })
})

describe('times without AM or PM beside others with it have a sentence', () => {
  const sentence = (text: string, line: number) =>
    `Some times have AM or PM, and others have neither: '${text}' in line ${line} counts as a time of the morning.`

  test.each([
    ['of arriving', [stay('Ada', '8:00 AM', '12:00 PM'), stay('Ben', '1:00', '5:00 PM')], `${day} 1:00`, 3],
    ['of leaving', [stay('Ada', '8:00', '11:30'), stay('Ben', '8:00 a.m.', '12:00 p.m.')], `${day} 8:00`, 2],
  ])('%s', async (_, rows, text, line) => {
    expect(await problemsOf(fileOf(heading, ...rows))).toEqual([sentence(text, line)])
  })

  test('of a log', async () => {
    const rows = [`In,${day} 8:00 AM`, `Out,${day} 12:00 PM`, `In,${day} 1:00`, `Out,${day} 5:00 PM`]
    const file = fileOf('Name,Email,Action,Timestamp', ...rows.map((row) => `Ada,ada@example.com,${row}`))
    expect(await problemsOf(file)).toEqual([sentence(`${day} 1:00`, 4)])
  })

  test.each([
    ['8:00 AM', '12:00'],
    ['08:00', '12:00 PM'],
    ['8:00 AM', '13:00'],
    ['8:00', '12:00'],
  ])('but not %s and %s', async (from, to) => {
    expect(await problemsOf(fileOf(heading, stay('Ada', from, to)))).toEqual([])
  })
})

describe('a line beside a table that names another zone has a sentence:', () => {
  const sentence = (said: string) =>
    `'${said}' names another time zone than the one in which the times are read: choose the zone of the times.`

  test.each([
    'TZ: Central',
    'Zone: CST',
    'Time zone used: Central',
    'Report Time Zone: PST',
    'Time zone for this report: UTC',
    'All timestamps are in UTC',
    'Hours shown in Pacific',
    'Times: Central',
    'Central',
    'Mountain Time',
    'Attendance - Central Time',
    'Attendance, CST',
    '7:00 AM - 11:00 AM CST',
    'Class time: 7:00 AM CT',
    'Attendance (PT)',
    'Feb 9 2027, 8 AM Pacific',
  ])('%s', async (said) => {
    expect(await problemsOf(fileOf(`"${said}"`, heading, stay('Ada')))).toEqual([sentence(said)])
    expect(await problemsOf(fileOf(heading, stay('Ada'), `"${said}"`))).toEqual([sentence(said)])
  })

  test.each(['Report timezone,Central', 'Class time,7:00 AM CST', 'Display time zone:,PST'])(
    '%s',
    async (said) => {
      const shown = said.replace(',', ' ')
      expect(await problemsOf(fileOf(said, heading, stay('Ada')))).toEqual([sentence(shown)])
    },
  )

  test.each([
    'Eastern',
    'Class time: 8:00 AM EST',
    'Class time: 8 AM at Hartford CT',
    'Hangar 4, Helena MT',
    'Established 1990, Pacific Propeller',
    'Central Aviation',
    'Topic,Piston in Central Time',
    'Location,Mountain Time Hotel',
    'The last time',
  ])('but not %s', async (said) => {
    expect(await problemsOf(fileOf(said, heading, stay('Ada')))).toEqual([])
  })
})

describe('a column with zones that is not read has a sentence:', () => {
  const sentence = (column: string) =>
    `The time zones under '${column}' are not read: name the column 'Time Zone' if the times are in them.`

  test.each(['TZ', 'Zone', 'User Time Zone', 'Local TZ', 'Timezone of attendee'])('%s', async (column) => {
    const rows = [`${stay('Ada')},CST`, `${stay('Ben')},Eastern`]
    expect(await problemsOf(fileOf(`${heading},${column}`, ...rows))).toEqual([sentence(column)])
  })

  test('but not if they are the zone of the times, or are read', async () => {
    expect(await problemsOf(fileOf(`${heading},TZ`, `${stay('Ada')},EST`))).toEqual([])
    expect(await problemsOf(fileOf(`${heading},Zone`, `${stay('Ada')},Hangar B`))).toEqual([])
    expect(await problemsOf(fileOf(`${heading},Time Zone`, `${stay('Ada')},CST`))).toEqual([])
  })
})
