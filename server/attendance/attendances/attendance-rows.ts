import { visibleEmail } from '#contract/core/email-addresses.ts'
import { easternDay } from '#contract/core/season.ts'
import type { Row } from '#contract/core/text-tables.ts'
import type { RowDay, RowReader } from './attendance-cells.ts'
import {
  cellIn,
  given,
  isMarked,
  lackHalvesUnder,
  openDayReader,
  shownNames,
  timeIn,
} from './attendance-cells.ts'
import type { Column } from './attendance-column-names.ts'
import type { FoundColumn, StayColumns } from './attendance-columns.ts'
import { timesOf } from './attendance-columns.ts'
import { daysWithin, isDayLine } from './attendance-dates.ts'
import type { Flaw, Medium, ReadAnswer, ReadVisit, ReportKind, Role } from './attendance-reading.ts'
import type { Section } from './attendance-sections.ts'
import { lackTimes, leftAfter } from './attendance-times.ts'
import { zoneIn } from './attendance-zones.ts'

/** Returns a section's rows as visits, each with its row, or as absent people. */
export function visitsOf(section: Section, reader: RowReader): { visit: ReadVisit; row: Row }[] {
  const dayOf = openDayReader(section.columns.date, reader)
  const dayOfLeaving = openDayReader(section.columns.leaveDate, reader)
  const lacksHalves = lackHalvesUnder(section.rows, timesOf(section), reader)
  const inTurn = { rows: 0, back: 0 }
  const visits = section.rows.flatMap((row) => {
    const day = dayOf(row)
    const leaveDay = cellIn(row, section.columns.leaveDate) === '' ? undefined : dayOfLeaving(row)
    const filled = section.stays.filter(
      (stay) => `${cellIn(row, stay.join)}${cellIn(row, stay.leave)}` !== '',
    )
    const stays = filled.length > 0 ? filled : section.stays.slice(0, 1)
    let after: Date | null = null
    let goesBack = false
    const visits = stays.map((stay) => {
      const visit = visitOf(row, { section, stay, day, leaveDay, lacksHalves, after }, reader)
      goesBack ||= after !== null && visit.joinedAt !== null && visit.joinedAt < after
      after = visit.leftAt
      return { visit, row }
    })
    if (stays.length > 1) inTurn.rows += 1
    if (goesBack) inTurn.back += 1
    return visits
  })
  // Pairs of columns whose times begin again are of several days.
  if (reader.dayless.size > 0 && inTurn.back * 2 > inTurn.rows) reader.dayless.set('|again', 'again')
  return visits
}

interface VisitCells {
  section: Section
  stay: StayColumns
  day: RowDay
  /** Its own day of leaving, if any. */
  leaveDay: RowDay | undefined
  /** Times have neither AM nor PM. */
  lacksHalves: boolean
  /** The row's time before. */
  after: Date | null
}

function visitOf(
  row: Row,
  { section, stay, day, leaveDay, lacksHalves, after }: VisitCells,
  reader: RowReader,
): ReadVisit {
  const { columns, title } = section
  const cellOf = (column: Column) => cellIn(row, columns[column])
  const [join, leave] = [cellIn(row, stay.join), cellIn(row, stay.leave)]
  const visit: ReadVisit = { ...personAndRole(row, section, reader), joinedAt: null, leftAt: null }
  const attended = cellOf('attended')
  const denying =
    denials.find((column) => didNotAttend.test(cellOf(column))) ??
    ([isMarked, isAbsent].some((said) => said.test(cellOf('absent'))) ? 'absent' : undefined)
  if (denying && join + leave !== '') {
    const column = columns[denying]?.written ?? ''
    visit.flaws.push({ code: 'did-not-attend', column, text: cellOf(denying) })
  }
  const hasCome = [attended, cellOf('status')].some((said) => isMarked.test(said) || cameWord.test(said))
  if (denying || (!hasCome && join + leave === '')) return { ...visit, status: 'absent' }
  const isWaiting =
    /^y/i.test(cellOf('waiting')) || /^(in )?(the )?(waiting( room)?|lobby)$/i.test(cellOf('status'))
  if (isWaiting) visit.status = 'waiting'
  const dayOfTitle = isDayLine(title) ? title : /\bday ?\d+/i.exec(title)?.[0]
  const part = `${row.sheet ?? ''} ${dayOfTitle ?? row.cells.find((cell, place) => tellsDay(cell, section.heading[place])) ?? ''}`
  const from = { zone: zoneOf(cellOf('timeZone')), part, lacksHalves }
  const joining = { ...from, column: 'joinTime', found: stay.join, day, after } as const
  const joined = timeIn(join, joining, reader, visit.flaws)
  visit.joinedAt = joined.at
  // A departure without a date is on the day of joining.
  const dayOfLeaving = leaveDay ?? (joined.on && !joined.isDayless && !day.on ? { on: joined.on } : day)
  const leaving = {
    ...from,
    column: 'leaveTime',
    found: stay.leave,
    day: dayOfLeaving,
    after: joined.at,
  } as const
  const left = timeIn(leave, leaving, reader, visit.flaws)
  visit.leftAt = visit.joinedAt ? leftAfter(visit.joinedAt, left) : left.at
  if (lackTimes(joined, left)) {
    visit.flaws.push({ code: 'unreadable-time', column: shownNames.joinTime, text: join })
    visit.flaws.push({ code: 'unreadable-time', column: shownNames.leaveTime, text: leave })
    return { ...visit, joinedAt: null, leftAt: null }
  }
  if (visit.joinedAt && visit.leftAt && visit.leftAt < visit.joinedAt) {
    visit.flaws.push({ code: 'left-before-joined', column: '', text: leave })
  }
  return visit
}

/** The columns that may say that a person did not attend, for example in a list with everyone's planned times. */
export const denials = ['attended', 'status', 'watched'] as const

/** Recognizes a cell that denies: 'No', 'Absent', 'Did not come'. */
export const didNotAttend =
  /^(n|false|0|ab|abs|[\u2717\u2718\u274c\u274e]\ufe0f?|(no|absent|excused|missed|no[- ]?show|did ?n.?t|did not|not|never|cancel+ed|declined|waitlisted|(watched |viewed )?(the )?(replay|recording|on[- ]?demand))\b.*)$/i

/** Recognizes a cell that says without times that a person came. */
const cameWord = /^(p|present|attended|here|came|checked[- ]?in)$/i

/** Recognizes other entries of a column like 'Absent' than a mark. */
const isAbsent = /^(absent|no[- ]?show|\u2612\ufe0f?)$/i

const namesSession = /\b(session|class|event|course|meeting|module|part|seminar|training|webinar)\b/i

/** Recognizes a cell that names the day of its row: 'Day 2', 'Tuesday', and '2/9' or 'Piston 2/9/2027' under 'Session'. */
function tellsDay(cell: string, heading = '') {
  if (/^(day ?\d+|(mon|tues|wednes|thurs|fri|satur|sun)day)$/i.test(cell)) return true
  return namesSession.test(heading) && (isDayLine(cell) || daysWithin(cell, false).length > 0)
}

/** Returns a cell's zone; null if unknown, undefined if the cell is empty. */
export function zoneOf(cell: string): string | null | undefined {
  return cell === '' ? undefined : (zoneIn(cell) ?? null)
}

/** Returns a row's person and role, without times. */
export function personAndRole(row: Row, { columns, title }: Section, reader: RowReader) {
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
  const cell = { zone: zoneOf(cellOf('timeZone')), part: row.sheet ?? '', day: {} }
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

/** Cells that say nothing: people whose cells say 'N/A', or a spreadsheet's '8.32536E+18', are not one person. */
const placeholder = /^(#?n\/?a|none|null|unknown|guest|anonymous|\d(\.\d+)?e\+\d+|)$/i

function personOf({ line, sheet, isBroken }: Row, cellOf: (column: Column) => string) {
  const flaws: Flaw[] = isBroken ? [{ code: 'broken-quotes', column: '', text: '' }] : []
  const [id, email, login] = [cellOf('registrantId'), cellOf('email'), cellOf('login')]
  return {
    line,
    flaws,
    ...(sheet !== undefined && { sheet }),
    registrantId: placeholder.test(id) ? null : id,
    email: placeholder.test(email) ? (login.includes('@') ? login : null) : email,
    name: cellOf('name') || `${cellOf('firstName')} ${cellOf('lastName')}`.trim(),
  }
}

/**
 * Returns the words of a section's title that name a role. 'Staff of the hangar' names none, nor does
 * 'Participants'.
 */
function bareTitle(title: string) {
  return /^(?!participant)([\w -]+?)s?( details| information| list)?:?$/i.exec(title)?.[1] ?? ''
}

function roleOf(text: string): Role | undefined {
  if (/^((co|alternative|meeting)[ -]?)?(host|organi[sz]er|instructor|moderator)s?$|^staff$/i.test(text)) {
    return 'host'
  }
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
