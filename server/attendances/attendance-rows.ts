import type { Column, Columns } from './attendance-columns.ts'
import type { Flaw, Medium, ReadAnswer, ReadVisit, ReportKind, Role } from './attendance-reading.ts'
import type { Section } from './attendance-sections.ts'
import type { Row } from './attendance-text.ts'
import type { ReadTime, TimeReader } from './attendance-times.ts'
import { leftAfter } from './attendance-times.ts'
import { zoneIn } from './attendance-zones.ts'

export interface RowReader {
  kind: ReportKind
  /** The zone of times that name none, under a column that names none. */
  zone: string | null
  /** Set by the first time that names no zone. */
  hasBareTime: boolean
  readTime: TimeReader
}

/** Returns the row of a section as a visit, or as somebody who did not come. */
export function visitOf(row: Row, section: Section, reader: RowReader): ReadVisit {
  const { columns, title } = section
  const cellOf = (column: Column) => given(row.cells[columns[column]?.place ?? -1])
  const [join, leave] = [cellOf('joinTime'), cellOf('leaveTime')]
  const visit: ReadVisit = {
    ...personOf(row, cellOf),
    role: roleOf(cellOf('role')) ?? roleOf(title) ?? 'attendee',
    medium: mediumOf(cellOf('medium')) ?? (isCaller(title, cellOf('name')) ? 'phone' : usualMedium(reader)),
    ...{ status: 'present', joinedAt: null, leftAt: null },
  }
  const zone = zoneIn(cellOf('timeZone'))
  const attended = cellOf('attended')
  if (/^no$/i.test(attended) || (!/^yes$/i.test(attended) && join + leave === '')) {
    return { ...visit, status: 'absent' }
  }
  if (/^y/i.test(cellOf('waiting')) || /waiting/i.test(cellOf('status'))) visit.status = 'waiting'
  const timeOf = (column: 'joinTime' | 'leaveTime', text: string) =>
    timeIn(text, { column, columns, zone }, reader, visit.flaws)
  visit.joinedAt = timeOf('joinTime', join).at
  const left = timeOf('leaveTime', leave)
  visit.leftAt = visit.joinedAt ? leftAfter(visit.joinedAt, left) : left.at
  if (visit.joinedAt && visit.leftAt && visit.leftAt < visit.joinedAt) {
    visit.flaws.push({ code: 'left-before-joined', column: '', text: leave })
  }
  return visit
}

/** Returns the answers of a row: under columns named like their questions, or in pairs of question and answer. */
export function answersOf(row: Row, { heading, columns }: Section, reader: RowReader): ReadAnswer[] {
  const cellOf = (column: Column) => given(row.cells[columns[column]?.place ?? -1])
  const person = personOf(row, cellOf)
  const text = cellOf('answeredAt')
  const { at } = columns.answeredAt
    ? timeIn(text, { column: 'answeredAt', columns, zone: zoneIn(cellOf('timeZone')) }, reader, person.flaws)
    : { at: null }
  const pairs = columns.question ? [[cellOf('question'), cellOf('answer')]] : pairsOf(row, heading, columns)
  // A row without an answer is kept, too.
  return (pairs.length > 0 ? pairs : [[]]).map(([question = '', answer = '']) => ({
    ...person,
    ...{ question, answer, answeredAt: at, on: null, session: null, nth: 1 },
  }))
}

function pairsOf({ cells }: Row, heading: string[], columns: Columns): string[][] {
  const places = new Set(Object.values(columns).map(({ place }) => place))
  const first = (columns.answeredAt?.place ?? 0) + 1
  const rest = cells.flatMap((cell, place) =>
    place < first || places.has(place) ? [] : [{ cell, question: heading[place] ?? '' }],
  )
  const named = rest.filter(
    ({ question }) => question !== '' && !/^(question|answer)\b[ \d]*$/i.test(question),
  )
  if (named.length > 0) {
    return named.filter(({ cell }) => cell !== '').map(({ question, cell }) => [question, cell])
  }
  const pairs: string[][] = []
  for (let place = 0; place < rest.length; place += 2) {
    const pair = rest.slice(place, place + 2).map(({ cell }) => cell)
    if (pair[0]) pairs.push(pair)
  }
  return pairs
}

function personOf({ line, sheet, isBroken }: Row, cellOf: (column: Column) => string) {
  const flaws: Flaw[] = isBroken ? [{ code: 'broken-quotes', column: '', text: '' }] : []
  return {
    ...{ line, flaws, ...(sheet !== undefined && { sheet }) },
    registrantId: cellOf('registrantId') || null,
    email: cellOf('email') || null,
    name: cellOf('name') || `${cellOf('firstName')} ${cellOf('lastName')}`.trim(),
  }
}

const shownNames = { joinTime: 'Join Time', leaveTime: 'Leave Time', answeredAt: 'Submitted Time' }

interface TimeCell {
  column: keyof typeof shownNames
  columns: Columns
  /** The zone that the row names. */
  zone: string | undefined
}

function timeIn(
  text: string,
  { column, columns, zone }: TimeCell,
  reader: RowReader,
  flaws: Flaw[],
): ReadTime {
  const named = zone ?? columns[column]?.zone
  const read: ReadTime = text === '' ? { at: null } : reader.readTime(text, named ?? reader.zone)
  if (read.isBare && !named) reader.hasBareTime = true
  const code = text === '' ? 'no-time' : read.flaw
  if (code) flaws.push({ code, column: shownNames[column], text })
  return read
}

function roleOf(text: string): Role | undefined {
  if (/^((co|alternative)[ -]?)?(host|organizer)|^staff/i.test(text)) return 'host'
  if (/^(panelist|presenter|speaker)/i.test(text)) return 'panelist'
  return /^(attendee|participant)/i.test(text) ? 'attendee' : undefined
}

function mediumOf(text: string): Medium | undefined {
  if (/phone|dial|call/i.test(text)) return 'phone'
  if (/person|room|desk/i.test(text)) return 'in-person'
  return /online|web|computer|zoom|goto/i.test(text) ? 'online' : undefined
}

function usualMedium({ kind }: RowReader): Medium | null {
  return kind === 'list' ? null : 'online'
}

/** Recognizes who called in by phone: Zoom lists them apart, or shows their number, with the end hidden. */
export function isCaller(title: string, name: string): boolean {
  return /^other\b/i.test(title) || /^call-?in user/i.test(name) || /^\+?[\d*][\d*() .-]{5,}$/.test(name)
}

/** Returns '' for dashes, which both webinar platforms write into empty cells. */
function given(cell = ''): string {
  return /^-*$/.test(cell) ? '' : cell
}
