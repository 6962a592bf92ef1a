import type { JobResult, JobWithMetadata } from 'pg-boss'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Connection, Transaction } from '../db/database.ts'

/** How the jobs of one name are run. */
export interface JobPolicy {
  /** Attempts after the first. */
  retryLimit: number
  /** Seconds before the first retry; with `retryBackoff` each further one waits longer, up to `retryDelayMax`. */
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  /** Seconds until a job that a dead process took is run by another; longer than a whole batch can take. */
  expireInSeconds: number
  /** How many are fetched at once and run one after the other. */
  batchSize?: number
  /** Wakes the workers of every process at once; costs the transaction a lock, so not where many write together. */
  notify?: boolean
  /** Runs by the clock, in cron's five fields (UTC). */
  cron?: string
}

export interface Attempt {
  /** No further attempt follows when this one fails. */
  isLast: boolean
}

export type JobHandlers<Jobs> = {
  [Name in keyof Jobs]: (data: Jobs[Name], attempt: Attempt) => Promise<void>
}

export interface Queue<Jobs> {
  /** Adds jobs in one statement; they exist only if the transaction commits. */
  add<Name extends keyof Jobs & string>(tx: Transaction<never>, name: Name, data: Jobs[Name][]): Promise<void>
  /** Starts running jobs in this process; a handler that throws is tried again by its policy. */
  work(handlers: JobHandlers<Jobs>): Promise<void>
  isReady(): boolean
  /** Hands running jobs back after `graceMs`. */
  close(graceMs?: number): Promise<void>
}

// As long as there is more to do than one batch takes, the next is fetched at once; retries are announced by nobody.
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2, burstWhenBatchFull: true }

/** Opens the queue, makes its tables when missing and its queues by their policies. */
export async function openQueue<Jobs>(
  connection: Connection,
  policies: { [Name in keyof Jobs & string]: JobPolicy },
  onProblem: (problem: Error) => void,
): Promise<Queue<Jobs>> {
  const boss = new PgBoss({ ...connection, max: 4, application_name: 'portal jobs', useListenNotify: true })
  boss.on('error', onProblem)
  await boss.start()
  const names = Object.keys(policies) as (keyof Jobs & string)[]
  const known = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const name of names) {
    const { batchSize: _, cron, ...options }: JobPolicy = policies[name]
    if (!known.has(name)) await boss.createQueue(name, options)
    if (cron) await boss.schedule(name, cron)
  }
  let isOpen = true

  return {
    async add(tx, name, data) {
      const jobs = data.map((each) => ({ data: each as object }))
      await boss.insert(name, jobs, { db: fromKysely(tx) })
    },

    async work(handlers) {
      for (const name of names) {
        const batchSize = policies[name].batchSize ?? 1
        await boss.work(
          name,
          { includeMetadata: true, perJobResults: true, batchSize, ...polling },
          (jobs: JobWithMetadata<Jobs[typeof name]>[]) => runEach(jobs, handlers[name], onProblem),
        )
      }
    },

    isReady: () => isOpen,

    async close(graceMs = 5000) {
      isOpen = false
      await boss.stop({ graceful: true, timeout: graceMs, close: true })
    },
  }
}

/** Runs a batch one after the other; each job succeeds or fails by itself. */
async function runEach<Data>(
  jobs: JobWithMetadata<Data>[],
  handler: (data: Data, attempt: Attempt) => Promise<void>,
  onProblem: (problem: Error) => void,
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const job of jobs) {
    try {
      await handler(job.data, { isLast: job.retryCount >= job.retryLimit })
      results.push({ id: job.id, status: 'completed' })
    } catch (problem) {
      const { message } = problem as Error
      onProblem(new Error(`Job ${job.name} failed: ${message}`, { cause: problem }))
      results.push({ id: job.id, status: 'failed', output: { message } })
    }
  }
  return results
}
