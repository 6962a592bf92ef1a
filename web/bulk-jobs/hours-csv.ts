import Papa from 'papaparse'
import { mostInBulk } from '#contract/bulk-jobs/calls.ts'
import type { HoursRow } from '#contract/bulk-jobs/hours.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'

/** The rows of a list of hours, or the problem for which the whole list is refused. */
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

/** The sample file. */
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
 * Reads a list of hours in the formats that spreadsheets save: UTF-8 or Windows-1252, with commas, semicolons or tabs,
 * quoted line breaks, and columns in any order. Skips a 'Total' row. A problem names the wrong lines.
 */
export function readHoursCsv(bytes: Uint8Array): ReadHours {
  const text = decode(bytes)
  if (text === undefined) return { problem: `${hoursProblems.format} This file is not text.` }
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] })
  const lines = linesOf(data)
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    const line = lines.find(({ row }) => row === data[broken.row ?? 0])?.line ?? 1
    return { problem: `${hoursProblems.format} The quotation marks of line ${line} do not match.` }
  }
  const [head, ...filled] = lines.filter(({ row }) => row.some((cell) => cell.trim() !== ''))
  const columns = columnsOf(head?.row ?? [])
  const who = columns.email ?? columns.name
  if (who === undefined || columns.hours === undefined) {
    const missing = who === undefined ? 'email' : 'hours'
    return { problem: `${hoursProblems.format} Line ${head?.line ?? 1} has no column '${missing}'.` }
  }
  const people = filled.filter(({ row }) => !isTotal(row, who))
  if (people.length === 0) return { problem: hoursProblems.empty }
  if (people.length > mostInBulk) return { problem: hoursProblems.tooMany }
  const read = people.map(({ line, row }) => {
    const cell = (column: number | undefined) =>
      (column === undefined ? '' : (row[column] ?? '')).replaceAll(/\s+/g, ' ').trim()
    const email = cell(who)
    const hours = cell(columns.hours)
    const notes = cell(columns.notes)
    const problem = problemOf(email, hours)
    if (problem) return { problem: `Line ${line}: ${problem}` }
    return { email, hours: Number(hours.replace(',', '.')), ...(notes && { notes }) }
  })
  const problems = read.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) return { problem: [hoursProblems.rows, ...shortened(problems)].join(' ') }
  return { rows: read as HoursRow[] }
}

/** Returns each row with the line on which it begins, from 1. A row is longer than a line if a cell has line breaks. */
function linesOf(rows: string[][]): { line: number; row: string[] }[] {
  let next = 1
  return rows.map((row) => {
    const line = next
    next += row.join('').split(/\r\n|\r|\n/).length
    return { line, row }
  })
}

function columnsOf(head: string[]): { [column in keyof typeof columnNames]?: number } {
  const names = head.map((cell) => cell.trim().toLowerCase())
  const found = Object.entries(columnNames).map(([column, known]) => {
    const index = names.findIndex((name) => (known as readonly string[]).includes(name))
    return [column, index < 0 ? undefined : index]
  })
  return Object.fromEntries(found)
}

/** Excel writes 'Total' into the first column of a table's last row. That column may be any of ours. */
function isTotal(row: string[], who: number): boolean {
  const isLabel = (cell = '') => /^(grand )?total:?$/i.test(cell.trim())
  return isLabel(row[who]) || ((row[who] ?? '').trim() === '' && row.some(isLabel))
}

function problemOf(email: string, hours: string): string | undefined {
  if (email === '') return 'the email is missing.'
  if (hours === '') return 'the hours are missing.'
  return number.test(hours) ? undefined : `the hours are '${hours}', which is not a number.`
}

const mostNamed = 5

function shortened(problems: string[]): string[] {
  const others = problems.length - mostNamed
  if (others <= 0) return problems
  return [...problems.slice(0, mostNamed), `The same in ${counted(others, 'more line')}.`]
}

/** Returns the text, or undefined if the bytes are not text. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const number = /^[+-]?\d+([.,]\d+)?$/
