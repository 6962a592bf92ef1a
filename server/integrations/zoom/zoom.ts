import * as z from 'zod/mini'
import { easternClock, portalZone } from '#contract/core/season.ts'
import type { HeldTime } from '#contract/webinars/times.ts'
import type { CallOptions } from '#server/core/remote-calls.ts'
import { contentOf, RemoteId, withPath } from '#server/core/remote-calls.ts'
import type { Webinar, WebinarPlatform } from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { getZoomAttendance } from './zoom-attendance.ts'
import type { AskZoom } from './zoom-calls.ts'
import { openZoomCalls } from './zoom-calls.ts'
import {
  addZoomRegistrant,
  cancelZoomRegistrant,
  findZoomRegistrant,
  listZoomRegistrants,
} from './zoom-registrants.ts'
import { readZoomWebhook } from './zoom-webhooks.ts'

export interface ZoomSettings {
  /** Of a server-to-server app of the account. */
  accountId: string
  clientId: string
  clientSecret: string
  /** The secret token that its webhooks are signed with; undefined: none are taken. */
  webhookSecret?: string | undefined
  /** Where a test puts its stand-in; undefined: Zoom. */
  apiUrl?: string | undefined
  oauthUrl?: string | undefined
}

export interface ZoomOptions extends CallOptions {
  clock?: () => Date
}

const Instant = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  z.transform((text) => new Date(text)),
)

/** As Zoom has it where nothing else is chosen. */
const usualMinutes = 60

const Occurrence = z.object({
  occurrence_id: RemoteId,
  start_time: Instant,
  duration: z._default(z.number(), usualMinutes),
  status: z.optional(z.string()),
})

const WebinarReply = z.object({
  id: RemoteId,
  topic: z._default(z.string(), ''),
  start_time: z.optional(Instant),
  duration: z._default(z.number(), usualMinutes),
  occurrences: z._default(z.array(Occurrence), []),
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
  { apiUrl, oauthUrl = 'https://zoom.us', webhookSecret, ...app }: ZoomSettings,
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
    setTimes: async (webinarId, times) => setTimes(ask, known(webinarId), times),
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
    ...(webhookSecret !== undefined && {
      readWebhook: (webhook) => readZoomWebhook(webhook, webhookSecret, clock()),
    }),
    isReachable,
    health,
    close,
  }
}

async function getWebinar(ask: AskZoom, webinarId: string): Promise<Webinar> {
  const reply = await readWebinar(ask, webinarId)
  const { id, topic, host_email: host, settings } = reply
  if (settings.approval_type === withoutRegistration) {
    throw new WebinarRefused(
      '3000',
      `Zoom has the webinar ${id} without registration: it has to be required there`,
    )
  }
  const hosts = [host, ...(settings.alternative_hosts ?? '').split(/[;,]/)]
  return {
    webinarId: id,
    topic,
    times: occurrencesOf(reply).map(({ startsAt, endsAt }) => ({ startsAt, endsAt })),
    hostEmails: hosts.map((email) => email.trim().toLowerCase()).filter((email) => email !== ''),
  }
}

async function readWebinar(ask: AskZoom, webinarId: string): Promise<z.output<typeof WebinarReply>> {
  const path = `/webinars/${webinarId}`
  return contentOf(await ask({ path, weight: 'light', wish: 'read' }), WebinarReply)
}

/** Each time of a webinar, with its ID where it recurs. One that recurs at no fixed time has none. */
function occurrencesOf({ start_time: start, duration, occurrences }: z.output<typeof WebinarReply>) {
  const single = start ? [{ occurrence_id: undefined, start_time: start, duration }] : []
  return (occurrences.length > 0 ? occurrences.filter(({ status }) => status !== 'deleted') : single)
    .map(({ occurrence_id, start_time, duration }) => ({
      occurrenceId: occurrence_id,
      startsAt: start_time,
      endsAt: new Date(start_time.getTime() + duration * 60_000),
    }))
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}

/** Each occurrence of a recurring webinar is changed by itself. */
async function setTimes(ask: AskZoom, webinarId: string, times: HeldTime[]): Promise<void> {
  const occurrences = occurrencesOf(await readWebinar(ask, webinarId))
  if (occurrences.length !== times.length) {
    throw new WebinarRefused('times', `Zoom has ${occurrences.length} times of the webinar ${webinarId}`)
  }
  for (const [place, { startsAt, endsAt }] of times.entries()) {
    const occurrenceId = occurrences[place]?.occurrenceId
    const query = occurrenceId === undefined ? {} : { occurrence_id: occurrenceId }
    // Without a Z, Zoom reads it as a time of the zone.
    const start = easternClock(startsAt).replace(' ', 'T')
    const duration = (endsAt.getTime() - startsAt.getTime()) / 60_000
    const body = { start_time: start, duration, timezone: portalZone }
    const path = `/webinars/${webinarId}`
    await ask({ method: 'PATCH', path, query, body, weight: 'light', wish: 'read' })
  }
}

/** Zoom shows its numbers in groups, so they are given as '992 8911 0036', too. */
function known(webinarId: string): string {
  const digits = webinarId.replaceAll(/[\s-]/g, '')
  if (/^\d{1,20}$/.test(digits)) return digits
  throw new WebinarRefused('300', `Zoom has no webinar '${webinarId}': its webinars have numbers`)
}
