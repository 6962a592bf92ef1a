import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Row } from '#contract/core/text-tables.ts'
import type { FoundColumn } from './attendance-columns.ts'
import { dayWord, readDay } from './attendance-dates.ts'
import type { Flaw, ReportKind } from './attendance-reading.ts'
import type { ReadTime, TimeReader } from './attendance-times.ts'
import { inItsHalf, lackHalves, zoneAfter } from './attendance-times.ts'

/** The facts of a file by which every row is read. */
export interface FileReader {
  /** The zone of times without one, under a column without one. */
  zone: string | null
  isDayFirst: boolean
  /** The hosts' emails in the first lines. */
  hosts: ReadonlySet<string>
  /** The hosts' names there. */
  hostNames: readonly string[]
  readTime: TimeReader
}

export interface RowReader extends FileReader {
  kind: ReportKind
  /** Set by the first time without a zone. */
  hasBareTime: boolean
  /** The day of times without one; null: nobody named one. */
  day: PlainDate | null
  /** The parts of the file with times without a day, and their column's day, such as 'Day 2'. */
  dayless: Map<string, string>
}

/** The names of the columns in sentences. */
export const shownNames = { joinTime: 'Join Time', leaveTime: 'Leave Time', answeredAt: 'Submitted Time' }

/** Recognizes a mark in a column that asks yes or no. */
export const isMarked = /^(y|yes|x|true|1|[\u2611\u2713\u2714\u2705]\ufe0f?)$/i

/** Returns true if the times under columns of a list may be of a twelve-hour clock without AM and PM. */
export function lackHalvesUnder(
  rows: readonly Row[],
  times: readonly FoundColumn[],
  { kind, isDayFirst }: Pick<RowReader, 'kind' | 'isDayFirst'>,
): boolean {
  const texts = rows.flatMap((row) => times.map((column) => cellIn(row, column)))
  return kind === 'list' && times.every(({ zone }) => isOfPeople(zone)) && lackHalves(texts, isDayFirst)
}

/** True for a zone as people write it above their times: programs name UTC or an offset. */
function isOfPeople(zone: string | undefined): boolean {
  return !zone || zone.startsWith('America/')
}

interface TimeCell {
  column: keyof typeof shownNames
  found: FoundColumn | undefined
  /** The row's zone; null if it names an unknown one. */
  zone: string | null | undefined
  /** The row's day. */
  day: RowDay
  /** The part of the file that may have its own day. */
  part: string
  /** Its column's times have neither AM nor PM. */
  lacksHalves?: boolean
  /** The row's time before. */
  after?: Date | null
}

/** Reads a cell's time. Records if it names a zone and a day. */
export function timeIn(
  text: string,
  { column, found, zone, day, part, lacksHalves, after = null }: TimeCell,
  reader: RowReader,
  flaws: Flaw[],
): ReadTime {
  if (text === '') {
    flaws.push({ code: 'no-time', column: shownNames[column], text })
    return { at: null }
  }
  const [named, on] = [zone ?? found?.zone, day.on ?? found?.on]
  const [inZone, onDay] = [
    zone === null ? null : (named ?? reader.zone),
    on ?? (day.flaw ? null : reader.day),
  ]
  const early = reader.readTime(text, inZone, onDay)
  const mayBeLate = lacksHalves && isOfPeople(named) && zoneAfter(text) === ''
  const read = mayBeLate ? inItsHalf(early, reader.readTime(text, inZone, onDay, true), after) : early
  const isDayless = read.isDayless === true && !on
  if (read.isBare && !named) reader.hasBareTime = true
  if (isDayless && day.flaw) flaws.push(...(flaws.includes(day.flaw) ? [] : [day.flaw]))
  else if (read.flaw) flaws.push({ code: read.flaw, column: shownNames[column], text })
  if (isDayless && !day.flaw) {
    const ofColumn = dayWord.exec(found?.written ?? '')?.[0] ?? ''
    reader.dayless.set(`${part}|${ofColumn}`, ofColumn)
  }
  return read
}

/** A row's day, or why it can't be read. */
export interface RowDay {
  on?: PlainDate
  flaw?: Flaw
}

/** Returns a reader of a date column. A cell without a date has the day of the row above, as sheets show it. */
export function openDayReader(date: FoundColumn | undefined, { isDayFirst }: RowReader) {
  let last: RowDay = {}
  return (row: Row): RowDay => {
    const text = cellIn(row, date)
    if (text === '') return last
    const on = readDay(text.replace(/[ T]\d{1,2}[:h]\d\d.*$/, ''), isDayFirst)
    last = on ? { on } : { flaw: { code: 'unreadable-time', column: 'Date', text } }
    return last
  }
}

/** Returns a row's cell under a column; '' if none. */
export function cellIn({ cells }: Row, column: FoundColumn | undefined): string {
  return given(cells[column?.place ?? -1])
}

/** Returns '' for dashes, which webinar platforms write into empty cells. */
export function given(cell = '') {
  return /^-*$/.test(cell) ? '' : cell
}
