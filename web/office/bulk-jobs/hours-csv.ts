import type { Row } from '#contract/core/text-tables.ts'
import { firstRows, rowsOf, separators, textOf } from '#contract/core/text-tables.ts'
import { mostInBulk } from '#contract/office/bulk-jobs/calls.ts'
import type { HoursRow } from '#contract/office/bulk-jobs/hours.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'

/** The rows of a list of hours, or the problem that refuses the whole list. */
export type ReadHours = { rows: HoursRow[] } | { problem: string }

export const hoursProblems = {
  format: 'Invalid CSV format.',
  rows: 'CSV validation failed. Ensure all rows have email, hours (numeric), and notes.',
  unreadable: 'Failed to process the CSV file.',
  empty: 'There are no rows in this file.',
  tooLarge: 'This file is larger than 8 MB. Please split it.',
  tooMany: `A list has ${shownCount(mostInBulk)} rows at most. Please split it.`,
} as const

export const mostBytes = 8 * 1024 * 1024

export const sampleCsv =
  'email,hours,notes\r\npat@example.com,8,Attended both days\r\nrobin@example.com,4,First day only\r\n'

/** The spellings of each header. A list without emails is matched by name. */
const columnNames = {
  email: ['email', 'e-mail', 'email address', 'e-mail address'],
  name: ['name', 'full name', 'attendee'],
  hours: ['hours', 'credit hours', 'hours credited'],
  notes: ['notes', 'note'],
} as const

/**
 * Reads a list of hours like reports of attendance: UTF-8, UTF-16 or Windows-1252, with commas, semicolons or
 * tabs, titles above the columns, quoted line breaks, and columns in any order. Skips a 'Total' row. A
 * problem names the wrong lines.
 */
export function readHoursCsv(bytes: Uint8Array): ReadHours {
  const { text, encoding } = textOf(bytes)
  if (bytes.includes(0) && !encoding.startsWith('utf-16')) {
    return { problem: `${hoursProblems.format} This file is not text.` }
  }
  const visible = text.replaceAll(invisible, '')
  const separator = separators.find((each) => placeOfHead(firstRows(visible, each)) >= 0) ?? ','
  const rows = rowsOf(visible, separator, mostInBulk + searched)
  const place = placeOfHead(rows)
  const broken = rows.find(({ isBroken }) => isBroken)
  if (broken) {
    return { problem: `${hoursProblems.format} The quotation marks of line ${broken.line} do not match.` }
  }
  const head = rows[Math.max(place, 0)]
  const columns = columnsOf(head?.cells ?? [])
  const who = columns.email ?? columns.name
  if (who === undefined || columns.hours === undefined) {
    const missing = who === undefined ? 'email' : 'hours'
    return { problem: `${hoursProblems.format} Line ${head?.line ?? 1} has no column '${missing}'.` }
  }
  const twice = (['email', 'hours'] as const).find((column) => placesOf(head?.cells ?? [], column).length > 1)
  if (twice) {
    return {
      problem: `${hoursProblems.format} Line ${head?.line} has two columns '${twice}'. Keep one of them.`,
    }
  }
  const people = rows.slice(place + 1).filter(({ cells }) => !isTotal(cells, who))
  if (people.length === 0) return { problem: hoursProblems.empty }
  if (people.length > mostInBulk) return { problem: hoursProblems.tooMany }
  const read = people.map(({ line, cells }) => {
    const cell = (column: number | undefined) =>
      (column === undefined ? '' : (cells[column] ?? '')).replaceAll(/\s+/g, ' ').trim()
    const email = cell(who)
    const hours = cell(columns.hours)
    const notes = cell(columns.notes)
    const problem = problemOf(email, hours) ?? absenceOf(head?.cells ?? [], cells, hours)
    if (problem) return { problem: `Line ${line}: ${problem}` }
    return { email, hours: Number(hours.replace(',', '.')), ...(notes && { notes }) }
  })
  const problems = read.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) return { problem: [hoursProblems.rows, ...shortened(problems)].join(' ') }
  return { rows: read as HoursRow[] }
}

const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** The rows searched for column names, because titles may precede them. */
const searched = 20

/** Returns the place of the row with column names; -1: none. */
function placeOfHead(rows: readonly Row[]) {
  return rows.slice(0, searched).findIndex(({ cells }) => {
    const { email, name, hours } = columnsOf(cells)
    return (email ?? name) !== undefined && hours !== undefined
  })
}

type Column = keyof typeof columnNames

function columnsOf(head: string[]): { [column in Column]?: number } {
  const columns = Object.keys(columnNames) as Column[]
  return Object.fromEntries(columns.map((column) => [column, placesOf(head, column)[0]]))
}

function placesOf(head: string[], column: Column): number[] {
  const known: readonly string[] = columnNames[column]
  return head.flatMap((cell, place) => (known.includes(cell.trim().toLowerCase()) ? [place] : []))
}

/** Excel writes 'Total' into the first column of a table's last row, which may be any of ours. */
function isTotal(row: string[], who: number) {
  const isLabel = (cell = '') => /^(grand )?total:?$/i.test(cell.trim())
  return isLabel(row[who]) || ((row[who] ?? '').trim() === '' && row.some(isLabel))
}

function problemOf(email: string, hours: string) {
  if (email === '') return 'the email is missing.'
  if (hours === '') return 'the hours are missing.'
  return number.test(hours) ? undefined : `the hours are '${hours}', which is not a number.`
}

const absent = /^(cancel+ed|no[- ]?show|absent|withdrawn|(did ?n.?t|did not|not) (attend|come|show))/i

/** Says that a row has hours, though one of its other cells says that the person did not come. */
function absenceOf(head: string[], cells: string[], hours: string) {
  const notes = columnsOf(head).notes
  const place = cells.findIndex(
    (cell, each) =>
      each !== notes &&
      (absent.test(cell) || (/^no$/i.test(cell) && /^(attended|present)\b/i.test(head[each] ?? ''))),
  )
  if (place < 0 || Number(hours.replace(',', '.')) === 0) return undefined
  return `'${head[place] || place + 1}' is '${cells[place]}', but the hours are ${hours}.`
}

const mostNamed = 5

function shortened(problems: string[]) {
  const others = problems.length - mostNamed
  if (others <= 0) return problems
  return [...problems.slice(0, mostNamed), `The same in ${counted(others, 'more line')}.`]
}

const number = /^[+-]?\d+([.,]\d+)?$/
