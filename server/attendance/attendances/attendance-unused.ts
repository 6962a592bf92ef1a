import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { Row } from '#contract/core/text-tables.ts'
import { beginningOf } from '#contract/core/visible-text.ts'
import type { RowReader } from './attendance-cells.ts'
import { cellIn } from './attendance-cells.ts'
import type { FoundColumn } from './attendance-columns.ts'
import { timesOf } from './attendance-columns.ts'
import { shownNames } from './attendance-notes.ts'
import type { ReadVisit } from './attendance-reading.ts'
import type { Section } from './attendance-sections.ts'
import { usedColumns } from './attendance-sections.ts'
import { zoneAfter } from './attendance-times.ts'
import { minutesIn, spanOf } from './attendance-totals.ts'
import type { VisitsOfRow } from './attendance-unused-words.ts'
import { namesAmount, namesVerdict, unusedWords } from './attendance-unused-words.ts'
import { zoneIn } from './attendance-zones.ts'

/** Says what of a list may be about hours, and is not read. */
export function unusedIn(section: Section, reader: RowReader, visitsOfRow: VisitsOfRow): string[] {
  return [
    ...halfWords(section.rows, timesOf(section)),
    ...unusedTimes(section, reader, visitsOfRow),
    ...unusedZones(section, reader),
    ...halfZones(section, reader),
    ...unusedNumbers(section, visitsOfRow),
    ...unusedEmails(section, visitsOfRow),
    ...unusedWords(section, visitsOfRow),
  ]
}

/** Says that some times of a list have AM or PM. The others may be of the afternoon. */
export function halfWords(rows: readonly Row[], columns: readonly FoundColumn[]): string[] {
  const cells = rows.flatMap((row) =>
    columns.map((column) => ({ text: cellIn(row, column), line: row.line })),
  )
  const bare = cells.find(({ text }) => /(^|[ T])([1-9]|1[01]):[0-5]\d(:[0-5]\d)?$/.test(text))
  if (!bare || !cells.some(({ text }) => /\d ?[ap]\.?( ?m\.?)?$/i.test(text))) return []
  return [
    `Some times have AM or PM, and others have neither: '${bare.text}' in line ${bare.line.toLocaleString('en-US')} counts as a time of the morning.`,
  ]
}

/** The minutes by which a number may differ from the times of its row. */
const roundedMinutes = 15

/** Says which columns of a list have minutes or hours that are not read, if they differ from the times. */
function unusedNumbers(section: Section, visitsOfRow: VisitsOfRow): string[] {
  const used = usedPlaces(section)
  const { duration } = section.columns
  const differs = (row: Row, place: number) => {
    const cell = row.cells[place] ?? ''
    const isRead = place === duration?.place && minutesIn(cell, duration, 'list') !== undefined
    const amounts = isRead ? [] : amountsIn(cell)
    const span = visitsOfRow(row).reduce((sum, visit) => sum + (spanOf(visit) ?? 0), 0)
    return amounts.length > 0 && span > 0 && amounts.every((each) => Math.abs(each - span) > roundedMinutes)
  }
  const names = section.heading.filter(
    (name, place) =>
      (place === duration?.place || (!used.has(place) && namesAmount.test(name))) &&
      section.rows.some((row) => differs(row, place)),
  )
  return names.length === 0 ? [] : [`The numbers under ${shownNames(names)} do not count: only the times do.`]
}

/** Returns a cell's possible minutes. A bare number is minutes, hours, or a part of a workbook's day. */
function amountsIn(cell: string): number[] {
  const number = Number(cell)
  if (number > 0) return [number, number * 60, ...(number < 1 ? [number * 24 * 60] : [])]
  const minutes = minutesIn(cell.replace(/^\d+:[0-5]\d$/, '$&:00'), { place: 0, written: '' }, 'list')
  return minutes ? [minutes] : []
}

/** Returns the places of the columns that are read. Those of a log's times are not. */
function usedPlaces(section: Section): Set<number> {
  const used = usedColumns(section).filter((column) => column !== section.columns.actionAt)
  return new Set(used.map(({ place }) => place))
}

const namesTime =
  /\b(times?|in|out|join(ed)?|left|leave|arriv\w*|depart\w*|return(ed)?|back|start(ed)?|end(ed)?|until|lunch|breaks?|meal|resumed?)\b/i

/** '10:00-11:00', '10 to 11:30 AM' */
const timeRange = /^\d{1,2}(:\d\d)?( ?[ap]\.?m\.?)? ?(-|–|—|to|until) ?\d{1,2}:\d\d( ?[ap]\.?m\.?)?$/i

/** Says which columns of a list have times of joining or leaving that are not read. */
function unusedTimes(section: Section, reader: RowReader, visitsOfRow: VisitsOfRow): string[] {
  const { heading, rows } = section
  const used = usedPlaces(section)
  const names = heading.filter((name, place) => {
    if (used.has(place)) return false
    const isAmount = (cell: string) => namesAmount.test(name) && amountsIn(cell).length > 0
    const isNamed = namesTime.test(name)
    const found = rows.flatMap((row) => {
      const cell = row.cells[place] ?? ''
      if (!(isNamed ? /\D/ : /\d:\d\d/).test(cell)) return []
      const { at, time } = reader.readTime(cell, reader.zone, easternDayOf(visitsOfRow(row)))
      return time !== undefined || timeRange.test(cell) ? [{ row, cell, at }] : []
    })
    if (isNamed || found.length === 0) return found.length > 0
    // A time that all rows share is the plan, and one of another day is about something else.
    const differs = new Set(rows.map(({ cells }) => cells[place] ?? '')).size > 1
    return (
      differs &&
      !namesVerdict.test(name) &&
      found.some(({ row, cell, at }) => !isAmount(cell) && isNear(at, visitsOfRow(row)))
    )
  })
  if (names.length === 0) return []
  return [
    `The times under ${shownNames(names)} do not count: name such columns in pairs, 'Time In' and 'Time Out'.`,
  ]
}

function easternDayOf([visit]: readonly ReadVisit[]): PlainDate | null {
  const at = visit?.joinedAt ?? visit?.leftAt
  return at ? easternDay(at) : null
}

const nearMs = 12 * 3_600_000

/** Returns true for a time around those of a row, and without an instant, as of a range. */
function isNear(at: Date | null, [visit]: readonly ReadVisit[]) {
  const joinedAt = visit?.joinedAt
  return !at || (joinedAt instanceof Date && Math.abs(at.getTime() - joinedAt.getTime()) < nearMs)
}

/** Says which column of a list has zones other than the one of the times, and is not read. */
function unusedZones(section: Section, { zone }: RowReader): string[] {
  const used = usedPlaces(section)
  const name = section.heading.find(
    (name, place) =>
      !used.has(place) &&
      /\b(time ?)?zone\b|\btz\b/i.test(name) &&
      section.rows.some(({ cells }) => ![undefined, zone].includes(zoneIn(cells[place] ?? ''))),
  )
  return name === undefined
    ? []
    : [
        `The time zones under '${beginningOf(name, 40)}' are not read: name the column 'Time Zone' if the times are in them.`,
      ]
}

/** Says which row names another zone at one of its times only. */
function halfZones(section: Section, { zone }: RowReader): string[] {
  const times = timesOf(section)
  const row = section.rows.find((each) => {
    const named = times.map((column) => zoneAfter(cellIn(each, column)))
    const bare = times.some((column, place) => named[place] === '' && cellIn(each, column) !== '')
    return bare && named.some((text) => text !== '' && zoneIn(text) !== zone)
  })
  return row
    ? [
        `Only one of the times in line ${row.line.toLocaleString('en-US')} names its time zone: write the zone at each, or at none.`,
      ]
    : []
}

/** Says which column of a list has unread emails, if rows lack one, or if its name is 'Email'. */
function unusedEmails({ heading, rows, columns }: Section, visitsOfRow: VisitsOfRow): string[] {
  const isPlain = (name = '') => /^e-?mail( address)?$/i.test(name)
  const isOther = columns.email !== undefined && !isPlain(columns.email.written)
  const name = heading.find((name, place) =>
    rows.some((row) => {
      if (place === columns.email?.place || !/\S@\S/.test(row.cells[place] ?? '')) return false
      const [visit] = visitsOfRow(row)
      return visit !== undefined && (visit.email === null || (isOther && isPlain(name)))
    }),
  )
  return name === undefined
    ? []
    : [
        `The emails under '${beginningOf(name, 40)}' are not read: name their column 'Email', and have no other one.`,
      ]
}
