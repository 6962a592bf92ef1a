import type { FakeGotoAccount, GotoRegistrant, GotoSession, GotoWebinar } from './fake-goto-account.ts'
import { joinUrlOf, json, no } from './fake-goto-account.ts'
import type { FakeAnswer } from './http-faults.ts'

interface GotoAsked {
  webinar: GotoWebinar
  /** The keys in the address after the webinar's. */
  keys: string[]
  query: URLSearchParams
  body: Record<string, unknown>
}

export interface GotoRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path after the webinar's key. */
  path: RegExp
  answer(account: FakeGotoAccount, asked: GotoAsked): FakeAnswer
}

const mostOnPage = 200

/** The calls that the stand-in answers. */
export const gotoRoutes: GotoRoute[] = [
  { method: 'GET', path: /^$/, answer: (_, { webinar }) => ok(webinarRow(webinar)) },
  {
    method: 'PUT',
    path: /^$/,
    answer(_, { webinar, body }) {
      webinar.times = body.times as GotoWebinar['times']
      return { status: 202 }
    },
  },
  {
    method: 'POST',
    path: /^\/registrants$/,
    answer: (account, { webinar, body }) => account.add(webinar, body),
  },
  { method: 'GET', path: /^\/registrants$/, answer: (_, { webinar, query }) => listOf(webinar, query) },
  {
    method: 'GET',
    path: /^\/registrants\/(\d+)$/,
    answer: (_, { webinar, keys: [key = ''] }) => {
      const registrant = webinar.registrants.get(key)
      return registrant ? ok(registrantRow(webinar, registrant)) : missing
    },
  },
  {
    method: 'DELETE',
    path: /^\/registrants\/(\d+)$/,
    answer: (account, { webinar, keys: [key = ''] }) => account.remove(webinar, key),
  },
  { method: 'GET', path: /^\/sessions$/, answer: (_, { webinar, query }) => sessionsOf(webinar, query) },
  {
    method: 'GET',
    path: /^\/sessions\/(\d+)\/attendees$/,
    answer: (_, { webinar, keys: [key = ''] }) => {
      const session = findSession(webinar, key)
      return session ? ok(session.attendees.map((each) => attendeeRow(session, each))) : missing
    },
  },
  {
    method: 'GET',
    path: /^\/sessions\/(\d+)\/attendees\/(\d+)\/polls$/,
    answer: (_, { webinar, keys: [key = '', registrantKey = ''] }) => {
      const { attendees = [] } = findSession(webinar, key) ?? {}
      const found = attendees.find((each) => String(each.registrantKey) === registrantKey)
      return found ? ok(found.polls.map((poll) => ({ ...poll, answer: poll.answers[0] }))) : missing
    },
  },
]

const missing = no(404, 'NotFound', 'The requested object does not exist.')

function ok(content: unknown): FakeAnswer {
  return { status: 200, body: json(content) }
}

function webinarRow(webinar: GotoWebinar) {
  const { webinarKey, subject, organizerEmail, times, registrants } = webinar
  return {
    webinarKey,
    webinarID: '123456789',
    subject,
    organizerEmail,
    times,
    timeZone: 'America/New_York',
    numberOfRegistrants: registrants.size,
  }
}

/** Returns everybody in one array, or a page if requested; each new listing has another order. */
function listOf(webinar: GotoWebinar, query: URLSearchParams): FakeAnswer {
  const page = Number(query.get('page') ?? 0)
  const limit = Math.min(Number(query.get('limit') ?? 20), mostOnPage)
  if (page === 0) webinar.registrants = new Map([...webinar.registrants].reverse())
  const rows = [...webinar.registrants.values()].map((each) => registrantRow(webinar, each))
  const isPaged = (query.has('page') || query.has('limit')) && !webinar.isListedAtOnce
  if (!isPaged) return ok(rows)
  const data = rows.slice(page * limit, (page + 1) * limit)
  return ok({ data, total: rows.length, page, limit, pageSize: data.length })
}

function registrantRow(webinar: GotoWebinar, registrant: GotoRegistrant) {
  return {
    ...registrant,
    joinUrl: joinUrlOf(webinar, registrant.registrantKey),
    timeZone: 'America/New_York',
  }
}

function sessionsOf({ webinarKey, subject, sessions }: GotoWebinar, query: URLSearchParams): FakeAnswer {
  const size = Math.min(Number(query.get('size') ?? 20), mostOnPage)
  const number = Number(query.get('page') ?? 0)
  const page = { size, totalElements: sessions.length, totalPages: Math.ceil(sessions.length / size), number }
  if (sessions.length === 0) return ok({ page })
  const shown = sessions
    .slice(number * size, (number + 1) * size)
    .map(({ sessionKey, attendees, ...time }) => ({
      sessionKey: String(sessionKey),
      webinarKey: String(webinarKey),
      webinarName: subject,
      ...time,
      registrantsAttended: attendees.length,
      totalPollCount: Math.max(0, ...attendees.map(({ polls }) => polls.length)),
    }))
  return ok({ _embedded: { sessionInfoResources: shown }, page })
}

function findSession({ sessions }: GotoWebinar, key: string): GotoSession | undefined {
  return sessions.find(({ sessionKey }) => String(sessionKey) === key)
}

function attendeeRow({ sessionKey }: GotoSession, attendee: GotoSession['attendees'][number]) {
  const { polls: _, ...row } = attendee
  const seconds = row.attendance.map(
    ({ joinTime, leaveTime }) => (Date.parse(leaveTime) - Date.parse(joinTime)) / 1000,
  )
  return { ...row, sessionKey, attendanceTimeInSeconds: seconds.reduce((sum, each) => sum + each, 0) }
}
