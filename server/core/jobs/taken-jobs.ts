import type { PgBoss } from 'pg-boss'

/** A job that this process took from the queue. */
export interface TakenJob<Data = unknown> {
  id: string
  name: string
  data: Data
  priority: number
  retryCount: number
  retryLimit: number
}

/** A job that is over; `message`: why it failed. */
export interface EndedJob {
  job: TakenJob
  message?: string
}

/** A process sends a heartbeat every 5 s. After 10 s of silence it is dead: another returns its jobs. */
const deadAfterSeconds = 10
const mostTimesGivenBack = 20

/** Returns the names with a due job, each with its highest priority. */
export async function findDue(boss: PgBoss, names: string[]): Promise<{ name: string; priority: number }[]> {
  const { rows } = await boss.getDb().executeSql(
    `select wanted as name, priority from unnest($1::text[]) wanted, lateral (
       select priority from pgboss.job where name = wanted and state < 'active' and not blocked and start_after <= now()
       order by priority desc, created_on limit 1) due`,
    [names],
  )
  return rows
}

/**
 * Takes jobs of at least this priority, most urgent and oldest first. Like pg-boss's `fetch`, but in one text
 * for all names and limits, which PostgreSQL plans once. A scheduled job has no data: it gets an empty
 * object.
 */
export async function takeJobs<Data>(
  boss: PgBoss,
  name: string,
  limit: number,
  minPriority: number,
): Promise<TakenJob<Data>[]> {
  const { rows } = await boss.getDb().executeSql(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(),
       retry_count = case when started_on is null then retry_count else retry_count + 1 end
     where name = $1 and id = any(array(
       select id from pgboss.job
       where name = $1 and state < 'active' and not blocked and start_after <= now() and priority >= $2
       order by priority desc, created_on limit $3 for update skip locked))
     returning id, name, coalesce(data, '{}') as data, priority, retry_count as "retryCount", retry_limit as "retryLimit"`,
    [name, minPriority, limit],
  )
  return rows
}

/** Completes or fails jobs of one name that ended together, except those of a later attempt. */
export async function settleJobs(boss: PgBoss, name: string, ended: EndedJob[]) {
  const groups = Map.groupBy(ended, ({ message }) => message)
  await Promise.all(
    [...groups].map(([message, group]) => {
      const jobs = group.map(({ job }) => job)
      return message === undefined ? boss.complete(name, jobs) : boss.fail(name, jobs, { message })
    }),
  )
}

/** Sends the heartbeat of running jobs. */
export async function keepJobs(boss: PgBoss, jobs: TakenJob[]) {
  if (jobs.length === 0) return
  await boss
    .getDb()
    .executeSql(`update pgboss.job set heartbeat_on = now() where ${areThese}`, namesAndIds(jobs))
}

/** Returns the jobs of dead processes to the queue. */
export async function giveBackDead(boss: PgBoss) {
  await giveBack(boss, `heartbeat_on < now() - interval '${deadAfterSeconds} seconds'`)
}

/** Returns this process's jobs to the queue. Returns false if there was none. */
export async function giveBackJobs(boss: PgBoss, jobs: TakenJob[]): Promise<boolean> {
  return jobs.length > 0 && giveBack(boss, areThese, namesAndIds(jobs))
}

/**
 * Returns jobs to the queue without counting an attempt, because their process or the database went away.
 * Only a limited number of times: a job might kill its process each time.
 */
async function giveBack(boss: PgBoss, condition: string, values: unknown[] = []) {
  const times = "coalesce((output->>'timesGivenBack')::int, 0)"
  const { rows } = await boss.getDb().executeSql(
    `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null,
       output = jsonb_build_object('timesGivenBack', ${times} + 1)
     where state = 'active' and ${condition} and ${times} < ${mostTimesGivenBack} returning id`,
    values,
  )
  return rows.length > 0
}

const areThese = "state = 'active' and (name, id) in (select * from unnest($1::text[], $2::uuid[]))"

function namesAndIds(jobs: TakenJob[]): unknown[] {
  return [jobs.map(({ name }) => name), jobs.map(({ id }) => id)]
}
