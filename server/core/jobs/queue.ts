import { sql } from 'kysely'
import type { Db as JobDatabase, JobResult, JobWithMetadata } from 'pg-boss'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Connection, DatabaseOptions, Transaction } from '#server/core/db/database.ts'
import { poolOptions } from '#server/core/db/database.ts'
import type { Notifications } from '#server/core/db/notifications.ts'
import { isUnavailable } from '#server/core/db/unavailable.ts'

export interface JobPolicy {
  retryLimit: number
  /** The seconds before the first retry; with `retryBackoff`, later ones wait longer, up to `retryDelayMax`. */
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  /** The seconds that a batch may take in a living process; jobs of a dead one are free much sooner. */
  expireInSeconds: number
  /** The number of jobs fetched together and run one after the other. */
  batchSize?: number
  /** Runs the jobs of a batch at the same time instead. */
  atOnce?: boolean
  workers?: number
  /** The number of further workers for urgent jobs only, which then never wait behind a long one. */
  urgentWorkers?: number
  /** Wakes the workers of every process at once; costs the transaction a lock, so not for frequent writes. */
  notify?: boolean
  /** A schedule in cron's five fields (UTC). */
  cron?: string
}

export interface Attempt {
  /** No further attempt follows if this one fails. */
  isLast: boolean
}

/** Thrown by a handler after a temporary refusal from outside that it has reported itself: a retry is due, nothing is broken. */
export class TryAgain extends Error {}

export type JobHandlers<Jobs> = {
  [Name in keyof Jobs]: (data: Jobs[Name], attempt: Attempt) => Promise<void>
}

export interface AddOptions {
  /** It runs before waiting jobs. */
  isUrgent?: boolean
  /** It runs before urgent ones, too. */
  isFirst?: boolean
  /** It does not run earlier. */
  afterSeconds?: number
  /** Replaces waiting jobs with the same data; its attempts start over. */
  isAnew?: boolean
}

export interface QueueOptions extends Pick<DatabaseOptions, 'patienceMs'> {
  /** The notifications that wake the workers at once; undefined: they poll. */
  notifications?: Notifications | undefined
  /** For tests: every job wakes its workers whatever its policy, retries are found quickly, and nothing is scheduled. */
  isPrompt?: boolean | undefined
  /** Awaited before each batch without an urgent job. */
  giveWay?: () => Promise<void>
}

// While there is more to do than one batch holds, the next is fetched at once; nothing announces retries.
const pollingOf = (isPrompt: boolean) => ({
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: isPrompt ? 0.5 : 2,
  burstWhenBatchFull: true,
})

// A job waits for weeks if nothing works on it, and is kept for a week when it is over.
const days = 86_400
const keeping = { retentionSeconds: 14 * days, deleteAfterSeconds: 7 * days }

// A process sends a heartbeat every 5 s. After 10 s of silence it is dead: another returns its jobs, which is no attempt.
// Only jobs that were returned too often are left to pg-boss, after 30 s: that is an attempt, and the next one comes later.
const heartbeatSeconds = 30
const heartbeatRefreshSeconds = 5
const deadAfterSeconds = 10
const mostTimesGivenBack = 20
const lookEverySeconds = 5
const watching = { superviseIntervalSeconds: lookEverySeconds, monitorIntervalSeconds: lookEverySeconds }

const urgent = 1
const first = 2

export type Queue<Jobs> = Awaited<ReturnType<typeof openQueue<Jobs>>>

/** Opens the queue, creates its missing tables, and sets its queues to their current policies. */
export async function openQueue<Jobs>(
  connection: Connection,
  policies: { [Name in keyof Jobs & string]: JobPolicy },
  onProblem: (problem: Error) => void,
  { patienceMs, notifications, isPrompt = false, giveWay = async () => {} }: QueueOptions = {},
) {
  const boss = new PgBoss({
    // A crash may lose the notes that a job was taken or is over; the job then runs again. Adding one is part of its transaction.
    ...poolOptions(connection, { connections: 4, patienceMs, mayLose: true }),
    ...watching,
    application_name: 'portal jobs',
    useListenNotify: notifications !== undefined,
    schedule: !isPrompt,
  })
  boss.on('error', onProblem)
  if (notifications) boss.getDb().listen = listenBy(notifications)
  await boss.start()
  const names = Object.keys(policies) as (keyof Jobs & string)[]
  const known = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const name of names) {
    const { cron, notify = false } = policies[name]
    if (!known.has(name)) await boss.createQueue(name)
    await boss.updateQueue(name, { ...queueSettings(policies[name]), notify: notify || isPrompt })
    if (cron) await boss.schedule(name, cron)
    else await boss.unschedule(name)
  }
  let isOpen = true
  const looking = setInterval(() => {
    giveBack(boss, `heartbeat_on < now() - interval '${deadAfterSeconds} seconds'`).catch(onProblem)
  }, lookEverySeconds * 1000)
  looking.unref()

  return {
    /** Adds jobs in one statement; they exist only if the transaction commits. */
    async add<Name extends keyof Jobs & string>(
      tx: Transaction<never>,
      name: Name,
      data: Jobs[Name][],
      { isUrgent = false, isFirst = false, afterSeconds = 0, isAnew = false }: AddOptions = {},
    ): Promise<void> {
      const options = {
        ...(isUrgent && { priority: isFirst ? first : urgent }),
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      }
      if (isAnew) await deleteWaiting(tx, name, data)
      const jobs = data.map((each) => ({ data: each as object, ...options }))
      await boss.insert(name, jobs, { db: fromKysely(tx) })
    },

    /** Starts running jobs in this process; a handler that throws is retried by its policy. */
    async work(handlers: JobHandlers<Jobs>): Promise<void> {
      for (const name of names) {
        const { batchSize = 1, workers = 1, urgentWorkers = 0, atOnce = false } = policies[name]
        const options = {
          includeMetadata: true,
          perJobResults: true,
          batchSize,
          heartbeatRefreshSeconds,
          ...pollingOf(isPrompt),
        } as const
        const run = async (jobs: JobWithMetadata<Jobs[typeof name]>[]) => {
          if (jobs.every(({ priority }) => priority < urgent)) await giveWay()
          return runEach(boss, jobs, handlers[name], atOnce, onProblem)
        }
        await boss.work(name, { ...options, localConcurrency: workers }, run)
        if (urgentWorkers > 0) {
          await boss.work(name, { ...options, localConcurrency: urgentWorkers, minPriority: urgent }, run)
        }
      }
    },

    isReady: () => isOpen,

    /** Returns running jobs to the queue after `graceMs`. */
    async close(graceMs = 5000): Promise<void> {
      isOpen = false
      clearInterval(looking)
      await boss.stop({ graceful: true, timeout: graceMs, close: true })
    },
  }
}

/** True for a row without an open job of this name. `key` is the field of the job's data that holds the row's id. */
export function hasNoJob(name: string, key: string, id: string) {
  return sql<boolean>`not exists (
    select from pgboss.job where name = ${sql.lit(name)} and state < 'completed' and data->>${key} = ${sql.ref(id)}::text)`
}

/**
 * Returns jobs to the queue without counting an attempt, because their process or the database went away. A job that kills its
 * process each time would continue forever, so only a limited number of times.
 */
async function giveBack(boss: PgBoss, condition: string, values: unknown[] = []): Promise<void> {
  const times = "coalesce((output->>'timesGivenBack')::int, 0)"
  await boss.getDb().executeSql(
    `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null,
       output = jsonb_build_object('timesGivenBack', ${times} + 1)
     where state = 'active' and ${condition} and ${times} < ${mostTimesGivenBack}`,
    values,
  )
}

/** Listens for the queue, whose own connection would not know other hosts or a pooler. */
function listenBy(notifications: Notifications): NonNullable<JobDatabase['listen']> {
  return async (channel, onNotification, onReconnect) => {
    notifications.on(channel, onNotification)
    notifications.onGap(() => notifications.isListening() && onReconnect())
    await notifications.ready()
    return { close: async () => {} }
  }
}

async function deleteWaiting(tx: Transaction<never>, name: string, data: unknown[]): Promise<void> {
  await sql`
    delete from pgboss.job where name = ${name} and state in ('created', 'retry')
      and data in (select jsonb_array_elements(${JSON.stringify(data)}::jsonb))`.execute(tx)
}

/** Returns every setting, so that one that a policy no longer has returns to its default. */
function queueSettings({ retryLimit, retryDelay, retryBackoff, retryDelayMax, ...policy }: JobPolicy) {
  return {
    retryLimit,
    retryDelay: retryDelay ?? 0,
    retryBackoff: retryBackoff ?? false,
    retryDelayMax: retryDelayMax ?? null,
    expireInSeconds: policy.expireInSeconds,
    heartbeatSeconds,
    ...keeping,
    notify: policy.notify ?? false,
  }
}

/** Runs the jobs of a batch, each of which succeeds or fails by itself. */
async function runEach<Data>(
  boss: PgBoss,
  jobs: JobWithMetadata<Data>[],
  handler: (data: Data, attempt: Attempt) => Promise<void>,
  atOnce: boolean,
  onProblem: (problem: Error) => void,
): Promise<JobResult[]> {
  async function run(job: JobWithMetadata<Data>): Promise<JobResult> {
    try {
      await handler(job.data, { isLast: job.retryCount >= job.retryLimit })
      return { id: job.id, status: 'completed' }
    } catch (problem) {
      const { message } = problem as Error
      if (!(problem instanceof TryAgain)) {
        onProblem(new Error(`Job ${job.name} failed: ${message}`, { cause: problem }))
      }
      // A returned job no longer belongs to this attempt.
      if (isUnavailable(problem as Error)) {
        await giveBack(boss, 'name = $1 and id = $2', [job.name, job.id]).catch(() => {})
      }
      return { id: job.id, status: 'failed', output: { message } }
    }
  }
  if (atOnce) return Promise.all(jobs.map(run))
  const results: JobResult[] = []
  for (const job of jobs) results.push(await run(job))
  return results
}
