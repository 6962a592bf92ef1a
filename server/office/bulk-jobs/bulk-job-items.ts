import { sql } from 'kysely'
import type { CreditSource } from '#contract/ledger/credits/rules.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Credited } from '#server/ledger/credits/credits.ts'
import type { Tx } from '#server/services.ts'
import type { BulkTrace, StoredAction } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'

/** A registration of a job, not yet processed. */
export interface Item {
  place: number
  registrationId: number | null
  trace: BulkTrace
}

/** An item with its outcome. */
export interface Result extends Item {
  outcome: string
}

export interface Job {
  bulkJobId: string
  action: StoredAction
  /** The source of the credited hours. */
  source: CreditSource
  undoes: string | null
  askedBy: string | null
}

/** The items per transaction: few enough that a job stops within moments. */
const portionSize = 50

/** Locks a job and returns it with its next items; undefined if it is over. */
export async function lockPortion(
  tx: Tx,
  bulkJobId: string,
): Promise<{ job: Job; items: Item[] } | undefined> {
  const job = await tx
    .selectFrom('bulkJobs')
    .select(['bulkJobId', 'action', 'source', 'undoes', 'askedBy', 'finishedAt'])
    .where('bulkJobId', '=', bulkJobId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!job || job.finishedAt) return undefined
  const items = await tx
    .selectFrom('bulkJobItems')
    .select(['place', 'registrationId', 'trace'])
    .where('bulkJobId', '=', bulkJobId)
    .where('outcome', 'is', null)
    .orderBy('place')
    .limit(portionSize)
    .execute()
  return { job: isOfFindings(job.action) ? { ...job, source: 'attendance' } : job, items }
}

/** Returns true if each registration gets its own finding's hours. */
function isOfFindings(action: StoredAction): action is StoredAction & { eventSlotId: number } {
  return 'isFound' in action && action.isFound === true
}

/** Adds the count that follows up on a slot's findings after their job. */
export async function countAfter({ addJobs }: Work, action: StoredAction) {
  if (isOfFindings(action)) await addJobs('count-hours', [{ eventSlotId: action.eventSlotId }])
}

/** Stores a portion's results, and adds a job for the next one or ends the bulk job. */
export async function settle(work: Work, { bulkJobId, action }: Job, results: Result[]): Promise<void> {
  const { tx, addJobs, clock } = work
  await sql`
    update bulk_job_items i set outcome = result.outcome, trace = result.trace
    from jsonb_to_recordset(${JSON.stringify(results)}) as result (place integer, outcome text, trace jsonb)
    where i.bulk_job_id = ${bulkJobId} and i.place = result.place`.execute(tx)
  if (results.length === portionSize) return addJobs('run-bulk-job', [{ bulkJobId }])
  await tx.updateTable('bulkJobs').set({ finishedAt: clock() }).where('bulkJobId', '=', bulkJobId).execute()
  await countAfter(work, action)
}

/** Changes one item. Verbs refuse before they write, so a refusal leaves nothing half done. */
export async function attempt(item: Item, change: () => Promise<BulkTrace>): Promise<Result> {
  try {
    return { ...item, outcome: 'done', trace: await change() }
  } catch (problem) {
    if (problem instanceof Refusal) return { ...item, outcome: problem.code }
    throw problem
  }
}

/** Returns the result of an item with credited hours. */
export function creditedResult(item: Item, outcome: Credited | string | undefined): Result {
  if (outcome === undefined || typeof outcome === 'string') {
    return { ...item, outcome: outcome ?? 'REGISTRATION_NOT_FOUND' }
  }
  const { creditId, before, wasDecided } = outcome
  return creditId === undefined
    ? { ...item, outcome: 'unchanged' }
    : { ...item, outcome: 'done', trace: { ...item.trace, creditId, before, wasDecided } }
}
