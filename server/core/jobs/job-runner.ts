import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EndedJob, TakenJob } from './taken-jobs.ts'

/** The priority of a job that someone waits for. Urgent jobs with a rank are a little below it. */
export const urgent = 1000

/** The jobs of one name, and how to run them. */
interface Jobs<Data> {
  atOnce: number
  urgentAtOnce: number
  /** Takes up to `limit` due jobs of at least this priority. */
  take(limit: number, minPriority: number): Promise<TakenJob<Data>[]>
  /** Returns undefined for a job given back. Never throws. */
  run(job: TakenJob<Data>): Promise<EndedJob | undefined>
  settle(ended: EndedJob[]): Promise<void>
  /** Awaited before jobs that are not urgent are taken. */
  giveWay(): Promise<void>
  onProblem(problem: Error): void
}

export interface JobRunner {
  /** Reports that a job of this priority may be due. */
  wake(priority: number): void
  running(): TakenJob[]
  /** Takes no more jobs, and resolves when the taken ones are over. */
  close(): Promise<void>
}

/**
 * Opens a runner for the jobs of one name in this process. A job counts as running until its end is recorded,
 * so one that hangs delays no other. Polls after `wake`, and again as long as each poll fills every free
 * slot.
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
  let mayUrgentBeDue = false
  /** Jobs that are not urgent may be due, and have given way. */
  let mayOthersBeDue = false
  let areGivingWay = false
  let isOpen = true
  let isFilling = false
  let filling = Promise.resolve()
  const ended: EndedJob[] = []
  let settling = Promise.resolve()

  function fill() {
    if (isFilling || room() === 0) return
    isFilling = true
    filling = takeAll().finally(() => {
      isFilling = false
      fill()
    })
  }

  async function takeAll() {
    // Jobs that end at the same time share one statement.
    await nextTurn()
    for (let limit = room(); limit > 0; limit = room()) await takeUpTo(limit).catch(onProblem)
  }

  function room() {
    if (!isOpen) return 0
    const free = atOnce - running.size
    if (mayOthersBeDue && free > 0) return free
    return mayUrgentBeDue ? Math.max(free + urgentAtOnce, 0) : 0
  }

  async function takeUpTo(limit: number) {
    const areAll = mayOthersBeDue && running.size < atOnce
    mayUrgentBeDue = false
    if (areAll) mayOthersBeDue = false
    const jobs = await take(limit, areAll ? 0 : urgent)
    for (const job of jobs) running.set(job, runAlone(job))
    if (jobs.length < limit) return
    if (jobs.every(({ priority }) => priority >= urgent)) mayUrgentBeDue = true
    if (areAll) wakeOthers()
  }

  /** Lets non-urgent jobs give way before they are taken, so that they block no urgent ones. */
  function wakeOthers() {
    if (areGivingWay) return
    areGivingWay = true
    void giveWay().finally(() => {
      areGivingWay = false
      mayOthersBeDue = true
      fill()
    })
  }

  async function runAlone(job: TakenJob<Data>) {
    const end = await run(job)
    if (end) await settleWithOthers(end)
    running.delete(job)
    fill()
  }

  /** Records a job's end together with others of the same tick, or of the time that the previous recording takes. */
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
      if (priority < urgent) return wakeOthers()
      mayUrgentBeDue = true
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
