import { describe, expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { readingOf, refusalOf, visitLines } from '#test/attendance-files.ts'
import { workbookOf } from '#test/workbooks.ts'
import { preparedOf } from './attendance-preparing.ts'

// Files that look ordinary, and would give or take hours.

const day = '02/09/2027'
const heading = 'Name,Email,Time In,Time Out'
const fileOf = (...lines: string[]) => `${lines.join('\n')}\n`
const listOf = (...rows: string[]) => fileOf(heading, ...rows)
const stay = (name: string, from: string, to: string) =>
  `${name},${name}@example.com,${day} ${from},${day} ${to}`
const serial = (hour: number, on = 46_427) => on + hour / 24
const times = async (file: string | Buffer, sent?: { zone: string }) =>
  visitLines(await readingOf(file, sent)).map((line) => line.split(' ').at(-1))

async function problemsOf(file: string | Buffer) {
  return preparedOf(await readingOf(file)).described.problems.map(({ problem }) => problem)
}

describe('a day is no time:', () => {
  const nights = [
    ['Name', 'Email', 'Arrival', 'Departure'],
    ['Ada', 'ada@example.com', 46_426, 46_428],
    ['Ben', 'ben@example.com', 46_427, 46_429],
  ]
  test.each<[string, string | Buffer]>([
    ['whole numbers of a workbook', workbookOf({ Hotel: nights })],
    [
      'midnights',
      listOf(
        'Ada,a@example.com,2/8/2027 0:00,2/11/2027 0:00',
        'Ben,b@example.com,2/9/2027 0:00,2/10/2027 0:00',
      ),
    ],
    ['whole days', listOf(stay('ada', '0:00', '23:59'), stay('ben', '12:00 AM', '11:59 PM'))],
    [
      'numbers of a workbook, rounded in a text',
      listOf('Ada,a@example.com,46427.33,46427.5', 'Ben,b@example.com,46427.33,46427.42'),
    ],
  ])('%s', async (_, file) => {
    expect(await refusalOf(file)).toMatch(/^None of the 2 rows has a readable join time/)
  })

  test('but numbers with all of their decimals are', async () => {
    const file = listOf('Ada,a@example.com,46427.3333333333,46427.5')
    expect(await times(file)).toEqual(['08:00:00-12:00:00'])
  })
})

test('a day under the date of leaving is the day of leaving', async () => {
  const file = fileOf(
    'Name,Email,Check-in Date,Check-in Time,Check-out Date,Check-out Time',
    `Ada,ada@example.com,${day},10:00 PM,02/10/2027,7:00 AM`,
    `Ben,ben@example.com,${day},8:00 AM,,12:00 PM`,
  )
  expect((await readingOf(file)).visits.map(({ leftAt }) => leftAt?.toISOString())).toEqual([
    '2027-02-10T12:00:00.000Z',
    '2027-02-09T17:00:00.000Z',
  ])
})

test('a date wins over the day of the week before it', async () => {
  expect(await times(fileOf(`Day,Date,${heading}`, `Tuesday,${day},Ada,ada@example.com,8:00,12:00`))).toEqual(
    ['08:00:00-12:00:00'],
  )
})

describe('the row above the column names tells the days of pairs:', () => {
  const file = (first: string, second: string) =>
    fileOf(
      `,,${first},,${second},`,
      'Name,Email,In,Out,In,Out',
      'Ada,a@example.com,8:00,12:00,,',
      'Ben,b@example.com,,,8:00,10:00',
    )

  test('by their dates', async () => {
    const { days, dayFrom } = await readingOf(file('02/09/2027', '02/10/2027'))
    expect([days, dayFrom]).toEqual([['2027-02-09', '2027-02-10'], 'times'])
  })

  test.each([
    ['Day 1', 'Day 2'],
    ['Tue', 'Wed'],
  ])('%s and %s are several days', async (first, second) => {
    expect(await refusalOf(file(first, second), { zone: portalZone, day: '2027-02-09' })).toMatch(
      /several days/,
    )
  })

  test('parts of one day are none', async () => {
    const { dayFrom } = await readingOf(file('Morning', 'Afternoon'))
    expect(dayFrom).toBe('nobody')
  })
})

describe('a person did not attend', () => {
  test.each([
    'Absent (sick)',
    'No - called in',
    'Excused',
    '✗',
    '❌',
    'abs',
    'Never showed',
    'Watched replay',
    'On-Demand',
  ])('with the status %s', async (word) => {
    const file = fileOf(
      `Status,${heading}`,
      `${word},${stay('cy', '8:00', '12:00')}`,
      `Here,${stay('ada', '8:00', '12:00')}`,
    )
    expect((await readingOf(file)).visits.map(({ status }) => status)).toEqual(['absent', 'present'])
    expect(await problemsOf(file)).toEqual([`'Status' is '${word}', so the times do not count.`])
  })

  test.each([
    ['Absent', 'X', ''],
    ['No Show', 'TRUE', 'FALSE'],
    ['Attended Live', 'No', 'Yes'],
    ['Viewing Type', 'Recording', 'Live'],
  ])('with the column %s', async (column, denying, other) => {
    const file = fileOf(
      `${column},${heading}`,
      `${denying},${stay('cy', '8:00', '12:00')}`,
      `${other},${stay('ada', '8:00', '12:00')}`,
    )
    expect((await readingOf(file)).visits.map(({ status }) => status)).toEqual(['absent', 'present'])
    expect(await problemsOf(file)).toEqual([`'${column}' is '${denying}', so the times do not count.`])
  })
})

describe('all times are in the zone of a line:', () => {
  test.each([
    'All times shown in Pacific Time',
    'All times Pacific',
    'Times are displayed in PT',
    'Attendance (times in PT)',
  ])('%s', async (said) => {
    const rows = listOf(stay('ada', '5:00', '9:00'))
    for (const file of [`${said}\n${rows}`, `${rows}\n${said}\n`]) {
      expect(await times(file)).toContain('08:00:00-12:00:00')
    }
  })

  test.each([
    ['All times are in CET', heading, "'CET'"],
    ['Piston', 'Name,Email,Join Time (CET),Leave Time (CET)', "'Join Time (CET)'"],
  ])('an unknown one is named: %s', async (said, columns, named) => {
    const file = fileOf(said, columns, stay('ada', '14:00', '18:00'))
    expect(await problemsOf(file)).toEqual([
      `${named} is no known time zone: choose the zone of the times, or write it as UTC+1 or Eastern.`,
    ])
  })

  test.each(['Time limit: none', 'All times approximate'])('other words are none: %s', async (said) => {
    expect(await problemsOf(fileOf(said, heading, stay('ada', '8:00', '12:00')))).toEqual([])
  })
})

describe('a sentence names', () => {
  const table = (to: number) => [
    ['Name', 'Email', 'Time In', 'Time Out'],
    ['Ben', 'ben@example.com', serial(8), serial(to)],
  ]
  const unsaved = { xml: '<c><f>B9</f><v></v></c>' }
  const cells = (...names: string[]) => names.map((name) => `<c t="str"><v>${name}</v></c>`).join('')
  const empty = { xml: '<c t="str"><f>B9</f><v></v></c>' }
  const hidden = {
    name: 'xl/worksheets/sheet1.xml',
    content:
      '<worksheet><sheetData><row r="1"><c t="str"><v>Name</v></c><c t="str"><v>Time In</v></c><c t="str"><v>Time Out</v></c></row><row r="2" hidden="1"><c t="str"><v>Ben</v></c><c><v>46427.3333333333</v></c><c><v>46427.5</v></c></row></sheetData></worksheet>',
  }
  const hiddenColumns = {
    name: 'xl/worksheets/sheet1.xml',
    content: `<worksheet><cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="1">${cells('Name', 'Time In', 'Seat', 'Time Out')}</row><row r="2">${cells('Ben', `${day} 8:00`, '12', `${day} 12:00`)}</row></sheetData></worksheet>`,
  }
  const styles = {
    name: 'xl/styles.xml',
    content:
      '<styleSheet><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts><cellStyleXfs><xf fontId="1"/></cellStyleXfs><cellXfs><xf fontId="0"/><xf fontId="2"/><xf fontId="1"/></cellXfs></styleSheet>',
  }
  test.each<[string, string | Buffer, string]>([
    [
      'hidden columns that are read',
      workbookOf({ List: [] }, { more: [hiddenColumns] }),
      "The column 'Time In' of this workbook is hidden. Hidden columns are read, too: delete those that should not.",
    ],
    [
      'rows that are struck out',
      workbookOf(
        { List: [...table(12), [{ xml: '<c t="str" s="2"><v>Cy</v></c>' }, '', serial(8), serial(12)]] },
        { more: [styles] },
      ),
      '1 row of this workbook is struck out. Struck-out rows count, too: delete those that should not.',
    ],
    [
      'times of a row that overlap',
      fileOf(
        'Name,Email,In,Out,Actual In,Actual Out',
        `${stay('ada', '8:00', '12:00')},${day} 10:00,${day} 12:00`,
        `${stay('ben', '8:00', '10:00')},${day} 10:00,${day} 12:00`,
      ),
      '1 row has times that overlap, first in line 2, and all of them count: delete those that were only planned.',
    ],
    [
      'a line above people who did not come',
      listOf(stay('ada', '8:00', '12:00'), 'No shows:,,,', stay('ben', '8:00', '12:00')),
      "'No shows:' seems to say that people did not come, but their times count: delete the rows of those who did not.",
    ],
    [
      'a table of people who did not come',
      fileOf(
        heading,
        stay('ada', '8:00', '12:00'),
        '',
        'Did not attend',
        heading,
        stay('ben', '8:00', '12:00'),
      ),
      "'Did not attend' seems to say that people did not come, but their times count: delete the rows of those who did not.",
    ],
    [
      'a person whose name says that they did not come',
      listOf(
        stay('ada', '8:00', '12:00'),
        stay('CANCELED - ben', '8:00', '12:00').replace('NCELED - ben@', '@'),
      ),
      "'CANCELED - ben' seems to say that people did not come, but their times count: delete the rows of those who did not.",
    ],
    ...['Attendance (Central Time)', 'Times in CT', '* Times Central'].map(
      (said): [string, string, string] => [
        `another zone: ${said}`,
        fileOf(said, heading, stay('ada', '7:00', '11:00')),
        `'${said}' names another time zone than the one in which the times are read: choose the zone of the times.`,
      ],
    ),
    ...[
      ['Notes', 'left at 10:15', ''],
      ['', 'left 9:30', ''],
      ['Comments', 'Sam came instead', 'On time'],
      ['Completed', 'No', 'Yes'],
      ['Registration Status', 'Waitlist', 'Registered'],
      ['Signature', '', 'B. C.'],
      ['Hour 3', '', 'x'],
      ['Away', '9:00-10:30', ''],
      ['Attended by', 'Sam Other', ''],
    ].map(([column = '', one, other]): [string, string, string] => [
      `'${one}' under '${column}'`,
      fileOf(
        `${heading},${column}`,
        `${stay('ada', '8:00', '12:00')},${one}`,
        `${stay('ben', '8:00', '12:00')},${other}`,
      ),
      `What is in the column '${column || 5}' does not count: only the times do.`,
    ]),
    [
      'a stay of more than a day',
      listOf(`Ada,ada@example.com,${day} 8:00 AM,02/10/2027 12:00 PM`),
      '1 row is longer than 16 hours, first in line 2: please check the dates, because all this time counts.',
    ],
    [
      'two people with one email',
      listOf(
        `Ada Rivet,ada@example.com,${day} 8:00,${day} 10:00`,
        `Ben Cowling,ADA@example.com,${day} 10:00,${day} 12:00`,
      ),
      "ada@example.com has the names 'Ada Rivet' and 'Ben Cowling': the rows of both count for one person.",
    ],
    [
      'sheets that contradict each other',
      workbookOf({ Actual: table(10), Planned: table(12) }),
      "The sheets 'Actual' and 'Planned' have different times of the same people, and all of them count: delete a sheet that is a plan or a copy.",
    ],
    [
      'hidden rows',
      workbookOf({ List: [] }, { more: [hidden] }),
      '1 row of this workbook is hidden, perhaps by a filter. Hidden rows count, too: delete those that should not.',
    ],
    [
      'formulas without values',
      workbookOf({
        List: [
          ...table(10),
          ['Ada', 'ada@example.com', serial(8), unsaved],
          ['Cy', 'cy@example.com', empty, empty],
        ],
      }),
      "'Leave Time' is no date and time: 'formula without a value'.",
    ],
    [
      'numbers that differ from the times',
      fileOf(
        `${heading},Minutes Away,Hours`,
        `${stay('ada', '8:00', '12:00')},0,4`,
        `${stay('ben', '8:00', '12:00')},120,4`,
      ),
      "The numbers under 'Minutes Away' do not count: only the times do.",
    ],
  ])('%s', async (_, file, sentence) => {
    expect(await problemsOf(file)).toEqual([sentence])
  })

  test.each([
    ['Completed', 'Yes', 'yes'],
    ['Certificate Number', 'A-1', 'A-2'],
    ['Notes', 'Sat in the back', ''],
    ['Company', 'Left Coast Air', ''],
    ['Session', 'Piston', 'Turbine'],
  ])("not what is in the column '%s'", async (column, one, other) => {
    const rows = [`${stay('ada', '8:00', '12:00')},${one}`, `${stay('ben', '8:00', '12:00')},${other}`]
    expect(await problemsOf(fileOf(`${heading},${column}`, ...rows))).toEqual([])
  })

  test.each(['Attendance (Eastern Time)', 'Hartford (CT)', 'Sign-in (Pacific Propeller)'])(
    'not the zone of the title %s',
    async (said) => {
      expect(await problemsOf(fileOf(said, heading, stay('ada', '8:00', '12:00')))).toEqual([])
    },
  )

  test.each([
    [
      'another spelling of a name',
      ['Ada Rivet', 'A. Rivet', 'Ada Rivet-Cowling', "Ada's iPad", 'Rivet, Ada'],
    ],
  ])('not %s', async (_, names) => {
    expect(
      await problemsOf(listOf(...names.map((name) => `"${name}",ada@example.com,${day} 8:00,${day} 12:00`))),
    ).toEqual([])
  })
})

describe('a file is refused that', () => {
  test('has the times of sessions', async () => {
    const sessions = ['09', '10'].map((on) => `2027-02-${on} 08:00,2027-02-${on} 12:00`)
    const rows = ['ada', 'ben'].flatMap((name) =>
      sessions.map((each) => `${name},${name}@example.com,${each}`),
    )
    const file = fileOf('Name,Email,Start Time,End Time', ...rows)
    expect(await refusalOf(file)).toMatch(/^All rows of a session have the same start and end, so/)
    const left = file.replace('2027-02-09 12:00', '2027-02-09 10:00')
    expect((await readingOf(left)).visits).toHaveLength(4)
  })

  test('has the questions of attendees', async () => {
    const file = fileOf(
      'Name,Email,Question,Answer',
      'Ada,ada@example.com,When is lunch?,At noon',
      'Ben,ben@example.com,Is it recorded?,No',
    )
    expect(await refusalOf(file)).toMatch(/^This seems to be a report of questions that attendees asked/)
    const poll = file.replace('Is it recorded?', 'When is lunch?')
    expect((await readingOf(poll)).answers).toHaveLength(2)
  })

  test('has the names of its columns in another language', async () => {
    const file = fileOf(
      'Name (Originalname),E-Mail,Beitrittszeit,Beendigungszeit',
      'Ada,ada@example.com,09.02.2027 07:58,09.02.2027 12:02',
    )
    expect(await refusalOf(file)).toMatch(/'Beitrittszeit'.+ with the names of its columns in English\.$/)
  })
})

test("Teams' single visits on another sheet replace the summary", async () => {
  const workbook = workbookOf({
    Participants: [
      ['2. Participants'],
      ['Name', 'First Join', 'Last Leave', 'In-Meeting Duration', 'Email', 'Role'],
      ['Ben', serial(8), serial(12), '2h', 'ben@example.com', 'Attendee'],
    ],
    Activities: [
      ['3. In-Meeting Activities'],
      ['Name', 'Join Time', 'Leave Time', 'Duration', 'Email', 'Role'],
      ['Ben', serial(8), serial(9), '1h', 'ben@example.com', 'Attendee'],
      ['Ben', serial(11), serial(12), '1h', 'ben@example.com', 'Attendee'],
    ],
  })
  expect(await times(workbook)).toEqual(['08:00:00-09:00:00', '11:00:00-12:00:00'])
})

test('time in a lobby does not count, and a number that a spreadsheet shortened is nobody’s id', async () => {
  const file = fileOf(
    `Status,Registrant ID,${heading}`,
    `In lobby,8.32536E+18,${stay('ada', '8:00', '12:00')}`,
  )
  expect((await readingOf(file)).visits).toMatchObject([{ status: 'waiting', registrantId: null }])
})
