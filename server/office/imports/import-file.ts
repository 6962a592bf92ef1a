import type { Row } from '#contract/core/text-tables.ts'
import { rowsOf, separatorOf, textOf } from '#contract/core/text-tables.ts'
import { shortened } from '#contract/core/visible-text.ts'
import { mostImportRows } from '#contract/office/imports/calls.ts'
import { isBinary } from '#server/attendance/attendances/attendance-seeming.ts'
import { isWorkbook, readWorkbook } from '#server/attendance/attendances/attendance-workbook.ts'

/** A file's headings and rows. The rows are JSON, as the database takes them. */
export interface ReadImport {
  headings: string[]
  rows: string
  total: number
}

const mostColumns = 256
const longestCell = 2000
const mostCharacters = 20_000_000
const tooMany = `This file has more than ${mostImportRows.toLocaleString('en-US')} rows. Split it, and import each part.`
const tooMuch = 'This file has more than 20 million characters. Split it, and import each part.'
const noHeadings =
  "This file has no line with the names of its columns. Its first line has to name them, such as 'Email'."

/** Reads a file in the thread for imports: the first line names the columns, and each later line is a row. */
export async function readImportFile(bytes: Uint8Array): Promise<ReadImport | { refused: string }> {
  const found = await rowsIn(bytes)
  if ('refused' in found) return found
  const refused = problemOf(found)
  if (refused) return { refused }
  const [{ cells: headings } = { cells: [] }, ...others] = found
  const rows = others.map(({ line, cells }, index) => {
    return { place: index + 1, line, cells: headings.map((_, column) => cells[column] ?? '') }
  })
  return { headings, rows: JSON.stringify(rows), total: rows.length }
}

function problemOf(all: Row[]): string | undefined {
  const [{ cells: headings } = { cells: [] }, ...rows] = all
  if (!headings.some(Boolean)) return noHeadings
  if (isBinary(all)) return 'This seems to be no text. Choose a text file or an Excel workbook (.xlsx).'
  if (headings.length > mostColumns) return `A file can have up to ${mostColumns} columns.`
  if (rows.length === 0) return 'This file has a line of column names, and no rows below it.'
  if (rows.length > mostImportRows) return tooMany
  const broken = rows.find(({ isBroken }) => isBroken)
  if (broken)
    return `Row ${broken.line}: a quotation mark is never closed. Correct it, and upload the file again.`
  let characters = 0
  for (const { line, cells } of all) {
    const long = cells.findIndex((cell) => cell.length > longestCell)
    if (long >= 0)
      return `Row ${line}, ${shortened(headings[long] ?? '', 40) || `column ${long + 1}`}: the text is too long.`
    if (cells.slice(headings.length).some(Boolean))
      return `Row ${line} has more cells than the first line names. Check its separators, and upload the file again.`
    characters += cells.join('').length
  }
  // A small workbook can repeat a text in all of its cells.
  if (characters > mostCharacters) return tooMuch
  return undefined
}

async function rowsIn(bytes: Uint8Array): Promise<Row[] | { refused: string }> {
  const most = mostImportRows + 1
  if (!isWorkbook(bytes)) {
    const { text } = textOf(bytes)
    return rowsOf(
      text,
      separatorOf(text, ([first]) => first?.cells.length ?? 0),
      most,
    )
  }
  const workbook = await readWorkbook(bytes, most + 1)
  if ('refused' in workbook) return workbook.refused.includes('rows') ? { refused: tooMany } : workbook
  const [sheet = [], another] = workbook.tables.filter((rows) => rows.length > 0)
  return another
    ? { refused: 'This workbook has several sheets with rows. Save the one to import as a file of its own.' }
    : sheet
}
