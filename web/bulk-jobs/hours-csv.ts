import Papa from 'papaparse'
import type { HoursRow } from '#contract/bulk-hours.ts'
import { mostInBulk } from '#contract/bulk-jobs.ts'
import { shownCount } from '#web/platform/texts/counts.ts'

/** What a list of hours holds, or what is wrong with the whole of it. */
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

/** The file that shows how a list is written. */
export const sampleCsv =
  'email,hours,notes\r\npat@example.com,8,Attended both days\r\nrobin@example.com,4,First day only\r\n'

/**
 * Reads a list of hours as spreadsheets write it: UTF-8 with or without a byte order mark, else Windows-1252; commas, semicolons or
 * tabs; quoted line breaks; columns in any order.
 */
export function readHoursCsv(bytes: Uint8Array): ReadHours {
  const text = decode(bytes)
  if (text === undefined) return { problem: hoursProblems.format }
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
    transformHeader: (name) => name.trim().toLowerCase(),
  })
  const columns = meta.fields ?? []
  if (!(columns.includes('email') && columns.includes('hours'))) return { problem: hoursProblems.format }
  if (errors.some(({ type }) => type === 'Quotes')) return { problem: hoursProblems.format }
  if (data.length === 0) return { problem: hoursProblems.empty }
  if (data.length > mostInBulk) return { problem: hoursProblems.tooMany }
  const rows = data.map(rowOf)
  return rows.every((row) => row !== undefined) ? { rows } : { problem: hoursProblems.rows }
}

/** undefined: no text at all. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const number = /^[+-]?\d+([.,]\d+)?$/

/** undefined: without an email or with hours that are no number. */
function rowOf({ email = '', hours = '', notes = '' }: Record<string, string>): HoursRow | undefined {
  const typed = hours.trim()
  if (email.trim() === '' || !number.test(typed)) return undefined
  const line = notes.replaceAll(/\s+/g, ' ').trim()
  return { email: email.trim(), hours: Number(typed.replace(',', '.')), ...(line && { notes: line }) }
}
