import type { Row } from '#contract/core/text-tables.ts'
import { rowsOf, separatorOf, textOf } from '#contract/core/text-tables.ts'
import type { Reading, Unread } from './attendance-reading.ts'
import { layoutOf } from './attendance-sections.ts'
import { columnsIn, headingIn } from './attendance-seeming.ts'
import type { ReadOptions } from './attendance-tables.ts'
import { readTables } from './attendance-tables.ts'
import { isWorkbook, readWorkbook, tooMany } from './attendance-workbook.ts'

/** The most rows of a file. Column names and other lines count, empty rows do not. */
const mostRows = 20_000

/**
 * Reads a file of a webinar platform, or our own list, as text or workbook. Finds columns by their names, below any other lines, and
 * keeps every row with what is wrong with it. Refuses a file that is none of these reports, one that has more than 20,000 rows, as soon as
 * they are read, and one that has no usable time at all.
 */
export async function readAttendanceFile(
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<Reading | Unread> {
  const most = options.isStored ? Number.POSITIVE_INFINITY : mostRows
  if (isWorkbook(bytes)) {
    const workbook = await readWorkbook(bytes, most)
    if ('refused' in workbook) return workbook
    const { tables, hasComments } = workbook
    return readTables(bytes, tables, { ...options, encoding: 'xlsx', separator: null, hasComments })
  }
  const { text, encoding } = textOf(bytes)
  const separator = separatorOf(text, columnsOf)
  const rows = rowsOf(text, separator, most)
  if (rows.length > most) return { refused: tooMany(most) }
  return readTables(bytes, [rows], { ...options, encoding, separator })
}

/** Returns the most columns that the line of column names has, or else any line. */
function columnsOf(rows: Row[]): number {
  const columns = layoutOf(rows).sections.map(
    (section) => Object.keys(section.columns).length + 2 * section.stays.length,
  )
  const heading = headingIn(rows)
  const others = heading ? columnsIn(heading) + heading.cells.length / 1000 : 0
  return Math.max(0, ...columns) * 1000 + others
}
