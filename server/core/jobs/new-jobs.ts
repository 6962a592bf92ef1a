import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '#server/core/db/database.ts'
import { urgent } from './job-runner.ts'

export interface AddOptions {
  /** It runs before waiting jobs. */
  isUrgent?: boolean
  /** It runs before urgent ones, too. */
  isFirst?: boolean
  /** An urgent job with a higher one runs after all with a lower one, and before those that are not urgent; 0 by default. */
  rank?: number
  /** It does not run earlier. */
  afterSeconds?: number
  /** Replaces waiting jobs with the same data; its attempts start over. */
  isAnew?: boolean
}

/** A job with its name and data. */
export type NewJob<Jobs> = AddOptions &
  { [Name in keyof Jobs & string]: { job: Name; data: Jobs[Name] } }[keyof Jobs & string]

const first = 2 * urgent

/**
 * Adds jobs of any names in one statement, each with the policy of its queue. `besides` is an insert that runs in the same statement.
 * Does what pg-boss's `insert` does for one name at a time.
 */
export async function insertJobs<Jobs>(
  tx: Transaction<never>,
  jobs: NewJob<Jobs>[],
  besides?: RawBuilder<unknown>,
): Promise<void> {
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

/** Returns the priority of a job in its queue: the highest runs first. */
export function priorityOf({ isUrgent = false, isFirst = false, rank = 0 }: AddOptions): number {
  if (!isUrgent) return 0
  return isFirst ? first : urgent - Math.min(rank, urgent - 1)
}
