import { anomalies } from '#contract/counting/credit-findings/calls.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'
import { bulkVerdict } from '#contract/office/bulk-jobs/rules.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { sendCertificate } from '#server/counting/certificates/send-certificate.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import { creditAll } from '#server/ledger/credits/credits.ts'
import { lockMoves, moveRegistration } from '#server/registrations/registrations/change-registrations.ts'
import { deleteRegistration } from '#server/registrations/registrations/delete-registration.ts'
import type { Tx } from '#server/services.ts'
import type { BulkTrace } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import type { Item, Job, Result } from './bulk-job-items.ts'
import { attempt, creditedResult, lockPortion, settle } from './bulk-job-items.ts'
import { stopBulkJob } from './bulk-jobs.ts'
import type { BulkCandidate } from './queries.ts'
import { findCandidates } from './queries.ts'
import { undoItems } from './undo-bulk-job.ts'

/**
 * Processes a bulk job's next portion and stores its results in the same transaction, so nothing is done
 * twice. Adds a job for the portion after it.
 */
export async function runBulkJob(work: Work, { bulkJobId }: Jobs['run-bulk-job']): Promise<void> {
  const portion = await lockPortion(work.tx, bulkJobId)
  if (!portion) return
  const { job, items } = portion
  if (await isHeldUp(work.tx, job)) return stopBulkJob(work, bulkJobId)
  const asking = { ...work, actingUserId: job.askedBy ?? undefined }
  const results = job.undoes ? await undoItems(asking, job, items) : await doItems(asking, job, items)
  await settle(work, job, results)
}

/**
 * Returns true if a count found an anomaly since a job of the automation began. Locks the slot against counts
 * first.
 */
async function isHeldUp(tx: Tx, { action, undoes }: Job) {
  if (undoes || action.kind !== 'credit' || !('isAutomatic' in action) || !action.eventSlotId) return false
  await findSlot(tx, action.eventSlotId, { isLocked: true })
  const anomaly = await tx
    .selectFrom('creditWaits')
    .select('kind')
    .where('eventSlotId', '=', action.eventSlotId)
    .where('kind', 'in', anomalies)
    .limit(1)
    .executeTakeFirst()
  return anomaly !== undefined
}

async function doItems(work: Work, job: Job, items: Item[]): Promise<Result[]> {
  const { bulkJobId, source } = job
  const action = actionOf(job, items)
  // A count of the same slot would replace the findings after this has read them.
  if (action.kind === 'credit-found') await findSlot(work.tx, action.eventSlotId, { isLocked: true })
  const ids = items.flatMap(({ registrationId }) => registrationId ?? [])
  const candidates = ids.length === 0 ? [] : await findCandidates({ ...work, db: work.tx }, action, { ids })
  const known = new Map(candidates.map((candidate) => [candidate.registrationId, candidate]))
  const results: Result[] = []
  const changing: [Item, BulkCandidate][] = []
  for (const item of items) {
    const candidate = known.get(item.registrationId ?? 0)
    const outcome = candidate ? bulkVerdict(action, candidate) : 'REGISTRATION_NOT_FOUND'
    if (candidate && outcome === 'changes') changing.push([item, candidate])
    else results.push({ ...item, outcome })
  }
  if (action.kind === 'credit' || action.kind === 'credit-found') {
    const { reason, mailsCorrections: mailsCorrection } = action
    const isConfirmed = 'includesEarly' in action && action.includesEarly
    const outcomes = await creditAll(
      work,
      changing.map(([{ trace }, { registrationId, findingId, found = action }]) => {
        const { hours } = found as { hours: number }
        const { mailsCertificate } = trace
        const choices = { reason, isConfirmed, mailsCorrection, mailsCertificate }
        return { registrationId, hours, findingId, source, ...choices }
      }),
    )
    return [...results, ...changing.map(([item], index) => creditedResult(item, outcomes[index]))]
  }
  if (action.kind === 'move') {
    const moves = changing.map(([, candidate]) => moveOf(action, candidate))
    await lockMoves(work, moves)
  }
  for (const [item, candidate] of changing) {
    results.push(await attempt(item, () => change(work, action, bulkJobId, candidate)))
  }
  return results
}

/** Returns a job's action for some of its items, as previewed. */
function actionOf({ action }: Job, items: Item[]): BulkAction {
  if (action.kind !== 'credit' || 'hours' in action) return action
  const { eventSlotId, isFound, isAutomatic: _, ...choices } = action
  if (!isFound || eventSlotId === undefined) throw new Error('An uploaded list leaves nothing to do')
  const findingIds = items.flatMap(({ trace }) => trace.findingId ?? [])
  return { ...choices, kind: 'credit-found', eventSlotId, findingIds }
}

async function change(
  work: Work,
  action: Exclude<BulkAction, { kind: 'credit' | 'credit-found' }>,
  bulkJobId: string,
  candidate: BulkCandidate,
): Promise<BulkTrace> {
  const { registrationId, eventSlotId: fromSlotId, focusId: fromFocusId } = candidate
  switch (action.kind) {
    case 'move':
      await moveRegistration(work, moveOf(action, candidate))
      return { fromSlotId, fromFocusId }
    case 'delete':
      await deleteRegistration(work, { registrationId, reason: action.reason })
      return {}
    case 'mail-certificates': {
      const mailId = await sendCertificate(work, registrationId, { once: `bulk:${bulkJobId}` })
      return mailId === undefined ? {} : { mailId }
    }
  }
}

function moveOf(
  { eventSlotId: newTimeSlotId, focusId: newFocusId, overbooks }: Extract<BulkAction, { kind: 'move' }>,
  { registrationId, userId, eventId }: BulkCandidate,
) {
  return { registrationId, userId, eventId, newTimeSlotId, newFocusId, overbooks }
}

/** Adds jobs for unfinished bulk jobs without one, for example after an administrator emptied the queue. */
export async function sweepBulkJobs({ tx, addJobs }: Work) {
  const waiting = await tx
    .selectFrom('bulkJobs')
    .select('bulkJobId')
    .where('finishedAt', 'is', null)
    .where(hasNoJob('run-bulk-job', 'bulkJobId', 'bulkJobs.bulkJobId'))
    .execute()
  await addJobs('run-bulk-job', waiting)
}
