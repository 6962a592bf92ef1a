import { rm } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import type { Portal } from './portal.ts'
import { startPortal } from './portal.ts'

/** Every worker has its own portal; `page` and `browser` open its paths. */
export const test = base.extend<{ closeOthers: undefined }, { fresh: string; portal: Portal }>({
  /** The folder of a portal that was started once, for copies. */
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      const { folder, stop } = await startPortal()
      await stop({ keepsData: true })
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ fresh }, use) => {
      const portal = await startPortal({}, fresh)
      await use(portal)
      await portal.stop()
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

/** A portal of its own for each journey, which changes what others would see. */
export const testAlone = test.extend<{ ownPortal: Portal }>({
  ownPortal: async ({ fresh }, use) => {
    const portal = await startPortal({}, fresh)
    await use(portal)
    await portal.stop()
  },
  baseURL: async ({ ownPortal }, use) => use(ownPortal.url),
})

export { expect } from '@playwright/test'
