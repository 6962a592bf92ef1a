import { easternDay } from '#contract/core/season.ts'
import { parseJson } from '#server/core/remote-calls.ts'
import type { AttendanceSource } from '#server/core/webinar-platform/webinar-platform.ts'
import { daysOf } from './attendance-days.ts'
import { readDoor } from './attendance-door.ts'
import { launchesOf } from './attendance-launches.ts'
import type { Flaw, ReadAnswer, Reading, ReadVisit, ReportKind } from './attendance-reading.ts'
import { ofJson } from './attendance-reading.ts'
import { isCaller } from './attendance-rows.ts'
import { openTimeReader } from './attendance-times.ts'

type Fields = Record<string, unknown>

/** One answer of a webinar platform: its path, and the parsed body. */
interface Answer {
  path: string
  content: unknown
}

/**
 * Reads the answers of a webinar platform, or a report of the door, as they were stored. Recognizes each by its content. Keeps every row with what is wrong with
 * it. Times without a zone are UTC.
 */
export function readAttendanceAnswers(sources: readonly AttendanceSource[]): Reading {
  const door = readDoor(sources)
  if (door) return door
  const answers = sources.map(({ address, body }) => ({ path: address, content: parseJson(body) }))
  const kind = kindOf(answers)
  const read = { 'zoom-answers': readZoom, 'goto-answers': readGoto, 'room-answers': readRoom }[kind]
  const { visits, answers: polls } = read(answers)
  const instants = [
    ...visits.flatMap(({ joinedAt, leftAt, flaws }) => (flaws.length === 0 ? [joinedAt, leftAt] : [])),
    ...polls.map(({ answeredAt }) => answeredAt),
  ]
  return { ...ofJson, kind, days: daysOf(instants), visits, answers: polls }
}

type Read = Pick<Reading, 'visits' | 'answers'>
type AnswersKind = Exclude<Extract<ReportKind, `${string}-answers`>, 'door-answers'>

function kindOf(answers: readonly Answer[]): AnswersKind {
  const has = (name: string) => answers.some(({ content }) => name in fieldsOf(content))
  if (has('webinars') || has('participants') || has('questions')) return 'zoom-answers'
  return has('_embedded') || has('page') ? 'goto-answers' : 'room-answers'
}

function readZoom(answers: readonly Answer[]): Read {
  const listsOf = (name: string) => answers.flatMap(({ content }) => rowsIn(fieldsOf(content)[name]))
  const visitOf = openVisitReader('joinTime', 'leaveTime')
  const visits = listsOf('participants').map((row, place) => ({
    ...visitOf(row, place, {
      registrantId: textIn(row.registrantId) || null,
      email: textIn(row.userEmail) || null,
      name: textIn(row.name),
    }),
    ...(textIn(row.status) === 'in_waiting_room' && { status: 'waiting' as const }),
  }))
  return { visits, answers: zoomAnswers(answers) }
}

function zoomAnswers(answers: readonly Answer[]): ReadAnswer[] {
  const readTime = openTimeReader()
  const given = answers.flatMap(({ path, content }) => {
    const { uuid, questions } = fieldsOf(content)
    const session = textIn(uuid) || instanceIn(path)
    return rowsIn(questions).flatMap((person, place) =>
      rowsIn(person.questionDetails).map((row) => ({
        session,
        email: textIn(person.email) || null,
        name: textIn(person.name),
        // Anonymous people have no email, and each is listed by itself.
        person: textIn(person.email).toLowerCase() || String(place),
        question: textIn(row.question),
        answer: textIn(row.answer),
        pollId: textIn(row.pollingId),
        answeredAt: readTime(textIn(row.dateTime), 'UTC').at,
      })),
    )
  })
  const launches = launchesOf(given)
  return given.map(({ person: _, pollId: __, ...answer }, place) => ({
    line: place + 1,
    flaws: [],
    registrantId: null,
    on: null,
    ...answer,
    nth: launches[place] ?? 1,
  }))
}

/** Returns the instance in an address of Zoom's reports. A UUID has no %, and is encoded once or twice. */
function instanceIn(path: string): string | null {
  const [, encoded] = /\/webinars\/([^/?]+)\/polls/.exec(path) ?? []
  if (encoded === undefined) return null
  const once = decodeURIComponent(encoded)
  return once.includes('%') ? decodeURIComponent(once) : once
}

function readGoto(answers: readonly Answer[]): Read {
  const visitOf = openVisitReader('joinTime', 'leaveTime')
  const sessions = answers.flatMap(({ content }) =>
    rowsIn(fieldsOf(fieldsOf(content)._embedded).sessionInfoResources),
  )
  const days = new Map(
    sessions.map(({ sessionKey, startTime }) => [textIn(sessionKey), new Date(textIn(startTime))] as const),
  )
  const people = new Map<string, { registrantId: string; email: string | null; name: string }>()
  const visits: ReadVisit[] = []
  const polls: (Omit<ReadAnswer, 'nth'> & { person: string })[] = []
  for (const { path, content } of answers) {
    const [, session = '', registrantKey] = /sessions\/(\d+)\/attendees(?:\/(\d+)\/polls)?/.exec(path) ?? []
    for (const row of rowsIn(content)) {
      if (registrantKey === undefined) {
        const person = gotoPerson(row)
        people.set(person.registrantId, person)
        const stays = rowsIn(row.attendance)
        // Somebody who attended without any times is kept, too.
        for (const stay of stays.length > 0 ? stays : [{}]) visits.push(visitOf(stay, visits.length, person))
        continue
      }
      const answer = textsIn(row.answers).join('; ') || textIn(row.answer)
      const startedAt = days.get(session)
      polls.push({
        session: session || null,
        person: registrantKey,
        email: null,
        name: '',
        ...people.get(registrantKey),
        registrantId: registrantKey,
        line: polls.length + 1,
        flaws: [],
        question: textIn(row.question),
        answer,
        answeredAt: null,
        on: startedAt && !Number.isNaN(startedAt.getTime()) ? easternDay(startedAt) : null,
      })
    }
  }
  const launches = launchesOf(polls.map((poll) => ({ ...poll, pollId: '' })))
  return {
    visits,
    answers: polls.map(({ person: _, ...poll }, place) => ({ ...poll, nth: launches[place] ?? 1 })),
  }
}

function gotoPerson({ registrantKey, email, firstName, lastName }: Fields) {
  return {
    registrantId: textIn(registrantKey),
    email: textIn(email) || null,
    name: `${textIn(firstName)} ${textIn(lastName)}`.trim(),
  }
}

function readRoom(answers: readonly Answer[]): Read {
  const visitOf = openVisitReader('joinedAt', 'leftAt')
  const rows = answers.flatMap(({ content }) => rowsIn(content))
  return {
    visits: rows.map((row, place) =>
      visitOf(row, place, {
        registrantId: textIn(row.registrantId) || null,
        email: textIn(row.email) || null,
        name: textIn(row.name),
      }),
    ),
    answers: [],
  }
}

/** Returns a reader of visits by the names of their times. */
function openVisitReader(join: string, leave: string) {
  const readTime = openTimeReader()
  return (row: Fields, place: number, who: Pick<ReadVisit, 'registrantId' | 'email' | 'name'>): ReadVisit => {
    const flaws: Flaw[] = []
    const timeOf = (text: string, column: string) => {
      const read = readTime(text, 'UTC')
      if (!read.at) flaws.push({ code: text === '' ? 'no-time' : 'unreadable-time', column, text })
      return read
    }
    const joinedAt = timeOf(textIn(row[join]), 'Join Time').at
    const left = timeOf(textIn(row[leave]), 'Leave Time')
    const leftAt = left.at
    if (joinedAt && leftAt && leftAt < joinedAt) {
      flaws.push({ code: 'left-before-joined', column: '', text: textIn(row[leave]) })
    }
    const medium = isCaller('', who.name) ? 'phone' : 'online'
    return { ...who, line: place + 1, flaws, role: 'attendee', medium, status: 'present', joinedAt, leftAt }
  }
}

/** Returns the fields of an object by their names without underscores, as GoTo and the built-in room write them. */
function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replaceAll(/(?<=\w)_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      field,
    ]),
  )
}

/** Returns the objects of a list. */
function rowsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function textsIn(value: unknown) {
  return Array.isArray(value) ? value.map(textIn) : []
}

/** Returns a text or number as text; '' for anything else. */
function textIn(value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
