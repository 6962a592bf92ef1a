import { test as base } from '@playwright/test'
import type { Portal } from './portal.ts'
import { startPortal } from './portal.ts'

/** Every worker has a portal of its own; `page` and `browser` open paths of it. */
export const test = base.extend<{ closeOthers: undefined }, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      const portal = await startPortal()
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  /** Whoever else a journey let take part leaves with it: pages that live on keep the next journeys waiting. */
  closeOthers: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
