import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'

export const getWebinarStats = endpoint({
  route: 'GET /private/webinar-stats',
  access: 'webinars:read',
  summary: "A slot's webinar, its registrations, and how many of them can join.",
  query: onWire(idNames, { eventSlotId: idText() }),
  data: onWire(
    { webinarId: 'webinar_id', registrations: 'total_registrations', withJoinUrl: 'total_with_join_url' },
    { webinarId: z.nullable(z.string()), registrations: z.int(), withJoinUrl: z.int() },
  ),
  refusals: ['SLOT_NOT_FOUND'],
})

/** The words to type before a sync or delink starts. */
export const webinarWords = { sync: 'SYNC', delink: 'DELINK' } as const

/** The remark about a sync of a slot that is over. */
export const slotOverWarning = 'This time slot is over. No new people are registered for the webinar.'

/** The act for everyone of a slot at the webinar platform. */
export type WebinarSyncKind = keyof typeof webinarWords

const started = z.object({ jobId: z.string() })

export const syncWebinar = endpoint({
  route: 'POST /private/sync-webinar',
  access: 'webinars:write',
  summary:
    'Registers everyone in a slot who has no join URL yet at the webinar platform. Returns a running sync as it is.',
  body: onWire(
    { eventSlotId: 'event_slot_id', usesEmailAsName: 'use_email_as_name' },
    {
      eventSlotId: id(),
      /** Uses the email's part before the @ for a missing name. */
      usesEmailAsName: z.optional(z.boolean({ error: 'Must be true or false' })),
    },
  ),
  data: started,
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING', 'WEBINAR_BUSY'],
})

export const delinkWebinar = endpoint({
  route: 'POST /private/delink-webinar',
  access: 'webinars:write',
  summary:
    'Removes the join URLs of a slot, and its people from the webinar platform. Returns a running delink as it is.',
  body: onWire(idNames, { eventSlotId: id() }),
  data: started,
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING', 'WEBINAR_BUSY'],
})

/** The outcomes for a person in a sync or delink. */
export const webinarOutcomes = ['added', 'matched', 'removed', 'refused', 'deferred'] as const
export type WebinarOutcome = (typeof webinarOutcomes)[number]

export const WebinarSync = z.object({
  jobId: z.string(),
  kind: z.enum(['sync', 'delink']),
  /** 'stopped': the webinar platform refuses everyone, for the reason in `problem`. */
  state: z.enum(['running', 'done', 'stopped']),
  startedAt: instant(),
  endedAt: z.nullable(instant()),
  /** null for a deleted account. */
  startedBy: z.nullable(z.string()),
  /** The reason why it waits (running) or stopped, or a remark (done); '' if none. */
  problem: z.string(),
  /** The people, and how many are done. */
  total: z.int(),
  done: z.int(),
  /** Registered; already registered; removed; refused by the webinar platform; to be retried. */
  counts: z.object({
    added: z.int(),
    matched: z.int(),
    removed: z.int(),
    refused: z.int(),
    deferred: z.int(),
  }),
  /** The first hundred refused or deferred people, with the webinar platform's words. */
  failures: z.array(
    z.object({
      registrationId: z.int(),
      name: z.string(),
      email: z.string(),
      why: z.string(),
      /** The next automatic retry; null: none. */
      tryAt: z.nullable(instant()),
    }),
  ),
})
export type WebinarSync = z.output<typeof WebinarSync>
export type SyncFigures = Pick<WebinarSync, 'total' | 'done' | 'counts'>

export const mostFailures = 100

export const getWebinarSync = endpoint({
  route: 'GET /private/webinar-syncs/:jobId',
  access: 'webinars:read',
  summary: 'The progress of a sync or delink, and the people who were refused or deferred.',
  params: z.object({ jobId: z.uuid({ error: 'A job id is a UUID' }) }),
  data: WebinarSync,
  refusals: ['JOB_NOT_FOUND'],
})

export const getNewestWebinarSync = endpoint({
  route: 'GET /private/webinar-syncs',
  access: 'webinars:read',
  summary: 'The newest sync or delink of a slot; null if there was none.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: z.object({ sync: z.nullable(WebinarSync) }),
})

export const hearZoom = endpoint({
  route: 'POST /webhooks/zoom',
  access: 'public',
  summary:
    'Receives the webhooks of Zoom, signed with ZOOM_WEBHOOK_SECRET at most five minutes ago. Answers 204, or the validation that Zoom asks for. Answers 404 without that secret.',
  file: 'application/json',
  refusals: ['NOT_FOUND', 'NOTICE_NOT_PROVEN', 'NOT_READY'],
  // An administrator may approve thousands of people at once, and Zoom sends a webhook for each.
  limit: { perAddress: 6000 },
})
