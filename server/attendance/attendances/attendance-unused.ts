import type { Row } from '#contract/core/text-tables.ts'
import { beginningOf } from '#contract/core/visible-text.ts'
import type { RowReader } from './attendance-cells.ts'
import { cellIn } from './attendance-cells.ts'
import type { FoundColumn } from './attendance-columns.ts'
import { timesOf } from './attendance-columns.ts'
import { shownNames } from './attendance-notes.ts'
import type { ReadVisit } from './attendance-reading.ts'
import { didNotAttend } from './attendance-rows.ts'
import type { Section } from './attendance-sections.ts'
import { isSingle, usedColumns } from './attendance-sections.ts'
import { spanOf } from './attendance-totals.ts'
import { zoneIn } from './attendance-zones.ts'

type VisitsOfRow = (row: Row) => ReadVisit[]

/** Says what of a list may be about hours, and is not read. */
export function unusedIn(section: Section, reader: RowReader, visitsOfRow: VisitsOfRow): string[] {
  return [
    ...halfWords(section.rows, timesOf(section)),
    ...unusedTimes(section, reader),
    ...unusedZones(section, reader),
    ...unusedNumbers(section, visitsOfRow),
    ...unusedWords(section, visitsOfRow),
    ...unusedDenials(section, visitsOfRow),
  ]
}

/** Says that some times of a list have AM or PM, and others, which may be of the afternoon, have neither. */
export function halfWords(rows: readonly Row[], columns: readonly FoundColumn[]): string[] {
  const cells = rows.flatMap((row) => columns.map((column) => ({ text: cellIn(row, column), line: row.line })))
  const bare = cells.find(({ text }) => /(^|[ T])([1-9]|1[01]):[0-5]\d(:[0-5]\d)?$/.test(text))
  if (!bare || !cells.some(({ text }) => /\d ?[ap]\.?( ?m\.?)?$/i.test(text))) return []
  return [
    `Some times have AM or PM, and others have neither: '${bare.text}' in line ${bare.line.toLocaleString('en-US')} counts as a time of the morning.`,
  ]
}

const namesAmount = /\b(hours?|hrs|minutes?|mins?|credits?|away|missed|breaks?)\b/i

/** The minutes by which a number may differ from the times of its row. */
const roundedMinutes = 15

/** Says which columns of a list have minutes or hours that are not read, if they differ from the times. */
function unusedNumbers(section: Section, visitsOfRow: VisitsOfRow): string[] {
  const used = usedPlaces(section)
  const differs = (row: Row, place: number) => {
    const amount = Number(row.cells[place] || 0)
    const span = visitsOfRow(row).reduce((sum, visit) => sum + (spanOf(visit) ?? 0), 0)
    return (
      amount > 0 && span > 0 && [1, 60].every((minutes) => Math.abs(amount * minutes - span) > roundedMinutes)
    )
  }
  const names = section.heading.filter(
    (name, place) =>
      !used.has(place) && namesAmount.test(name) && section.rows.some((row) => differs(row, place)),
  )
  return names.length === 0 ? [] : [`The numbers under ${shownNames(names)} do not count: only the times do.`]
}

function usedPlaces(section: Section): Set<number> {
  return new Set(usedColumns(section).map(({ place }) => place))
}

const namesTime =
  /\b(times?|in|out|join(ed)?|left|leave|arriv\w*|depart\w*|return(ed)?|back|start(ed)?|end(ed)?|until)\b/i

/** Says which columns of a list have times of joining or leaving that are not read. */
function unusedTimes(section: Section, reader: RowReader): string[] {
  const { heading, rows } = section
  const used = usedPlaces(section)
  const names = heading.filter((name, place) => {
    if (used.has(place) || !namesTime.test(name)) return false
    return rows.some(({ cells }) => {
      const cell = cells[place] ?? ''
      return /\D/.test(cell) && reader.readTime(cell, 'UTC').time !== undefined
    })
  })
  if (names.length === 0) return []
  return [
    `The times under ${shownNames(names)} do not count: name such columns in pairs, 'Time In' and 'Time Out'.`,
  ]
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

const namesNote = /^$|\b(notes?|comments?|remarks?|reason|explanation)\b/i
const isDoubtful =
  /\b(left|leaves?|leaving|late|early|absent|away|missed|no[- ]?show(ed)?|cancel+ed|partial(ly)?|stepped|dropped|substitut\w*|instead|only|until|did ?n.?t|did not|withdr[ae]w\w*)\b/i

const namesVerdict =
  /\b(completed?|passed|eligible|credit(ed)?|certificates?|approved|valid|verified|signature|signed|initials?|status|(hour|session|part|block|module) ?\d+|attended by|away)\b/i
const isDenied = /^(wait|pending|denied|fail|incomplete|partial|expired)/i

/** Names the columns with notes such as 'left at 10:15', or with a verdict that differs from row to row. */
function unusedWords(section: Section, visitsOfRow: VisitsOfRow): string[] {
  const { heading } = section
  const used = usedPlaces(section)
  const rows = section.rows.filter((row) => came(visitsOfRow(row)))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const names = Array.from({ length: width }, (_, place) => {
    const name = heading[place] ?? ''
    const cells = rows.map((row) => row.cells[place] ?? '')
    const isNote = namesNote.test(name) && cells.some((cell) => isDoubtful.test(cell))
    const isVerdict = namesVerdict.test(name) && new Set(cells.map((cell) => verdictOf(cell, name))).size > 1
    return !used.has(place) && (isNote || isVerdict) ? name || String(place + 1) : undefined
  }).filter((name) => name !== undefined)
  if (names.length === 0) return []
  return [`What is in the column ${shownNames(names)} does not count: only the times do.`]
}

/** Returns a cell's verdict. Amounts have a sentence of their own. */
function verdictOf(cell: string, name: string): 'nothing' | 'no' | 'yes' {
  if (cell === '') return 'nothing'
  if (namesAmount.test(name) && !Number.isNaN(Number(cell))) return 'yes'
  return didNotAttend.test(cell) || isDenied.test(cell) ? 'no' : 'yes'
}

const denial =
  /\b(no[- ]?shows?|absent(ees?)?|did ?n.?t (attend|come|show|join)|did not (attend|come|show|join)|not attend\w*|cancel+ed|withdr[ae]wn?)\b/i

/** Says that a line above people, or a name, seems to say that they did not come. */
function unusedDenials({ title, rows }: Section, visitsOfRow: VisitsOfRow): string[] {
  let above = title
  for (const row of rows) {
    const visits = visitsOfRow(row)
    if (isSingle(row)) above = row.cells.find(Boolean) ?? ''
    const said = [above, visits[0]?.name ?? ''].find((text) => denial.test(text))
    if (said && came(visits)) {
      return [
        `'${beginningOf(said, 40)}' seems to say that people did not come, but their times count: delete the rows of those who did not.`,
      ]
    }
  }
  return []
}

function came(visits: readonly ReadVisit[]) {
  return visits.some(({ status, joinedAt, leftAt }) => status === 'present' && (joinedAt ?? leftAt))
}
