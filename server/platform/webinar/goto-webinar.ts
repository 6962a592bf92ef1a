import * as z from 'zod/mini'
import type { CallOptions } from '../remote-calls.ts'
import { contentOf, RemoteId, withPath } from '../remote-calls.ts'
import { getGotoAttendance } from './goto-attendance.ts'
import type { AskGoto } from './goto-calls.ts'
import { openGotoCalls } from './goto-calls.ts'
import {
  addGotoRegistrant,
  cancelGotoRegistrant,
  findGotoRegistrant,
  listGotoRegistrants,
} from './goto-registrants.ts'
import type { Webinar, WebinarPlatform } from './webinar.ts'
import { WebinarRefused } from './webinar.ts'

export interface GotoSettings {
  /** Of an OAuth client with the grant type Personal Access Token. */
  clientId: string
  clientSecret: string
  /** The organizer's personal access token. */
  token: string
  organizerKey: string
  /** Where a test puts its stand-in; undefined: GoTo. */
  apiUrl?: string | undefined
  oauthUrl?: string | undefined
}

export interface GotoOptions extends CallOptions {
  /** How many calls a second it takes: no answer of it says so. */
  perSecond?: number
  /** How long to wait after the first 429. */
  pauseMs?: number
  clock?: () => Date
}

const WebinarReply = z.object({
  webinarKey: RemoteId,
  subject: z._default(z.string(), ''),
  organizerEmail: z._default(z.string(), ''),
  times: z._default(z.array(z.object({ startTime: z.string() })), []),
})

/** The webinars of an organizer at GoTo Webinar, by its API of version 2. */
export function openGotoWebinar(
  {
    apiUrl = 'https://api.getgo.com',
    oauthUrl = 'https://authentication.logmeininc.com',
    ...settings
  }: GotoSettings,
  { clock = () => new Date(), perSecond = 10, pauseMs = 1000, ...limits }: GotoOptions = {},
): WebinarPlatform {
  const { organizerKey, ...client } = settings
  const { ask, isReachable, health, close } = openGotoCalls({
    ...client,
    ...limits,
    organizerUrl: `${withPath(apiUrl, '/G2W/rest/v2')}/organizers/${encodeURIComponent(organizerKey)}`,
    oauthUrl: withPath(oauthUrl, '/oauth/token'),
    perSecond,
    pauseMs,
    clock,
  })
  return {
    name: 'GoTo Webinar',
    getWebinar: async (webinarId) => getWebinar(ask, known(webinarId)),
    addRegistrant: async (webinarId, person) => addGotoRegistrant(ask, known(webinarId), person),
    cancelRegistrant: async (webinarId, { registrantId }) =>
      cancelGotoRegistrant(ask, known(webinarId), registrantId),
    async *listRegistrants(webinarId, { withDenied = false } = {}) {
      for await (const page of listGotoRegistrants(ask, known(webinarId))) {
        yield page.filter(({ status }) => withDenied || status !== 'denied')
      }
    },
    findRegistrant: async (webinarId, registrantId) =>
      findGotoRegistrant(ask, known(webinarId), registrantId),
    getAttendance: async (webinarId) => getGotoAttendance(ask, known(webinarId)),
    isReachable,
    health,
    close,
  }
}

async function getWebinar(ask: AskGoto, webinarKey: string): Promise<Webinar> {
  const answer = await ask({ path: `/webinars/${webinarKey}`, wish: 'read' })
  const { webinarKey: webinarId, subject, organizerEmail, times } = contentOf(answer, WebinarReply)
  const starts = times.map(({ startTime }) => Date.parse(startTime))
  if (starts.some(Number.isNaN)) throw answer.senseless('answered without a proper startTime')
  return {
    webinarId,
    topic: subject,
    startsAt: starts.length > 0 ? new Date(Math.min(...starts)) : null,
    hostEmails: organizerEmail === '' ? [] : [organizerEmail.toLowerCase()],
  }
}

/** A webinar has a key, which its addresses carry, and a shorter ID, which is printed everywhere and which no call takes. */
function known(webinarId: string): string {
  const digits = webinarId.replaceAll(/[\s-]/g, '')
  if (/^\d{10,20}$/.test(digits)) return digits
  throw new WebinarRefused(
    'webinar-key',
    `'${webinarId}' is no webinar key of GoTo Webinar: it wants the long number in the address of the webinar's registration page, not the webinar ID of nine digits`,
  )
}
