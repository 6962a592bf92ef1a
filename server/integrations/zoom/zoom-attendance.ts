import * as z from 'zod/mini'
import { contentOf, RemoteText } from '#server/core/remote-calls.ts'
import type { AttendanceSource, HeldInstance } from '#server/core/webinar-platform/webinar-platform.ts'
import { WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskZoom } from './zoom-calls.ts'
import { zoomPages } from './zoom-pages.ts'

const Instances = z.object({ webinars: z.array(z.object({ uuid: z.string() })) })
/** Rows are read later, one by one: an odd one must not block the others. */
const Participants = z.object({ participants: z.array(z.unknown()), next_page_token: RemoteText })
const Polls = z.object({ questions: z.array(z.unknown()) })

/** Zoom's code for an unknown webinar or instance, or one without a report. */
const notFound = '3001'

/**
 * Returns the answers about each past instance of a webinar. Each includes the list of all instances, which
 * has their starts.
 */
export async function getZoomAttendance(ask: AskZoom, webinarId: string): Promise<HeldInstance[]> {
  const answer = await ask({ path: `/past_webinars/${webinarId}/instances`, weight: 'medium', wish: 'read' })
  const uuids = new Set(contentOf(answer, Instances).webinars.map(({ uuid }) => uuid))
  const held: HeldInstance[] = []
  for (const uuid of uuids) held.push(await getInstance(ask, uuid, sourceOf(answer)))
  return held
}

async function getInstance(ask: AskZoom, uuid: string, list: AttendanceSource): Promise<HeldInstance> {
  const sources = [list]
  try {
    await addInstance(ask, encodedUuid(uuid), sources)
    return { instance: uuid, sources }
  } catch (problem) {
    // Zoom lists a webinar started by mistake, but may have no report of it. It must not hide the others.
    if (!(problem instanceof WebinarRefused && problem.code === notFound)) throw problem
    return { instance: uuid, sources: [], refusal: problem.message }
  }
}

async function addInstance(ask: AskZoom, uuid: string, sources: AttendanceSource[]) {
  const path = `/report/webinars/${uuid}`
  // Without this field, a visit under another email can't be matched with its registrant.
  const query = { include_fields: 'registrant_id' }
  const list = { path: `${path}/participants`, query, weight: 'heavy', schema: Participants } as const
  for await (const { answer } of zoomPages(ask, list)) sources.push(sourceOf(answer))
  const polls = await ask({ path: `${path}/polls`, weight: 'heavy', wish: 'read' })
  contentOf(polls, Polls)
  sources.push(sourceOf(polls))
}

function sourceOf({ address, body }: AttendanceSource): AttendanceSource {
  return { address, body }
}

/** Encodes a UUID twice if it has characters that Zoom decodes twice. */
function encodedUuid(uuid: string) {
  const once = encodeURIComponent(uuid)
  return uuid.startsWith('/') || uuid.includes('//') ? encodeURIComponent(once) : once
}
