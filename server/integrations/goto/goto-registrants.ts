import * as z from 'zod/mini'
import { contentOf, RemoteId, RemoteText } from '#server/core/remote-calls.ts'
import { AnswerLost } from '#server/core/remote-problems.ts'
import {
  findByEmail,
  ignoring,
  isPlatformProblem,
  RegistrantKnown,
  RegistrantMissing,
} from '#server/core/webinar-platform/platform-refusals.ts'
import type { NewRegistrant, Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskGoto } from './goto-calls.ts'

const statuses = { APPROVED: 'approved', WAITING: 'pending', DENIED: 'denied' } as const
const Status = z.enum(['APPROVED', 'WAITING', 'DENIED'])

const Row = z.object({
  registrantKey: RemoteId,
  email: z.string(),
  firstName: RemoteText,
  lastName: RemoteText,
  status: Status,
  joinUrl: RemoteText,
})
/** A page; some accounts get all registrants at once. */
const List = z.union([z.array(Row), z.object({ data: z.array(Row), total: z.number() })])
const Added = z.object({ registrantKey: RemoteId, joinUrl: RemoteText, status: z.optional(Status) })

/** The largest page that GoTo Webinar returns. */
const pageSize = 200

/** GoTo requires both names; this replaces a missing one. */
const noName = '-'

/** Adds a person. Returns the existing registrant if there is one. */
export async function addGotoRegistrant(
  ask: AskGoto,
  webinarKey: string,
  person: NewRegistrant,
): Promise<Registrant> {
  const { email, firstName, lastName } = person
  const path = `/webinars/${webinarKey}/registrants`
  const body = { firstName: firstName || noName, lastName: lastName || noName, email }
  const answer = await ask({ method: 'POST', path, body, wish: 'add' }).catch(ignoring(RegistrantKnown))
  if (!answer) return findByEmail('GoTo Webinar', listGotoRegistrants(ask, webinarKey), email)
  const { registrantKey, joinUrl, status } = contentOf(answer, Added)
  // An answer with a join link means approval, even without a status.
  if (status || joinUrl)
    return registrantOf({ ...person, registrantKey, joinUrl, status: status ?? 'APPROVED' })
  return findByKey(ask, webinarKey, registrantKey).catch((problem: unknown) => {
    // The person is registered, so a later problem must not say otherwise.
    if (!isPlatformProblem(problem)) throw problem
    throw new AnswerLost(`Registered, but not looked up: ${problem.message}`)
  })
}

/** Removes a registrant. Throws `WebinarRefused` once the webinar has begun. */
export async function cancelGotoRegistrant(ask: AskGoto, webinarKey: string, registrantKey: string) {
  const path = `/webinars/${webinarKey}/registrants/${encodeURIComponent(registrantKey)}`
  await ask({ method: 'DELETE', path, wish: 'remove' }).catch(ignoring(RegistrantMissing))
}

/** Lists the registrants of all statuses, by page. */
export async function* listGotoRegistrants(ask: AskGoto, webinarKey: string): AsyncGenerator<Registrant[]> {
  let seen = 0
  for (let page = 0; ; page++) {
    const path = `/webinars/${webinarKey}/registrants?page=${page}&limit=${pageSize}`
    const list = contentOf(await ask({ path, wish: 'read' }), List)
    const rows = Array.isArray(list) ? list : list.data
    yield rows.map(registrantOf)
    seen += rows.length
    if (Array.isArray(list) || rows.length === 0 || seen >= list.total) return
  }
}

/** Returns a registrant's current state. */
export async function findGotoRegistrant(
  ask: AskGoto,
  webinarKey: string,
  registrantKey: string,
): Promise<Registrant | undefined> {
  const path = `/webinars/${webinarKey}/registrants/${encodeURIComponent(registrantKey)}`
  const answer = await ask({ path, wish: 'find' }).catch(ignoring(RegistrantMissing))
  return answer && registrantOf(contentOf(answer, Row))
}

async function findByKey(ask: AskGoto, webinarKey: string, registrantKey: string): Promise<Registrant> {
  const path = `/webinars/${webinarKey}/registrants/${registrantKey}`
  return registrantOf(contentOf(await ask({ path, wish: 'read' }), Row))
}

function registrantOf(row: z.output<typeof Row>): Registrant {
  const status = statuses[row.status]
  return {
    registrantId: row.registrantKey,
    email: row.email,
    firstName: nameOf(row.firstName),
    lastName: nameOf(row.lastName),
    status,
    joinUrl: status === 'approved' ? row.joinUrl || null : null,
  }
}

function nameOf(name: string) {
  return name === noName ? '' : name
}
