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
    for (const word of [
      'X',
      'y',
      'P',
      'Present',
      'Attended',
      '1',
      'TRUE',
      '✓',
      'Here',
      'Yes',
      'Checked in',
    ]) {
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

describe('words about a part of the time have a sentence', () => {
  const words = [
    'Partial',
    'Left early',
    'AM only',
    'Half day',
    'Late',
    'Until 10',
    'Left at 10:00',
    'Incomplete',
  ]
  const ofColumn = (column: string) => `What is in the column '${column}' does not count: only the times do.`
  const ofText = (text: string) => `'${text}' seems to say when a person was there, but only the times count.`

  test.each(words)('%s', async (word) => {
    for (const column of ['Attended', 'Status', 'Attendance', 'Notes']) {
      const rows = [`${stay('Ada')},Yes`, `${stay('Ben')},${word}`]
      expect(await problemsOf(fileOf(`${heading},${column}`, ...rows))).toEqual([ofColumn(column)])
    }
    for (const name of [`Ben Cowling (${word})`, `Ben Cowling - ${word}`]) {
      expect(await problemsOf(fileOf(heading, stay('Ada'), stay(name)))).toEqual([ofText(name)])
    }
    const below = fileOf(heading, stay('Ada'), stay('Ben*'), `* ${word}`)
    expect(await problemsOf(below)).toEqual([ofText(`* ${word}`)])
  })

  test.each([
    ['AM', 'PM'],
    ['Morning', 'Afternoon'],
    ['Day 1', 'Day 2'],
    ['Tue', 'Wed'],
    ['Period 1', 'Period 2'],
    ['Class 1', 'Class 2'],
    ['Hr 1', 'Hr 2'],
    ['1st half', '2nd half'],
    ['Full', 'Left early'],
  ])('and marks under %s and %s', async (one, other) => {
    const rows = [`${stay('Ada')},X,X`, `${stay('Ben')},X,`]
    expect(await problemsOf(fileOf(`${heading},_${one},_${other}`.replaceAll('_', ' '), ...rows))).toEqual([
      ofColumn(other),
    ])
  })

  test.each(['Early, Bob', 'Ada Rivet-Late', 'Ben (Benjamin) Cowling', 'Ada Left'])(
    'but no name has: %s',
    async (name) => {
      expect(await problemsOf(fileOf(heading, stay('Ben').replace('Ben', `"${name}"`)))).toEqual([])
    },
  )
})

describe('times in a column that is not read have a sentence:', () => {
  const sentence = (column: string) =>
    `The times under '${column}' do not count: name such columns in pairs, 'Time In' and 'Time Out'.`

  test.each([
    ['Lunch', '10:00-11:00'],
    ['Break', '10:00 - 11:00 AM'],
    ['Gap', '10 to 11:30'],
    ['Hall', '10:15'],
    ['Excused', '10:00–11:00'],
    ['Absent from', '10:00 AM'],
    ['Re-entry', `${day} 11:00`],
  ])('%s %s', async (column, cell) => {
    const file = fileOf(`${heading},${column}`, `${stay('Ada')},`, `${stay('Ben')},${cell}`)
    expect(await problemsOf(file)).toEqual([sentence(column)])
  })

  test('as numbers of a workbook', async () => {
    const row = (name: string, ...more: (string | number)[]) => [
      name,
      `${name}@example.com`,
      46_427 + 8 / 24,
      46_427.5,
      ...more,
    ]
    const file = workbookOf({
      List: [[...heading.split(','), 'Lunch', 'Score'], row('ada', '', 0.75), row('ben', 10 / 24, 0.5)],
    })
    expect(await problemsOf(file)).toEqual([sentence('Lunch')])
  })

  test.each([
    ['Session', '8:00 AM - 12:00 PM', '8:00 AM - 12:00 PM'],
    ['Created', '02/01/2027 9:00', '02/02/2027 10:00'],
    ['Seat', '12', '14'],
    ['Ratio', '1-2', '3-4'],
  ])('but not %s %s', async (column, one, other) => {
    const file = fileOf(`${heading},${column}`, `${stay('Ada')},${one}`, `${stay('Ben')},${other}`)
    expect(await problemsOf(file)).toEqual([])
  })
})

describe('amounts that differ from the times have a sentence:', () => {
  test.each([
    ['Total', '3:00'],
    ['Duration', '3:00'],
    ['Duration', '180'],
    ['Total Time', '2'],
    ['Length', '180 min'],
    ['Missing', '1 hour'],
    ['Deduct', '60'],
    ['Adjusted', '3'],
    ['CE', '3'],
    ['CEUs', '0.3'],
  ])('%s %s', async (column, cell) => {
    const file = fileOf(`${heading},${column}`, `${stay('Ada')},`, `${stay('Ben')},${cell}`)
    expect(await problemsOf(file)).toEqual([`The numbers under '${column}' do not count: only the times do.`])
  })

  test.each([
    ['Total', '4:00'],
    ['Duration', '240'],
    ['Total', '4'],
    ['Length', '4h'],
    ['Duration', ''],
  ])('but not %s %s', async (column, cell) => {
    expect(await problemsOf(fileOf(`${heading},${column}`, `${stay('Ada')},${cell}`))).toEqual([])
  })
})

describe('emails that are not read have a sentence:', () => {
  const times = `${day} 8:00,${day} 12:00`
  const unnamed = (column: string) =>
    `The emails under '${column}' are not read: name their column 'Email', and have no other one.`

  test.each([
    ['Name,Registered Email', 'Ada,ada@example.com', 'Registered Email'],
    ['Participant', 'Ada <ada@example.com>', 'Participant'],
    ['Participant', 'ada@example.com', 'Participant'],
    ['Name,Email,Work Email', 'Ada,ada@example.com,', 'Email'],
    ['Name,Email,Contact Email', 'Ada,ada@example.com,boss@example.com', 'Email'],
  ])('%s', async (columns, row, column) => {
    expect(await problemsOf(fileOf(`${columns},Time In,Time Out`, `${row},${times}`))).toEqual([
      unnamed(column),
    ])
  })

  test('but not those of others', async () => {
    const file = fileOf(`${heading},Supervisor Email`, `${stay('Ada')},boss@example.com`)
    expect(await problemsOf(file)).toEqual([])
  })
})

test('rows without anybody have a sentence', async () => {
  const row = (from: string, to: string) => `,,${day} ${from},${day} ${to}`
  expect(await problemsOf(fileOf(heading, stay('Ada', '8:00', '9:00'), row('10:00', '12:00')))).toEqual([
    '1 row has times and no name, email or id, first in line 3: write into each row who it is.',
  ])
  const more = fileOf(heading, stay('Ada', '8:00', '9:00'), row('10:00', '11:00'), row('11:30', '12:00'))
  expect(await problemsOf(more)).toEqual([
    '2 rows have times and no name, email or id, first in line 3: write into each row who it is.',
  ])
})

test.each(['2 hours', '50%', '3'])(
  'an amount in a column of attendance has a sentence: %s',
  async (amount) => {
    const file = fileOf(`${heading},Attended`, `${stay('Ada')},Yes`, `${stay('Ben')},${amount}`)
    expect(await problemsOf(file)).toEqual([
      "What is in the column 'Attended' does not count: only the times do.",
    ])
  },
)

describe("notes beside a program's own columns have a sentence:", () => {
  test.each([
    ['Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest', '240,Yes'],
    ['Name,Attendee Email,Join Time,Leave Time,Attendance Duration,Connection Type', '240 mins,Desktop app'],
  ])('%s', async (columns, more) => {
    const fileWith = (column: string, note: string) =>
      fileOf(`${columns},${column}`, `${stay('Ada')},${more},`, `${stay('Ben')},${more},${note}`)
    for (const column of ['', 'Notes']) {
      expect(await problemsOf(fileWith(column, 'left at 10'))).toEqual([
        `What is in the column '${column || 7}' does not count: only the times do.`,
      ])
      expect(await problemsOf(fileWith(column, 'front row'))).toEqual([])
    }
    expect(await problemsOf(fileWith('Country', 'Left Coast'))).toEqual([])
  })
})

test('a zone at one time of a row, and at no other one, has a sentence', async () => {
  const rows = (from: string, to: string) => fileOf(heading, stay('Ada', from, to))
  for (const [from, to] of [
    ['7:00 AM CT', '11:00 AM'],
    ['7:00 AM', '11:00 AM CST'],
  ] as const) {
    expect(await problemsOf(rows(from, to))).toEqual([
      'Only one of the times in line 2 names its time zone: write the zone at each, or at none.',
    ])
  }
  expect(await problemsOf(rows('7:00 AM CT', '11:00 AM CT'))).toEqual([])
  expect(await problemsOf(rows('8:00 AM ET', '12:00 PM'))).toEqual([])
})
