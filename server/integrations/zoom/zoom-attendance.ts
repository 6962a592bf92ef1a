import * as z from 'zod/mini'
import { contentOf } from '#server/core/remote-calls.ts'
import type { AttendanceReport, PollAnswer, Visit } from '#server/core/webinar-platform/webinar-platform.ts'
import type { AskZoom } from './zoom-calls.ts'
import { zoomPages } from './zoom-pages.ts'

const Text = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
)
const Instant = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(inUtc(text))))),
  z.transform((text) => new Date(inUtc(text))),
)

const Instances = z.object({ webinars: z.array(z.object({ uuid: z.string() })) })
const Participants = z.object({
  participants: z.array(
    z.object({
      name: Text,
      user_email: Text,
      registrant_id: Text,
      join_time: Instant,
      leave_time: z.optional(Instant),
      status: Text,
    }),
  ),
  next_page_token: Text,
})
const Polls = z.object({
  questions: z.array(
    z.object({
      email: Text,
      question_details: z.array(z.object({ question: Text, answer: Text, date_time: z.optional(Instant) })),
    }),
  ),
})

/** Who was there, of every time the webinar was held: a host who ends and begins it again makes another instance of it. */
export async function getZoomAttendance(ask: AskZoom, webinarId: string): Promise<AttendanceReport> {
  const answer = await ask({ path: `/past_webinars/${webinarId}/instances`, weight: 'medium', wish: 'read' })
  const uuids = contentOf(answer, Instances).webinars.map(({ uuid }) => uuid)
  const report: AttendanceReport = { visits: [], answers: [], sources: [sourceOf(answer)] }
  for (const uuid of uuids) await addInstance(ask, encodedUuid(uuid), report)
  return report
}

async function addInstance(ask: AskZoom, uuid: string, report: AttendanceReport): Promise<void> {
  const path = `/report/webinars/${uuid}`
  // Without this field a visit can't be told to be somebody's who uses another email.
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

/** Whoever only waited to be let in was not there. */
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

/** Some reports write '2026-02-10 14:35:12' and mean UTC. */
function inUtc(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
}

/** Zoom decodes an address twice where it finds these. */
function encodedUuid(uuid: string): string {
  const once = encodeURIComponent(uuid)
  return uuid.startsWith('/') || uuid.includes('//') ? encodeURIComponent(once) : once
}
