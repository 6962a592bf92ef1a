import { setImmediate as nextTurn } from 'node:timers/promises'
import { isSilent } from './unavailable.ts'

/**
 * Runs concurrent requests as one batch, so that a rush costs the database a fraction. Requests of one tick
 * share a batch; later ones wait for the next. A lone request does not wait. After a large batch, the next
 * one waits a moment for more requests, because each batch has a fixed cost. `run` returns the answers in
 * order; if it throws, each item runs alone, so that one problem does not affect the others. If the database
 * is silent, all waiting requests fail together instead of one after the other.
 */
export function inBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false
  let lastSize = 0
  let gathered: (() => void) | undefined

  async function runAll() {
    isRunning = true
    // The other requests of this tick come first.
    await Promise.resolve()
    while (waiting.length > 0) {
      if (lastSize >= rushSize) await gather()
      const batch = waiting.slice(0, largestBatch)
      waiting = waiting.slice(largestBatch)
      lastSize = batch.length
      await answer(batch, run).catch((silence) => {
        const all = [...batch, ...waiting]
        waiting = []
        for (const { reject } of all) reject(silence)
      })
    }
    isRunning = false
  }

  /** Waits a moment for as many items as the last batch had. */
  async function gather() {
    if (waiting.length < lastSize) {
      await new Promise<void>((resolve) => {
        gathered = resolve
        setTimeout(resolve, gatherMs)
      })
    }
    await nextTurn()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void runAll()
      else if (waiting.length >= lastSize) gathered?.()
    })
}

const largestBatch = 200
const rushSize = 4
const gatherMs = 2

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (problem: unknown) => void
}

/** Throws only if the database is silent, before any answer. */
async function answer<Item, Result>(
  batch: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<Result[]>,
) {
  try {
    const results = await run(batch.map(({ item }) => item))
    for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result)
  } catch (problem) {
    const [only, ...more] = batch
    if (more.length === 0) only?.reject(problem)
    else if (isSilent(problem as Error)) throw problem
    else await Promise.all(batch.map((one) => answer([one], run)))
  }
}
