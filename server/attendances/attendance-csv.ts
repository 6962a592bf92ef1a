import type { AttendanceReport, Visit } from '#server/core/webinar-platform/webinar-platform.ts'
import type { CsvRow, CsvTable } from './attendance-csv-rows.ts'
import { readTable, separators, textOf } from './attendance-csv-rows.ts'
import { leftAfter, openInstantReader } from './attendance-csv-times.ts'

/** The report of a list, or all its problems. */
export type ReadAttendance = { report: AttendanceReport } | { problems: CsvProblem[] }

interface CsvProblem {
  /** Counted from 1; null for the whole file. */
  line: number | null
  problem: string
}

/** The columns by their names on both webinar platforms, without brackets, letters only. */
const columnNames = {
  attended: ['attended'],
  name: ['username', 'name'],
  firstName: ['firstname'],
  lastName: ['lastname'],
  email: ['email', 'emailaddress', 'useremail'],
  joinTime: ['jointime'],
  leaveTime: ['leavetime'],
} as const
type Column = keyof typeof columnNames
type Columns = Partial<Record<Column, number>>

const shownNames = { email: 'Email', joinTime: 'Join Time', leaveTime: 'Leave Time' }

/** Rows under one line of column names. */
interface Section {
  line: number
  columns: Columns
  rows: CsvRow[]
  /** Hosts and panelists have sections of their own. */
  isOfHosts: boolean
  /** People who called in by phone have no email. */
  isOfOthers: boolean
}

/**
 * Reads the attendee report that Zoom or GoTo Webinar exports as CSV, one visit a row. Finds columns by their names, in any order,
 * below any other lines. Leaves out hosts, panelists and people who did not attend. Times without a zone are Eastern.
 */
export function readAttendanceCsv(bytes: Uint8Array, fileName: string): ReadAttendance {
  const text = textOf(bytes)
  if (text === undefined) return refused('This is no CSV file. Please export the report as CSV.')
  const table = separators
    .values()
    .map((separator) => readTable(text, separator))
    .find(({ rows }) => rows.some(({ cells }) => isHeading(columnsOf(cells))))
  if (!table) {
    return refused(
      "No line names the columns 'Email', 'Join Time' and 'Leave Time'. Is it the webinar platform's attendee report?",
    )
  }
  const sections = sectionsOf(table).filter(({ isOfHosts }) => !isOfHosts)
  if (sections.length === 0) return refused('There are only hosts and panelists in this file.')
  const problems: CsvProblem[] = [
    ...table.brokenLines.map((line) => ({ line, problem: 'The quotation marks of this line do not match.' })),
    ...sections.flatMap(missingColumns),
  ]
  if (problems.length > 0) return { problems }
  const readInstant = openInstantReader()
  const visits = sections.flatMap(({ columns, rows }) =>
    rows.map((row) => readVisit(row, columns, readInstant, problems)),
  )
  if (problems.length > 0) return { problems }
  if (visits.length === 0) return refused('There are no rows in this file.')
  return {
    report: {
      visits: visits.filter((visit) => visit !== undefined),
      answers: [],
      sources: [{ address: fileName, body: text }],
    },
  }
}

function refused(problem: string): ReadAttendance {
  return { problems: [{ line: null, problem }] }
}

function columnsOf(cells: string[]): Columns {
  const names = cells.map((cell) =>
    cell
      .toLowerCase()
      .replaceAll(/\(.*?\)/g, '')
      .replaceAll(/[^a-z]/g, ''),
  )
  const columns: Columns = {}
  for (const [column, known] of Object.entries(columnNames)) {
    const index = names.findIndex((name) => (known as readonly string[]).includes(name))
    if (index >= 0) columns[column as Column] = index
  }
  return columns
}

/** True for a row with two known names, one of them an email or a time: neither people nor the summary above them have that. */
function isHeading({ email, joinTime, leaveTime, ...others }: Columns): boolean {
  const telling = [email, joinTime, leaveTime].filter((index) => index !== undefined).length
  return telling > 0 && telling + Object.keys(others).length >= 2
}

function sectionsOf({ rows }: CsvTable): Section[] {
  const sections: Section[] = []
  let title = ''
  for (const row of rows) {
    const columns = columnsOf(row.cells)
    const given = row.cells.filter((cell) => cell !== '')
    if (isHeading(columns)) {
      const isOfHosts = /^(host|panelist)/i.test(title)
      sections.push({ line: row.line, columns, rows: [], isOfHosts, isOfOthers: /^other/i.test(title) })
      title = ''
    } else if (given.length === 1) {
      title = given[0] ?? ''
    } else {
      sections.at(-1)?.rows.push(row)
    }
  }
  return sections
}

function missingColumns({ line, columns, isOfOthers }: Section): CsvProblem[] {
  const needed = isOfOthers
    ? (['joinTime', 'leaveTime'] as const)
    : (['email', 'joinTime', 'leaveTime'] as const)
  return needed
    .filter((column) => columns[column] === undefined)
    .map((column) => ({ line, problem: `There is no column '${shownNames[column]}' here.` }))
}

/** Returns a row's visit, or undefined for a person who did not attend. Adds to the problems of the file. */
function readVisit(
  { line, cells }: CsvRow,
  columns: Columns,
  readInstant: (text: string) => Date | undefined,
  problems: CsvProblem[],
): Visit | undefined {
  const cellOf = (column: Column) => given(cells[columns[column] ?? -1])
  const [attended, join, leave] = [cellOf('attended'), cellOf('joinTime'), cellOf('leaveTime')]
  if (/^no$/i.test(attended) || (!/^yes$/i.test(attended) && join + leave === '')) return undefined
  const timeOf = (column: 'joinTime' | 'leaveTime', text: string) => {
    const instant = readInstant(text)
    const what = text === '' ? 'missing' : `no date and time: '${text}'`
    if (!instant) problems.push({ line, problem: `'${shownNames[column]}' is ${what}.` })
    return instant
  }
  const joinedAt = timeOf('joinTime', join)
  const left = timeOf('leaveTime', leave)
  if (!joinedAt || !left) return undefined
  const leftAt = leftAfter(joinedAt, left)
  if (leftAt < joinedAt) problems.push({ line, problem: "'Leave Time' is before 'Join Time'." })
  const name = cellOf('name') || `${cellOf('firstName')} ${cellOf('lastName')}`.trim()
  return { registrantId: null, email: cellOf('email') || null, name, joinedAt, leftAt }
}

/** Returns '' for dashes, which both webinar platforms write into empty cells. */
function given(cell = ''): string {
  return /^-*$/.test(cell) ? '' : cell
}
