import type { Row } from '#contract/core/text-tables.ts'
import { rowsOf, separatorOf, textOf } from '#contract/core/text-tables.ts'
import { shortened } from '#contract/core/visible-text.ts'
import { mostImportRows } from '#contract/office/imports/calls.ts'
import { formOf } from '#server/attendance/attendances/attendance-seeming.ts'
import { isWorkbook, readWorkbook } from '#server/attendance/attendances/attendance-workbook.ts'

/** A file's headings and rows. The rows are JSON, as the database takes them. */
export interface ReadImport {
  headings: string[]
  rows: string
  total: number
}

/** The heading of the column for lines above rows. */
export const sectionHeading = 'Line above'

/** Matches a text that says its row has ended: 'Canceled', 'Waitlisted'. */
export const saysEnded =
  /^(cancel+ed|wait-?list(ed)?|no[- ]?show|revoked|withdrawn|declined|rejected|deleted|refunded|void(ed)?|unsubscribed|opted[- ]out)\b/i

const mostColumns = 256
const longestCell = 2000
const mostCharacters = 20_000_000
const tooMany = `This file has more than ${mostImportRows.toLocaleString('en-US')} rows. Split it, and import each part.`
const tooMuch = 'This file has more than 20 million characters. Split it, and import each part.'
const noHeadings =
  "This file has no line with the names of its columns. Its first line has to name them, such as 'Email'."
const wanted = 'Please upload a CSV file or an Excel workbook (.xlsx).'

/** Reads a file in the thread for imports: the first line below its title names the columns, and each later line is a row. */
export async function readImportFile(bytes: Uint8Array): Promise<ReadImport | { refused: string }> {
  const found = await rowsIn(bytes)
  if ('refused' in found) return found
  const all = belowTitle(found)
  const refused = problemOf(all)
  if (refused) return { refused }
  const [{ cells: named } = { cells: [] }, ...others] = all
  const { headings, sections } = sectionsIn(named, others)
  const rows = others.map(({ line, cells }, index) => {
    const row = [...named.map((_, column) => cells[column] ?? ''), ...(sections[index] ?? [])]
    return { place: index + 1, line, cells: row }
  })
  return { headings, rows: JSON.stringify(rows), total: rows.length }
}

/** Leaves out lines of one cell above the line of column names. A line with an email is a row already. */
function belowTitle(rows: Row[]) {
  const first = rows.findIndex((row) => filled(row) > 1 || hasEmail(row.cells))
  const isRow = hasEmail(rows[first]?.cells ?? [])
  return rows.slice(Math.max(isRow ? first - 1 : first, 0))
}

/**
 * Finds the lines of one cell, such as 'Canceled:', that head the rows below them. If one says that its rows have ended, they become a
 * column: its heading and a cell for each row.
 */
function sectionsIn(named: string[], rows: Row[]): { headings: string[]; sections: string[][] } {
  let section = ''
  const sections = rows.map((row) => {
    const isLine = filled(row) === 1 && !hasEmail(row.cells)
    if (isLine) section = row.cells.find(Boolean) ?? ''
    return [isLine ? '' : section]
  })
  const isNeeded = sections.some(([text = '']) => saysEnded.test(text))
  return isNeeded ? { headings: [...named, sectionHeading], sections } : { headings: named, sections: [] }
}

function filled({ cells }: Row) {
  return cells.filter(Boolean).length
}

function hasEmail(cells: string[]) {
  return cells.some((cell) => /\S@\S/.test(cell))
}

function problemOf(all: Row[]): string | undefined {
  const [{ cells: headings } = { cells: [] }, ...rows] = all
  // The first person would be lost if their line named the columns.
  if (!headings.some(Boolean) || hasEmail(headings)) return noHeadings
  if (headings.length > mostColumns) return `A file can have up to ${mostColumns} columns.`
  if (rows.length === 0) return 'This file has a line of column names, and no rows below it.'
  if (rows.length > mostImportRows) return tooMany
  const broken = rows.find(({ isBroken }) => isBroken)
  if (broken)
    return `Row ${broken.line}: a quotation mark is never closed. Correct it, and upload the file again.`
  const marked = rows.find(({ isHidden, isStruck }) => isHidden || isStruck)
  if (marked?.isHidden)
    return `Row ${marked.line} is hidden, perhaps by a filter. Show or delete it, and upload the file again.`
  if (marked)
    return `Row ${marked.line} is struck out. Delete it, or take the line off it, and upload the file again.`
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
    const rows = rowsOf(
      text,
      separatorOf(text, (rows) => rows.find((row) => filled(row) > 1)?.cells.length ?? 1),
      most,
    )
    const form = formOf(bytes, rows)
    return form ? { refused: `This seems to be ${form}. ${wanted}` } : rows
  }
  const workbook = await readWorkbook(bytes, most + 1)
  if ('refused' in workbook) return workbook.refused.includes('rows') ? { refused: tooMany } : workbook
  const [sheet = [], another] = workbook.tables.filter((rows) => rows.length > 0)
  return another
    ? { refused: 'This workbook has several sheets with rows. Save the one to import as a file of its own.' }
    : sheet
}
