import * as z from 'zod/mini'
import { contentOf, RemoteId } from '#server/core/remote-calls.ts'
import type { AttendanceSource, HeldInstance } from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskGoto } from './goto-calls.ts'

const Session = z.object({ sessionKey: RemoteId, totalPollCount: z.optional(z.number()) })
/** A webinar that was not held has no `_embedded`. */
const Sessions = z.object({
  _embedded: z.optional(z.object({ sessionInfoResources: z.optional(z.array(Session)) })),
  page: z.optional(z.object({ totalPages: z.number() })),
})
/** Visits and answers are read later, one by one: an odd one must not block the others. */
const Attendees = z.array(z.object({ registrantKey: RemoteId }))
const Polls = z.array(z.unknown())

/** The concurrent requests, enough to use the limit per second. */
const atOnce = 10

/**
 * Returns the answers about each session of a webinar. Polls are read by attendee and have no times, so each
 * session includes the page of the list with its start.
 */
export async function getGotoAttendance(ask: AskGoto, webinarKey: string): Promise<HeldInstance[]> {
  const held = new Map<string, HeldInstance>()
  for await (const { session, list } of sessionsOf(ask, webinarKey)) {
    const instance = session.sessionKey
    if (held.has(instance)) continue
    const sources = [...list]
    await addSession(ask, `/webinars/${webinarKey}/sessions/${instance}`, session, sources)
    held.set(instance, { instance, sources })
  }
  return [...held.values()]
}

async function* sessionsOf(ask: AskGoto, webinarKey: string) {
  for (let page = 0; ; page++) {
    const path = `/webinars/${webinarKey}/sessions?page=${page}&size=200`
    const list: AttendanceSource[] = []
    const content = await read(ask, path, Sessions, list)
    const sessions = content._embedded?.sessionInfoResources ?? []
    for (const session of sessions) yield { session, list }
    if (sessions.length === 0 || page + 1 >= (content.page?.totalPages ?? 1)) return
  }
}

async function addSession(
  ask: AskGoto,
  path: string,
  { totalPollCount }: z.output<typeof Session>,
  sources: AttendanceSource[],
) {
  const attendees = await read(ask, `${path}/attendees`, Attendees, sources)
  if (totalPollCount === 0) return
  const keys = [...new Set(attendees.map(({ registrantKey }) => registrantKey))]
  for (let from = 0; from < keys.length; from += atOnce) {
    const asked = keys
      .slice(from, from + atOnce)
      .map((registrantKey) => addPolls(ask, `${path}/attendees/${registrantKey}/polls`, sources))
    await Promise.all(asked)
  }
}

async function addPolls(ask: AskGoto, path: string, sources: AttendanceSource[]) {
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
