import * as z from 'zod/mini'
import type { CallOptions } from '../remote-calls.ts'
import { contentOf, RemoteId, withPath } from '../remote-calls.ts'
import type { Webinar, WebinarPlatform } from './webinar.ts'
import { WebinarRefused } from './webinar.ts'
import { getZoomAttendance } from './zoom-attendance.ts'
import type { AskZoom } from './zoom-calls.ts'
import { openZoomCalls } from './zoom-calls.ts'
import {
  addZoomRegistrant,
  cancelZoomRegistrant,
  findZoomRegistrant,
  listZoomRegistrants,
} from './zoom-registrants.ts'

export interface ZoomSettings {
  /** Of a server-to-server app of the account. */
  accountId: string
  clientId: string
  clientSecret: string
  /** Where a test puts its stand-in; undefined: Zoom. */
  apiUrl?: string | undefined
  oauthUrl?: string | undefined
}

export interface ZoomOptions extends CallOptions {
  clock?: () => Date
}

const WebinarReply = z.object({
  id: RemoteId,
  topic: z._default(z.string(), ''),
  start_time: z.optional(z.string()),
  host_email: z._default(z.string(), ''),
  settings: z.object({
    approval_type: z.optional(z.number()),
    alternative_hosts: z.nullish(z.string()),
  }),
})

/** A webinar for which nobody can register. */
const withoutRegistration = 2

/** Zoom's webinars, by its API of version 2. */
export function openZoom(
  { apiUrl, oauthUrl = 'https://zoom.us', ...app }: ZoomSettings,
  { clock = () => new Date(), ...limits }: ZoomOptions = {},
): WebinarPlatform {
  const { ask, isReachable, health, close } = openZoomCalls({
    ...app,
    ...limits,
    apiUrl,
    oauthUrl: withPath(oauthUrl, '/oauth/token'),
    clock,
  })
  return {
    name: 'Zoom',
    getWebinar: async (webinarId) => getWebinar(ask, known(webinarId)),
    addRegistrant: async (webinarId, person) => addZoomRegistrant(ask, known(webinarId), person),
    cancelRegistrant: async (webinarId, registrant) =>
      cancelZoomRegistrant(ask, known(webinarId), registrant),
    async *listRegistrants(webinarId, { withDenied = false } = {}) {
      yield* listZoomRegistrants(ask, known(webinarId), [
        'approved',
        'pending',
        ...(withDenied ? (['denied'] as const) : []),
      ])
    },
    findRegistrant: async (webinarId, registrantId) =>
      findZoomRegistrant(ask, known(webinarId), registrantId),
    getAttendance: async (webinarId) => getZoomAttendance(ask, known(webinarId)),
    isReachable,
    health,
    close,
  }
}

async function getWebinar(ask: AskZoom, webinarId: string): Promise<Webinar> {
  const answer = await ask({ path: `/webinars/${webinarId}`, weight: 'light', wish: 'read' })
  const { id, topic, start_time: start, host_email: host, settings } = contentOf(answer, WebinarReply)
  if (settings.approval_type === withoutRegistration) {
    throw new WebinarRefused(
      '3000',
      `Zoom has the webinar ${id} without registration: it has to be required there`,
    )
  }
  const startsAt = start ? new Date(start) : null
  if (Number.isNaN(startsAt?.getTime())) throw answer.senseless('answered without a proper start_time')
  const hosts = [host, ...(settings.alternative_hosts ?? '').split(/[;,]/)]
  return {
    webinarId: id,
    topic,
    startsAt,
    hostEmails: hosts.map((email) => email.trim().toLowerCase()).filter((email) => email !== ''),
  }
}

/** Zoom shows its numbers in groups, so they are given as '992 8911 0036', too. */
function known(webinarId: string): string {
  const digits = webinarId.replaceAll(/[\s-]/g, '')
  if (/^\d{1,20}$/.test(digits)) return digits
  throw new WebinarRefused('300', `Zoom has no webinar '${webinarId}': its webinars have numbers`)
}
