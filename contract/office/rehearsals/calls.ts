import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest } from '#contract/core/fields.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'

/** The domain of everybody in a rehearsal. It is reserved (RFC 2606), so no mail can ever arrive there. */
export const rehearsalDomain = 'rehearsal.invalid'

/** The people of a rehearsal. With fewer, each habit still has one person. */
export const rehearsalPeople = { least: 20, usual: 300, most: 1000 } as const

/** The credit of the people with one habit: how many of them have how many hours. */
const Credited = z.object({ hours: z.int(), people: z.int() })

/** The outcome of a rehearsal: what was expected, and what the portal did. */
export const RehearsalResult = z.object({
  isAsExpected: z.boolean(),
  eventName: z.string().check(z.maxLength(longest.line)),
  /** The slot's time, in words. */
  slot: z.string(),
  people: z.int(),
  seed: z.int(),
  habits: z.array(
    z.object({
      habit: z.string(),
      people: z.int(),
      expectedHours: z.int(),
      credited: z.array(Credited),
      isAsExpected: z.boolean(),
    }),
  ),
  mails: z.array(z.object({ kind: z.string(), expected: z.int(), sent: z.int(), isAsExpected: z.boolean() })),
  /** From the webinar platform's last report to the last certificate email of everybody with all hours; null: not all of them had one before the reports were settled. */
  minutesToCertificate: z.nullable(z.number()),
  /** The inspection pack of the event, and the last sentence of its `verify.mjs`. '' for a pack that was not made. */
  pack: z.object({ sha256: z.string(), verdict: z.string(), isAsExpected: z.boolean() }),
  /** The things that this rehearsal did not try, in sentences. */
  leftOut: z.array(z.string()),
  tookSeconds: z.int(),
  /** The most memory of the rehearsal's process. */
  peakMegabytes: z.int(),
})
export type RehearsalResult = z.output<typeof RehearsalResult>

/** A rehearsal of an event. */
export const Rehearsal = z.object({
  rehearsalId: z.int(),
  people: z.int(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** The step that runs now, in words. */
  progress: z.string(),
  /** null: it is not done. */
  result: z.nullable(RehearsalResult),
  /** The reason of a failure, in words; '' if it did not. */
  problem: z.string(),
  /** Name or email; '': somebody who has deleted their account. */
  askedBy: z.string(),
  askedAt: instant(),
})
export type Rehearsal = z.output<typeof Rehearsal>

const notCount = `A rehearsal has ${rehearsalPeople.least} to ${rehearsalPeople.most} people`

export const rehearseEvent = endpoint({
  method: 'POST',
  path: '/private/rehearsals',
  access: 'events:write',
  summary:
    'Rehearses an unpublished event in a database of its own: its first virtual time slot is held with invented people, from their registration to their certificates. Nothing of it reaches real people or stays, except the result.',
  body: onWire(idNames, {
    eventId: id(),
    people: z._default(
      z
        .int({ error: notCount })
        .check(
          z.minimum(rehearsalPeople.least, { error: notCount }),
          z.maximum(rehearsalPeople.most, { error: notCount }),
        ),
      rehearsalPeople.usual,
    ),
  }),
  data: z.object({ rehearsalId: z.int() }),
  refusals: ['EVENT_NOT_FOUND', 'REHEARSAL_UNFIT', 'REHEARSAL_RUNS'],
})

export const getRehearsals = endpoint({
  method: 'GET',
  path: '/private/rehearsals',
  access: 'events:read',
  summary: 'The ten newest rehearsals of an event, and whether it can be rehearsed.',
  query: onWire(idNames, { eventId: idText() }),
  data: z.object({
    eventName: z.string(),
    /** The reason why it cannot be rehearsed, in words; '' if it can. */
    unfit: z.string(),
    /** The time slot that is held, in words; '' if there is none. */
    slot: z.string(),
    rehearsals: z.array(Rehearsal),
  }),
  refusals: ['EVENT_NOT_FOUND'],
})
