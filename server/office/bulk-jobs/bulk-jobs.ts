import { sql } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import type { BulkAction, BulkRegistrations } from '#contract/office/bulk-jobs/calls.ts'
import type { BulkVerdict } from '#contract/office/bulk-jobs/rules.ts'
import { bulkVerdict } from '#contract/office/bulk-jobs/rules.ts'
import type {
  giveBackBulkJob as giveBackBulkJobCall,
  undoBulkJob as undoBulkJobCall,
} from '#contract/office/bulk-jobs/undo.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { findSeats } from '#server/events/slots/slot-seats.ts'
import { giveBackAll } from '#server/ledger/credits/give-back-credit.ts'
import type { Services, Tx } from '#server/services.ts'
import type { BulkTrace, StoredAction } from '#server/stored-json.ts'
import { columns } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { countAfter } from './bulk-job-items.ts'
import type { BulkCandidate } from './queries.ts'
import { findCandidates, findTakenBackIn, getBulkJob } from './queries.ts'

/** A started job, and its number of registrations. */
export interface StartedJob {
  jobId: string
  total: number
}

/**
 * Returns the verdict about each chosen registration. Refuses with TOO_MANY_IN_BULK or SLOT_NOT_FOUND, and
 * with SLOT_HELD_UP if an anomaly blocks found hours of the slot. Refuses with PROVIDER_INCOMPLETE as a
 * whole, so that no one is left without a certificate.
 */
export async function previewBulkJob(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  action: BulkAction,
  registrations: BulkRegistrations,
): Promise<(BulkCandidate & { verdict: BulkVerdict; hoursAfter: number | null })[]> {
  const candidates = await findCandidates(services, action, registrations)
  if (candidates.some(({ isHeldUp }) => isHeldUp)) throw new Refusal('SLOT_HELD_UP')
  const target = action.kind === 'move' ? [action.eventSlotId] : []
  const [room] = (await findSeats(services.db, target, services.clock())).values()
  let seats = room?.seatsLeft ?? Number.POSITIVE_INFINITY
  const judged = candidates.map((candidate) => {
    const verdict = bulkVerdict(action, { ...candidate, isFull: seats <= 0 })
    if (verdict === 'changes') seats -= 1
    const hoursAfter = verdict === 'changes' ? (candidate.found?.hours ?? null) : null
    return { ...candidate, verdict, hoursAfter }
  })
  if (judged.some(({ verdict }) => verdict === 'PROVIDER_INCOMPLETE'))
    throw new Refusal('PROVIDER_INCOMPLETE')
  return judged
}

/**
 * Starts a job over all chosen registrations; those that it does not change get their result immediately.
 * Refuses with NOTHING_TO_DO if it changes none, and as `previewBulkJob` does.
 */
export async function startBulkJob(
  work: Work,
  action: BulkAction,
  registrations: BulkRegistrations,
): Promise<StartedJob> {
  const judged = await previewBulkJob({ ...work, db: work.tx }, action, registrations)
  const isIssuing = action.kind === 'credit-found' || (action.kind === 'credit' && action.hours > 0)
  const mailsCertificates = isIssuing && action.mailsCertificates
  const items = judged.map(({ registrationId, verdict, findingId, isBounced }) => ({
    registrationId,
    outcome: verdict === 'changes' ? null : verdict,
    trace: {
      ...(findingId !== undefined && { findingId }),
      ...(mailsCertificates && !isBounced && { mailsCertificate: true }),
    },
  }))
  if (items.every(({ outcome }) => outcome !== null)) throw new Refusal('NOTHING_TO_DO')
  return addJob(work, { action: storedAction(action), items })
}

function storedAction(action: BulkAction): StoredAction {
  if (action.kind !== 'credit-found') return action
  const { eventSlotId, reason, mailsCorrections } = action
  return { kind: 'credit', isFound: true, eventSlotId, reason, mailsCorrections }
}

interface NewJob {
  action: StoredAction
  source?: 'administrator' | 'csv'
  undoes?: string
  /** An item with an outcome is done. */
  items: { registrationId: number | null; outcome: string | null; trace?: BulkTrace }[]
}

/** Inserts a job with its items, and the job that processes the open ones. */
export async function addJob({ tx, addJobs, actingUserId, clock }: Work, job: NewJob): Promise<StartedJob> {
  const { action, source = 'administrator', undoes, items } = job
  const isWaiting = items.some(({ outcome }) => outcome === null)
  const { bulkJobId: jobId } = await tx
    .insertInto('bulkJobs')
    .values({
      kind: action.kind,
      action: JSON.stringify(action),
      source,
      undoes: undoes ?? null,
      askedBy: actingUserId ?? null,
      askedAt: clock(),
      finishedAt: isWaiting ? null : clock(),
      total: items.length,
    })
    .returning('bulkJobId')
    .executeTakeFirstOrThrow()
  const rows = items.map((item, index) => ({ place: index + 1, trace: {}, ...item }))
  await sql`
    insert into bulk_job_items (bulk_job_id, place, registration_id, outcome, trace)
    select ${jobId}, place, "registrationId", outcome, trace
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as row (place integer, "registrationId" integer, outcome text, trace jsonb)`.execute(tx)
  if (isWaiting) await addJobs('run-bulk-job', [{ bulkJobId: jobId }])
  return { jobId, total: items.length }
}

/** Stops a job: its open items are not processed. Does nothing if it is over. Refuses with JOB_NOT_FOUND. */
export async function stopBulkJob(work: Work, bulkJobId: string) {
  const { tx, clock } = work
  const { action, finishedAt } = await lockJob(tx, bulkJobId)
  if (finishedAt) return
  await tx
    .updateTable('bulkJobItems')
    .set({ outcome: 'stopped' })
    .where('bulkJobId', '=', bulkJobId)
    .where('outcome', 'is', null)
    .execute()
  const now = clock()
  await tx
    .updateTable('bulkJobs')
    .set({ stoppedAt: now, finishedAt: now })
    .where('bulkJobId', '=', bulkJobId)
    .execute()
  await countAfter(work, action)
}

/** Starts a job that undoes another one. Refuses with JOB_NOT_FOUND or NOT_UNDOABLE. */
export async function undoBulkJob(
  work: Work,
  bulkJobId: string,
  { reason, mailsCorrections }: Input<typeof undoBulkJobCall>['body'],
): Promise<StartedJob> {
  const { tx } = work
  const job = await lockJob(tx, bulkJobId)
  const { canUndo } = await getBulkJob(tx, bulkJobId)
  if (!canUndo) throw new Refusal('NOT_UNDOABLE')
  const changed = await tx
    .selectFrom('bulkJobItems')
    .select(['registrationId', 'trace'])
    .where('bulkJobId', '=', bulkJobId)
    .where('outcome', '=', 'done')
    .orderBy('place')
    .execute()
  const action = { ...job.action, reason, ...(job.kind === 'credit' && { mailsCorrections }) }
  return addJob(work, {
    action,
    source: job.source,
    undoes: bulkJobId,
    items: changed.map((item) => ({ ...item, outcome: null })),
  })
}

/**
 * Gives an undone job's people back to the rule if it stopped crediting them. Refuses with JOB_NOT_FOUND or
 * NOTHING_TO_DO.
 */
export async function giveBackBulkJob(
  work: Work,
  bulkJobId: string,
  { reason }: Input<typeof giveBackBulkJobCall>['body'],
): Promise<{ given: number }> {
  await lockJob(work.tx, bulkJobId)
  const taken = await findTakenBackIn(work.tx, await getBulkJob(work.tx, bulkJobId))
  const given = await giveBackAll(work, taken, reason)
  if (given === 0) throw new Refusal('NOTHING_TO_DO')
  return { given }
}

async function lockJob(tx: Tx, bulkJobId: string) {
  const jobs = tx.selectFrom('bulkJobs').select(columns.bulkJobs).where('bulkJobId', '=', bulkJobId)
  return jobs.forNoKeyUpdate().executeTakeFirstOrThrow(refusing('JOB_NOT_FOUND'))
}
