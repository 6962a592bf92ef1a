import type { Data } from '#contract/core/endpoint.ts'
import type * as calls from '#contract/office/bulk-jobs/calls.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'
import { bulkVerdict } from '#contract/office/bulk-jobs/rules.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { addJob } from './bulk-jobs.ts'
import { findCandidates } from './queries.ts'

/**
 * Emails a slot's certificates to everyone who has one, or only to those never emailed it. Refuses with
 * SLOT_NOT_FOUND or TOO_MANY_IN_BULK.
 */
export async function sendCertificatesInBulk(
  work: Work,
  eventSlotId: number,
  onlyUnsent: boolean,
): Promise<Data<typeof calls.sendCertificatesInBulk>> {
  await getSlot(work.tx, eventSlotId)
  const action: BulkAction = { kind: 'mail-certificates', onlyUnsent }
  const candidates = await findCandidates({ ...work, db: work.tx }, action, { filter: { eventSlotId } })
  const items = candidates
    .filter((candidate) => bulkVerdict(action, candidate) === 'changes')
    .map(({ registrationId }) => ({ registrationId, outcome: null }))
  if (items.length === 0) return { queued: 0 }
  const { jobId } = await addJob(work, { action, items })
  return { queued: items.length, jobId }
}
