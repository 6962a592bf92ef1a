import { sql } from 'kysely'
import type { Db as JobDatabase, JobResult, JobWithMetadata } from 'pg-boss'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Connection, DatabaseOptions, Transaction } from '#server/core/db/database.ts'
import { poolOptions } from '#server/core/db/database.ts'
import type { Notices } from '#server/core/db/notices.ts'
import { isUnavailable } from '#server/core/db/unavailable.ts'

/** How the jobs of one name are run. */
export interface JobPolicy {
  /** Attempts after the first. */
  retryLimit: number
  /** Seconds before the first retry; with `retryBackoff` each further one waits longer, up to `retryDelayMax`. */
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  /** Seconds that a batch may take in a living process; what a dead one took is free again much sooner. */
  expireInSeconds: number
  /** How many are fetched together, and run one after the other. */
  batchSize?: number
  /** The jobs of a batch run at the same time instead. */
  atOnce?: boolean
  /** How many batches a process works on side by side. */
  workers?: number
  /** How many more do so for urgent jobs only, so that these never wait behind a long one. */
  urgentWorkers?: number
  /** Wakes the workers of every process at once; costs the transaction a lock, so not where many write together. */
  notify?: boolean
  /** Runs by the clock, in cron's five fields (UTC). */
  cron?: string
}

export interface Attempt {
  /** No further attempt follows when this one fails. */
  isLast: boolean
}

/** Thrown by a handler when the outside said no for now, and it has told so itself: a new attempt is due, nothing is broken. */
export class TryAgain extends Error {}

export type JobHandlers<Jobs> = {
  [Name in keyof Jobs]: (data: Jobs[Name], attempt: Attempt) => Promise<void>
}

export interface AddOptions {
  /** It is run before those that wait. */
  isUrgent?: boolean
  /** It is run before urgent ones, too. */
  isFirst?: boolean
  /** It isn't run before. */
  afterSeconds?: number
  /** Those that wait with the same data go, so that there are not two of them: its tries begin anew. */
  isAnew?: boolean
}

export interface QueueOptions extends Pick<DatabaseOptions, 'patienceMs'> {
  /** What wakes the workers at once; undefined: they look by themselves. */
  notices?: Notices | undefined
  /** For tests: every job wakes its workers whatever its policy, retries are found as soon as can be, and none is run by the clock. */
  isPrompt?: boolean | undefined
  /** Waited for before each batch without an urgent job. */
  giveWay?: () => Promise<void>
}

export interface Queue<Jobs> {
  /** Adds jobs in one statement; they exist only if the transaction commits. */
  add<Name extends keyof Jobs & string>(
    tx: Transaction<never>,
    name: Name,
    data: Jobs[Name][],
    options?: AddOptions,
  ): Promise<void>
  /** Starts running jobs in this process; a handler that throws is tried again by its policy. */
  work(handlers: JobHandlers<Jobs>): Promise<void>
  isReady(): boolean
  /** Hands running jobs back after `graceMs`. */
  close(graceMs?: number): Promise<void>
}

// As long as there is more to do than one batch takes, the next is fetched at once; retries are announced by nobody.
const pollingOf = (isPrompt: boolean) => ({
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: isPrompt ? 0.5 : 2,
  burstWhenBatchFull: true,
})

// A job waits for weeks where nothing works on it, and is looked up for a week when it is over.
const days = 86_400
const keeping = { retentionSeconds: 14 * days, deleteAfterSeconds: 7 * days }

// A process says every 5 s that it lives. After 10 s of silence it is dead: another gives its jobs back, which counts as no try.
// Only what has been given back too often is left to pg-boss, after 30 s: that is a try, and the next one comes later.
const heartbeatSeconds = 30
const heartbeatRefreshSeconds = 5
const deadAfterSeconds = 10
const mostTimesGivenBack = 20
const lookEverySeconds = 5
const watching = { superviseIntervalSeconds: lookEverySeconds, monitorIntervalSeconds: lookEverySeconds }

const urgent = 1
const first = 2

/** Opens the queue, makes its tables when missing, and its queues as their policies are now. */
export async function openQueue<Jobs>(
  connection: Connection,
  policies: { [Name in keyof Jobs & string]: JobPolicy },
  onProblem: (problem: Error) => void,
  { patienceMs, notices, isPrompt = false, giveWay = async () => {} }: QueueOptions = {},
): Promise<Queue<Jobs>> {
  const boss = new PgBoss({
    // That a job was taken or is over is done again after a crash, as any job may be; adding one is its transaction's.
    ...poolOptions(connection, { connections: 4, patienceMs, mayLose: true }),
    ...watching,
    application_name: 'portal jobs',
    useListenNotify: notices !== undefined,
    schedule: !isPrompt,
  })
  boss.on('error', onProblem)
  if (notices) boss.getDb().listen = listenBy(notices)
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
    async add(tx, name, data, { isUrgent = false, isFirst = false, afterSeconds = 0, isAnew = false } = {}) {
      const options = {
        ...(isUrgent && { priority: isFirst ? first : urgent }),
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      }
      if (isAnew) await deleteWaiting(tx, name, data)
      const jobs = data.map((each) => ({ data: each as object, ...options }))
      await boss.insert(name, jobs, { db: fromKysely(tx) })
    },

    async work(handlers) {
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

    async close(graceMs = 5000) {
      isOpen = false
      clearInterval(looking)
      await boss.stop({ graceful: true, timeout: graceMs, close: true })
    },
  }
}

/** A `select` of the `data` of every job of this name that is still to be done: for finding what was left without one. */
export function openJobs(name: string): string {
  return `select data from pgboss.job where name = '${name}' and state < 'completed'`
}

/**
 * Has jobs run again without counting a try, because their process or the database went away. A job that ends its process each
 * time would go on for ever, so only so often.
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

/** The queue's own listener would have a connection of its own, that does not know of other hosts or of a pooler. */
function listenBy(notices: Notices): NonNullable<JobDatabase['listen']> {
  return async (channel, onNotice, onReconnect) => {
    notices.on(channel, onNotice)
    notices.onGap(() => notices.isListening() && onReconnect())
    await notices.ready()
    return { close: async () => {} }
  }
}

async function deleteWaiting(tx: Transaction<never>, name: string, data: unknown[]): Promise<void> {
  await sql`
    delete from pgboss.job where name = ${name} and state in ('created', 'retry')
      and data in (select jsonb_array_elements(${JSON.stringify(data)}::jsonb))`.execute(tx)
}

/** Every setting is said, so that one that a policy no longer has goes back to what it is without. */
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

/** Each job of a batch succeeds or fails by itself. */
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
      // What was given back is no longer this attempt's to fail.
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
