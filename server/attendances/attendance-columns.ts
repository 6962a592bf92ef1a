import { zoneIn } from './attendance-zones.ts'

/** The columns by their names in reports, letters only and without brackets. */
const columnNames = {
  attended: ['attended'],
  name: ['username', 'name', 'fullname', 'attendee', 'attendeename', 'participant', 'participantname'],
  firstName: ['firstname'],
  lastName: ['lastname'],
  email: ['email', 'emailaddress', 'useremail', 'attendeeemail', 'mail'],
  registrantId: ['registrantid', 'registrantkey'],
  joinTime: ['jointime', 'joinedat', 'joined', 'timein'],
  leaveTime: ['leavetime', 'leftat', 'left', 'timeout'],
  timeZone: ['timezone'],
  waiting: ['inwaitingroom'],
  status: ['status'],
  role: ['role'],
  medium: ['medium'],
  answeredAt: ['submitteddatetime', 'submittedtime', 'submittedat', 'submissiontime', 'answeredat'],
  question: ['question'],
  answer: ['answer'],
} as const
export type Column = keyof typeof columnNames

/** A column's place and its name as written; times may have a zone in brackets. */
interface FoundColumn {
  place: number
  written: string
  zone?: string
}
export type Columns = Partial<Record<Column, FoundColumn>>

const known = new Map<string, Column>(
  Object.entries(columnNames).flatMap(([column, names]) => names.map((name) => [name, column as Column])),
)

/** Returns the known columns of a row. */
export function columnsOf(cells: readonly string[]): Columns {
  const found = cells.flatMap((cell, place) => {
    const column = columnOf(cell)
    return column ? [{ column, place }] : []
  })
  const joinPlace = found.find(({ column }) => column === 'joinTime')?.place ?? Number.POSITIVE_INFINITY
  const columns: Columns = {}
  for (const { column, place } of found) {
    // Left of a person's own columns some reports repeat the meeting's, with the email of its host.
    if (columns[column] && place > joinPlace) continue
    const written = cells[place] ?? ''
    const zone = isOfTime(column) ? zoneIn(afterName(written)) : undefined
    columns[column] = { place, written, ...(zone && { zone }) }
  }
  return columns
}

/** Tells whether a row names the columns of visits: a time, and somebody who may have it. */
export function namesVisits({ joinTime, leaveTime, answeredAt, ...others }: Columns): boolean {
  return (joinTime ?? leaveTime) !== undefined && !answeredAt && namesPerson(others)
}

/** Tells whether a row names the columns of poll answers. */
export function namesAnswers({ answeredAt, question, answer, joinTime, ...others }: Columns): boolean {
  return !joinTime && (answeredAt ?? (question && answer)) !== undefined && namesPerson(others)
}

function namesPerson({ name, firstName, lastName, email, registrantId }: Columns): boolean {
  return (name ?? firstName ?? lastName ?? email ?? registrantId) !== undefined
}

function columnOf(cell: string): Column | undefined {
  if (cell === '' || cell.length > 80) return undefined
  const bare = lettersOf(cell.replace(/[([].*$/s, ''))
  const column = known.get(bare)
  if (column) return column
  // 'Join Time UTC', 'Leave Time - Eastern'
  const [, name, zone] = /^(.*time)[ ,–-]+(\S.*)$/i.exec(cell) ?? []
  return name && zone && zoneIn(zone) ? known.get(lettersOf(name)) : undefined
}

/** Returns the text in a column's brackets, or after its name. */
function afterName(written: string): string {
  return /[([](.*)[)\]]/s.exec(written)?.[1] ?? written.replace(/^.*?time/i, '')
}

function isOfTime(column: Column): boolean {
  return column === 'joinTime' || column === 'leaveTime' || column === 'answeredAt'
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '')
}
