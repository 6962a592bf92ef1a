import { describe, expect, test } from 'vitest'
import { marked, readingOf, refusalOf, unicodeText } from '#test/attendance-files.ts'
import { workbookOf } from '#test/workbooks.ts'
import { readAttendanceFile } from './attendance-file.ts'
import { preparedOf } from './attendance-preparing.ts'

describe('a file with totals and without times is refused in one sentence that names it:', () => {
  test.each([
    [
      "Zoom's list of unique users",
      marked(`Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants
992 8911 0036,Piston,02/09/2027 07:50:11 AM,02/09/2027 12:04:02 PM,desk@example.com,254,3

Name (Original Name),User Email,Total Duration (Minutes),Guest
Ada Rivet,ada@example.com,244,Yes
`),
      "This is Zoom's attendee report with only the total of each person ('Total Duration (Minutes)'): clear 'Show unique users' where you export it, so that it has each join time and leave time.",
    ],
    [
      "Zoom's usage report",
      marked(`Topic,Meeting ID,User Name,User Email,Department,Group,Has Zoom Rooms?,Creation Time,Start Time,End Time,Duration (Minutes),Participants
Piston,992 8911 0036,Desk,desk@example.com,,,No,01/11/2027 08:00:00 AM,02/09/2027 07:50:00 AM,02/09/2027 12:00:00 PM,250,44
`),
      "This is Zoom's usage report, a list of meetings: click the number of participants there, and export their list with join times and leave times.",
    ],
    [
      'a Teams report of a policy without times',
      unicodeText(`1. Summary
Meeting title	Piston
Attended participants	2

2. Participants
Name	Email	Participant ID (UPN)	Role
Ada	ada@example.com	ada@example.com	Attendee
`),
      "This is Microsoft Teams' attendance report without join times and leave times: download it as the organizer, with 'First Join' and 'Last Leave', which the attendance policy has to allow.",
    ],
    [
      "Webex's durations",
      unicodeText('Display Name	Attendee Email	Attendance Duration\nAda	ada@example.com	244 mins\n'),
      "This is Webex's attendance report with only the total of each person ('Attendance Duration'): export the meeting's attendees with the columns 'Join Time' and 'Leave Time'.",
    ],
    [
      "GoTo's durations",
      marked('Attended,Last Name,First Name,Email,In Session Duration\nYes,Rivet,Ada,ada@example.com,64\n'),
      "This is GoTo Webinar's attendee report with only the total of each person ('In Session Duration'): generate its Attendee Report, which has the columns 'Join Time' and 'Leave Time'.",
    ],
    [
      'a list',
      'Name,Email,Minutes attended\nAda,ada@example.com,244\n',
      "This is a list with only the total of each person ('Minutes attended'): upload a list that has the join time and the leave time of each person.",
    ],
  ])('%s', async (_, file, sentence) => expect(await refusalOf(file)).toBe(sentence))
})

describe('a refusal describes the table of the people,', () => {
  const people = ['Number', 'Technician', 'Weight']
  const shown = "This seems to be a list with the columns 'Number', 'Technician', 'Weight'."
  const table = [
    ['Our hangar', 'Columbia'],
    ['Number of planes', '3'],
    [],
    people,
    ['1', 'Ada', '70'],
    ['2', 'Ben', '80'],
  ]
  test.each([
    ['below other lines', Buffer.from(table.map((cells) => cells.join()).join('\n'))],
    ['separated by TAB', unicodeText(table.map((cells) => cells.join('\t')).join('\n'))],
    ['separated by semicolons', Buffer.from(table.map((cells) => cells.join(';')).join('\n'))],
    ['in a workbook', workbookOf({ List: table })],
  ])('%s', async (_, file) => expect(await refusalOf(file)).toMatch(new RegExp(`^${shown}`)))

  test('of the longest one if no column names people', async () => {
    const file = 'Weather report\tMonday\n\nRunway\tLength\tSurface\n11\t5000\tasphalt\n29\t5000\tasphalt\n'
    expect(await refusalOf(file)).toMatch(/the columns 'Runway', 'Length', 'Surface'/)
  })
})

describe('one cause is one sentence:', () => {
  const list = (count: number, row: (place: number) => string) =>
    `Name,Email,Join Time,Leave Time\n${Array.from({ length: count }, (_, place) => row(place)).join('\n')}\n`

  test.each([
    [
      'the join times',
      'soon,02/09/2027 12:00 PM',
      "has a readable join time: the first is 'soon' in line 2.",
    ],
    [
      'the leave times',
      '02/09/2027 8:00 AM,later',
      "has a readable leave time: the first is 'later' in line 2.",
    ],
    ['both', 'soon,later', "has a readable join time: the first is 'soon' in line 2."],
  ])('none of %s can be read', async (_, times, words) => {
    const file = list(120, (place) => `P${place},p${place}@example.com,${times}`)
    expect(await refusalOf(file)).toBe(`None of the 120 rows ${words}`)
    // An earlier version accepted it.
    const stored = await readAttendanceFile(Buffer.from(file), { isStored: true })
    expect(stored).toMatchObject({ visits: { length: 120 } })
  })

  test('of one row, neither time can be read', async () => {
    expect(await refusalOf(list(1, () => 'Ada,ada@example.com,soon,later'))).toBe(
      "The only row has no readable join time: it is 'soon' in line 2.",
    )
  })

  test('no day can be read', async () => {
    const file =
      'Day,Name,Email,In,Out\nDay 1,Ada,ada@example.com,8:00,12:00\nDay 2,Ada,ada@example.com,8:00,12:00\n'
    expect(await refusalOf(file)).toBe(
      "None of the 2 rows has a readable date: the first is 'Day 1' in line 2.",
    )
  })

  test('no time of an answer can be read', async () => {
    const file =
      'User Name,User Email,Submitted Date/Time,Still there?\nAda,ada@example.com,first,Yes\nBen,ben@example.com,second,Yes\n'
    expect(await refusalOf(file)).toBe(
      "None of the 2 rows has a readable time: the first is 'first' in line 2.",
    )
  })

  test('all rows have the start and the end of the event', async () => {
    const rows = (end: string) =>
      `First Name,Last Name,Start Time,End Time\nAda,Rivet,02/09/2027 8:00,02/09/2027 12:00\nBen,Cowling,02/09/2027 8:00,02/09/2027 ${end}\n`
    expect(await refusalOf(rows('12:00'))).toMatch(
      /^All rows have the same start and end, so these may be the times of the event: name the columns/,
    )
    expect((await readingOf(rows('11:00'))).visits).toHaveLength(2)
  })

  test('many rows have the same problem, and a few are named one by one', async () => {
    const good = 'Kim,kim@example.com,02/09/2027 8:00 AM,02/09/2027 12:00 PM'
    const problemsOf = async (count: number) => {
      const file = list(count, () => 'Ada,ada@example.com,02/09/2027 8:00 AM,')
      return preparedOf(await readingOf(`${file}${good}\n`)).described.problems
    }
    expect(await problemsOf(1200)).toEqual([
      { line: null, problem: "'Leave Time' is missing in 1,200 rows, first in line 2." },
    ])
    expect(await problemsOf(2)).toEqual([2, 3].map((line) => ({ line, problem: "'Leave Time' is missing." })))
  })
})
