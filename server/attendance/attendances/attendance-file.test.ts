import { describe, expect, test } from 'vitest'
import { attendedMinutes } from '#contract/attendance/attendances/rules.ts'
import { portalZone } from '#contract/core/season.ts'
import { readAttendanceFile } from './attendance-file.ts'
import type { Reading, ReadVisit } from './attendance-reading.ts'
import { evidenceOf, flawWords } from './attendance-reading.ts'

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

test("Zoom's report is read as one visit for each row of an attendee or panelist, without hosts and absentees", async () => {
  expect(await visitsOf(zoomReport)).toEqual([
    {
      registrantId: null,
      email: 'speaker@example.com',
      name: 'A Speaker',
      joinedAt: new Date('2026-02-10T13:55:00Z'),
      leftAt: new Date('2026-02-10T18:01:00Z'),
    },
    ...jillsVisits,
    {
      registrantId: null,
      email: null,
      name: '1803555****',
      joinedAt: new Date('2026-02-10T14:00:00Z'),
      leftAt: new Date('2026-02-10T14:30:00Z'),
    },
  ])
})

test('every row is kept with its line, role and medium', async () => {
  const { visits, totals, ...about } = await readingOf(zoomReport)
  expect(about).toEqual({
    reader: 'reports-7',
    kind: 'zoom-attendees',
    encoding: 'utf-8',
    separator: ',',
    zone: portalZone,
    zoneFrom: 'caller',
    days: ['2026-02-10'],
    answers: [],
    webinarId: '992 8911 0036',
    day: null,
    dayFrom: 'times',
  })
  expect(totals.map(({ email, name, minutes }) => [email ?? name, minutes])).toEqual([
    ['host@example.com', 252],
    ['speaker@example.com', 246],
    ['Jill.Chill@example.com', 245],
    ['1803555****', 30],
  ])
  expect(visits.map(({ line, name, role, medium, status }) => [line, name, role, medium, status])).toEqual([
    [7, 'The Host', 'host', 'online', 'present'],
    [10, 'A Speaker', 'panelist', 'online', 'present'],
    [13, 'Jill C. (Jill Chill)', 'attendee', 'online', 'present'],
    [14, 'Jill C. (Jill Chill)', 'attendee', 'online', 'present'],
    [15, 'Robin Rest', 'attendee', 'online', 'absent'],
    [18, '1803555****', 'attendee', 'phone', 'present'],
  ])
  expect(visits.flatMap(({ flaws }) => flaws)).toEqual([])
})

test('an attendee who was made a panelist keeps all minutes', async () => {
  const report = `Panelist Details,
${hostHeading}
Yes,Pat Doe,pat@example.com,"Feb 10, 2026 09:00:04","Feb 10, 2026 12:00:00",180,Yes,United States
Attendee Details,
${zoomHeading}
Yes,Pat Doe,Pat,Doe,pat@example.com,"Dec 01, 2025 05:00:00",approved,"Feb 10, 2026 08:00:00","Feb 10, 2026 09:00:00",60,Yes,United States
`
  expect(attendedMinutes(await visitsOf(report))).toBe(239)
})

test('time in a waiting room is kept, and does not count', async () => {
  const report = `Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,In waiting room
Pat Doe,pat@example.com,02/10/2026 07:50:00 AM,02/10/2026 08:20:00 AM,30,Yes,Yes
Pat Doe,pat@example.com,02/10/2026 08:20:00 AM,02/10/2026 09:00:00 AM,40,Yes,No
`
  const { kind, visits } = await readingOf(report)
  expect([kind, visits.map(({ status }) => status)]).toEqual(['zoom-attendees', ['waiting', 'present']])
  expect(attendedMinutes(await visitsOf(report))).toBe(40)
})

test("Zoom's new header block, and the meeting's columns left of the person's, don't confuse the reader", async () => {
  const report = `Attendee Report
Report generated time,02/12/2026 10:22:32 AM
Topic,ID,Host name,Host email,Actual start time,Duration (minutes),Participants
Piston Day 1,992 8911 0036,Events Desk,desk@example.com,02/10/2026 07:50:00 AM,250,2

Topic,User Email,Start Time,End Time,Name (original name),User Email,Join time,Leave time
Piston Day 1,desk@example.com,02/10/2026 07:50 AM,02/10/2026 12:00 PM,Pat Doe,pat@example.com,02/10/2026 08:00:00 AM,02/10/2026 12:00:00 PM
`
  expect((await visitsOf(report)).map(({ email }) => email)).toEqual(['pat@example.com'])
  expect((await readingOf(report)).days).toEqual(['2026-02-10'])
})

describe("Zoom's poll report is read", () => {
  const above = `Poll Report,
Report Generated:,"Feb 12, 2026 10:21 AM"
Topic,Webinar ID,Actual Start Time,Actual Duration (minutes)
Piston Day 1,992 8911 0036,"Feb 10, 2026 07:50 AM",250
Poll Details,
`
  test.each([
    [
      'with pairs of question and answer',
      `#,User Name,User Email,Submitted Date/Time,
1,Pat Doe,pat@example.com,"Feb 10, 2026 08:25:30","Which form, please?",FAA Form 337,How long?,12 months
2,Kim Roe,kim@example.com,"Feb 10, 2026 08:25:31","Which form, please?",FAA Form 8610
`,
    ],
    [
      'with a column for each question',
      `#,User Name,User Email,Submitted Date/Time,"Which form, please?",How long?
1,Pat Doe,pat@example.com,"Feb 10, 2026 08:25:30",FAA Form 337,12 months
2,Kim Roe,kim@example.com,"Feb 10, 2026 08:25:31",FAA Form 8610,
`,
    ],
  ])('%s', async (_, polls) => {
    const { kind, days, visits, answers } = await readingOf(above + polls)
    expect([kind, days, visits]).toEqual(['zoom-polls', ['2026-02-10'], []])
    const pat = {
      registrantId: null,
      email: 'pat@example.com',
      name: 'Pat Doe',
      flaws: [],
      on: null,
      session: null,
      nth: 1,
      line: 7,
    }
    const answeredAt = new Date('2026-02-10T13:25:30Z')
    expect(answers).toEqual([
      { ...pat, question: 'Which form, please?', answer: 'FAA Form 337', answeredAt },
      { ...pat, question: 'How long?', answer: '12 months', answeredAt },
      {
        ...pat,
        email: 'kim@example.com',
        name: 'Kim Roe',
        line: 8,
        question: 'Which form, please?',
        answer: 'FAA Form 8610',
        answeredAt: new Date('2026-02-10T13:25:31Z'),
      },
    ])
  })
})

test("GoTo Webinar's report is read by the same column names", async () => {
  const visits = await visitsOf(`"Attendee Report"
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
    ['in UTF-16 without a byte order mark', Buffer.from(tabs, 'utf16le')],
    ['in big-endian UTF-16 without a byte order mark', Buffer.from(tabs, 'utf16le').swap16()],
    ['with NUL characters', Buffer.from(zoomReport.replaceAll('Jill', 'J\0ill').replace('Robin', '\0'))],
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
  ])('%s', async (_, bytes) => {
    expect((await visitsOf(bytes)).slice(1, 3)).toEqual(jillsVisits)
  })
})

test('each session of a GoTo webinar is a section of its own, and the summary between them is no person', async () => {
  const session = (day: number, people: string) => `General Information,,,,,
Webinar Name,,Webinar ID,,,
Piston Day ${day},,846313449,,,
Actual Start Date/Time,,Actual Duration (minutes),,,
"Feb ${day}, 2026 07:49 AM EST",,255,,,
Session Details,,,,,
Attended,,First Name,Last Name,Email,Join Time,Leave Time
${people}
`
  const yes = (day: number, name: string, from: string, until: string) =>
    `Yes,,${name},Doe,${name.toLowerCase()}@example.com,"Feb ${day}, 2026 ${from} EST","Feb ${day}, 2026 ${until} EST"`
  const report = `Attendee Report,,,GoToWebinar,,
${session(10, `${yes(10, 'Jane', '08:00 AM', '12:00 PM')}\nNo,,Rick,Roe,rick@example.com,,`)}* Time is rounded,,,,,
${session(11, yes(11, 'Jane', '09:00 AM', '12:00 PM'))}* Time is rounded,,,,,
`
  const { kind, days, zoneFrom, visits } = await readingOf(report, undefined)
  expect([kind, days, zoneFrom]).toEqual(['goto-attendees', ['2026-02-10', '2026-02-11'], 'file'])
  expect(visits.map(({ line, email, status }) => [line, email, status])).toEqual([
    [9, 'jane@example.com', 'present'],
    [10, 'rick@example.com', 'absent'],
    [19, 'jane@example.com', 'present'],
  ])
})

test('text that Excel wrote in Windows-1252 is read, and one broken character makes no Windows-1252 of UTF-8', async () => {
  const list = listOf('Yes,José Núñez,j@example.com,2026-02-10 09:00,2026-02-10 10:00')
  const broken = Buffer.concat([Buffer.from(list), Buffer.from([0xff])])
  for (const bytes of [Buffer.from(list, 'latin1'), broken]) {
    expect((await visitsOf(bytes)).map(({ name }) => name)).toEqual(['José Núñez'])
  }
})

describe('a row with a flaw is kept beside the others:', () => {
  const [join, leave] = ['Join Time', 'Leave Time']
  const good = 'Yes,Kim,kim@example.com,2026-02-10 09:00,2026-02-10 10:00'
  test.each<[string, string, Partial<ReadVisit>]>([
    [
      'an attendee who left before joining',
      'Yes,Jill,jill@example.com,2026-02-10 10:00,2026-02-10 09:00',
      { flaws: [{ code: 'left-before-joined', column: '', text: '2026-02-10 09:00' }] },
    ],
    [
      'an attendee without a leave time',
      'Yes,Jill,jill@example.com,2026-02-10 10:00,--',
      { leftAt: null, flaws: [{ code: 'no-time', column: leave, text: '' }] },
    ],
    [
      'an attendee without times',
      'Yes,Jill,jill@example.com,--,--',
      {
        joinedAt: null,
        leftAt: null,
        flaws: [join, leave].map((column) => ({ code: 'no-time' as const, column, text: '' })),
      },
    ],
    [
      'a time that is none',
      'Yes,Jill,jill@example.com,soon,2026-02-10 10:00',
      { joinedAt: null, flaws: [{ code: 'unreadable-time', column: join, text: 'soon' }] },
    ],
    [
      'a quotation mark that is never closed',
      'Yes,"Jill,jill@example.com,2026-02-10 09:00,2026-02-10 10:00',
      { flaws: [{ code: 'broken-quotes', column: '', text: '' }] },
    ],
    ['a person without anything but a name', ',Jill', { status: 'absent', email: null }],
  ])('%s', async (_, row, flawed) => {
    const { visits } = await readingOf(listOf(good, row, good))
    expect(visits.map(({ line, name }) => [line, name])).toEqual([
      [2, 'Kim'],
      [3, 'Jill'],
      [4, 'Kim'],
    ])
    expect(visits[1]).toMatchObject(flawed)
    expect([visits[0]?.flaws, visits[2]?.flaws]).toEqual([[], []])
  })

  test('two broken lines, of which the second closes the quotation of the first', async () => {
    const broken = (name: string) => `Yes,"${name},x@example.com,2026-02-10 09:00,2026-02-10 10:00`
    const { visits } = await readingOf(listOf(broken('Jill'), broken('Kim'), good))
    expect(visits.map(({ line, name }) => [line, name])).toEqual([
      [2, 'Jill'],
      [3, 'Kim'],
      [4, 'Kim'],
    ])
  })

  test('a name with a line break, after which lines are still counted as in an editor', async () => {
    const { visits } = await readingOf(
      listOf(good.replace('Kim', '"Kim\nDoe"'), 'Yes,Robin,r@example.com,soon,--'),
    )
    expect(visits.map(({ line, flaws }) => [line, ...flaws.map(flawWords)])).toEqual([
      [2],
      [4, "'Join Time' is no date and time: 'soon'.", "'Leave Time' is missing."],
    ])
  })

  test('a list that says for itself who was what, and how', async () => {
    const times = '2026-02-10 09:00,2026-02-10 10:00'
    const { visits } = await readingOf(
      `Name,Join Time,Leave Time,Role,Medium\nJo,${times},Co-host,online\nKim,${times},Panelist,Phone\nPat,${times},,in person\nAl,${times},,\n`,
    )
    expect(visits.map(({ role, medium }) => [role, medium])).toEqual([
      ['host', 'online'],
      ['panelist', 'phone'],
      ['attendee', 'in-person'],
      ['attendee', null],
    ])
  })

  test('a report without a column for emails, or for leave times', async () => {
    const { visits } = await readingOf('User Name,Join Time\nJill,2026-02-10 09:00\n')
    expect(visits).toMatchObject([{ name: 'Jill', email: null, leftAt: null, flaws: [{ column: leave }] }])
  })
})

test.each([
  ['with hosts only', `Host Details,\n${hostHeading}\nYes,Jo,jo@example.com,--,--\n`, 1],
  ['with nobody who came', listOf('No,Jill,jill@example.com,--,--'), 1],
  ['without rows', listOf(), 0],
])('a report %s is one, too', async (_, report, rows) => {
  expect((await readingOf(report)).visits).toHaveLength(rows)
  expect(await visitsOf(report)).toEqual([])
})

describe('a file that is none of the reports is refused, with words about it:', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /is empty/],
    ['a PDF', '%PDF-1.7\nx,y', /a PDF/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), /an old Excel file/],
    ['a zip file', Buffer.from('PK\u0003\u0004\u0000\u0000'), /damaged/],
    ['a web page', '<!DOCTYPE html>\n<p>Sign in, please', /a web page/],
    ['JSON', '{"a": 1,\n"b": 2}', /a JSON file/],
    ['bytes', Buffer.from(Array.from({ length: 999 }, (_, byte) => (byte * 7) % 32)), /no text/],
    ['one column', 'jill@example.com\nkim@example.com\n', /without columns/],
    ['a list of something else', 'email,weight\njill@example.com,8\n', /the columns 'email', 'weight'/],
    ['a list of hours', 'email,hours,notes\njill@example.com,8,Both days\n', /a list of hours/],
    [
      'a survey',
      'Survey Report\nSurvey Details\n#,User Name,User Email,Submitted Date/Time,Liked it?\n1,Jill,jill@example.com,2026-02-11 09:00,Yes\n',
      /a survey/,
    ],
    [
      'a registration report',
      'Registrants\nFirst Name,Last Name,Email,Registration Time,Approval Status\nJill,Chill,jill@example.com,2026-02-01 09:00,approved\n',
      /a registration report/,
    ],
  ])('%s', async (_, file, words) => {
    const read = await readAttendanceFile(Buffer.from(file as string))
    expect(read).toEqual({ refused: expect.stringMatching(words) })
  })

  test('millions of lines whose quotation marks do not match', async () => {
    const read = await readAttendanceFile(Buffer.from(listOf() + '"a,b;c\n'.repeat(2_000_000)))
    expect(read).toEqual({ refused: tooManyRows })
  })

  test('more than 20,000 rows, unless it is stored already', async () => {
    const row = 'Yes,J,j@example.com,2026-02-10 09:00,2026-02-10 10:00\n'
    const file = Buffer.from(listOf() + row.repeat(20_000))
    expect(await readAttendanceFile(file)).toEqual({ refused: tooManyRows })
    const stored = { isStored: true, zone: portalZone }
    expect(((await readAttendanceFile(file, stored)) as Reading).visits).toHaveLength(20_000)
    expect((await readingOf(listOf() + row.repeat(19_999))).visits).toHaveLength(19_999)
  })
})

const tooManyRows =
  'This file has more than 20,000 rows. Please split it by time slot or by day, and upload each part.'

function listOf(...rows: string[]) {
  return `${['Attended,User Name,Email,Join Time,Leave Time', ...rows].join('\n')}\n`
}

async function readingOf(file: string | Buffer, zone: string | undefined = portalZone) {
  const read = await readAttendanceFile(Buffer.from(file as string), { zone })
  expect(read).not.toHaveProperty('refused')
  return read as Reading
}

/** Returns the visits that count. */
async function visitsOf(file: string | Buffer) {
  return evidenceOf(await readingOf(file)).visits
}
