import { setTimeout as delay } from 'node:timers/promises'
import { hasOpenJobs } from '#server/core/jobs/queue.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'

/** A time of the rehearsal, and what happens then. */
export interface Step {
  at: number
  /** The clock stands still during it. */
  holds?: true
  run(): Promise<unknown>
}

/** Does what a portal does every few minutes. */
export async function sweep(services: Services): Promise<void> {
  await write(services, undefined, async (work) => {
    for (const job of sweeps) await work.addJobs(job, [{} as Jobs[typeof job]])
  })
}

/** Waits until no job is due or running. */
export async function untilIdle({ db }: Services, signal: AbortSignal): Promise<void> {
  while (await hasOpenJobs(db)) await delay(20, undefined, { signal })
}

/** Acts for all items, a few of them at the same moment. */
export async function atOnce<Item>(
  most: number,
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values()
  const next = async () => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: most }, next))
}

/** The sweeps that a portal repeats, whose due times are the moved clock's. */
const sweeps = [
  'remind',
  'sweep-attendances',
  'sweep-counts',
  'sweep-webinars',
  'sweep-confirmations',
] as const
