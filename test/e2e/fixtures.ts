import { test as base } from '@playwright/test'
import type { Portal } from './portal.ts'
import { startPortal } from './portal.ts'

/** Every worker has a portal of its own; `page` and `browser` open paths of it. */
export const test = base.extend<object, { portal: Portal }>({
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
})

export { expect } from '@playwright/test'
