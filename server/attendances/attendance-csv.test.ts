import { describe, expect, test } from 'vitest'
import type { Visit } from '#server/core/webinar-platform/webinar-platform.ts'
import { readAttendanceCsv } from './attendance-csv.ts'

const zoomHeading =
  'Attended,User Name (Original Name),First Name,Last Name,Email,Registration Time,Approval Status,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name'
const hostHeading =
  'Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name'

const zoomReport = `Attendee Report,
Report Generated:,"Feb 12, 2026 10:21:08 AM"
Topic,Webinar ID,Actual Start Time,Actual Duration (minutes),# Registered,# Cancelled,Unique Viewers,Total Users
Piston Day 1,992 8911 0036,"Feb 10, 2026 08:50:12 AM",250,4,0,2,5
Host Details,
${hostHeading}
Yes,The Host,host@example.com,"Feb 10, 2026 08:50:12","Feb 10, 2026 13:02:00",252,No,United States
Panelist Details,
${hostHeading}
Yes,A Speaker,speaker@example.com,"Feb 10, 2026 08:55:00","Feb 10, 2026 13:01:00",246,Yes,United States
Attendee Details,
${zoomHeading}
Yes,Jill C. (Jill Chill),Jill,Chill,Jill.Chill@example.com,"Dec 01, 2025 05:00:00",approved,"Feb 10, 2026 08:56:02","Feb 10, 2026 10:10:44",75,Yes,United States
Yes,Jill C. (Jill Chill),Jill,Chill,Jill.Chill@example.com,"Dec 01, 2025 05:00:00",approved,"Feb 10, 2026 10:12:01","Feb 10, 2026 13:02:30",171,Yes,United States
No,Robin Rest,Robin,Rest,robin@example.com,"Dec 02, 2025 05:00:00",approved,--,--,--,--,--
Other Attended
User Name,Join Time,Leave Time,Time in Session (minutes),Country/Region Name
1803555****,"Feb 10, 2026 09:00:00","Feb 10, 2026 09:30:00",30,United States
`

const jillsVisits = [
  {
    registrantId: null,
    email: 'Jill.Chill@example.com',
    name: 'Jill C. (Jill Chill)',
    joinedAt: new Date('2026-02-10T13:56:02Z'),
    leftAt: new Date('2026-02-10T15:10:44Z'),
  },
  {
    registrantId: null,
    email: 'Jill.Chill@example.com',
    name: 'Jill C. (Jill Chill)',
    joinedAt: new Date('2026-02-10T15:12:01Z'),
    leftAt: new Date('2026-02-10T18:02:30Z'),
  },
]

test("Zoom's report is read as one visit for each row of an attendee, without hosts, panelists and absentees", () => {
  expect(readAttendanceCsv(Buffer.from(zoomReport), 'day-1.csv')).toEqual({
    report: {
      visits: [
        ...jillsVisits,
        {
          registrantId: null,
          email: null,
          name: '1803555****',
          joinedAt: new Date('2026-02-10T14:00:00Z'),
          leftAt: new Date('2026-02-10T14:30:00Z'),
        },
      ],
      answers: [],
      sources: [{ address: 'day-1.csv', body: zoomReport }],
    },
  })
})

test("GoTo Webinar's report is read by the same column names", () => {
  const visits = visitsOf(`"Attendee Report"
"Webinar Name","Webinar ID","Actual Start Date/Time","# Attended"
"Piston Day 1","123-456-789","Feb 10, 2026 08:50 AM EST","1"

"Attended","Last Name","First Name","Email Address","Registration Date / Time","Join Time","Leave Time","Time in Session"
"Yes","Doe","Jane","jane@example.com","Jan 5, 2026 02:15 PM EST","Feb 10, 2026 08:56 AM EST","Feb 10, 2026 12:51 PM EST","3 hours 55 minutes"
"No","Roe","Rick","rick@example.com","Jan 5, 2026 02:15 PM EST","","",""
`)
  expect(visits).toEqual([
    {
      registrantId: null,
      email: 'jane@example.com',
      name: 'Jane Doe',
      joinedAt: new Date('2026-02-10T13:56:00Z'),
      leftAt: new Date('2026-02-10T17:51:00Z'),
    },
  ])
})

describe('the same report is read', () => {
  const tabs = zoomReport
    .replaceAll(/"([^"]*)"/g, (_, quoted: string) => quoted.replaceAll(',', '\u0001'))
    .replaceAll(',', '\t')
    .replaceAll('\u0001', ',')
  const semicolons = tabs.replaceAll('\t', ';')
  const bigEndian = Buffer.from(`\ufeff${tabs}`, 'utf16le').swap16()
  const moved = zoomReport
    .split('\n')
    .map((line) => `,${line},`)
    .join('\n')
  test.each<[string, Buffer]>([
    ['in UTF-8 with a byte order mark', Buffer.from(`\ufeff${zoomReport}`)],
    ["in UTF-16 with TAB, as Excel's 'Unicode Text'", Buffer.from(`\ufeff${tabs}`, 'utf16le')],
    ['in big-endian UTF-16', bigEndian],
    ['with TAB', Buffer.from(tabs)],
    ['with semicolons', Buffer.from(semicolons)],
    ["with Excel's line that names the separator", Buffer.from(`sep=;\n${semicolons}`)],
    ['with Windows line endings', Buffer.from(zoomReport.replaceAll('\n', '\r\n'))],
    ['with empty columns around it', Buffer.from(moved)],
    ['with lines above it', Buffer.from(`Acme Air\n\n"Our list,\nin two lines"\n${zoomReport}`)],
    [
      'with more columns, some with quotation marks in their names',
      Buffer.from(zoomReport.replaceAll('Is Guest', '"Which ""Email"", or\nnone?"')),
    ],
  ])('%s', (_, bytes) => {
    expect(visitsOf(bytes).slice(0, 2)).toEqual(jillsVisits)
  })
})

test('a name with a line break stays one row, and the lines after it are still counted as in an editor', () => {
  const rows = [
    'Yes,"Jill\nChill",j@example.com,2026-02-10 09:00,2026-02-10 10:00',
    'Yes,Robin,r@example.com,soon,--',
  ]
  expect(problemsOf(`Attended,User Name,Email,Join Time,Leave Time\n${rows.join('\n')}`)).toEqual([
    { line: 4, problem: "'Join Time' is no date and time: 'soon'." },
    { line: 4, problem: "'Leave Time' is missing." },
  ])
})

test('text that Excel wrote in Windows-1252 is read', () => {
  const text =
    'Attended,User Name,Email,Join Time,Leave Time\nYes,José,j@example.com,2026-02-10 09:00,2026-02-10 10:00'
  expect(visitsOf(Buffer.from(text, 'latin1')).map(({ name }) => name)).toEqual(['José'])
})

describe('a time', () => {
  test.each([
    ['Feb 10, 2026 08:56:02', '2026-02-10T13:56:02Z'],
    ['Feb 10, 2026 08:56:02 AM', '2026-02-10T13:56:02Z'],
    ['February 9, 2026 8:56 PM', '2026-02-10T01:56:00Z'],
    ['02/10/2026 08:56:02 AM', '2026-02-10T13:56:02Z'],
    ['2/10/2026 8:56', '2026-02-10T13:56:00Z'],
    ['02/10/2026 12:00:00 AM', '2026-02-10T05:00:00Z'],
    ['02/10/2026 12:00:00 PM', '2026-02-10T17:00:00Z'],
    ['02/10/2026 01:05:00\u202fp.m.', '2026-02-10T18:05:00Z'],
    ['2026-02-10 13:05:00', '2026-02-10T18:05:00Z'],
    ['2026-02-10T13:05:00Z', '2026-02-10T13:05:00Z'],
    ['Feb 10, 2026 07:56 AM CST', '2026-02-10T13:56:00Z'],
    // The Saturday before the clocks go forward, the Sunday after it, and the same in autumn.
    ['03/07/2026 09:00:00 AM', '2026-03-07T14:00:00Z'],
    ['03/08/2026 09:00:00 AM', '2026-03-08T13:00:00Z'],
    ['10/31/2026 09:00:00 AM', '2026-10-31T13:00:00Z'],
    ['11/01/2026 09:00:00 AM', '2026-11-01T14:00:00Z'],
    ['Nov 1, 2026 01:30 AM EDT', '2026-11-01T05:30:00Z'],
    ['Nov 1, 2026 01:30 AM EST', '2026-11-01T06:30:00Z'],
  ])('written as %j is %s', (written, instant) => {
    expect(joinedAt(written)).toEqual(new Date(instant))
  })

  test.each([
    '10.02.2026 08:56',
    '13/10/2026 08:56',
    '02/30/2026 08:56',
    '02/10/2026',
    '02/10/2026 13:00 PM',
    '02/10/2026 24:00',
    '02/10/2026 08:56 XYZ',
  ])('written as %j is refused', (written) => {
    expect(problemsOf(reportOf(written, '2026-02-10 20:00'))).toEqual([
      { line: 2, problem: `'Join Time' is no date and time: '${written}'.` },
    ])
  })

  test('of leaving in the hour that repeats in autumn is after the time of joining', () => {
    const [visit] = visitsOf(reportOf('11/01/2026 01:50:00 AM', '11/01/2026 01:10:00 AM'))
    expect([visit?.joinedAt, visit?.leftAt]).toEqual([
      new Date('2026-11-01T05:50:00Z'),
      new Date('2026-11-01T06:10:00Z'),
    ])
  })
})

describe('a file that cannot be read is refused as a whole:', () => {
  const row = 'Yes,Jill,jill@example.com,2026-02-10 09:00,2026-02-10 10:00'
  test.each<[string, string | Buffer, { line: number | null; problem: string }[]]>([
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004\u0000\u0000'),
      [{ line: null, problem: 'This is no CSV file. Please export the report as CSV.' }],
    ],
    [
      'a list of something else',
      'email,hours,notes\njill@example.com,8,Both days\n',
      [
        {
          line: null,
          problem:
            "No line names the columns 'Email', 'Join Time' and 'Leave Time'. Is it the webinar platform's attendee report?",
        },
      ],
    ],
    [
      'a registration report',
      'Registrants\nFirst Name,Last Name,Email,Registration Time,Approval Status\nJill,Chill,jill@example.com,2026-02-01 09:00,approved\n',
      [
        { line: 2, problem: "There is no column 'Join Time' here." },
        { line: 2, problem: "There is no column 'Leave Time' here." },
      ],
    ],
    [
      'attendees without an email, below hosts with one',
      `Host Details\n${hostHeading}\nAttendee Details\nAttended,User Name,Join Time,Leave Time\n`,
      [{ line: 4, problem: "There is no column 'Email' here." }],
    ],
    [
      'a report with hosts only',
      `Host Details,\n${hostHeading}\n`,
      [{ line: null, problem: 'There are only hosts and panelists in this file.' }],
    ],
    [
      'no rows',
      'Attended,User Name,Email,Join Time,Leave Time\n',
      [{ line: null, problem: 'There are no rows in this file.' }],
    ],
    [
      'a quotation mark that is never closed',
      `Attended,User Name,Email,Join Time,Leave Time\n${row}\nYes,"Robin,r@example.com,2026-02-10 09:00,2026-02-10 10:00\n${row}\n`,
      [{ line: 3, problem: 'The quotation marks of this line do not match.' }],
    ],
    [
      'an attendee who left before joining',
      `Attended,User Name,Email,Join Time,Leave Time\nYes,Jill,jill@example.com,2026-02-10 10:00,2026-02-10 09:00\n${row}\n`,
      [{ line: 2, problem: "'Leave Time' is before 'Join Time'." }],
    ],
    [
      'an attendee without times',
      'Attended,User Name,Email,Join Time,Leave Time\nYes,Jill,jill@example.com,--,--\n',
      [
        { line: 2, problem: "'Join Time' is missing." },
        { line: 2, problem: "'Leave Time' is missing." },
      ],
    ],
  ])('%s', (_, file, problems) => {
    expect(problemsOf(file)).toEqual(problems)
  })
})

test('a report without attendees is valid', () => {
  expect(visitsOf('Attended,User Name,Email,Join Time,Leave Time\nNo,Jill,jill@example.com,--,--\n')).toEqual(
    [],
  )
})

function reportOf(join: string, leave: string): string {
  return `Attended,User Name,Email,Join Time,Leave Time\nYes,Jill,jill@example.com,"${join}","${leave}"\n`
}

function joinedAt(written: string): Date | undefined {
  return visitsOf(reportOf(written, '2026-12-31 20:00'))[0]?.joinedAt
}

function visitsOf(file: string | Buffer): Visit[] {
  const read = readAttendanceCsv(Buffer.from(file as string), 'report.csv')
  expect(read).toHaveProperty('report')
  return 'report' in read ? read.report.visits : []
}

function problemsOf(file: string | Buffer) {
  const read = readAttendanceCsv(Buffer.from(file as string), 'report.csv')
  return 'problems' in read ? read.problems : []
}
