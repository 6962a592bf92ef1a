import * as z from 'zod/mini'
import { easternClock, portalZone } from '#contract/core/season.ts'
import type { HeldTime } from '#contract/webinars/webinars/times.ts'
import { contentOf, RemoteId, RemoteInstant } from '#server/core/remote-calls.ts'
import type { PlatformOptions } from '#server/core/webinar-platform/platform-calls.ts'
import type { Webinar, WebinarPlatform } from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { getZoomAttendance } from './zoom-attendance.ts'
import type { AskZoom, ZoomSettings } from './zoom-calls.ts'
import { openZoomCalls } from './zoom-calls.ts'
import {
  addZoomRegistrant,
  cancelZoomRegistrant,
  findZoomRegistrant,
  listZoomRegistrants,
} from './zoom-registrants.ts'
import { readZoomWebhook } from './zoom-webhooks.ts'

/** Zoom's default. */
const usualMinutes = 60

const Occurrence = z.object({
  occurrence_id: RemoteId,
  start_time: RemoteInstant,
  duration: z._default(z.number(), usualMinutes),
  status: z.optional(z.string()),
})

const WebinarReply = z.object({
  id: RemoteId,
  topic: z._default(z.string(), ''),
  start_time: z.optional(RemoteInstant),
  duration: z._default(z.number(), usualMinutes),
  occurrences: z._default(z.array(Occurrence), []),
  host_email: z._default(z.string(), ''),
  settings: z.object({
    approval_type: z.optional(z.number()),
    alternative_hosts: z.nullish(z.string()),
  }),
})

/** The approval type of a webinar that accepts no registrations. */
const withoutRegistration = 2

/** Opens Zoom's webinars by version 2 of its API. */
export function openZoom(
  { webhookSecret, ...settings }: ZoomSettings,
  { clock = () => new Date(), ...limits }: PlatformOptions = {},
): WebinarPlatform {
  const { ask, ...calls } = openZoomCalls(settings, { clock, ...limits })
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
    ...calls,
  }
}

async function getWebinar(ask: AskZoom, webinarId: string): Promise<Webinar> {
  const reply = await readWebinar(ask, webinarId)
  const { id, topic, host_email: host, settings } = reply
  if (settings.approval_type === withoutRegistration) {
    throw new WebinarRefused(
      '3000',
      `Zoom has the webinar ${id} without registration: registration has to be required there`,
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

/** Returns each time of a webinar, with its ID if it recurs; empty without fixed times. */
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

/** Changes each occurrence of a recurring webinar separately. */
async function setTimes(ask: AskZoom, webinarId: string, times: HeldTime[]) {
  const occurrences = occurrencesOf(await readWebinar(ask, webinarId))
  if (occurrences.length !== times.length) {
    throw new WebinarRefused('times', `Zoom has ${occurrences.length} times of the webinar ${webinarId}`)
  }
  for (const [place, { startsAt, endsAt }] of times.entries()) {
    const occurrenceId = occurrences[place]?.occurrenceId
    const query = occurrenceId === undefined ? {} : { occurrence_id: occurrenceId }
    // Without a Z, Zoom reads it as a time in `timezone`.
    const start = easternClock(startsAt).replace(' ', 'T')
    const duration = (endsAt.getTime() - startsAt.getTime()) / 60_000
    const body = { start_time: start, duration, timezone: portalZone }
    const path = `/webinars/${webinarId}`
    await ask({ method: 'PATCH', path, query, body, weight: 'light', wish: 'read' })
  }
}

/** Returns a webinar number's digits, which Zoom shows in groups: '992 8911 0036'. */
function known(webinarId: string) {
  const digits = webinarId.replaceAll(/[\s-]/g, '')
  if (/^\d{1,20}$/.test(digits)) return digits
  throw new WebinarRefused('300', `Zoom has no webinar '${webinarId}': a webinar ID is a number`)
}
