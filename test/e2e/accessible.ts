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

// Half the size of the readable file: a browser compiles it for every page.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Named, because rules that are new in WCAG 2.2 are off by default.
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects no violation in the first size, and no sideways scrolling of the page in each. The other sizes have the same elements: pages
 * that have not are judged in two sizes by the journeys 'accessibility' and 'menu'.
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
  for (const [place, size] of sizes.entries()) {
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
    if (place === 0)
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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ({ tags, isOneOpen }) => {
      const judged = (isOneOpen && document.querySelector('[aria-modal=true]')) || document
      const { violations } = await window.axe.run(judged, { runOnly: tags, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    },
    { tags, isOneOpen },
  )
}

/** Expects no sideways scrolling in a 'very large' font: 32 px instead of 16. The page has a phone's size. */
export async function expectToFitInLargeFont(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  const browser = await page.context().newCDPSession(page)
  const setFontSize = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  await browser.send('Page.enable')
  await setFontSize(32)
  const width = await page.evaluate(async () => {
    const root = document.documentElement
    await document.fonts.ready
    while (getComputedStyle(root).fontSize !== '32px') await new Promise(requestAnimationFrame)
    return root.scrollWidth
  })
  expect.soft(width, `${page.url()} in a very large font`).toBe(phone.width)
  await setFontSize(16)
  await browser.detach()
}
