import { daysOf } from './attendance-days.ts'
import type { Reading, Unread } from './attendance-reading.ts'
import { readerVersion } from './attendance-reading.ts'
import type { RowReader } from './attendance-rows.ts'
import { answersOf, visitOf } from './attendance-rows.ts'
import type { Layout } from './attendance-sections.ts'
import { kindOf, layoutOf, startsAround, webinarAround, zoneAround } from './attendance-sections.ts'
import { seeming } from './attendance-seeming.ts'
import type { Row } from './attendance-text.ts'
import { firstRows, rowsOf, separators, textOf } from './attendance-text.ts'
import { openTimeReader } from './attendance-times.ts'
import { isWorkbook, readWorkbook, tooMany } from './attendance-workbook.ts'

/** The most rows of a report. */
const mostRows = 200_000

interface ReadOptions {
  /** The zone of the file's times if the file names none. */
  zone?: string | undefined
}

/**
 * Reads a file of a webinar platform, or our own list, as text or workbook. Finds columns by their names, in any order, below any other
 * lines, and keeps every row with what is wrong with it. Refuses only a file that is none of these reports.
 */
export async function readAttendanceFile(
  bytes: Uint8Array,
  { zone }: ReadOptions = {},
): Promise<Reading | Unread> {
  if (isWorkbook(bytes)) {
    const workbook = await readWorkbook(bytes, mostRows)
    if ('refused' in workbook) return workbook
    return readTables(bytes, workbook.tables, { encoding: 'xlsx', separator: null, zone })
  }
  const { text, encoding } = textOf(bytes)
  const separator = separatorOf(text)
  return readTables(bytes, [rowsOf(text, separator, mostRows)], { encoding, separator, zone })
}

/** Returns the separator that gives the line of column names the most columns. */
function separatorOf(text: string): string {
  const found = separators.map((separator) => {
    const { sections } = layoutOf(firstRows(text, separator))
    const columns = sections.map((section) => Object.keys(section.columns).length)
    return { separator, columns: Math.max(0, ...columns) }
  })
  return found.reduce((best, each) => (each.columns > best.columns ? each : best)).separator
}

interface Found extends ReadOptions {
  encoding: string
  separator: string | null
}

function readTables(bytes: Uint8Array, tables: Row[][], found: Found): Reading | Unread {
  const { encoding, separator, zone: given } = found
  if (tables.flat().length > mostRows) return { refused: tooMany(mostRows) }
  const layouts = tables.map(layoutOf)
  const layout: Layout = {
    sections: layouts.flatMap(({ sections }) => sections),
    others: layouts.flatMap(({ others }) => others),
  }
  const { sections } = layout
  if (sections.length === 0 || isSurvey(layout)) {
    return { refused: seeming(separator === null ? undefined : bytes, tables.flat()) }
  }
  const zoneOfFile = zoneIn(layout)
  const zone = zoneOfFile ?? given ?? null
  const reader: RowReader = { kind: kindOf(layout), zone, hasBareTime: false, readTime: openTimeReader() }
  const visits = sections.flatMap((section) =>
    section.has === 'visits' ? section.rows.map((row) => visitOf(row, section, reader)) : [],
  )
  const answers = sections.flatMap((section) =>
    section.has === 'answers' ? section.rows.flatMap((row) => answersOf(row, section, reader)) : [],
  )
  const asked = given ? 'caller' : 'nobody'
  const instants = [
    ...startsAround(layout, zone),
    ...visits.flatMap(({ joinedAt, leftAt, flaws }) => (flaws.length === 0 ? [joinedAt, leftAt] : [])),
    ...answers.map(({ answeredAt }) => answeredAt),
  ]
  return {
    ...{ reader: readerVersion, kind: reader.kind, encoding, separator, zone },
    zoneFrom: zoneOfFile ? 'file' : reader.hasBareTime ? asked : 'times',
    ...{ days: daysOf(instants), webinarId: webinarAround(layout, reader.kind), visits, answers },
  }
}

/** Recognizes a survey: it looks like a poll report, but is answered after the webinar. */
function isSurvey({ others }: Layout): boolean {
  return others.some(({ cells }) => /^survey report/i.test(cells[0] ?? ''))
}

/** Returns the zone that the lines around the columns name, or the columns themselves. */
function zoneIn(layout: Layout): string | undefined {
  const named = layout.sections.flatMap(({ columns }) =>
    [columns.joinTime, columns.leaveTime, columns.answeredAt].flatMap((column) => column?.zone ?? []),
  )
  return named[0] ?? zoneAround(layout)
}
