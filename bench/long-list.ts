import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { keptSession } from '#test/kept-session.ts'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { longestTask, taskFigure, watchTasks } from './long-tasks.ts'
import { startServer } from './servers.ts'

const rounds = 5
const goalMs = 50
/** The time in which the page loads code for later (web/core/code.ts). */
const settledMs = 5000
/** The time in which rows are read and drawn. */
const drawnMs = 1500

/** Measures the longest main-thread task while All Registrations shows 1,000 rows of a year with 20,000. */
export async function measureLongList(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const portal = await startServer('portal.ts', { connection: house.connection })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArguments })
  const origin = `http://localhost:${portal.port}`
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const session = await keptSession(origin, house.administrator, true)
    await context.addInitScript(({ key, text }) => localStorage.setItem(key, text), session)
    const page = await context.newPage()
    await page.goto(origin + paths.adminHome())
    await page.locator('tr[data-index]').first().waitFor()
    await page.waitForTimeout(settledMs)
    await watchTasks(page)
    const longest: Record<keyof typeof works, number[]> = { switched: [], sorted: [], scrolled: [] }
    for (let round = 0; round < rounds; round += 1) {
      await showRows(page, 100)
      for (const name of Object.keys(works) as (keyof typeof works)[]) {
        await longestTask(page)
        await works[name](page, round)
        longest[name].push(await longestTask(page))
      }
    }
    return [
      taskFigure('Longest task as a list is switched from 100 to 1,000 rows', longest.switched, goalMs),
      taskFigure('Longest task as 1,000 rows are sorted', longest.sorted, goalMs),
      taskFigure('Longest task as 1,000 rows are scrolled', longest.scrolled, goalMs),
    ]
  } finally {
    await browser.close()
    await portal.stop()
  }
}

const works = {
  switched: (page: Page) => showRows(page, 1000),
  async sorted(page: Page, round: number): Promise<void> {
    const column = round % 2 === 0 ? 'Email' : 'Company Name'
    await pressHead(page, column)
    await page.locator('th[aria-sort=ascending]', { hasText: column }).waitFor({ timeout: 1000 })
  },
  async scrolled(page: Page): Promise<void> {
    await page.mouse.move(720, 500)
    for (let turn = 0; turn < 20; turn += 1) {
      await page.mouse.wheel(0, 900)
      await page.waitForTimeout(50)
    }
    await page.waitForTimeout(drawnMs)
    await page.locator('tr[data-index="400"]').waitFor({ timeout: 1000 })
  },
}

async function showRows(page: Page, size: number): Promise<void> {
  await page.locator('nav select').selectOption(String(size))
  await page.waitForTimeout(drawnMs)
  await page.getByText(`1–${size.toLocaleString('en-US')} of`).waitFor({ timeout: 1000 })
}

/** Clicks with the bare mouse: a locator's search by name would be work of the page, too. */
async function pressHead(page: Page, column: string): Promise<void> {
  const place = await page.locator('th button', { hasText: column }).boundingBox()
  if (!place) throw new Error(`There is no column ${column}`)
  await page.mouse.click(place.x + 8, place.y + 8)
  await page.waitForTimeout(drawnMs)
}
