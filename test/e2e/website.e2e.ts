import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { completeRegistration, fillProfile, newEmail, signInAsAdministrator } from './people.ts'

let website: Server
/** The code in the page of the company's website. */
let code = ''
test.beforeAll(async () => {
  website = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">
<title>Example Aviation</title></head>
<body style="margin: 0"><main><h1>Example Aviation</h1><p>Our seminars:</p>${code}<p>Behind them.</p></main></body></html>`)
  }).listen(0)
  await once(website, 'listening')
})
test.afterAll(() => void website.close())

test('a stranger goes from the company’s website to the portal and registers, and other websites get a link only', async ({
  page,
  browser,
  portal,
}) => {
  const site = `http://localhost:${(website.address() as AddressInfo).port}`
  await signInAsAdministrator(page, '/admin/private/website')
  await expect(page.getByText('No websites')).toBeVisible()
  code = (await page.locator('pre').textContent()) ?? ''
  expect(code).toContain(`src="${portal.url}/embed.js"`)

  const visitor = await browser.newPage({ viewport: phone })
  const frame = visitor.frameLocator('iframe')
  await visitor.goto(site)
  const link = visitor.getByRole('link', { name: 'See open events and register' })
  await expect(link).toHaveAttribute('href', `${portal.url}/events`)
  await expect(visitor.locator('iframe')).toBeHidden()

  const field = page.getByRole('textbox', { name: 'Address of a website' })
  await field.fill('http://example.com')
  await page.getByRole('button', { name: 'Allow website' }).click()
  await expect(page.getByText('Enter an address that starts with https://')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(`${site}/seminars`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Allowed websites' })).toContainText(site)
  await expectAccessible(page)

  await visitor.reload()
  await expect(link).toHaveCount(0)
  await expect(frame.getByRole('heading', { name: /^Piston/ }).first()).toBeVisible()
  await expect(visitor.locator('iframe')).toHaveAttribute('title', 'Open events')
  for (const size of [desk, phone]) await expectWhole(visitor, size)
  // Judged from inside.
  await visitor.goto(`${portal.url}/embed/events`)
  await expectAccessible(visitor)
  await visitor.goto(`${portal.url}/embed/events?scheme=dark`)
  await expectAccessible(visitor)
  expect(await visitor.context().cookies()).toEqual([])

  // By keyboard: the first event, then its first time slot.
  await visitor.goto(site)
  await expect(frame.getByRole('heading', { name: /^Piston/ }).first()).toBeVisible()
  const slot = frame.getByRole('link', { name: /8:00 AM – 12:00 PM Eastern/ }).first()
  const isFocused = () => slot.evaluate((element) => element === document.activeElement)
  await expect(async () => {
    await visitor.keyboard.press('Tab')
    expect(await isFocused()).toBe(true)
  }).toPass({ intervals: [0] })
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(`${portal.url}/register`)
  await expect(visitor.getByRole('alert')).toContainText(/8:00 AM – 12:00 PM Eastern/)
  const email = newEmail()
  await visitor.getByRole('textbox', { name: 'Email' }).fill(email)
  await fillProfile(visitor)
  await visitor.getByRole('textbox', { name: 'Phone' }).fill('8035550100')
  await visitor.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: /sent to your email/ })).toBeVisible()
  await visitor.goto(await portal.linkTo(email))
  const dialog = visitor.getByRole('dialog')
  await expect(dialog).toContainText(/Register for Piston.*8:00 AM – 12:00 PM Eastern/)
  await completeRegistration(visitor)

  // The next view after the removal is refused.
  await page.getByRole('button', { name: `Remove ${site}` }).click()
  await expect(page.getByText('No websites')).toBeVisible()
  await visitor.goto(site)
  await expect(link).toBeVisible()
  await expect(visitor.locator('iframe')).toBeHidden()
})

/** Expects that the frame is as high as its content, and that the page does not scroll sideways. */
async function expectWhole(visitor: Page, size: { width: number; height: number }): Promise<void> {
  await visitor.setViewportSize(size)
  await expect(async () => {
    const room = await visitor.locator('iframe').evaluate(({ clientHeight }) => clientHeight)
    const body = visitor.frameLocator('iframe').locator('body')
    const needed = await body.evaluate(({ scrollHeight }) => scrollHeight)
    expect(Math.abs(room - needed)).toBeLessThanOrEqual(1)
  }).toPass()
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
}
