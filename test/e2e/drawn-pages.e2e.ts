import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newEmail, signUp } from './people.ts'

test('a signed-in person reads the heading and opens the menu before any script has loaded', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page, portal, newEmail())
  await expect(page.getByRole('article')).toHaveCount(4)
  await withoutScripts(page)
  await page.goto('/private/upcoming-events')
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expect(page.getByText('Loading the events')).toBeAttached()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Update Your Profile' })).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Robin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})

test('before any script has loaded, visitors see no private page, and signed-in people see no login page', async ({
  page,
  portal,
}) => {
  await withoutScripts(page)
  await page.goto('/private/upcoming-events')
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeHidden()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Send sign-in link' })).toBeVisible()
  await signUp(page, portal, newEmail())
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Send sign-in link' })).toBeHidden()
})

test('the scripts take over the text that was typed before they loaded, and an early click on Register leads nowhere', async ({
  page,
}) => {
  const come = Promise.withResolvers<void>()
  const opened: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest())
      opened.push(new URL(request.url()).pathname + new URL(request.url()).search)
  })
  await page.route(/\/index\.js$/, async (route) => {
    await come.promise
    await route.continue()
  })
  await page.goto('/register', { waitUntil: 'commit' })
  const states = page.getByRole('combobox', { name: 'State/Province' })
  await page.getByLabel('First name').fill('Pat')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await states.pressSequentially('south c')
  come.resolve()
  await expect(page.getByRole('option')).toHaveText(['South Carolina'])
  await page.keyboard.press('Enter')
  await expect(states).toHaveValue('South Carolina')
  await expect(page.getByLabel('First name')).toHaveValue('Pat')
  expect(opened).toEqual(['/register'])
})

async function withoutScripts(page: Page): Promise<void> {
  await page.route(/\/index\.js$/, (route) => route.abort())
}

test('the login page requests three scripts and is painted once it is complete', async ({ portal }) => {
  const html = await (await fetch(`${portal.url}/login`)).text()
  const code = html.matchAll(/<(?:script|link)[^>]* (?:src|href)="[^"]*\/([^"/]+\.js)"/g)
  expect([...code].map(([, file]) => file).sort()).toEqual(['boot.js', 'index.js', 'login.js'])
  const [, awaited] = /<link rel="expect" href="#([^"]+)" blocking="render"/.exec(html) ?? []
  expect(html.indexOf(`id="${awaited}"`)).toBeGreaterThan(html.indexOf('<div id="root">'))
})
