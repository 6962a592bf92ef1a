import type { Figure } from './figures.ts'
import type { Server } from './servers.ts'

/** Returns how far a server's process grows during `work`, in MiB, including threads. */
export async function growthOf(server: Server, work: () => Promise<unknown>): Promise<number> {
  const before = server.memory()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, server.memory())
  }, 5)
  await work().finally(() => clearInterval(watch))
  return most - before
}

/** Returns the largest growth of all runs, including the first. */
export function growthFigure(what: string, all: number[], atMost: number): Figure {
  const value = Math.max(...all)
  const shown = `${value.toFixed(1)} MiB`
  return {
    what,
    portal: shown,
    yardstick: `the most of ${all.length} runs`,
    value,
    shown,
    goal: { atMost },
  }
}
