import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Connection, DatabaseOptions, Transaction } from '#server/core/db/database.ts'
import { poolOptions } from '#server/core/db/database.ts'
import { isUnavailable } from '#server/core/db/unavailable.ts'
import { within } from '#server/core/within.ts'
import { steadyClock } from './job-clock.ts'
import type { JobRunner } from './job-runner.ts'
import { openJobRunner } from './job-runner.ts'
import { openTroubles } from './job-troubles.ts'
import type { NewJob } from './new-jobs.ts'
import { insertJobs, priorityOf } from './new-jobs.ts'
import { openOutageLine } from './outage-line.ts'
import type { EndedJob, TakenJob } from './taken-jobs.ts'
import { findDue, giveBackDead, giveBackJobs, keepJobs, settleJobs, takeJobs } from './taken-jobs.ts'

export interface JobPolicy {
  retryLimit: number
  /** The seconds before the first retry. With `retryBackoff`, later ones wait longer, up to `retryDelayMax`. */
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  /** The seconds that a job may take in a living process. Jobs of a dead one are free much sooner. */
  expireInSeconds: number
  /** The most concurrent jobs per process; 1 by default. */
  atOnce?: number
  /** Additional concurrent jobs if urgent, which never wait behind long ones. */
  urgentAtOnce?: number
  /** A schedule in cron's five fields (UTC). */
  cron?: string
}

export interface Attempt {
  /** No retry follows. */
  isLast: boolean
}

/** Thrown by a handler after a temporary refusal from outside that it reported itself: retry, nothing is broken. */
export class TryAgain extends Error {}

export type JobHandlers<Jobs> = {
  [Name in keyof Jobs]: (data: Jobs[Name], attempt: Attempt) => Promise<void>
}

export interface QueueOptions extends Pick<DatabaseOptions, 'patienceMs'> {
  /** For tests: finds jobs quickly and schedules nothing. */
  isPrompt?: boolean | undefined
  /** Awaited before non-urgent jobs. */
  giveWay?: () => Promise<void>
  /** Receives a sentence for the log. */
  warn?: (sentence: string) => void
}

// A process runs its own jobs immediately. It polls for all others this often: retries, and jobs of a busy or
// dead process.
const lookMs = 1000
const promptLookMs = 50

// A job waits for weeks if nothing works on it, and is kept for a week afterwards.
const days = 86_400
const keeping = { retentionSeconds: 14 * days, deleteAfterSeconds: 7 * days }

const beatMs = 5000
// pg-boss handles only jobs given back too often, after 30 s. That counts as an attempt, and the next one
// comes later.
const heartbeatSeconds = 30
// pg-boss counts all rows when it looks for silent jobs, so rarely. No job here waits for another (its
// `flow`).
const watchSeconds = 30
const promptWatchSeconds = 5
const flowIntervalSeconds = 3600
// This process's timer looks for troubles, because during one of them the schedule stands still.
const troublesMs = 60_000
const promptTroublesMs = 1000

const settings = [
  // A crash may lose the note that a job was taken or ended; the job then runs again. Adding a job is part of
  // its transaction.
  'synchronous_commit = off',
  // A plan made while the table was empty would read all of it in a rush.
  'plan_cache_mode = force_custom_plan',
  // PostgreSQL last counted before the jobs came and expects few. It would sort all of them for the first
  // five.
  'enable_sort = off',
]

export type Queue<Jobs> = Awaited<ReturnType<typeof openQueue<Jobs>>>

/** Opens the queue, creates missing tables, and sets the queues' current policies. */
export async function openQueue<Jobs>(
  connection: Connection,
  policies: { [Name in keyof Jobs & string]: JobPolicy },
  onEachProblem: (problem: Error) => void,
  { patienceMs, isPrompt = false, giveWay = async () => {}, warn = () => {} }: QueueOptions = {},
) {
  const outage = openOutageLine(onEachProblem, warn)
  const onProblem = outage.report
  let isOpen = true
  /** Reports a problem of a background statement, unless the queue's end interrupted it. */
  const onOwnProblem = (problem: Error) => {
    if (isOpen) onProblem(problem)
  }
  const boss = new PgBoss({
    ...poolOptions(connection, { connections: 2, patienceMs, settings }),
    superviseIntervalSeconds: isPrompt ? promptWatchSeconds : watchSeconds,
    monitorIntervalSeconds: isPrompt ? promptWatchSeconds : watchSeconds,
    flowIntervalSeconds,
    clock: steadyClock,
    clockMonitorIntervalSeconds: troublesMs / 1000,
    application_name: 'portal jobs',
    schedule: !isPrompt,
  })
  boss.on('error', onOwnProblem)
  await boss.start()
  const names = Object.keys(policies) as (keyof Jobs & string)[]
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  // Changes only what differs: a start should not write to each queue again.
  for (const name of names) {
    const wanted = queueSettings(policies[name])
    const queue = queues.get(name)
    if (!queue) await boss.createQueue(name)
    const isCurrent =
      queue && Object.entries(wanted).every(([key, value]) => queue[key as keyof typeof queue] === value)
    if (!isCurrent) await boss.updateQueue(name, wanted)
    const { cron } = policies[name]
    if (cron && cron !== crons.get(name)) await boss.schedule(name, cron)
  }
  // Those of an earlier version, whose jobs nothing would run.
  for (const name of crons.keys())
    if (!policies[name as keyof Jobs & string]?.cron) await boss.unschedule(name)
  const runners = new Map<string, JobRunner>()
  const running = () => [...runners.values()].flatMap((runner) => runner.running())
  const beating = setInterval(() => {
    keepJobs(boss, running()).catch(onOwnProblem)
    giveBackDead(boss).catch(onOwnProblem)
  }, beatMs)
  beating.unref()
  const troubles = openTroubles(boss, { names: names.filter((name) => policies[name].cron), warn })
  await troubles.look()
  const looking = setInterval(
    () => troubles.look().catch(onOwnProblem),
    isPrompt ? promptTroublesMs : troublesMs,
  )
  looking.unref()

  async function run<Data>(
    job: TakenJob<Data>,
    handler: (data: Data, attempt: Attempt) => Promise<void>,
    longestMs: number,
  ): Promise<EndedJob | undefined> {
    try {
      await within(longestMs, handler(job.data, { isLast: job.retryCount >= job.retryLimit }))
      return { job }
    } catch (problem) {
      const { message } = problem as Error
      if (!(problem instanceof TryAgain)) {
        onProblem(new Error(`Job ${job.name} failed: ${message}`, { cause: problem }))
      }
      const isGivenBack = isUnavailable(problem as Error) && giveBackJobs(boss, [job]).catch(() => false)
      if (await isGivenBack) return undefined
      return { job, message }
    }
  }

  /** Asks which names have a due job, all in one query. */
  async function lookForever() {
    while (isOpen) {
      const due = await findDue(boss, names).catch(onOwnProblem)
      if (due) outage.answered()
      for (const { name, priority } of due ?? []) {
        runners.get(name)?.wake(priority)
        // Others may wait behind the urgent ones.
        runners.get(name)?.wake(0)
      }
      await delay(isPrompt ? promptLookMs : lookMs, undefined, { ref: false })
    }
  }

  return {
    /** Adds jobs, which exist only if the transaction commits. `besides`: an insert in the same statement. */
    add: (tx: Transaction<never>, jobs: NewJob<Jobs>[], besides?: RawBuilder<unknown>) =>
      insertJobs(tx, jobs, besides),

    /** Runs a job that the caller added and committed, without waiting for the next poll. */
    wake(added: NewJob<Jobs>) {
      if ((added.afterSeconds ?? 0) <= 0) runners.get(added.job)?.wake(priorityOf(added))
    },

    /** Starts running jobs in this process; a handler that throws is retried by its policy. */
    work(handlers: JobHandlers<Jobs>) {
      for (const name of names) {
        const { atOnce = 1, urgentAtOnce = 0, expireInSeconds } = policies[name]
        const runner = openJobRunner<Jobs[typeof name]>({
          atOnce,
          urgentAtOnce,
          take: (limit, minPriority) => takeJobs(boss, name, limit, minPriority),
          run: (job) => run(job, handlers[name], expireInSeconds * 1000),
          settle: async (ended) => {
            // A job that ends later was given back.
            if (runners.size > 0) await settleJobs(boss, name, ended)
          },
          giveWay,
          onProblem: onOwnProblem,
        })
        runners.set(name, runner)
      }
      void lookForever()
    },

    isReady: () => isOpen,

    /** Returns the troubles of at most a minute ago. */
    troubles: troubles.last,

    /** Returns running jobs to the queue after `graceMs`. */
    async close(graceMs = 5000) {
      isOpen = false
      clearInterval(beating)
      clearInterval(looking)
      await within(graceMs, Promise.all([...runners.values()].map((runner) => runner.close()))).catch(
        () => {},
      )
      const left = running()
      runners.clear()
      await giveBackJobs(boss, left).catch(onProblem)
      await boss.stop({ graceful: false })
    },
  }
}

/**
 * True for a row without a job of this name in a state `before` this one. `key`: the field of the job's data
 * with the row's id; without it, any job counts. Reads the jobs once for all rows, however few PostgreSQL expects.
 */
export function hasNoJob(name: string, key?: string, id = '', before: 'active' | 'completed' = 'completed') {
  const open = sql`from pgboss.job where name = ${sql.lit(name)} and state < ${sql.lit(before)}`
  if (key === undefined) return sql<boolean>`not exists (select ${open})`
  const field = sql`data->>${sql.lit(key)}`
  return sql<boolean>`${sql.ref(id)}::text not in (select ${field} ${open} and ${field} is not null)`
}

/** Returns true if a job is due or running. */
export async function hasOpenJobs(db: Pick<Kysely<unknown>, 'getExecutor'>): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now() and not starts_with(name, '__pgboss') limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Returns every setting, so that one removed from a policy returns to its default. */
function queueSettings({ retryLimit, retryDelay, retryBackoff, retryDelayMax, ...policy }: JobPolicy) {
  return {
    retryLimit,
    retryDelay: retryDelay ?? 0,
    retryBackoff: retryBackoff ?? false,
    retryDelayMax: retryDelayMax ?? null,
    expireInSeconds: policy.expireInSeconds,
    heartbeatSeconds,
    ...keeping,
    // Older portals use it.
    notify: false,
  }
}
