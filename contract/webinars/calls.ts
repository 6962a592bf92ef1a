import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'

export const getWebinarStats = endpoint({
  method: 'GET',
  path: '/private/webinar-stats',
  access: 'admin',
  summary: "A slot's webinar, its registrations, and how many of them can join.",
  query: onWire(idNames, { eventSlotId: idText() }),
  data: onWire(
    { webinarId: 'webinar_id', registrations: 'total_registrations', withJoinUrl: 'total_with_join_url' },
    { webinarId: z.nullable(z.string()), registrations: z.int(), withJoinUrl: z.int() },
  ),
  refusals: ['SLOT_NOT_FOUND'],
})

/** What has to be typed in full before it is begun. */
export const webinarWords = { sync: 'SYNC', delink: 'DELINK' } as const

/** What a sync of a slot that is over says. */
export const slotOverNotice = 'This time slot is over: nobody new is registered at the webinar platform.'

/** What is done to everybody of a slot at the webinar platform. */
export type WebinarSyncKind = keyof typeof webinarWords

const started = z.object({ jobId: z.string() })

export const syncWebinar = endpoint({
  method: 'POST',
  path: '/private/sync-webinar',
  access: 'admin',
  summary:
    'Registers everybody of a slot who has no join URL yet at the webinar platform. Begun already, it is the same one.',
  body: onWire(
    { eventSlotId: 'event_slot_id', usesEmailAsName: 'use_email_as_name' },
    {
      eventSlotId: id(),
      /** Where a name is missing, the part of the email before the @ stands for it. */
      usesEmailAsName: z.optional(z.boolean({ error: 'Has to be true or false' })),
    },
  ),
  data: started,
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING', 'WEBINAR_BUSY'],
})

export const delinkWebinar = endpoint({
  method: 'POST',
  path: '/private/delink-webinar',
  access: 'admin',
  summary:
    'Takes the join URLs of a slot away, and its people off the webinar platform. Begun already, it is the same one.',
  body: onWire(idNames, { eventSlotId: id() }),
  data: started,
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING', 'WEBINAR_BUSY'],
})

/** What has become of somebody in a sync or delink. */
export const webinarOutcomes = ['added', 'matched', 'removed', 'refused', 'deferred'] as const
export type WebinarOutcome = (typeof webinarOutcomes)[number]

export const WebinarSync = z.object({
  jobId: z.string(),
  kind: z.enum(['sync', 'delink']),
  /** 'stopped': the platform refuses whoever it is, as `problem` says. */
  state: z.enum(['running', 'done', 'stopped']),
  startedAt: instant(),
  endedAt: z.nullable(instant()),
  /** null: somebody who has deleted their account. */
  startedBy: z.nullable(z.string()),
  /** While it runs: why it waits, and goes on by itself; stopped: why; done: what else is to be known. '' where there is nothing to say. */
  problem: z.string(),
  /** How many it is about, and how many of them are done. */
  total: z.int(),
  done: z.int(),
  /** Registered now; found registered already; taken off; refused by the platform; to be tried again later. */
  counts: z.object({
    added: z.int(),
    matched: z.int(),
    removed: z.int(),
    refused: z.int(),
    deferred: z.int(),
  }),
  /** Those refused or deferred, with the platform's words. The first hundred. */
  failures: z.array(
    z.object({
      registrationId: z.int(),
      name: z.string(),
      email: z.string(),
      why: z.string(),
      /** When it is tried again by itself; null: not by itself. */
      tryAt: z.nullable(instant()),
    }),
  ),
})
export type WebinarSync = z.output<typeof WebinarSync>

/** So many failures are listed. */
export const mostFailures = 100

export const getWebinarSync = endpoint({
  method: 'GET',
  path: '/private/webinar-syncs/:jobId',
  access: 'admin',
  summary: 'How far a sync or delink is, and what has become of whom.',
  params: z.object({ jobId: z.uuid({ error: 'A job id is a UUID' }) }),
  data: WebinarSync,
  refusals: ['JOB_NOT_FOUND'],
})

export const getNewestWebinarSync = endpoint({
  method: 'GET',
  path: '/private/webinar-syncs',
  access: 'admin',
  summary: 'The newest sync or delink of a slot; null where there was none.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: z.object({ sync: z.nullable(WebinarSync) }),
})
