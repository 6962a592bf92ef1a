import Papa from 'papaparse'

/** A row of a CSV file, and the line on which it begins, counted from 1 as editors do. */
export interface CsvRow {
  line: number
  /** Without spaces around them. */
  cells: string[]
}

export interface CsvTable {
  rows: CsvRow[]
  /** Where quotation marks don't match, so that what comes after may be read wrongly. */
  brokenLines: number[]
}

/** What separates cells: Excel writes ';' where ',' is the decimal sign, and TAB as 'Unicode Text'. */
export const separators = [',', ';', '\t']

/**
 * The text of a file: UTF-16 with its byte order mark, as Excel saves 'Unicode Text', or UTF-8 with one or without, else
 * Windows-1252. undefined where it is no text at all, like a workbook.
 */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes)
  return text.includes('\0') ? undefined : text
}

/** The rows of a text, empty ones left out. A cell may hold line breaks, where it is in quotation marks. */
export function readTable(text: string, separator: string): CsvTable {
  const { data, errors } = Papa.parse<string[]>(text.replaceAll(/\r\n?/g, '\n'), {
    delimiter: separator,
    newline: '\n',
  })
  let line = 1
  const rows = data.map((cells) => {
    const row = { line, cells: cells.map((cell) => cell.trim()) }
    line += cells.join('').split('\n').length
    return row
  })
  const broken = errors.filter(({ type }) => type === 'Quotes')
  return {
    rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')),
    brokenLines: [...new Set(broken.map(({ row = 0 }) => rows[row]?.line ?? 1))],
  }
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
