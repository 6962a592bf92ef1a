import { PerformanceObserver, performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sum } from '#contract/core/numbers.ts'

/**
 * Returns the CPU time of this thread during work, in ms, and of its longest turn. Other processes that need the CPU add nothing, nor
 * does the collection of garbage, which other tests of the process leave. Turns that only wait are left out.
 */
export async function turnsOf(work: () => Promise<void>): Promise<{ longest: number; all: number }> {
  const turns: { from: number; to: number; ms: number }[] = []
  const collections: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  let from = performance.now()
  let before = process.threadCpuUsage()
  let next = setImmediate(endTurn)
  await work()
  clearImmediate(next)
  // Node tells of a collection a turn later.
  await nextTurn()
  collections.push(...observer.takeRecords())
  observer.disconnect()
  const own = turns.map(({ from, to, ms }) => {
    const during = collections.filter(({ startTime }) => from <= startTime && startTime < to)
    return ms - sum(during.map(({ duration }) => duration))
  })
  return { longest: Math.max(0, ...own), all: sum(own) }

  function endTurn(): void {
    const to = performance.now()
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1000
    if (ms > 1) turns.push({ from, to, ms })
    from = performance.now()
    before = process.threadCpuUsage()
    next = setImmediate(endTurn)
  }
}
