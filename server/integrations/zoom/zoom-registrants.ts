import * as z from 'zod/mini'
import { beginningOf } from '#contract/core/visible-text.ts'
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
import type { AskZoom } from './zoom-calls.ts'
import { zoomPages } from './zoom-pages.ts'

const Status = z.enum(['approved', 'pending', 'denied'])

const Row = z.object({
  id: RemoteId,
  email: z.string(),
  first_name: RemoteText,
  last_name: RemoteText,
  status: z.optional(Status),
  join_url: RemoteText,
})
const Page = z.object({ registrants: z.array(Row), next_page_token: RemoteText })
const Added = z.object({
  registrant_id: RemoteId,
  join_url: RemoteText,
  status: z.optional(Status),
})

/** The most characters of a name that Zoom accepts. */
const longestName = 64

/** Adds a person and approves them if necessary. Returns the existing registrant if there is one. */
export async function addZoomRegistrant(
  ask: AskZoom,
  webinarId: string,
  person: NewRegistrant,
): Promise<Registrant> {
  const { email, firstName, lastName } = person
  const path = `/webinars/${webinarId}/registrants`
  const body = {
    email,
    first_name: beginningOf(firstName, longestName),
    ...(lastName && { last_name: beginningOf(lastName, longestName) }),
  }
  const added = ask({ method: 'POST', path, body, weight: 'light', wish: 'add' })
  const answer = await added.catch(ignoring(RegistrantKnown))
  if (!answer) return findByEmail('Zoom', listZoomRegistrants(ask, webinarId, Status.options), email)
  const { registrant_id: registrantId, join_url: joinUrl, status } = contentOf(answer, Added)
  if (joinUrl && status !== 'pending') return { ...person, registrantId, status: 'approved', joinUrl }
  const pending: Registrant = { ...person, registrantId, status: 'pending', joinUrl: null }
  try {
    const found = status === 'pending' ? pending : await findById(ask, webinarId, registrantId)
    return found.status === 'pending' ? await approved(ask, webinarId, found) : found
  } catch (problem) {
    // The person is registered, so a later problem must not say otherwise.
    if (!isPlatformProblem(problem)) throw problem
    if (status === 'pending') return pending
    throw new AnswerLost(`Registered, but not looked up: ${problem.message}`)
  }
}

/** Cancels a registrant, approved or pending. */
export async function cancelZoomRegistrant(
  ask: AskZoom,
  webinarId: string,
  registrant: Pick<Registrant, 'registrantId' | 'email'>,
) {
  await changeStatus(ask, webinarId, registrant, 'cancel').catch(ignoring(RegistrantMissing))
}

/** Returns a registrant's current state. Zoom forgets canceled ones, or gives them their own status. */
export async function findZoomRegistrant(
  ask: AskZoom,
  webinarId: string,
  registrantId: string,
): Promise<Registrant | undefined> {
  const path = `/webinars/${webinarId}/registrants/${encodeURIComponent(registrantId)}`
  const answer = await ask({ path, weight: 'light', wish: 'find' }).catch(ignoring(RegistrantMissing))
  if (!answer) return undefined
  const { status, ...row } = contentOf(answer, z.extend(Row, { status: z.optional(z.string()) }))
  const known = Status.options.find((each) => each === (status ?? 'approved'))
  return known && registrantOf(row, known)
}

/** Lists the registrants with these statuses, by page. */
export async function* listZoomRegistrants(
  ask: AskZoom,
  webinarId: string,
  statuses: Registrant['status'][],
): AsyncGenerator<Registrant[]> {
  const path = `/webinars/${webinarId}/registrants`
  for (const status of statuses) {
    const list = { path, query: { status }, weight: 'medium', schema: Page } as const
    for await (const { content } of zoomPages(ask, list)) {
      yield content.registrants.map((row) => registrantOf(row, status))
    }
  }
}

async function approved(ask: AskZoom, webinarId: string, pending: Registrant): Promise<Registrant> {
  await changeStatus(ask, webinarId, pending, 'approve')
  return findById(ask, webinarId, pending.registrantId)
}

async function changeStatus(
  ask: AskZoom,
  webinarId: string,
  { registrantId, email }: Pick<Registrant, 'registrantId' | 'email'>,
  action: 'approve' | 'cancel',
) {
  await ask({
    method: 'PUT',
    path: `/webinars/${webinarId}/registrants/status`,
    body: { action, registrants: [{ id: registrantId, email }] },
    weight: 'medium',
    wish: 'change',
  })
}

async function findById(ask: AskZoom, webinarId: string, registrantId: string): Promise<Registrant> {
  const path = `/webinars/${webinarId}/registrants/${encodeURIComponent(registrantId)}`
  const answer = await ask({ path, weight: 'light', wish: 'read' })
  return registrantOf(contentOf(answer, Row), 'approved')
}

function registrantOf(row: z.output<typeof Row>, wanted: Registrant['status']): Registrant {
  const status = row.status ?? wanted
  return {
    registrantId: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    status,
    joinUrl: status === 'approved' ? row.join_url || null : null,
  }
}
