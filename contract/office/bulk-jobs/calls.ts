import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, optionalLine } from '#contract/core/fields.ts'
import { id, idNames, instant, onWire } from '#contract/core/wire.ts'
import { Hours } from '#contract/ledger/credits/rules.ts'
import { RegistrationFilter } from '#contract/registrations/registration-lists/rows.ts'
import { overbooks } from '#contract/registrations/registrations/calls.ts'

/** The most registrations in a bulk job. */
export const mostInBulk = 10_000

const reason = z.optional(optionalLine(longest.line))
/** false: sends no email about a withdrawal or correction to people with an emailed certificate. */
const mailsCorrections = z.optional(z.boolean({ error: 'Must be true or false' }))
/** true: emails each certificate as it is issued, except to addresses that bounced. */
const mailsCertificates = z.optional(z.boolean({ error: 'Must be true or false' }))

/** The act for many registrations. */
export const BulkAction = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('credit'),
      hours: Hours,
      reason,
      /** Includes unusual hours: of an event that has not ended, or more than it taught. They need a reason. */
      includesEarly: z.optional(z.boolean({ error: 'Must be true or false' })),
      mailsCorrections,
      mailsCertificates,
    }),
    /**
     * Credits the hours found for each registration at a slot. `findingIds`: those in the preview. People
     * with another finding since are left out.
     */
    onWire(idNames, {
      kind: z.literal('credit-found'),
      eventSlotId: id(),
      findingIds: z.optional(z.array(id()).check(z.maxLength(mostInBulk))),
      reason,
      mailsCorrections,
      mailsCertificates,
    }),
    /** `onlyUnsent`: skips people who were emailed the current certificate. */
    z.object({
      kind: z.literal('mail-certificates'),
      onlyUnsent: z.boolean({ error: 'Must be true or false' }),
    }),
    /** `overbooks`: includes people beyond the slot's seats. */
    onWire(idNames, {
      kind: z.literal('move'),
      eventId: id(),
      eventSlotId: id(),
      focusId: id(),
      reason,
      overbooks,
    }),
    z.object({ kind: z.literal('delete'), reason }),
  ],
  { error: 'Has to say what is to be done: credit, credit-found, mail-certificates, move or delete' },
)
export type BulkAction = z.output<typeof BulkAction>
export type BulkKind = BulkAction['kind']

/** Registrations: a list of ids, all that match a filter, or all that a bulk job changed. */
const Registrations = z.union(
  [
    z.object({ ids: z.array(id()).check(z.minLength(1), z.maxLength(mostInBulk)) }),
    z.object({ filter: RegistrationFilter }),
    z.object({ jobId: z.uuid({ error: 'A job id is a UUID' }) }),
  ],
  { error: 'Has to name registrations by their ids, by a filter or by a job' },
)
export type BulkRegistrations = z.output<typeof Registrations>

const large = {
  mostBytes: 256 * 1024,
  why: 'A bulk job names 10,000 registrations, and for each of them the finding that was shown.',
  perPerson: 60,
}

/** A registration with its verdict. */
const BulkPerson = z.object({
  registrationId: z.int(),
  name: z.string(),
  email: z.string(),
  eventName: z.string(),
  hours: z.int(),
  /** The hours afterwards; null if unchanged, or if everyone gets the same. */
  hoursAfter: z.nullable(z.int()),
  hasCertificate: z.boolean(),
  /** The certificate was emailed, or is about to be. */
  isMailed: z.boolean(),
  /** An email to the address came back. */
  isBounced: z.boolean(),
  /** For found hours: their finding. */
  findingId: z.optional(z.int()),
  verdict: z.string(),
})
export type BulkPerson = z.output<typeof BulkPerson>

/** The effect of a job, or of the undo of one. */
export const BulkPreview = z.object({ people: z.array(BulkPerson) })

const request = z.object({ action: BulkAction, registrations: Registrations })

export const previewBulkJob = endpoint({
  route: 'POST /private/bulk-jobs/preview',
  access: 'registrations:write',
  summary: `The verdict of a bulk job about each of up to ${mostInBulk} registrations. Changes nothing.`,
  body: request,
  large,
  data: BulkPreview,
  refusals: ['TOO_MANY_IN_BULK', 'SLOT_NOT_FOUND', 'SLOT_HELD_UP', 'PROVIDER_INCOMPLETE'],
})

export const startBulkJob = endpoint({
  route: 'POST /private/bulk-jobs',
  access: 'registrations:write',
  summary:
    'Starts a job that does the same act for many registrations, one by one. It continues after a restart. Hours and certificates also need `credits:write`.',
  body: request,
  large,
  data: z.object({ jobId: z.string(), total: z.int() }),
  refusals: ['TOO_MANY_IN_BULK', 'SLOT_NOT_FOUND', 'SLOT_HELD_UP', 'PROVIDER_INCOMPLETE', 'NOTHING_TO_DO'],
})

export const sendCertificatesInBulk = endpoint({
  route: 'POST /private/send-cert-emails-in-bulk',
  access: 'credits:write',
  summary:
    'Emails the certificates of a slot to everyone who has one; with `force` only to people who were never emailed it.',
  body: onWire(idNames, {
    eventSlotId: id(),
    force: z.optional(z.boolean({ error: 'Must be true or false' })),
  }),
  /** `jobId` is absent if nobody gets an email. */
  data: z.object({ queued: z.int(), jobId: z.optional(z.string()) }),
  refusals: ['SLOT_NOT_FOUND', 'TOO_MANY_IN_BULK'],
})

export const BulkJobId = z.object({ jobId: z.uuid({ error: 'A job id is a UUID' }) })

export const bulkKinds = ['credit', 'mail-certificates', 'move', 'delete'] as const

export const BulkJob = z.object({
  jobId: z.string(),
  kind: z.enum([...bulkKinds, 'sync', 'delink']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** An administrator stopped it. */
  isStopped: z.boolean(),
  done: z.int(),
  total: z.int(),
  /** The items changed. The others had nothing to change or were refused. */
  changed: z.int(),
  failures: z.array(z.object({ who: z.string(), why: z.string() })),
  /** For credited hours: the certificates that follow, and those issued. */
  certificates: z.nullable(z.object({ issued: z.int(), total: z.int() })),
  /** For credited hours: the issued certificates that were not emailed, and those whose address bounced. null in the list of jobs. */
  unmailed: z.nullable(z.object({ certificates: z.int(), undeliverable: z.int() })),
  /** For credited hours: the emails that follow, sent and waiting. null in the list of jobs. */
  emails: z.nullable(z.object({ sent: z.int(), waiting: z.int(), total: z.int() })),
  /** The reason, if given. */
  reason: z.string(),
  askedBy: z.nullable(z.string()),
  askedAt: instant(),
  /** The job that it undoes, and the job that undoes it. */
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  canUndo: z.boolean(),
  /** For an undone job of hours, and its undo: how many people the rule no longer credits. null in the list of jobs. */
  takenBack: z.nullable(z.int()),
})
export type BulkJob = z.output<typeof BulkJob>

export const getBulkJob = endpoint({
  route: 'GET /private/jobs/:jobId',
  access: 'registrations:read',
  summary:
    'The progress of a bulk job, a sync or a delink, and the people who could not be changed, with the reasons.',
  params: BulkJobId,
  data: BulkJob,
  refusals: ['JOB_NOT_FOUND'],
})

export const getBulkJobs = endpoint({
  route: 'GET /private/bulk-jobs',
  access: 'registrations:read',
  summary: 'The twenty newest bulk jobs.',
  data: z.object({ jobs: z.array(BulkJob) }),
})

export const getBulkResults = endpoint({
  route: 'GET /private/bulk-jobs/:jobId/results',
  access: 'exports:read',
  summary: 'The outcome of a bulk job for each registration, in order.',
  params: BulkJobId,
  data: z.object({
    results: z.array(
      z.object({
        registrationId: z.nullable(z.int()),
        who: z.string(),
        email: z.string(),
        /** null: still open. */
        outcome: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: ['JOB_NOT_FOUND'],
})

export const stopBulkJob = endpoint({
  route: 'POST /private/bulk-jobs/:jobId/stop',
  access: 'registrations:write',
  summary: 'Stops a bulk job. Changes that were made stay; open items are not processed.',
  params: BulkJobId,
  data: z.object({}),
  refusals: ['JOB_NOT_FOUND'],
})
