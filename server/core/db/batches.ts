import { isSilent } from './unavailable.ts'

/**
 * Lets what many ask for at the same moment be done as one, so that a rush costs the database a fraction: while a run is
 * under way, those who come gather for the next. Who comes alone waits for nobody. `run` answers each item in its place;
 * when it throws for several, each is run by itself, so that one's problem stays their own. While the database is silent,
 * all who wait are told at once: one run after the other, the last would wait for minutes.
 */
export function inBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch)
      waiting = waiting.slice(largestBatch)
      await answer(batch, run).catch((silence) => {
        const all = [...batch, ...waiting]
        waiting = []
        for (const { reject } of all) reject(silence)
      })
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void runAll()
    })
}

const largestBatch = 100

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (problem: unknown) => void
}

/** Throws only that the database is silent, which nobody of several is told yet. */
async function answer<Item, Result>(
  batch: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
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
