import * as z from 'zod/mini'
import { contentOf, RemoteInstant, RemoteText } from '#server/core/remote-calls.ts'
import type { AttendanceReport, PollAnswer, Visit } from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskZoom } from './zoom-calls.ts'
import { zoomPages } from './zoom-pages.ts'

const Instances = z.object({ webinars: z.array(z.object({ uuid: z.string() })) })
const Participants = z.object({
  participants: z.array(
    z.object({
      name: RemoteText,
      user_email: RemoteText,
      registrant_id: RemoteText,
      join_time: RemoteInstant,
      leave_time: z.optional(RemoteInstant),
      status: RemoteText,
    }),
  ),
  next_page_token: RemoteText,
})
const Polls = z.object({
  questions: z.array(
    z.object({
      email: RemoteText,
      question_details: z.array(
        z.object({ question: RemoteText, answer: RemoteText, date_time: z.optional(RemoteInstant) }),
      ),
    }),
  ),
})

/** Returns the attendance of every instance of a webinar: one that is ended and started again has several. */
export async function getZoomAttendance(ask: AskZoom, webinarId: string): Promise<AttendanceReport> {
  const answer = await ask({ path: `/past_webinars/${webinarId}/instances`, weight: 'medium', wish: 'read' })
  const uuids = contentOf(answer, Instances).webinars.map(({ uuid }) => uuid)
  const report: AttendanceReport = { visits: [], answers: [], sources: [sourceOf(answer)] }
  for (const uuid of uuids) await addInstance(ask, encodedUuid(uuid), report)
  return report
}

async function addInstance(ask: AskZoom, uuid: string, report: AttendanceReport): Promise<void> {
  const path = `/report/webinars/${uuid}`
  // Without this field, a visit with another email cannot be matched with its registrant.
  const query = { include_fields: 'registrant_id' }
  const list = { path: `${path}/participants`, query, weight: 'heavy', schema: Participants } as const
  for await (const { content, answer } of zoomPages(ask, list)) {
    report.visits.push(...content.participants.flatMap(visitOf))
    report.sources.push(sourceOf(answer))
  }
  const polls = await ask({ path: `${path}/polls`, weight: 'heavy', wish: 'read' })
  report.answers.push(...contentOf(polls, Polls).questions.flatMap(answersOf))
  report.sources.push(sourceOf(polls))
}

/** Returns a visit, unless the person only waited to be let in. */
function visitOf(row: z.output<typeof Participants>['participants'][number]): Visit[] {
  if (row.status === 'in_waiting_room') return []
  return [
    {
      registrantId: row.registrant_id || null,
      email: row.user_email || null,
      name: row.name,
      joinedAt: row.join_time,
      leftAt: row.leave_time ?? row.join_time,
    },
  ]
}

function answersOf(row: z.output<typeof Polls>['questions'][number]): PollAnswer[] {
  return row.question_details.map((detail) => ({
    registrantId: null,
    email: row.email || null,
    question: detail.question,
    answer: detail.answer,
    answeredAt: detail.date_time ?? null,
  }))
}

function sourceOf({ address, body }: { address: string; body: string }) {
  return { address, body }
}

/** Encodes a UUID twice if it contains characters whose address Zoom decodes twice. */
function encodedUuid(uuid: string): string {
  const once = encodeURIComponent(uuid)
  return uuid.startsWith('/') || uuid.includes('//') ? encodeURIComponent(once) : once
}
