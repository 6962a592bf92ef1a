import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '#server/core/db/database.ts'
import { urgent } from './job-runner.ts'

export interface AddOptions {
  /** Runs before waiting jobs. */
  isUrgent?: boolean
  /** Runs before urgent ones. */
  isFirst?: boolean
  /** Higher ranks of urgent jobs run later, but before non-urgent ones; 0 by default. */
  rank?: number
  /** The earliest start. */
  afterSeconds?: number
  /** Replaces waiting jobs with the same data; attempts start over. */
  isAnew?: boolean
}

export type NewJob<Jobs> = AddOptions &
  { [Name in keyof Jobs & string]: { job: Name; data: Jobs[Name] } }[keyof Jobs & string]

const first = 2 * urgent

/**
 * Adds jobs of any names in one statement, with their queues' policies. `besides`: an insert in the same
 * statement. Does what pg-boss's `insert` does for one name.
 */
export async function insertJobs<Jobs>(
  tx: Transaction<never>,
  jobs: NewJob<Jobs>[],
  besides?: RawBuilder<unknown>,
) {
  if (jobs.length === 0 && !besides) return
  const anew = jobs.filter(({ isAnew }) => isAnew).map(({ job, data }) => ({ name: job, data }))
  if (anew.length > 0) {
    await sql`
      delete from pgboss.job using jsonb_to_recordset(${JSON.stringify(anew)}) as anew (name text, data jsonb)
      where job.name = anew.name and job.data = anew.data and state in ('created', 'retry')`.execute(tx)
  }
  const rows = jobs.map((each) => ({
    name: each.job,
    data: each.data,
    afterSeconds: each.afterSeconds ?? 0,
    priority: priorityOf(each),
  }))
  await sql`
    ${besides ? sql`with beside as (${besides})` : sql``}
    insert into pgboss.job (name, data, priority, start_after, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds, policy, heartbeat_seconds)
    select name, data, priority, start_after, start_after + retention_seconds * interval '1 second', retry_limit, retry_delay,
      retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, policy, heartbeat_seconds
    from (
      select name, data, priority, now() + "afterSeconds" * interval '1 second' as start_after
      from jsonb_to_recordset(${JSON.stringify(rows)})
        as job (name text, data jsonb, priority integer, "afterSeconds" integer)
    ) job
    join pgboss.queue using (name)`.execute(tx)
}

/** Returns a job's priority in its queue; the highest runs first. */
export function priorityOf({ isUrgent = false, isFirst = false, rank = 0 }: AddOptions): number {
  if (!isUrgent) return 0
  return isFirst ? first : urgent - Math.min(rank, urgent - 1)
}
