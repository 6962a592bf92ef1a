import type { AttendanceReport, Visit } from '#server/core/webinar-platform/webinar-platform.ts'
import type { CsvRow, CsvTable } from './attendance-csv-rows.ts'
import { readTable, separators, textOf } from './attendance-csv-rows.ts'
import { leftAfter, openInstantReader } from './attendance-csv-times.ts'

/** What a list of attendance says, or all that is wrong with it. */
export type ReadAttendance = { report: AttendanceReport } | { problems: CsvProblem[] }

interface CsvProblem {
  /** Counted from 1; null where the whole file is meant. */
  line: number | null
  problem: string
}

/** The columns that are read, by their names on both platforms: without what is in brackets, letters only. */
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
  /** Those who hold it are listed like attendees, in sections of their own. */
  isOfHosts: boolean
  /** Of those who called in by phone, no email is known. */
  isOfOthers: boolean
}

/**
 * Reads the attendee report that Zoom or GoTo Webinar exports as CSV, one visit a row: columns by their names, in any order, with
 * any lines above. Who did not attend is left out, and so are hosts and panelists. Times are Eastern where they name no zone.
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
      "No line names the columns 'Email', 'Join Time' and 'Leave Time'. Is it the platform's attendee report?",
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

/** A row of people never holds two of the names; the summary above them may, but neither an email nor when they came. */
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

/** undefined for who was not there; adds to the problems of the file. */
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

/** Both platforms write dashes where there is nothing. */
function given(cell = ''): string {
  return /^-*$/.test(cell) ? '' : cell
}
