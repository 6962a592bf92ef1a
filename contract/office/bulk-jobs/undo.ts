import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, requiredLine } from '#contract/core/fields.ts'
import type { BulkPerson } from './calls.ts'
import { BulkJobId, BulkPreview } from './calls.ts'

/** Returns which certificates an undo invalidates, which of those were emailed, and which it issues again. */
export function undoneCertificates(people: BulkPerson[]) {
  const changing = people.filter(
    ({ verdict, hours, hoursAfter }) => verdict === 'changes' && hoursAfter !== null && hoursAfter !== hours,
  )
  const invalid = changing.filter(({ hasCertificate }) => hasCertificate)
  return {
    withdrawn: invalid.filter(({ hoursAfter }) => hoursAfter === 0).length,
    replaced: invalid.filter(({ hoursAfter }) => hoursAfter !== 0).length,
    mailed: invalid.filter(({ isMailed }) => isMailed).length,
    issued: changing.length - invalid.length,
  }
}

export const previewUndo = endpoint({
  route: 'GET /private/bulk-jobs/:jobId/undo',
  access: 'registrations:write',
  summary: 'The verdict of an undo about each registration that the bulk job has changed. Changes nothing.',
  params: BulkJobId,
  data: BulkPreview,
  refusals: ['JOB_NOT_FOUND', 'NOT_UNDOABLE'],
})

export const undoBulkJob = endpoint({
  route: 'POST /private/bulk-jobs/:jobId/undo',
  access: 'registrations:write',
  summary:
    'Starts a job that undoes another one, except for registrations that were changed again since. Emails stay sent. The undo of hours can be undone, too.',
  params: BulkJobId,
  body: z.object({
    reason: requiredLine('Enter a reason', longest.line),
    /** false: sends no email about a withdrawal or correction to people with an emailed certificate. */
    mailsCorrections: z.optional(z.boolean({ error: 'Must be true or false' })),
  }),
  data: z.object({ jobId: z.string(), total: z.int() }),
  refusals: ['JOB_NOT_FOUND', 'NOT_UNDOABLE'],
})

export const giveBackBulkJob = endpoint({
  route: 'POST /private/bulk-jobs/:jobId/give-back',
  access: 'credits:write',
  summary:
    'Returns those registrations of an undone bulk job to automatic hours that are still without them, so that attendance may credit them again.',
  params: BulkJobId,
  body: z.object({ reason: requiredLine('Enter a reason', longest.line) }),
  /** The registrations given back to the rule. */
  data: z.object({ given: z.int() }),
  refusals: ['JOB_NOT_FOUND', 'NOTHING_TO_DO'],
})
