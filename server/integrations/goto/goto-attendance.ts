import * as z from 'zod/mini'
import { contentOf, RemoteId, RemoteInstant, RemoteText } from '#server/core/remote-calls.ts'
import type { AttendanceReport, PollAnswer } from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskGoto } from './goto-calls.ts'

const Session = z.object({ sessionKey: RemoteId, totalPollCount: z.optional(z.number()) })
/** A webinar that has not taken place has no `_embedded`. */
const Sessions = z.object({
  _embedded: z.optional(z.object({ sessionInfoResources: z.optional(z.array(Session)) })),
  page: z.optional(z.object({ totalPages: z.number() })),
})
const Attendee = z.object({
  registrantKey: RemoteId,
  firstName: RemoteText,
  lastName: RemoteText,
  email: RemoteText,
  attendance: z._default(
    z.array(z.object({ joinTime: RemoteInstant, leaveTime: z.nullish(RemoteInstant) })),
    [],
  ),
})
const Polls = z.array(
  z.object({ question: RemoteText, answers: z.nullish(z.array(z.string())), answer: z.nullish(z.string()) }),
)

/** The concurrent requests, enough to use the limit per second. */
const atOnce = 10

/** Returns the attendance of every session of a webinar. Polls are read by attendee and have no times. */
export async function getGotoAttendance(ask: AskGoto, webinarKey: string): Promise<AttendanceReport> {
  const report: AttendanceReport = { visits: [], answers: [], sources: [] }
  for await (const session of sessionsOf(ask, webinarKey, report)) {
    await addSession(ask, `/webinars/${webinarKey}/sessions/${session.sessionKey}`, session, report)
  }
  return report
}

async function* sessionsOf(ask: AskGoto, webinarKey: string, report: AttendanceReport) {
  for (let page = 0; ; page++) {
    const path = `/webinars/${webinarKey}/sessions?page=${page}&size=200`
    const list = await read(ask, path, Sessions, report)
    const sessions = list._embedded?.sessionInfoResources ?? []
    yield* sessions
    if (sessions.length === 0 || page + 1 >= (list.page?.totalPages ?? 1)) return
  }
}

async function addSession(
  ask: AskGoto,
  path: string,
  { totalPollCount }: z.output<typeof Session>,
  report: AttendanceReport,
): Promise<void> {
  const attendees = await read(ask, `${path}/attendees`, z.array(Attendee), report)
  report.visits.push(...attendees.flatMap(visitsOf))
  if (totalPollCount === 0) return
  for (let from = 0; from < attendees.length; from += atOnce) {
    const asked = attendees
      .slice(from, from + atOnce)
      .map((attendee) =>
        answersOf(ask, `${path}/attendees/${attendee.registrantKey}/polls`, attendee, report),
      )
    report.answers.push(...(await Promise.all(asked)).flat())
  }
}

function visitsOf({ registrantKey, email, firstName, lastName, attendance }: z.output<typeof Attendee>) {
  return attendance.map(({ joinTime, leaveTime }) => ({
    registrantId: registrantKey,
    email: email || null,
    name: `${firstName} ${lastName}`.trim(),
    joinedAt: joinTime,
    leftAt: leaveTime ?? joinTime,
  }))
}

async function answersOf(
  ask: AskGoto,
  path: string,
  { registrantKey, email }: z.output<typeof Attendee>,
  report: AttendanceReport,
): Promise<PollAnswer[]> {
  const polls = await read(ask, path, Polls, report).catch((problem: Error) => {
    // An attendee without answers may have no list of answers.
    if (problem instanceof WebinarRefused && problem.code === '404') return []
    throw problem
  })
  return polls
    .map(({ question, answers, answer }) => ({
      registrantId: registrantKey,
      email: email || null,
      question,
      answer: (answers ?? [answer ?? '']).join('; '),
      answeredAt: null,
    }))
    .filter(({ answer }) => answer !== '')
}

async function read<Schema extends z.ZodMiniType>(
  ask: AskGoto,
  path: string,
  schema: Schema,
  report: AttendanceReport,
): Promise<z.output<Schema>> {
  const answer = await ask({ path, wish: 'read' })
  report.sources.push({ address: answer.address, body: answer.body })
  return contentOf(answer, schema)
}
