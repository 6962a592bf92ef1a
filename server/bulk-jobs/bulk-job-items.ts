import { sql } from 'kysely'
import type { Credited } from '#server/credits/credits.ts'
import type { Tx } from '#server/services.ts'
import type { BulkTrace, StoredAction } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'

/** One registration that waits to be done. */
export interface Item {
  place: number
  registrationId: number | null
  trace: BulkTrace
}

/** What became of it. */
export interface Result extends Item {
  outcome: string
}

export interface Job {
  bulkJobId: string
  action: StoredAction
  source: 'administrator' | 'csv'
  undoes: string | null
  askedBy: string | null
}

/** So many are done in one transaction: few enough that stopping is heard within moments. */
const portionSize = 50

/** The next to be done, while nobody else works on the job; undefined where it is over. */
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
  return { job, items }
}

/** Writes the results of a portion down, and has the next one run, or ends the job. */
export async function settle(
  { tx, addJobs, clock }: Work,
  { bulkJobId }: Job,
  results: Result[],
): Promise<void> {
  await sql`
    update bulk_job_items i set outcome = result.outcome, trace = result.trace
    from jsonb_to_recordset(${JSON.stringify(results)}) as result (place integer, outcome text, trace jsonb)
    where i.bulk_job_id = ${bulkJobId} and i.place = result.place`.execute(tx)
  if (results.length === portionSize) return addJobs('run-bulk-job', [{ bulkJobId }])
  await tx.updateTable('bulkJobs').set({ finishedAt: clock() }).where('bulkJobId', '=', bulkJobId).execute()
}

/** What became of an item whose hours were credited. */
export function creditedResult(item: Item, outcome: Credited | string | undefined): Result {
  if (outcome === undefined || typeof outcome === 'string') {
    return { ...item, outcome: outcome ?? 'REGISTRATION_NOT_FOUND' }
  }
  const { creditId, before } = outcome
  return creditId === undefined
    ? { ...item, outcome: 'unchanged' }
    : { ...item, outcome: 'done', trace: { creditId, before } }
}
