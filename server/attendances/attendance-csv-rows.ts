import Papa from 'papaparse'

/** A row of a CSV file, and the line on which it begins, counted from 1 as editors do. */
export interface CsvRow {
  line: number
  /** Trimmed. */
  cells: string[]
}

export interface CsvTable {
  rows: CsvRow[]
  /** The lines whose quotation marks don't match: later cells may be read wrongly. */
  brokenLines: number[]
}

/** The separators of cells. Excel writes ';' if ',' is the decimal sign, and TAB as 'Unicode Text'. */
export const separators = [',', ';', '\t']

/**
 * Returns the text of a file: UTF-16 with its byte order mark, as Excel saves 'Unicode Text', or UTF-8, else Windows-1252.
 * Returns undefined for a file without text, like a workbook.
 */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes)
  return text.includes('\0') ? undefined : text
}

/** Returns the rows of a text, without empty ones. A cell in quotation marks may hold line breaks. */
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
