import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Row } from '#contract/core/text-tables.ts'
import { columnNamed, lettersOf } from './attendance-column-names.ts'
import type { Columns, FoundColumn, Heading } from './attendance-columns.ts'
import {
  actionTimesIn,
  headingOfList,
  headingOfPolls,
  headingOfProgram,
  namesAnswers,
  namesLog,
  namesPerson,
  namesVisits,
  timesOf,
} from './attendance-columns.ts'
import { daysWithin, dayWord, isDayLine, readDay } from './attendance-dates.ts'
import type { Program } from './attendance-programs.ts'
import { programOf } from './attendance-programs.ts'

/** Rows under one line of column names, of one day if lines between them tell days. */
export interface Section extends Heading {
  /** A log has a row per joining or leaving; a summary has the totals of people whose visits follow. */
  has: 'visits' | 'log' | 'summary' | 'answers'
  /** The last single-cell line above it, like 'Panelist Details'; '' if none. */
  title: string
  /** The rows above it, up to the previous section. */
  above: Row[]
  heading: string[]
  rows: Row[]
}

/** The rows of a text, or of one sheet. */
export interface Layout {
  /** The program that wrote them; undefined: anyone may have. */
  program: Program | undefined
  sections: Section[]
  /** The rows around the sections, such as a summary above them and footnotes. */
  others: Row[]
}

/**
 * Returns a table's sections: hosts, panelists and attendees have one each, and so does every session of a
 * GoTo webinar.
 */
export function layoutOf(rows: readonly Row[]): Layout {
  const headings = rows.flatMap(({ cells }, place) => {
    const has = whatIsUnder(cells)
    return has ? [{ has, place, cells }] : []
  })
  const isFree = headings.some(({ cells, has }) => has === 'visits' && repeatsPairs(cells))
  const program = isFree
    ? undefined
    : programOf(
        headings.map(({ cells }) => cells),
        [...(rows[0]?.cells ?? []), ...rows.slice(0, headings.at(-1)?.place).flatMap(linesIn)],
      )
  const layout: Layout = { program, sections: [], others: [] }
  let above = rows.slice(0, headings[0]?.place)
  for (const [index, { has, place, cells }] of headings.entries()) {
    layout.others.push(...above)
    const title = above.findLast(isSingle)?.cells.find((cell) => cell !== '') ?? ''
    let section: Section = {
      has,
      title,
      above,
      heading: cells,
      rows: [],
      ...headingUnder(above.at(-1), headingOf(cells, has, program)),
    }
    const next = headings[index + 1]?.place
    const below = rows.slice(place + 1, next)
    const end = next === undefined ? below.length : startOfBlock(below, section)
    above = below.slice(end)
    for (const row of below.slice(0, end)) {
      const said = row.cells.filter((cell) => cell !== '')
      const day = said.join(' ')
      if (!program && said.length <= 2 && isDayLine(day)) {
        layout.others.push(row)
        if (section.rows.length > 0) layout.sections.push(section)
        const isFirst = section.rows.length === 0
        section = { ...section, title: day, above: isFirst ? [...section.above, row] : [row], rows: [] }
        continue
      }
      // A note below the people may stand in the column of their names.
      if (isSingle(row)) layout.others.push(row)
      if (!isSingle(row) || isOfPerson(row, section.columns)) section.rows.push(row)
    }
    if (has === 'log') section.columns = { ...section.columns, actionAt: mostVaried(section) }
    layout.sections.push(section)
  }
  return layout
}

/** Returns a log's column of times that varies most: another may have the time of the export. */
function mostVaried({ heading, rows }: Section) {
  const variety = ({ place }: FoundColumn) => new Set(rows.map(({ cells }) => cells[place])).size
  return actionTimesIn(heading).reduce((best, each) => (variety(each) >= variety(best) ? each : best))
}

/** Returns true if several pairs of times have one name, perhaps numbered. A program writes each visit in a row. */
function repeatsPairs(cells: readonly string[]) {
  const names = headingOfList(cells).stays.map(({ join }) => lettersOf(join?.written ?? ''))
  return new Set(names).size < names.length
}

function whatIsUnder(cells: string[]): Section['has'] | undefined {
  if (cells.some(isValue)) return undefined
  const list = headingOfList(cells)
  if (namesVisits(list)) return 'visits'
  if (namesLog(list)) return 'log'
  return namesAnswers(list) || isPolls(cells) ? 'answers' : undefined
}

/** Recognizes an email, a number, a date or a time. A line of column names has none, and most rows of people have one. */
function isValue(cell: string) {
  return (
    /^[^\s@()]+@[^\s@()]+$/.test(cell) || (/\d/.test(cell) && dateOrNumber.test(cell) && !columnNamed(cell))
  )
}

const dateOrNumber =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ ,]*){0,2}\d[\d\s:/.,tz+-]*(?:[ap]\.?m\.?)?(?: ?[a-z]{2,4})?$/i

function headingOf(cells: string[], has: Section['has'], program: Program | undefined): Heading {
  if (has === 'answers') return isPolls(cells) ? headingOfPolls(cells) : headingOfList(cells)
  if (has === 'log' || !program) return headingOfList(cells)
  const own = headingOfProgram(cells, program)
  return namesVisits(own) ? own : headingOfList(cells)
}

/** Returns a heading whose pairs of times have the days of the row above, such as 'Day 1' and 'Day 2' over 'In' and 'Out'. */
function headingUnder(above: Row | undefined, heading: Heading): Heading {
  const labels = heading.stays.map(({ join, leave }) => {
    const place = Math.min(...[join, leave].flatMap((column) => column?.place ?? []))
    return above?.cells.slice(0, place + 1).findLast((cell) => cell !== '') ?? ''
  })
  const days = labels.map((label) => readDay(label, false) ?? daysWithin(label, false)[0])
  if (new Set(labels).size < 2 || !labels.every((label, place) => days[place] || dayWord.test(label)))
    return heading
  const under = (column: FoundColumn | undefined, label = '', on: PlainDate | undefined) =>
    column && { ...column, written: `${label} ${column.written}`, ...(on && { on }) }
  const stays = heading.stays.map(({ join, leave, ...stay }, place) => ({
    ...stay,
    join: under(join, labels[place], days[place]),
    leave: under(leave, labels[place], days[place]),
  }))
  return { ...heading, stays }
}

/** Recognizes Zoom's poll report, in which a question may have any column's name. */
function isPolls(cells: readonly string[]) {
  const { columns } = headingOfPolls(cells)
  const isZooms = cells[0] === '#' || /^user name\b/i.test(columns.name?.written ?? '')
  return isZooms && columns.answeredAt !== undefined && namesPerson(columns)
}

/** Returns layouts in which people's first and last times are a summary if their single visits follow. Teams' may be on another sheet. */
export function withoutDoubles(layouts: readonly Layout[]): Layout[] {
  const isSummary = ({ has, stays }: Section) =>
    has === 'visits' && /^first/i.test(stays[0]?.join?.written ?? '')
  const hasVisits = ({ sections }: Layout) =>
    sections.some((section) => section.has === 'visits' && !isSummary(section))
  const isOfTeams = ({ program }: Layout) => program?.kind === 'teams-attendees'
  const hasTeams = layouts.some((layout) => isOfTeams(layout) && hasVisits(layout))
  return layouts.map((layout) => ({
    ...layout,
    sections: layout.sections.map((section) =>
      isSummary(section) && (hasVisits(layout) || (hasTeams && isOfTeams(layout)))
        ? { ...section, has: 'summary' }
        : section,
    ),
  }))
}

/** Returns the place where the next section's summary begins: with a single-cell line, below all people. */
function startOfBlock(rows: readonly Row[], section: Section) {
  const after = rows.findLastIndex((row) => isPerson(row, section)) + 1
  const from = rows.findIndex((row, place) => place >= after && isSingle(row))
  return from < 0 ? rows.length : from
}

/** Returns the text of a single-cell line, and the label that begins another line. */
function linesIn({ cells }: Row) {
  const said = cells.filter((cell) => cell !== '')
  return said.length === 1 || cells[0] === '' ? said.slice(0, 1) : [cells[0] ?? '']
}

export function isSingle({ cells }: Row): boolean {
  return cells.filter((cell) => cell !== '').length === 1
}

function isOfPerson({ cells }: Row, { name, firstName, lastName, email, registrantId }: Columns) {
  return [name, firstName, lastName, email, registrantId].some((column) => column && cells[column.place])
}

function isPerson({ cells }: Row, section: Section) {
  const { attended, email, action, answeredAt } = section.columns
  const cellOf = (column: { place: number } | undefined) => (column && cells[column.place]) || ''
  return (
    /^(yes|no)$/i.test(cellOf(attended)) ||
    cellOf(email).includes('@') ||
    cellOf(action) !== '' ||
    [...timesOf(section), answeredAt].some((column) => /\d/.test(cellOf(column)))
  )
}

/** Returns the columns of a section that are read. */
export function usedColumns(section: Section): FoundColumn[] {
  return [...Object.values(section.columns), ...timesOf(section)]
}
