import type { Columns } from './attendance-columns.ts'
import { columnsOf, namesAnswers, namesVisits } from './attendance-columns.ts'
import type { ReportKind } from './attendance-reading.ts'
import type { Row } from './attendance-text.ts'
import { openTimeReader } from './attendance-times.ts'
import { zoneIn } from './attendance-zones.ts'

/** Rows under one line of column names. */
export interface Section {
  has: 'visits' | 'answers'
  /** The last line above it that has one cell, like 'Panelist Details'; '' if there is none. */
  title: string
  heading: string[]
  columns: Columns
  rows: Row[]
}

export interface Layout {
  sections: Section[]
  /** The rows around the sections, such as the summary above them and footnotes. */
  others: Row[]
}

/** Returns the sections of a report: hosts, panelists and attendees have one each, and every session of a GoTo webinar. */
export function layoutOf(rows: readonly Row[]): Layout {
  const headings = rows.flatMap((row, place) => {
    const section = sectionUnder(row)
    return section ? [{ section, place }] : []
  })
  const layout: Layout = { sections: [], others: [] }
  let above = rows.slice(0, headings[0]?.place)
  for (const [index, { section, place }] of headings.entries()) {
    layout.others.push(...above)
    const title = above.findLast(isSingle)?.cells.find((cell) => cell !== '') ?? ''
    const next = headings[index + 1]?.place
    const below = rows.slice(place + 1, next)
    const end = next === undefined ? below.length : startOfBlock(below, section.columns)
    above = below.slice(end)
    for (const row of below.slice(0, end)) {
      const isNote = isSingle(row) && !isOfPerson(row, section.columns)
      if (isNote) layout.others.push(row)
      else section.rows.push(row)
    }
    layout.sections.push({ ...section, title })
  }
  return layout
}

/** Returns the kind of a report, by words that only one webinar platform writes. */
export function kindOf({ sections, others }: Layout): ReportKind {
  if (sections.some(({ has }) => has === 'answers')) return 'zoom-polls'
  const words = [...sections.map(({ heading }) => heading), ...others.map(({ cells }) => cells)]
    .flat()
    .join('\n')
    .toLowerCase()
  if (/goto ?webinar|interest rating|registration date/.test(words)) return 'goto-attendees'
  return /attendee report|(host|attendee|panelist) details|original name|time in session|waiting room/.test(
    words,
  )
    ? 'zoom-attendees'
    : 'list'
}

/** Returns the zone that the lines around the sections name. */
export function zoneAround({ others }: Layout): string | undefined {
  for (const { cells } of others) {
    for (const [place, cell] of cells.entries()) {
      const said = /^time ?zone\b:?(.*)$|\btimes?\b.* in (.+)$/is.exec(cell)
      const zone = said && zoneIn(said[1] || said[2] || cells[place + 1] || '')
      if (zone) return zone
    }
  }
  return labeled(others, /^(actual |session )?start/i)
    .map(({ label, value }) => zoneIn(/\((.*)\)/.exec(label)?.[1] ?? '') ?? zoneIn(timeless(value)))
    .find((zone) => zone !== undefined)
}

/** Returns when the sessions began by the lines above them. */
export function startsAround({ others }: Layout, zone: string | null): Date[] {
  const readTime = openTimeReader()
  return labeled(others, /^(actual |session )?start( date)?( ?\/ ?| )?time/i).flatMap(
    ({ value }) => readTime(value, zone).at ?? [],
  )
}

/** Returns the id of Zoom's webinar that the lines around the sections name. */
export function webinarAround({ others }: Layout, kind: ReportKind): string | undefined {
  if (!kind.startsWith('zoom-')) return undefined
  return labeled(others, /^((webinar|meeting) )?id$/i).find(({ value }) => /^\d[\d -]{7,}$/.test(value))
    ?.value
}

/** Returns the values under or right of the labels. */
function labeled(rows: readonly Row[], label: RegExp): { label: string; value: string }[] {
  return rows.flatMap(({ cells }, index) =>
    cells.flatMap((cell, place) => {
      if (!label.test(cell)) return []
      return [rows[index + 1]?.cells[place], cells[place + 1]].flatMap((value) =>
        value ? [{ label: cell, value }] : [],
      )
    }),
  )
}

/** Returns what follows the last digit and AM or PM: 'EST'. */
function timeless(value: string): string {
  return /\d(?: ?[ap]\.?m\.?)? ?([^\d]*)$/i.exec(value)?.[1] ?? ''
}

function sectionUnder({ cells }: Row): Omit<Section, 'title'> | undefined {
  const columns = columnsOf(cells)
  if (namesVisits(columns)) return { has: 'visits', heading: cells, columns, rows: [] }
  return namesAnswers(columns) ? { has: 'answers', heading: cells, columns, rows: [] } : undefined
}

/** Returns the place where the summary of the next section begins: with a line of one cell, below all people. */
function startOfBlock(rows: readonly Row[], columns: Columns): number {
  const after = rows.findLastIndex((row) => isPerson(row, columns)) + 1
  const from = rows.findIndex((row, place) => place >= after && isSingle(row))
  return from < 0 ? rows.length : from
}

function isSingle({ cells }: Row): boolean {
  return cells.filter((cell) => cell !== '').length === 1
}

function isOfPerson({ cells }: Row, { name, firstName, lastName, email, registrantId }: Columns): boolean {
  return [name, firstName, lastName, email, registrantId].some((column) => column && cells[column.place])
}

function isPerson({ cells }: Row, { attended, email, joinTime, leaveTime, answeredAt }: Columns): boolean {
  const cellOf = (column: { place: number } | undefined) => (column && cells[column.place]) || ''
  return (
    /^(yes|no)$/i.test(cellOf(attended)) ||
    cellOf(email).includes('@') ||
    [joinTime, leaveTime, answeredAt].some((column) => /\d/.test(cellOf(column)))
  )
}
