import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { movedDate, suiteClockMs } from '../suite-clock.ts'

const process = JSON.stringify({ env: { SUITE_CLOCK_MS: suiteClockMs } })
const content = `{ const process = ${process}; ${readFileSync(movedDate, 'utf8')} }`

/** Moves `Date` to the suite's clock on every page that this browser opens. */
export function moveClock(browser: Browser): void {
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    await context.addInitScript({ content })
    return context
  }
}
