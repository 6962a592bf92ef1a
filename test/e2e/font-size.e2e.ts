import type { Page } from '@playwright/test'
import { phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { forgetBrowser, newEmail, registerFor, signInAsAdministrator, signUp } from './people.ts'

// A browser whose font size is 'very large': 32 px instead of 16.
test.beforeEach(async ({ page }) => {
  await page.setViewportSize(phone)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
})

test('at twice the font size, no page of an attendee scrolls sideways on a phone', async ({
  page,
  portal,
}) => {
  for (const path of ['/login', '/register', '/forgot-password', '/events', '/events/4', '/verify']) {
    await page.goto(path)
    await expectToFit(page)
  }
  await signUp(page, portal, newEmail())
  await registerFor(page, /Turbine/)
  await expectToFit(page)
  for (const name of ['Registered Events', 'Event Videos', 'Upcoming Events']) {
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('link', { name }).first().click()
    await expectToFit(page)
  }
})

test('at twice the font size, no page of an administrator scrolls sideways on a phone', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /Turbine/)
  await forgetBrowser(page)
  await signInAsAdministrator(page)
  const links = await linksOf(page)
  await page.goto('/admin/private/provider')
  await expectToFit(page)
  for (const path of new Set([...links, ...(await linksOf(page))])) {
    await page.goto(path)
    await expectToFit(page)
  }
})

async function expectToFit(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(width, page.url()).toBe(phone.width)
}

/** Returns the addresses of the page's links to pages of administrators. */
function linksOf(page: Page): Promise<string[]> {
  return page
    .locator('a[href^="/admin/private/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}
