import * as z from 'zod/mini'
import { contentOf, RemoteId } from '#server/core/remote-calls.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'
import { RegistrantKnown, RegistrantMissing } from '#server/core/webinar-platform/platform-refusals.ts'
import type { NewRegistrant, Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import {
  QuotaReached,
  RegistrantUnlisted,
  WebinarRefused,
} from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskGoto } from './goto-calls.ts'

const statuses = { APPROVED: 'approved', WAITING: 'pending', DENIED: 'denied' } as const
const Status = z.enum(['APPROVED', 'WAITING', 'DENIED'])
const Text = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
)

const Row = z.object({
  registrantKey: RemoteId,
  email: z.string(),
  firstName: Text,
  lastName: Text,
  status: Status,
  joinUrl: Text,
})
/** Asked for pages, it gives pages; some accounts are given everybody at once all the same. */
const List = z.union([z.array(Row), z.object({ data: z.array(Row), total: z.number() })])
const Added = z.object({ registrantKey: RemoteId, joinUrl: Text, status: z.optional(Status) })

/** The most that GoTo Webinar gives at once. */
const pageSize = 200

/** It wants both names of everybody; what stands for one that there isn't. */
const noName = '-'

/** What may go wrong once somebody has been added; everything else is a bug. */
const afterwards = [AnswerLost, ServiceDown, QuotaReached, WebinarRefused]

/** Adds a person, or gives whoever is registered as they are. */
export async function addGotoRegistrant(
  ask: AskGoto,
  webinarKey: string,
  person: NewRegistrant,
): Promise<Registrant> {
  const { email, firstName, lastName } = person
  const path = `/webinars/${webinarKey}/registrants`
  const body = { firstName: firstName || noName, lastName: lastName || noName, email }
  const answer = await ask({ method: 'POST', path, body, wish: 'add' }).catch((problem: Error) => {
    if (problem instanceof RegistrantKnown) return undefined
    throw problem
  })
  if (!answer) return findByEmail(ask, webinarKey, email)
  const { registrantKey, joinUrl, status } = contentOf(answer, Added)
  // Where nobody has to approve, the reply has an address to join at; of the status it need not speak.
  if (status || joinUrl)
    return registrantOf({ ...person, registrantKey, joinUrl, status: status ?? 'APPROVED' })
  return findByKey(ask, webinarKey, registrantKey).catch((problem: Error) => {
    // They are registered, so no problem of what comes after may say that they aren't.
    if (!afterwards.some((kind) => problem instanceof kind)) throw problem
    throw new AnswerLost(`Registered, but not looked up: ${problem.message}`)
  })
}

/** Takes away a person's registration; refuses with `WebinarRefused` once the webinar has begun. */
export async function cancelGotoRegistrant(
  ask: AskGoto,
  webinarKey: string,
  registrantKey: string,
): Promise<void> {
  const path = `/webinars/${webinarKey}/registrants/${encodeURIComponent(registrantKey)}`
  await ask({ method: 'DELETE', path, wish: 'remove' }).catch((problem: Error) => {
    if (!(problem instanceof RegistrantMissing)) throw problem
  })
}

/** Everybody of any status, a page at a time. */
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

/** Somebody as they are now. */
export async function findGotoRegistrant(
  ask: AskGoto,
  webinarKey: string,
  registrantKey: string,
): Promise<Registrant | undefined> {
  const path = `/webinars/${webinarKey}/registrants/${encodeURIComponent(registrantKey)}`
  const answer = await ask({ path, wish: 'find' }).catch((problem: Error) => {
    if (problem instanceof RegistrantMissing) return undefined
    throw problem
  })
  return answer && registrantOf(contentOf(answer, Row))
}

async function findByKey(ask: AskGoto, webinarKey: string, registrantKey: string): Promise<Registrant> {
  const path = `/webinars/${webinarKey}/registrants/${registrantKey}`
  return registrantOf(contentOf(await ask({ path, wish: 'read' }), Row))
}

/** GoTo Webinar can't be asked for an email, so everybody is looked through. */
async function findByEmail(ask: AskGoto, webinarKey: string, email: string): Promise<Registrant> {
  for await (const page of listGotoRegistrants(ask, webinarKey)) {
    const found = page.find((each) => each.email.toLowerCase() === email.toLowerCase())
    if (found) return found
  }
  throw new RegistrantUnlisted('GoTo Webinar says that they are registered, and does not list them yet')
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

function nameOf(name: string): string {
  return name === noName ? '' : name
}
