import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }
export const tablet = { width: 768, height: 1024 }

// Named, since what WCAG 2.2 has added is not looked at otherwise.
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What the page shows now, in each size, has no violation and needs no sideways scrolling. */
export async function expectAccessible(page: Page, sizes = [phone, desk]): Promise<void> {
  const open = page
    .locator('[role=dialog], [role=menu], [role=listbox], :popover-open')
    .filter({ visible: true })
  const opened = await open.count()
  for (const size of sizes) {
    await page.setViewportSize(size)
    // What moves is judged where it comes to rest.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
    )
    await expect(open, 'what was open still is').toHaveCount(opened)
    expect(await violationsOf(page), `at ${size.width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `at ${size.width} px`).toBeLessThanOrEqual(0)
  }
}

/** Each as the rule it breaks, and where. Judged in the page itself: it has no frames, into which nothing would look. */
async function violationsOf(page: Page): Promise<string[]> {
  expect(page.frames(), 'frames of the page').toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (tags) => {
    const { violations } = await window.axe.run({ runOnly: tags, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, tags)
}
