import * as z from 'zod/mini'
import { contentOf, RemoteId } from '#server/core/remote-calls.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'
import { RegistrantKnown, RegistrantMissing } from '#server/core/webinar-platform/platform-refusals.ts'
import type { NewRegistrant, Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import {
  QuotaReached,
  RegistrantRefused,
  RegistrantUnlisted,
  WebinarRefused,
} from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskZoom } from './zoom-calls.ts'
import { zoomPages } from './zoom-pages.ts'

const Text = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
)
const Status = z.enum(['approved', 'pending', 'denied'])

const Row = z.object({
  id: RemoteId,
  email: z.string(),
  first_name: Text,
  last_name: Text,
  status: z.optional(Status),
  join_url: Text,
})
const Page = z.object({ registrants: z.array(Row), next_page_token: Text })
const Added = z.object({
  registrant_id: RemoteId,
  join_url: Text,
  status: z.optional(Status),
})

/** Zoom takes so many characters of a name. */
const longestName = 64

/** What may go wrong once somebody has been added; everything else is a bug. */
const afterwards = [
  AnswerLost,
  ServiceDown,
  QuotaReached,
  RegistrantMissing,
  RegistrantRefused,
  WebinarRefused,
]

/** Adds a person, or gives whoever is registered as they are; where somebody has to approve them, that is done, too. */
export async function addZoomRegistrant(
  ask: AskZoom,
  webinarId: string,
  person: NewRegistrant,
): Promise<Registrant> {
  const { email, firstName, lastName } = person
  const path = `/webinars/${webinarId}/registrants`
  const body = {
    email,
    first_name: firstName.slice(0, longestName),
    ...(lastName && { last_name: lastName.slice(0, longestName) }),
  }
  const answer = await ask({ method: 'POST', path, body, weight: 'light', wish: 'add' }).catch(
    (problem: Error) => {
      if (problem instanceof RegistrantKnown) return undefined
      throw problem
    },
  )
  if (!answer) return findByEmail(ask, webinarId, email)
  const { registrant_id: registrantId, join_url: joinUrl, status } = contentOf(answer, Added)
  if (joinUrl && status !== 'pending') return { ...person, registrantId, status: 'approved', joinUrl }
  const pending: Registrant = { ...person, registrantId, status: 'pending', joinUrl: null }
  try {
    const found = status === 'pending' ? pending : await findById(ask, webinarId, registrantId)
    return found.status === 'pending' ? await approved(ask, webinarId, found) : found
  } catch (problem) {
    // They are registered, so no problem of what comes after may say that they aren't.
    if (!afterwards.some((kind) => problem instanceof kind)) throw problem
    if (status === 'pending') return pending
    throw new AnswerLost(`Registered, but not looked up: ${(problem as Error).message}`)
  }
}

/** Takes away a person's registration, approved or pending. */
export async function cancelZoomRegistrant(
  ask: AskZoom,
  webinarId: string,
  registrant: Pick<Registrant, 'registrantId' | 'email'>,
): Promise<void> {
  await changeStatus(ask, webinarId, registrant, 'cancel').catch((problem: Error) => {
    if (!(problem instanceof RegistrantMissing)) throw problem
  })
}

/** Somebody as they are now. Of whoever was canceled Zoom knows nothing any more, or says so by a status of its own. */
export async function findZoomRegistrant(
  ask: AskZoom,
  webinarId: string,
  registrantId: string,
): Promise<Registrant | undefined> {
  const path = `/webinars/${webinarId}/registrants/${encodeURIComponent(registrantId)}`
  const answer = await ask({ path, weight: 'light', wish: 'find' }).catch((problem: Error) => {
    if (problem instanceof RegistrantMissing) return undefined
    throw problem
  })
  if (!answer) return undefined
  const { status, ...row } = contentOf(answer, z.extend(Row, { status: z.optional(z.string()) }))
  const known = Status.options.find((each) => each === (status ?? 'approved'))
  return known && registrantOf(row, known)
}

/** Everybody of the statuses, a page at a time. */
export async function* listZoomRegistrants(
  ask: AskZoom,
  webinarId: string,
  statuses: Registrant['status'][] = ['approved', 'pending'],
): AsyncGenerator<Registrant[]> {
  const path = `/webinars/${webinarId}/registrants`
  for (const status of statuses) {
    for await (const { content } of zoomPages(ask, {
      path,
      query: { status },
      weight: 'medium',
      schema: Page,
    })) {
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
): Promise<void> {
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

/** Zoom can't be asked for an email, so everybody is looked through. */
async function findByEmail(ask: AskZoom, webinarId: string, email: string): Promise<Registrant> {
  for await (const page of listZoomRegistrants(ask, webinarId, ['approved', 'pending', 'denied'])) {
    const found = page.find((each) => each.email.toLowerCase() === email.toLowerCase())
    if (found) return found
  }
  throw new RegistrantUnlisted('Zoom says that they are registered, and does not list them yet')
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
