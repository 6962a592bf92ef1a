import { visibleEmail } from '#contract/core/email-addresses.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { Row } from '#contract/core/text-tables.ts'
import type { Column } from './attendance-column-names.ts'
import type { FoundColumn, StayColumns } from './attendance-columns.ts'
import { readDay } from './attendance-dates.ts'
import type { Flaw, Medium, ReadAnswer, ReadVisit, ReportKind, Role } from './attendance-reading.ts'
import type { Section } from './attendance-sections.ts'
import type { ReadTime, TimeReader } from './attendance-times.ts'
import { leftAfter } from './attendance-times.ts'
import { zoneIn } from './attendance-zones.ts'

export interface RowReader {
  kind: ReportKind
  /** The zone of times without one, under a column without one. */
  zone: string | null
  /** Set by the first time without a zone. */
  hasBareTime: boolean
  /** The day of times without one; null: nobody named one. */
  day: PlainDate | null
  /** The parts of the file with times without a day, and their column's day, such as 'Day 2'. */
  dayless: Map<string, string>
  isDayFirst: boolean
  /** The hosts' emails in the first lines. */
  hosts: ReadonlySet<string>
  readTime: TimeReader
}

/** Returns a section's rows as visits, each with its row, or as absent people. */
export function visitsOf(section: Section, reader: RowReader): { visit: ReadVisit; row: Row }[] {
  const dayOf = openDayReader(section, reader)
  return section.rows.flatMap((row) => {
    const day = dayOf(row)
    const filled = section.stays.filter(
      (stay) => `${cellIn(row, stay.join)}${cellIn(row, stay.leave)}` !== '',
    )
    const stays = filled.length > 0 ? filled : section.stays.slice(0, 1)
    return stays.map((stay) => ({ visit: visitOf(row, { section, stay, day }, reader), row }))
  })
}

interface VisitCells {
  section: Section
  stay: StayColumns
  day: RowDay
}

function visitOf(row: Row, { section, stay, day }: VisitCells, reader: RowReader): ReadVisit {
  const { columns, title } = section
  const cellOf = (column: Column) => cellIn(row, columns[column])
  const [join, leave] = [cellIn(row, stay.join), cellIn(row, stay.leave)]
  const visit: ReadVisit = { ...barely(row, section, reader), joinedAt: null, leftAt: null }
  const attended = cellOf('attended')
  if (/^no$/i.test(attended) || (!/^yes$/i.test(attended) && join + leave === '')) {
    return { ...visit, status: 'absent' }
  }
  const isWaiting = /^y/i.test(cellOf('waiting')) || /^(in )?(the )?waiting( room)?$/i.test(cellOf('status'))
  if (isWaiting) visit.status = 'waiting'
  const part = `${row.sheet ?? ''} ${/\bday ?\d+/i.exec(title)?.[0] ?? ''}`
  const from = { zone: zoneIn(cellOf('timeZone')), part }
  const joined = timeIn(join, { ...from, column: 'joinTime', found: stay.join, day }, reader, visit.flaws)
  visit.joinedAt = joined.at
  // A departure without a date is on the day of joining.
  const dayOfLeaving = joined.on && !joined.isDayless && !day.on ? { on: joined.on } : day
  const leaving = { ...from, column: 'leaveTime', found: stay.leave, day: dayOfLeaving } as const
  const left = timeIn(leave, leaving, reader, visit.flaws)
  visit.leftAt = visit.joinedAt ? leftAfter(visit.joinedAt, left) : left.at
  if (visit.joinedAt && visit.leftAt && visit.leftAt < visit.joinedAt) {
    visit.flaws.push({ code: 'left-before-joined', column: '', text: leave })
  }
  return visit
}

/** Returns a row's person and role, without times. */
export function barely(row: Row, { columns, title }: Section, reader: RowReader) {
  const cellOf = (column: Column) => cellIn(row, columns[column])
  const person = personOf(row, cellOf)
  const host = person.email !== null && reader.hosts.has(visibleEmail(person.email)) ? 'host' : undefined
  const moderator = /^true$/i.test(cellOf('moderator')) ? 'host' : undefined
  const caller = isCaller(title, cellOf('name')) ? 'phone' : undefined
  return {
    ...person,
    role: roleOf(cellOf('role')) ?? moderator ?? roleOf(bareTitle(title)) ?? host ?? ('attendee' as const),
    medium: mediumOf(cellOf('medium'), reader.kind) ?? caller ?? usualMedium(reader, columns.waiting),
    status: 'present' as const,
  }
}

/** Returns a row's answers: under columns named like their questions, or in pairs of question and answer. */
export function answersOf(row: Row, section: Section, reader: RowReader): ReadAnswer[] {
  const { columns } = section
  const cellOf = (column: Column) => cellIn(row, columns[column])
  const person = personOf(row, cellOf)
  const text = cellOf('answeredAt')
  const cell = { zone: zoneIn(cellOf('timeZone')), part: row.sheet ?? '', day: {} }
  const { at } = columns.answeredAt
    ? timeIn(text, { ...cell, column: 'answeredAt', found: columns.answeredAt }, reader, person.flaws)
    : { at: null }
  const pairs = columns.question ? [[cellOf('question'), cellOf('answer')]] : pairsOf(row, section)
  // A row without an answer is kept, too.
  return (pairs.length > 0 ? pairs : [[]]).map(([question = '', answer = '']) => ({
    ...person,
    question,
    answer,
    answeredAt: at,
    on: null,
    session: null,
    nth: 1,
  }))
}

/** Returns the answers in a visit's row: BigBlueButton has a column per poll, without times. */
export function answersBeside(row: Row, visit: ReadVisit, { columns, heading }: Section): ReadAnswer[] {
  const after = columns.duration?.place ?? Number.POSITIVE_INFINITY
  const { line, sheet, registrantId, email, name, joinedAt } = visit
  const on = joinedAt && easternDay(joinedAt)
  return heading.flatMap((question, place) => {
    const answer = given(row.cells[place])
    if (place <= after || question === '' || answer === '') return []
    const person = { line, ...(sheet !== undefined && { sheet }), registrantId, email, name, flaws: [] }
    return [{ ...person, question, answer, answeredAt: null, on, session: null, nth: 1 }]
  })
}

function pairsOf({ cells }: Row, { heading, columns }: Section): string[][] {
  const places = new Set(Object.values(columns).map(({ place }) => place))
  const first = (columns.answeredAt?.place ?? 0) + 1
  const rest = cells.flatMap((cell, place) =>
    place < first || places.has(place) ? [] : [{ cell, question: heading[place] ?? '' }],
  )
  const named = heading
    .slice(first)
    .filter((question, index) => question !== '' && !places.has(first + index))
  // Headings 'Question' and 'Answer' name no question, unless another column does.
  if (named.some((question) => !/^(question|answer)\b[ \d]*$/i.test(question))) {
    return rest
      .filter(({ cell, question }) => question !== '' && given(cell) !== '')
      .map(({ question, cell }) => [question, cell])
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
  const login = cellOf('login')
  return {
    line,
    flaws,
    ...(sheet !== undefined && { sheet }),
    registrantId: cellOf('registrantId') || null,
    email: cellOf('email') || (login.includes('@') ? login : null),
    name: cellOf('name') || `${cellOf('firstName')} ${cellOf('lastName')}`.trim(),
  }
}

const shownNames = { joinTime: 'Join Time', leaveTime: 'Leave Time', answeredAt: 'Submitted Time' }

interface TimeCell {
  column: keyof typeof shownNames
  found: FoundColumn | undefined
  /** The row's zone. */
  zone: string | undefined
  /** The row's day. */
  day: RowDay
  /** The part of the file that may have its own day. */
  part: string
}

/** Reads a cell's time. Records if it names a zone and a day. */
export function timeIn(
  text: string,
  { column, found, zone, day, part }: TimeCell,
  reader: RowReader,
  flaws: Flaw[],
): ReadTime {
  if (text === '') {
    flaws.push({ code: 'no-time', column: shownNames[column], text })
    return { at: null }
  }
  const [named, on] = [zone ?? found?.zone, day.on ?? found?.on]
  const read = reader.readTime(text, named ?? reader.zone, on ?? (day.flaw ? null : reader.day))
  const isDayless = read.isDayless === true && !on
  if (read.isBare && !named) reader.hasBareTime = true
  if (isDayless && day.flaw) flaws.push(...(flaws.includes(day.flaw) ? [] : [day.flaw]))
  else if (read.flaw) flaws.push({ code: read.flaw, column: shownNames[column], text })
  if (isDayless && !day.flaw) {
    const ofColumn = /\bday ?\d+/i.exec(found?.written ?? '')?.[0] ?? ''
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
export function openDayReader({ columns: { date } }: Section, { isDayFirst }: RowReader) {
  let last: RowDay = {}
  return (row: Row): RowDay => {
    const text = cellIn(row, date)
    if (text === '') return last
    const on = readDay(text.replace(/[ T]\d{1,2}:\d\d.*$/, ''), isDayFirst)
    last = on ? { on } : { flaw: { code: 'unreadable-time', column: 'Date', text } }
    return last
  }
}

/** Returns a row's cell under a column; '' if none. */
export function cellIn({ cells }: Row, column: FoundColumn | undefined): string {
  return given(cells[column?.place ?? -1])
}

/**
 * Returns the words of a section's title that name a role. 'Staff of the hangar' names none, nor does
 * 'Participants'.
 */
function bareTitle(title: string): string {
  return /^(?!participant)([\w -]+?)s?( details| information| list)?:?$/i.exec(title)?.[1] ?? ''
}

function roleOf(text: string): Role | undefined {
  if (/^((co|alternative|meeting)[ -]?)?(host|organizer)s?$|^staff$/i.test(text)) return 'host'
  if (/^(panelist|(co-?)?presenter|speaker)s?$/i.test(text)) return 'panelist'
  return /^(attendee|participant)s?$/i.test(text) ? 'attendee' : undefined
}

function mediumOf(text: string, kind: ReportKind): Medium | undefined {
  if (/phone|dial|call|pstn/i.test(text)) return 'phone'
  if (kind !== 'list') return undefined
  if (/person|room|desk/i.test(text)) return 'in-person'
  return /online|web|computer|zoom|goto/i.test(text) ? 'online' : undefined
}

/** Only an online event has a waiting room. */
function usualMedium({ kind }: RowReader, waiting: FoundColumn | undefined): Medium | null {
  return kind === 'list' && !waiting ? null : 'online'
}

/** Recognizes callers by phone: Zoom lists them separately, or shows their number with the end hidden. */
export function isCaller(title: string, name: string): boolean {
  return (
    /^other( attended)?$/i.test(title) ||
    /^call-?in user/i.test(name) ||
    /^\+?[\d*][\d*() .-]{5,}$/.test(name)
  )
}

/** Returns '' for dashes, which webinar platforms write into empty cells. */
function given(cell = ''): string {
  return /^-*$/.test(cell) ? '' : cell
}
