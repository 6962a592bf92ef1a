import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import { registerFor, signUp } from './e2e/people.ts'
import { startPortal } from './e2e/portal.ts'

// The pictures of the README, taken of the portal as it is: `npm run screenshots`.
const folder = join(import.meta.dirname, '../docs/screenshots')
if (!buildWeb()) process.exit(1)
const portal = await startPortal()
const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArguments })
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
  const phone = await open(390, 844)
  await phone.goto('/login')
  await phone.getByRole('listitem').first().waitFor()
  await take(phone, 'login')
  await signUp(phone, portal, 'robin@example.com')
  await registerFor(phone, /Turbine/)
  await phone.goto('/private/registered-events')
  await phone.getByText('hours earned').waitFor()
  await take(phone, 'registered-events')

  const desk = await open(1440, 900)
  await signUp(desk, portal, 'jordan@example.com', 'Jordan')
  await desk.getByRole('article').first().waitFor()
  await desk.getByText('Profile updated').waitFor({ state: 'hidden' })
  await take(desk, 'upcoming-events')
} finally {
  await browser.close()
  await portal.stop()
}

async function take(page: Page, name: string): Promise<void> {
  // What is still on its way, as the logos are.
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 82 })
}
