import { inert } from '#contract/core/formulas.ts'

/** Returns rows as CSV for any spreadsheet: with a byte order mark, CRLF, and quotes if needed. No cell is run as a formula. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => row.map(cell).join(','))
  return new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
}

function cell(value: string | number) {
  const text = typeof value === 'string' ? inert(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
