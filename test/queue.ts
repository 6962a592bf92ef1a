import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'

type Name = keyof Jobs & string
type Served = { services: Services }

/** A job as the queue keeps it, done ones too. */
export interface QueuedJob<Job extends Name> {
  data: Jobs[Job]
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  retries: number
  /** Whether it waits, runs or is to be retried. */
  isOpen: boolean
  /** The wait that was asked for when it was added or retried. */
  delaySeconds: number
  /** The time until it is due; 0 or less: now. */
  dueInSeconds: number
}

/** Returns the jobs of one name: urgent ones first, then oldest first. */
export async function jobsOf<Job extends Name>({ services }: Served, name: Job): Promise<QueuedJob<Job>[]> {
  const { rows } = await services.pool.query(
    `select data, state, retry_count as retries, state < 'completed' as "isOpen",
       round(extract(epoch from start_after - created_on))::int as "delaySeconds",
       extract(epoch from start_after - now())::float as "dueInSeconds"
     from pgboss.job where name = $1 order by priority desc, created_on, start_after`,
    [name],
  )
  return rows
}

/** Makes all waiting jobs, or those of one name, due now. Returns how many were not. */
export async function hurryJobs({ services }: Served, name?: Name): Promise<number> {
  const { rowCount } = await services.pool.query(
    `update pgboss.job set start_after = now()
     where state in ('created', 'retry') and start_after > now() and name = coalesce($1, name)`,
    [name],
  )
  return rowCount ?? 0
}

/** Deletes all jobs, or those of one name, as if the queue had lost them. `except`: the data of the one that stays. */
export async function loseJobs(
  { services }: Served,
  name?: Name,
  given: { except?: object } = {},
): Promise<void> {
  await services.pool.query(
    'delete from pgboss.job where name = coalesce($1, name) and data is distinct from $2',
    [name, given.except && JSON.stringify(given.except)],
  )
}

/** Makes every waiting job one that has failed 20 times and waits for its last try. */
export async function exhaustJobs({ services }: Served): Promise<void> {
  await services.pool.query(
    "update pgboss.job set state = 'retry', retry_count = 20, start_after = now() + interval '4 hours'",
  )
}

/** Moves the start and heartbeat of running jobs back an hour. The queue then takes their process for dead. */
export async function ageRunningJobs({ services }: Served, name?: Name): Promise<void> {
  await services.pool.query(
    `update pgboss.job set started_on = started_on - interval '1 hour', heartbeat_on = heartbeat_on - interval '1 hour'
     where state = 'active' and name = coalesce($1, name)`,
    [name],
  )
}

/** Returns how many days the queue keeps jobs while they wait and when they are over, each combination once. */
export async function daysJobsAreKept({ services }: Served): Promise<{ waiting: number; over: number }[]> {
  const { rows } = await services.pool.query(
    `select distinct retention_seconds / 86400 as waiting, deletion_seconds / 86400 as over
     from pgboss.queue where name !~ '^__'`,
  )
  return rows
}

/** Returns the tables of the portal and its queue with a row that contains one of the texts, ignoring case. */
export async function tablesHolding({ services }: Served, texts: string[]): Promise<string[]> {
  const { rows: tables } = await services.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await services.pool.query(
      `select from ${name} t where to_jsonb(t)::text ilike any($1) limit 1`,
      [texts.map((text) => `%${text}%`)],
    )
    if (rows.length > 0) found.push(name.replace('public.', ''))
  }
  return found
}
