import * as z from 'zod/mini'
import { contentOf, RemoteId } from '#server/core/remote-calls.ts'
import type { AttendanceSource } from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskGoto } from './goto-calls.ts'

const Session = z.object({ sessionKey: RemoteId, totalPollCount: z.optional(z.number()) })
/** A webinar that has not taken place has no `_embedded`. */
const Sessions = z.object({
  _embedded: z.optional(z.object({ sessionInfoResources: z.optional(z.array(Session)) })),
  page: z.optional(z.object({ totalPages: z.number() })),
})
/** Visits and answers are read later, one by one: an odd one must not hold up the others. */
const Attendees = z.array(z.object({ registrantKey: RemoteId }))
const Polls = z.array(z.unknown())

/** The concurrent requests, enough to use the limit per second. */
const atOnce = 10

/** Returns the answers about every session of a webinar. Polls are read by attendee and have no times. */
export async function getGotoAttendance(ask: AskGoto, webinarKey: string): Promise<AttendanceSource[]> {
  const sources: AttendanceSource[] = []
  for await (const session of sessionsOf(ask, webinarKey, sources)) {
    await addSession(ask, `/webinars/${webinarKey}/sessions/${session.sessionKey}`, session, sources)
  }
  return sources
}

async function* sessionsOf(ask: AskGoto, webinarKey: string, sources: AttendanceSource[]) {
  for (let page = 0; ; page++) {
    const path = `/webinars/${webinarKey}/sessions?page=${page}&size=200`
    const list = await read(ask, path, Sessions, sources)
    const sessions = list._embedded?.sessionInfoResources ?? []
    yield* sessions
    if (sessions.length === 0 || page + 1 >= (list.page?.totalPages ?? 1)) return
  }
}

async function addSession(
  ask: AskGoto,
  path: string,
  { totalPollCount }: z.output<typeof Session>,
  sources: AttendanceSource[],
): Promise<void> {
  const attendees = await read(ask, `${path}/attendees`, Attendees, sources)
  if (totalPollCount === 0) return
  for (let from = 0; from < attendees.length; from += atOnce) {
    const asked = attendees
      .slice(from, from + atOnce)
      .map(({ registrantKey }) => addPolls(ask, `${path}/attendees/${registrantKey}/polls`, sources))
    await Promise.all(asked)
  }
}

async function addPolls(ask: AskGoto, path: string, sources: AttendanceSource[]): Promise<void> {
  await read(ask, path, Polls, sources).catch((problem: Error) => {
    // An attendee without answers may have no list of answers.
    if (!(problem instanceof WebinarRefused && problem.code === '404')) throw problem
  })
}

async function read<Schema extends z.ZodMiniType>(
  ask: AskGoto,
  path: string,
  schema: Schema,
  sources: AttendanceSource[],
): Promise<z.output<Schema>> {
  const answer = await ask({ path, wish: 'read' })
  sources.push({ address: answer.address, body: answer.body })
  return contentOf(answer, schema)
}
