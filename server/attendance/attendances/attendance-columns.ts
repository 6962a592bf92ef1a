import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Certainty, Column, NamedColumn } from './attendance-column-names.ts'
import { columnNamed, lettersOf } from './attendance-column-names.ts'
import type { Program } from './attendance-programs.ts'

/** A column's place and its name as written. */
export interface FoundColumn {
  place: number
  written: string
  zone?: string | undefined
  on?: PlainDate | undefined
}
export type Columns = Partial<Record<Column, FoundColumn>>

/** A visit's columns. A sign-in sheet with a lunch break has two such pairs. */
export interface StayColumns {
  join?: FoundColumn | undefined
  leave?: FoundColumn | undefined
  /** Its names are 'Start' and 'End', like an event's times. */
  mayBeOfEvent?: true
}

/** A line of column names. */
export interface Heading {
  columns: Columns
  stays: StayColumns[]
  /** The host's email, which some reports repeat left of each person's columns. */
  host?: FoundColumn | undefined
}

type Found = NamedColumn & { place: number; written: string }

/** The columns of a list of events; beside them, start and end are the event's. */
const ofEvents = /^(topic|meetingid|webinarid|meetingname|webinarname|eventname|eventtitle|participants)$/

/** Returns the known columns of a list of any author. */
export function headingOfList(cells: readonly string[]): Heading {
  const found = ofFirstTable(foundIn(cells))
  const stays = staysOfList(found, cells)
  const joinPlace = stays[0]?.join?.place ?? Number.POSITIVE_INFINITY
  const columns: Columns = {}
  for (const each of found) {
    if (isTime(each)) continue
    // Left of a person's own columns some reports repeat the meeting's, with its host's email.
    // A day of the week says less than a date.
    const isDayOfWeek = each.column === 'date' && columns.date && lettersOf(columns.date.written) === 'day'
    if (
      columns[each.column as Column] &&
      !isDayOfWeek &&
      (each.place > joinPlace || each.column === 'date')
    ) {
      continue
    }
    columns[each.column as Column] = columnOf(each)
  }
  if (!columns.date && columns.leaveDate) columns.date = columns.leaveDate
  return { columns, stays }
}

/**
 * Returns the columns that a webinar platform itself writes, by their place around the times. All others are
 * answers to questions of the organizer's registration form, whatever their names.
 */
export function headingOfProgram(cells: readonly string[], { before, after }: Program): Heading {
  const found = foundIn(cells)
  const stay = ownStay(found, cells)
  const places = [stay?.join, stay?.leave].flatMap((column) => column?.place ?? [])
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const own = found.find(({ written }) => /\(original name\)/i.test(written))?.place ?? 0
  const from = found.some(({ column, place }) => column === 'attended' && place < own) ? 0 : own
  const columns: Columns = {}
  for (const each of found) {
    const column = each.column as Column
    const isOwn =
      (before.has(column) && each.place >= from && each.place < first) ||
      (after.has(column) && each.place > last)
    if (isOwn) columns[column] ??= columnOf(each)
  }
  // Names are left of the email; right of it, a column 'Name' is a question.
  for (const column of ['name', 'firstName', 'lastName'] as const) {
    if (before.has('email') && columns.email && (columns[column]?.place ?? -1) > columns.email.place) {
      delete columns[column]
    }
  }
  // A report of everyone registered has neither ids nor waiting rooms, so these columns are questions.
  if (columns.attended || columns.registeredAt) {
    delete columns.registrantId
    delete columns.waiting
  }
  const host = found.find(({ column, place }) => column === 'email' && place < from)
  return { columns, stays: stay ? [stay] : [], ...(host && { host: columnOf(host) }) }
}

/** Returns a poll report's columns: the person's are left of the time, questions right of it. */
export function headingOfPolls(cells: readonly string[]): Heading {
  const found = foundIn(cells)
  const time = found.find(({ column }) => column === 'answeredAt')
  const columns: Columns = {}
  for (const each of found) {
    if (time && each.place < time.place && !isTime(each)) columns[each.column as Column] ??= columnOf(each)
  }
  const { name, firstName, lastName, email } = columns
  const own = Object.entries({ name, firstName, lastName, email }).filter(([, column]) => column)
  return { columns: { ...Object.fromEntries(own), ...(time && { answeredAt: columnOf(time) }) }, stays: [] }
}

/** Returns the columns of visits' times. */
export function timesOf({ stays }: Pick<Heading, 'stays'>): FoundColumn[] {
  return stays.flatMap(({ join, leave }) => [join, leave]).filter((column) => column !== undefined)
}

/** Returns true if a row has the columns of visits: a time, and its person. */
export function namesVisits({ columns, stays }: Heading): boolean {
  const [stay] = stays
  if (!stay || !namesPerson(columns)) return false
  return !columns.answeredAt || (stay.join !== undefined && stay.leave !== undefined)
}

/** Returns true if a row has the columns of poll answers. */
export function namesAnswers(heading: Heading): boolean {
  const { answeredAt, question, answer } = heading.columns
  return (
    !namesVisits(heading) &&
    (answeredAt ?? (question && answer)) !== undefined &&
    namesPerson(heading.columns)
  )
}

/** Returns true if a row has the columns of a log: who joined or left, and when. */
export function namesLog({ columns, stays }: Heading): boolean {
  return (
    stays.length === 0 &&
    columns.action !== undefined &&
    columns.actionAt !== undefined &&
    namesPerson(columns)
  )
}

/** Returns the columns of a log that may have the times of its actions. */
export function actionTimesIn(cells: readonly string[]): FoundColumn[] {
  return foundIn(cells)
    .filter(({ column }) => column === 'actionAt')
    .map(columnOf)
}

/** Returns true if a row has the columns of totals without times. */
export function namesTotals({ columns, stays }: Heading): boolean {
  return stays.length === 0 && columns.duration !== undefined && namesPerson(columns)
}

/** Returns true if a row names a person. */
export function namesPerson({ name, firstName, lastName, email, login, registrantId }: Columns): boolean {
  return (name ?? firstName ?? lastName ?? email ?? login ?? registrantId) !== undefined
}

function foundIn(cells: readonly string[]): Found[] {
  return cells.flatMap((cell, place) => {
    const named = columnNamed(cell)
    return named ? [{ ...named, place, written: cell }] : []
  })
}

/** Returns the columns up to those of another person, whose times follow: two tables may stand side by side. */
function ofFirstTable(found: readonly Found[]): readonly Found[] {
  const times = found.filter(isTime).filter(({ certainty }) => certainty !== 'ofEvent')
  const [first, last] = [times[0]?.place ?? 0, times.at(-1)?.place ?? 0]
  const next = found.findIndex(
    ({ column, place }) =>
      (column === 'name' || column === 'email' || column === 'lastName') &&
      place > first &&
      place < last &&
      found.some((each) => each.column === column && each.place < first),
  )
  return next < 0 ? found : found.slice(0, next)
}

function staysOfList(found: readonly Found[], cells: readonly string[]): StayColumns[] {
  const times = found.filter(isTime).filter(({ certainty }) => certainty !== 'ofEvent')
  const [joins, leaves] = [ofColumn(times, 'joinTime'), ofColumn(times, 'leaveTime')]
  const logins = found.filter(({ written }) => /^log ?-?(in|on)[ \d]*$/i.test(written))
  const [login] = logins
  if (joins.length === 0 && leaves.length > 0 && login) {
    return logins.length === leaves.length
      ? pairsOf(logins, leaves)
      : [{ join: columnOf(login), leave: surest(leaves) }]
  }
  if (times.some(({ certainty }) => certainty !== 'paired') || (joins.length > 0 && leaves.length > 0)) {
    if (areInTurn(times)) return pairsOf(joins, leaves)
    const join = surest(joins)
    return [
      { join, leave: surest(leaves.filter(({ place }) => place > (join?.place ?? -1))) ?? surest(leaves) },
    ]
  }
  const ofEvent = found.filter(({ certainty }) => certainty === 'ofEvent')
  const [start, end] = [ofColumn(ofEvent, 'joinTime')[0], ofColumn(ofEvent, 'leaveTime')[0]]
  // A list of sessions has names, too, but nobody's email.
  const isOfPerson =
    found.some(({ column }) => column === 'email' || column === 'lastName' || column === 'registrantId') &&
    !cells.some((cell) => ofEvents.test(lettersOf(cell)))
  if (!isOfPerson || !start || !end) return []
  const pairs = areInTurn(ofEvent)
    ? pairsOf(ofColumn(ofEvent, 'joinTime'), ofColumn(ofEvent, 'leaveTime'))
    : pairsOf([start], [end])
  return pairs.map((pair) => ({ ...pair, mayBeOfEvent: true }))
}

/** Returns true if times are of several pairs, each of them joining and leaving. */
function areInTurn(times: readonly Found[]) {
  const inTurn = times.map(({ column }, place) => column === (place % 2 === 0 ? 'joinTime' : 'leaveTime'))
  return times.length >= 4 && times.length % 2 === 0 && inTurn.every(Boolean)
}

function pairsOf(joins: readonly Found[], leaves: readonly Found[]): StayColumns[] {
  return joins.map((join, place) => ({ join: columnOf(join), leave: columnOf(leaves[place] as Found) }))
}

/** Returns the platform's own times: adjacent, and if there are several, followed by the total. */
function ownStay(found: readonly Found[], cells: readonly string[]): StayColumns | undefined {
  const times = found.filter(({ certainty }) => certainty === 'sure' || certainty === 'likely')
  const besides = ofColumn(times, 'joinTime').flatMap((join) => {
    const next = cells.findIndex((cell, place) => place > join.place && cell !== '')
    const leave = times.find(({ column, place }) => column === 'leaveTime' && place === next)
    return leave ? [{ join, leave }] : []
  })
  const withTotal = besides.findLast(({ leave }) =>
    found.some(({ column, place }) => column === 'duration' && place === leave.place + 1),
  )
  const stay = withTotal ?? besides.findLast(({ join }) => join.certainty === 'sure') ?? besides.at(-1)
  if (stay) return { join: columnOf(stay.join), leave: columnOf(stay.leave) }
  const [join, leave] = [surest(ofColumn(times, 'joinTime')), surest(ofColumn(times, 'leaveTime'))]
  return join || leave ? { join, leave } : undefined
}

const byCertainty: Certainty[] = ['sure', 'likely', 'paired', 'ofEvent']

function surest(found: readonly Found[]): FoundColumn | undefined {
  for (const certainty of byCertainty) {
    const first = found.find((each) => each.certainty === certainty)
    if (first) return columnOf(first)
  }
  return undefined
}

function ofColumn(found: readonly Found[], column: Found['column']): Found[] {
  return found.filter((each) => each.column === column)
}

function columnOf({ place, written, zone, on }: Found): FoundColumn {
  return { place, written, ...(zone && { zone }), ...(on && { on }) }
}

function isTime({ certainty }: NamedColumn) {
  return certainty !== undefined
}
