import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EndedJob, TakenJob } from './taken-jobs.ts'

/** The priority of a job that somebody waits for. Urgent jobs with a rank are a little below it. */
export const urgent = 1000

/** The jobs of one name, and what it takes to run them. */
interface Jobs<Data> {
  atOnce: number
  urgentAtOnce: number
  /** Takes up to `limit` due jobs of at least this priority. */
  take(limit: number, minPriority: number): Promise<TakenJob<Data>[]>
  /** Returns undefined for a job that was given back. Never throws. */
  run(job: TakenJob<Data>): Promise<EndedJob | undefined>
  settle(ended: EndedJob[]): Promise<void>
  /** Awaited once for all jobs that were taken together and are not urgent. */
  giveWay(): Promise<void>
  onProblem(problem: Error): void
}

export interface JobRunner {
  /** Says that a job of this priority may be due. */
  wake(priority: number): void
  running(): TakenJob[]
  /** Takes no more jobs, and resolves when the taken ones are over. */
  close(): Promise<void>
}

/**
 * Opens a runner for the jobs of one name in this process. A job counts as running from when it is taken until its end is recorded,
 * so one that hangs delays no other. Asks the database after `wake`, and again while it gave as many as there was room for.
 */
export function openJobRunner<Data>({
  atOnce,
  urgentAtOnce,
  take,
  run,
  settle,
  giveWay,
  onProblem,
}: Jobs<Data>): JobRunner {
  const running = new Map<TakenJob, Promise<void>>()
  /** The highest priority of a job that may be due; undefined: none is. */
  let due: number | undefined
  let isOpen = true
  let isFilling = false
  let filling = Promise.resolve()
  const ended: EndedJob[] = []
  let settling = Promise.resolve()

  function fill(): void {
    if (isFilling || room() === 0) return
    isFilling = true
    filling = takeAll().finally(() => {
      isFilling = false
      fill()
    })
  }

  async function takeAll(): Promise<void> {
    // Jobs that end at the same time make room for one statement.
    await nextTurn()
    for (let limit = room(); limit > 0; limit = room()) await takeUpTo(limit).catch(onProblem)
  }

  function room(): number {
    if (!isOpen || due === undefined) return 0
    const free = atOnce - running.size
    return Math.max(free > 0 || due < urgent ? free : free + urgentAtOnce, 0)
  }

  async function takeUpTo(limit: number): Promise<void> {
    const isForUrgent = running.size >= atOnce
    due = isForUrgent ? 0 : undefined
    const jobs = await take(limit, isForUrgent ? urgent : 0)
    if (jobs.length === limit) due = Math.max(due ?? 0, ...jobs.map(({ priority }) => priority))
    const way = jobs.some(({ priority }) => priority < urgent) ? giveWay() : undefined
    for (const job of jobs) running.set(job, runAlone(job, job.priority < urgent ? way : undefined))
  }

  async function runAlone(job: TakenJob<Data>, way: Promise<void> | undefined): Promise<void> {
    await way
    const end = await run(job)
    if (end) await settleWithOthers(end)
    running.delete(job)
    fill()
  }

  /** Records the end of a job together with those that end in the same turn, or while earlier ones are recorded. */
  function settleWithOthers(end: EndedJob): Promise<void> {
    if (ended.push(end) === 1) {
      settling = settling
        .then(() => nextTurn())
        .then(() => settle(ended.splice(0)))
        .catch(onProblem)
    }
    return settling
  }

  return {
    wake(priority) {
      due = Math.max(due ?? 0, priority)
      fill()
    },
    running: () => [...running.keys()],
    async close() {
      isOpen = false
      await filling
      await Promise.all(running.values())
    },
  }
}
