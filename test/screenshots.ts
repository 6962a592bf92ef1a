import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { getDemoStep } from '#contract/office/dashboard/calls.ts'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import { moveClock } from './e2e/moved-browser.ts'
import { callAsAdministrator, untilDrawn } from './e2e/people.ts'
import { startPortal } from './e2e/portal.ts'

// Takes the README's pictures of the demo: `npm run screenshots`.
const folder = join(import.meta.dirname, '../docs/screenshots')
if (!buildWeb()) process.exit(1)
const portal = await startPortal({ DEMO: 'on' })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArguments })
moveClock(browser)
try {
  const open = async (width: number, height: number) => {
    const viewport = { width, height }
    const context = await browser.newContext({
      baseURL: portal.url,
      viewport,
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    })
    return context.newPage()
  }
  const lookAround = async (page: Page, address: string, as: string) => {
    await page.goto(address)
    await page.getByRole('button', { name: `Look around as ${as}`, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /Events|All Registrations|Dashboard/ }).waitFor()
  }
  while ((await callAsAdministrator(portal, getDemoStep)).step) await setTimeout(500)

  const phone = await open(390, 844)
  await phone.goto(paths.login())
  await phone.getByRole('listitem').first().waitFor()
  await take(phone, 'login')
  await lookAround(phone, paths.login(), 'a technician with hours')
  await phone.goto(paths.registeredEvents())
  await phone.getByText('hours earned').waitFor()
  await take(phone, 'registered-events')

  const desk = await open(1440, 900)
  await lookAround(desk, paths.login(), 'a new technician')
  await desk.goto(paths.home())
  await desk.getByRole('article').first().waitFor()
  await take(desk, 'upcoming-events')

  const office = await open(1440, 900)
  await lookAround(office, paths.adminLogin(), 'an administrator')
  await office.goto(paths.allRegistrations())
  await office
    .getByRole('combobox', { name: /^Hours for/ })
    .first()
    .waitFor()
  await take(office, 'all-registrations')
  await office.goto(paths.dashboard())
  await untilDrawn(office)
  await take(office, 'dashboard')
} finally {
  await browser.close()
  await portal.stop()
}

async function take(page: Page, name: string): Promise<void> {
  // Waits for logos and the like.
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 82 })
}
