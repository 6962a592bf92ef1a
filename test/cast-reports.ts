import Papa from 'papaparse'
import { easternClock } from '#contract/core/season.ts'
import type { CastDay, CastPerson, CastVisit } from './cast.ts'

/** A file as rows of cells; `csvOf`, `unicodeTextOf` and `workbookOf` write it. */
export type Table = string[][]

const topic = 'Piston IA Renewal 2026'

/** Returns Zoom's attendee report of a day with the old header block. It has neither ids nor waiting rooms, and lists absentees. */
export function oldZoomReport(cast: readonly CastPerson[], on: CastDay, webinarId = '992 8911 0036'): Table {
  const rows = rowsOf(cast, on).filter(({ status }) => status === 'present')
  const times = (visit: CastVisit) => [named(visit.joinedAt), visit.leftAt ? named(visit.leftAt) : '--']
  const heading = [
    'Attended',
    'User Name (Original Name)',
    'Email',
    'Join Time',
    'Leave Time',
    'Time in Session (minutes)',
    'Is Guest',
    'Country/Region Name',
  ]
  const staff = (visit: CastVisit) => ['Yes', visit.name, visit.email ?? '', ...times(visit), ...about(visit)]
  return padded([
    ['Attendee Report'],
    ['Report Generated:', 'Feb 13, 2026 10:21 AM'],
    [
      'Topic',
      'Webinar ID',
      'Actual Start Time',
      'Actual Duration (minutes)',
      '# Registered',
      '# Cancelled',
      'Unique Viewers',
      'Total Users',
      'Max Concurrent Views',
      'Enable Registration',
    ],
    [topic, webinarId, `${dayName(on)} 7:49 AM`, '255', '60', '0', '55', '57', '55', 'Yes'],
    ['Host Details'],
    heading,
    ...rows.filter(({ role }) => role === 'host').map(staff),
    ['Panelist Details'],
    heading,
    ...rows.filter(({ role }) => role === 'panelist').map(staff),
    ['Attendee Details'],
    [
      'Attended',
      'User Name (Original Name)',
      'First Name',
      'Last Name',
      'Email',
      'Registration Time',
      'Approval Status',
      ...heading.slice(3),
    ],
    ...rows
      .filter(({ role, medium }) => role === 'attendee' && medium === 'online')
      .map((visit) => [
        'Yes',
        visit.name,
        ...namesOf(visit.name),
        visit.email ?? '',
        'Dec 01, 2025 05:00:00',
        'approved',
        ...times(visit),
        ...about(visit),
      ]),
    ...absentees(cast, on).map(({ firstName, lastName, email }) => [
      'No',
      `${firstName} ${lastName}`,
      firstName,
      lastName,
      email,
      'Dec 01, 2025 05:00:00',
      'approved',
      '--',
      '--',
      '--',
      '--',
      '--',
    ]),
    ['Other Attended'],
    ['User Name', 'Join Time', 'Leave Time', 'Time in Session (minutes)', 'Country/Region Name'],
    ...rows
      .filter(({ medium }) => medium === 'phone')
      .map((visit) => [visit.name, ...times(visit), minutesOf(visit), 'United States']),
  ])
}

/** Returns Zoom's attendee report of a day with the new header block, with ids and waiting rooms, and 12-hour times. */
export function newZoomReport(cast: readonly CastPerson[], on: CastDay, webinarId = '992 8911 0036'): Table {
  const heading = [
    'Name (original name)',
    'Email',
    'Registrant ID',
    'Join time',
    'Leave time',
    'Duration (minutes)',
    'Guest',
    'In waiting room',
  ]
  const section = (role: CastVisit['role']): Table =>
    rowsOf(cast, on)
      .filter((visit) => visit.role === role)
      .map((visit) => [
        visit.name,
        visit.email ?? '',
        visit.registrantId ?? '',
        numbered(visit.joinedAt),
        visit.leftAt ? numbered(visit.leftAt) : '',
        minutesOf(visit),
        'Yes',
        visit.status === 'waiting' ? 'Yes' : 'No',
      ])
  return padded([
    ['Attendee report'],
    ['Report generated time', '02/13/2026 10:22:32 AM'],
    ['Topic', 'ID', 'Host name', 'Host email', 'Actual start time', 'Duration (minutes)', 'Participants'],
    [topic, webinarId, 'Events Desk', 'desk@example.com', numbered(castStart(cast, on)), '255', '57'],
    ...['Host details', 'Panelist details', 'Attendee details'].flatMap((name) => [
      [name],
      heading,
      ...section(name.split(' ')[0]?.toLowerCase() as CastVisit['role']),
    ]),
  ])
}

/** Returns Zoom's poll report of a day: pairs of question and answer, a row for each time that somebody submitted. */
export function zoomPollReport(cast: readonly CastPerson[], on: CastDay, webinarId = '992 8911 0036'): Table {
  const answers = cast.flatMap((person) => person.answers.filter((answer) => answer.on === on))
  return [
    ['Poll Report'],
    ['Report Generated:', 'Feb 13, 2026 10:21 AM'],
    ['Topic', 'Webinar ID', 'Actual Start Time', 'Actual Duration (minutes)'],
    [topic, webinarId, `${dayName(on)} 7:49 AM`, '255'],
    ['Poll Details'],
    ['#', 'User Name', 'User Email', 'Submitted Date/Time', ''],
    ...answers.map(({ name, email, question, answer, answeredAt }, place) => [
      String(place + 1),
      name,
      email ?? '',
      named(answeredAt),
      question,
      answer,
    ]),
  ]
}

/** Returns GoTo Webinar's attendee report of a day. Its times have whole minutes, and it has no ids, waiting rooms or phones. */
export function gotoReport(cast: readonly CastPerson[], on: CastDay): Table {
  const rows = rowsOf(cast, on).filter(({ status, medium }) => status === 'present' && medium === 'online')
  const heading = [
    'Attended',
    '',
    'Interest Rating',
    'First Name',
    'Last Name',
    'Email',
    'Registration Date',
    'Join Time',
    'Leave Time',
    'In Session Duration* (minutes) ',
    'Country',
    'Unsubscribed',
  ]
  const lineOf = (visit: CastVisit) => [
    'Yes',
    '',
    '57',
    ...namesOf(visit.name),
    visit.email ?? '',
    'Dec 1, 2025 02:15 PM EST',
    shortened(visit.joinedAt),
    visit.leftAt ? shortened(visit.leftAt) : '',
    minutesOf(visit),
    'US',
    'No',
  ]
  return padded([
    ['Attendee Report', '', '', 'GoToWebinar'],
    ['Generated'],
    ['Feb 13, 2026 10:36 AM EST'],
    ['General Information'],
    ['Webinar Name', '', 'Webinar ID'],
    [topic, '', '846313449'],
    ['Actual Start Date/Time', '', 'Actual Duration (minutes) '],
    [shortened(castStart(cast, on)), '', '255'],
    ['Staff Details'],
    heading,
    ...rows.filter(({ role }) => role === 'host').map(lineOf),
    ['Session Details'],
    heading,
    ...rows.filter(({ role }) => role !== 'host').map(lineOf),
    ...absentees(cast, on).map(({ firstName, lastName, email }) => [
      'No',
      '',
      '',
      firstName,
      lastName,
      email,
      'Dec 1, 2025 02:15 PM EST',
      '',
      '',
      '',
      'US',
      'No',
    ]),
    ['* Time is rounded'],
  ])
}

/** Returns a table as Zoom writes it: commas, Windows line endings, UTF-8 with a byte order mark. */
export function csvOf(table: Table): Buffer {
  return Buffer.from(`\ufeff${Papa.unparse(table)}\r\n`)
}

/** Returns a table as Excel saves 'Unicode Text': tabs, UTF-16 with a byte order mark. */
export function unicodeTextOf(table: Table): Buffer {
  return Buffer.from(`\ufeff${Papa.unparse(table, { delimiter: '\t' })}\r\n`, 'utf16le')
}

/** Returns the rows that somebody's visits have in the reports of a day, in the order of their beginning. */
function rowsOf(cast: readonly CastPerson[], on: CastDay): CastVisit[] {
  return cast
    .flatMap(({ visits }) => visits.filter((visit) => visit.on === on))
    .sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
}

function absentees(cast: readonly CastPerson[], on: CastDay): CastPerson[] {
  return cast.filter(({ visits }) => visits.every((visit) => visit.on !== on))
}

function castStart(cast: readonly CastPerson[], on: CastDay): Date {
  return rowsOf(cast, on)[0]?.joinedAt ?? new Date(`${on}T12:50:00Z`)
}

/** Fills rows up to the longest one, as both webinar platforms do. */
function padded(table: Table): Table {
  const width = Math.max(...table.map(({ length }) => length))
  return table.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')])
}

function namesOf(name: string): string[] {
  const [first = '', ...rest] = name.split(' ')
  return [first, rest.join(' ')]
}

function about(visit: CastVisit): string[] {
  return [minutesOf(visit), 'Yes', 'United States']
}

function minutesOf({ joinedAt, leftAt }: CastVisit): string {
  return leftAt ? String(Math.ceil((leftAt.getTime() - joinedAt.getTime()) / 60_000)) : '--'
}

/** Returns 'Feb 09, 2026 07:56:02'. */
function named(instant: Date): string {
  const [on = '', time = ''] = easternClock(instant).split(' ')
  return `${dayName(on)} ${time}`
}

function dayName(on: string): string {
  return `Feb ${on.slice(8)}, 2026`
}

/** Returns '02/10/2026 07:56:02 AM'. */
function numbered(instant: Date): string {
  const [on = '', time = ''] = easternClock(instant).split(' ')
  return `02/${on.slice(8)}/2026 ${halfDay(time)}`
}

/** Returns 'Feb 9, 2026 07:56 AM EST'. */
function shortened(instant: Date): string {
  const [on = '', time = ''] = easternClock(instant).split(' ')
  return `Feb ${Number(on.slice(8))}, 2026 ${halfDay(time.slice(0, 5))} EST`
}

function halfDay(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${String(hour % 12 || 12).padStart(2, '0')}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}
