import * as z from 'zod/mini'
import { portalZone } from '#contract/core/season.ts'
import type { HeldTime } from '#contract/webinars/webinars/times.ts'
import { contentOf, RemoteId, RemoteInstant } from '#server/core/remote-calls.ts'
import type { Webinar, WebinarPlatform } from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { getGotoAttendance } from './goto-attendance.ts'
import type { AskGoto, GotoOptions, GotoSettings } from './goto-calls.ts'
import { openGotoCalls } from './goto-calls.ts'
import {
  addGotoRegistrant,
  cancelGotoRegistrant,
  findGotoRegistrant,
  listGotoRegistrants,
} from './goto-registrants.ts'

const WebinarReply = z.object({
  webinarKey: RemoteId,
  subject: z._default(z.string(), ''),
  organizerEmail: z._default(z.string(), ''),
  times: z._default(z.array(z.object({ startTime: RemoteInstant, endTime: RemoteInstant })), []),
})

/** Opens an organizer's webinars at GoTo Webinar, by version 2 of its API. */
export function openGotoWebinar(settings: GotoSettings, options: GotoOptions = {}): WebinarPlatform {
  const { ask, ...calls } = openGotoCalls(settings, options)
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
    ...calls,
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

/** Replaces all times of a webinar. GoTo emails nobody, because the portal does. */
async function setTimes(ask: AskGoto, webinarKey: string, times: HeldTime[]) {
  const path = `/webinars/${webinarKey}?notifyParticipants=false`
  const body = {
    times: times.map(({ startsAt, endsAt }) => ({ startTime: inUtc(startsAt), endTime: inUtc(endsAt) })),
    timeZone: portalZone,
  }
  await ask({ method: 'PUT', path, body, wish: 'change' })
}

/** Returns '2027-03-13T12:00:00Z': GoTo Webinar refuses fractions of a second. */
function inUtc(instant: Date) {
  return instant.toISOString().replace('.000', '')
}

/** Returns a webinar key's digits. Addresses contain it; the shorter ID that GoTo prints works in no call. */
function known(webinarId: string) {
  const digits = webinarId.replaceAll(/[\s-]/g, '')
  if (/^\d{10,20}$/.test(digits)) return digits
  throw new WebinarRefused(
    'webinar-key',
    `'${webinarId}' is no webinar key of GoTo Webinar. The key is the long number in the address of the webinar's registration page, not the webinar ID of nine digits`,
  )
}
