import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

// Named, because rules that are new in WCAG 2.2 are off by default.
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects no sideways scrolling of the page in each size, and no violation on a phone and at a desk. A size between them repeats
 * parts of both.
 */
export async function expectAccessible(page: Page, sizes = [phone, desk]): Promise<void> {
  // A page that still loads has no heading yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // A list is pale until it shows what was searched for.
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
  const open = page
    .locator('[role=dialog], [role=menu], [role=listbox], :popover-open')
    .filter({ visible: true })
  const opened = await open.count()
  for (const size of sizes) {
    await page.setViewportSize(size)
    // Judges animations at their end, unless they are endless, or scrolling moves them.
    await page.evaluate(async () => {
      // What opens begins to fade in a frame or two after it is there.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      const ending = document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      await Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
    })
    await expect(open, 'what was open still is').toHaveCount(opened)
    const isBetween = phone.width < size.width && size.width < desk.width
    if (!isBetween)
      expect(await violationsOf(page, opened === 1), `${page.url()} at ${size.width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `at ${size.width} px`).toBeLessThanOrEqual(0)
  }
}

/**
 * Returns each violation as its rule and place. The page has no frames, so it is judged from inside. Of an open modal dialog only that is
 * judged: the page behind is a state of its own.
 */
async function violationsOf(page: Page, isOneOpen: boolean): Promise<string[]> {
  expect(page.frames(), 'frames of the page').toHaveLength(1)
  await bringJudge(page)
  return page.evaluate(
    async ({ tags, isOneOpen }) => {
      const judged = (isOneOpen && document.querySelector('[aria-modal=true]')) || document
      const { violations } = await window.axe.run(judged, { runOnly: tags, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    },
    { tags, isOneOpen },
  )
}

// Half the size of the readable file: a browser compiles it for every page.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe at the page's start, so that it is compiled once for everything opened later. */
async function bringJudge(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(source)
  await page.addInitScript({ content: source })
}
