/**
 * Rows as CSV that any spreadsheet opens: with a byte order mark, CRLF, quoted where needed. What a spreadsheet would run begins with
 * an apostrophe.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => row.map(cell).join(','))
  return new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
}

function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
