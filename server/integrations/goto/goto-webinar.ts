import * as z from 'zod/mini'
import { portalZone } from '#contract/core/season.ts'
import type { HeldTime } from '#contract/webinars/times.ts'
import type { CallOptions } from '#server/core/remote-calls.ts'
import { contentOf, RemoteId, withPath } from '#server/core/remote-calls.ts'
import type { Webinar, WebinarPlatform } from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { getGotoAttendance } from './goto-attendance.ts'
import type { AskGoto } from './goto-calls.ts'
import { openGotoCalls } from './goto-calls.ts'
import {
  addGotoRegistrant,
  cancelGotoRegistrant,
  findGotoRegistrant,
  listGotoRegistrants,
} from './goto-registrants.ts'

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

const Instant = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  z.transform((text) => new Date(text)),
)

const WebinarReply = z.object({
  webinarKey: RemoteId,
  subject: z._default(z.string(), ''),
  organizerEmail: z._default(z.string(), ''),
  times: z._default(z.array(z.object({ startTime: Instant, endTime: Instant })), []),
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
    setTimes: async (webinarId, times) => setTimes(ask, known(webinarId), times),
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
  return {
    webinarId,
    topic: subject,
    times: times
      .map(({ startTime, endTime }) => ({ startsAt: startTime, endsAt: endTime }))
      .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime()),
    hostEmails: organizerEmail === '' ? [] : [organizerEmail.toLowerCase()],
  }
}

/** Replaces all of its times. The portal tells people of another time itself, so GoTo mails nobody. */
async function setTimes(ask: AskGoto, webinarKey: string, times: HeldTime[]): Promise<void> {
  const path = `/webinars/${webinarKey}?notifyParticipants=false`
  const body = {
    times: times.map(({ startsAt, endsAt }) => ({ startTime: inUtc(startsAt), endTime: inUtc(endsAt) })),
    timeZone: portalZone,
  }
  await ask({ method: 'PUT', path, body, wish: 'change' })
}

/** '2027-03-13T12:00:00Z': GoTo Webinar takes no fractions of a second. */
function inUtc(instant: Date): string {
  return instant.toISOString().replace('.000', '')
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
