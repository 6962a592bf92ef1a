import { test as base } from '@playwright/test'
import { moveClock } from './moved-browser.ts'
import type { Portal } from './portal.ts'
import { startPortal } from './portal.ts'

/** Every worker has a portal, whose data each journey finds as new; `page` and `browser` open its paths. */
export const test = base.extend<{ portal: Portal; closeOthers: undefined }, { running: Portal }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      const portal = await startPortal()
      await portal.keepData()
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
  portal: async ({ running }, use) => {
    await running.restoreData()
    await use(running)
  },
  browser: [
    async ({ browser }, use) => {
      moveClock(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  /** Closes other pages of a journey: open pages would slow the next ones down. */
  closeOthers: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
