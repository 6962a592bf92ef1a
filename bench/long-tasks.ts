import type { Page } from '@playwright/test'
import type { Figure } from './figures.ts'
import { median } from './rounds.ts'

type Watched = Window & { tasks: number[] }

/** Records the long tasks of a page's main thread (50 ms or more), also after a reload. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(record)
  await page.evaluate(record)
}

function record(): void {
  const tasks: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
  Object.assign(window, { tasks })
}

/** Returns the longest task since the last call, in ms; 0 if none was long. */
export async function longestTask(page: Page): Promise<number> {
  const tasks = await page.evaluate(() => (window as unknown as Watched).tasks.splice(0))
  return Math.max(0, ...tasks)
}

/** Returns the median of the rounds' longest tasks, against the goal. */
export function taskFigure(what: string, longest: number[], goalMs: number): Figure {
  const told = (ms: number) => (ms === 0 ? 'under 50 ms' : `${Math.round(ms)} ms`)
  const value = median(longest)
  return {
    what,
    portal: told(value),
    yardstick: `${told(Math.min(...longest))} to ${told(Math.max(...longest))} in ${longest.length} runs`,
    value,
    shown: told(value),
    goal: { atMost: goalMs },
  }
}
