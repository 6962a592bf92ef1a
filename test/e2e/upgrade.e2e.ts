import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { completeRegistration, newEmail, signUp } from './people.ts'

test('a page whose files are gone reloads once, and the typed text is still there', async ({ page }) => {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const gone = await removeFiles(page, /\/profile-rules\.js/, isAnswered)
  const starts = countStarts(page)
  await page.goto('/register')
  await page.getByLabel('Email').fill('pat@example.com')
  await page.getByLabel('First name').fill('Pat')
  await page.getByRole('textbox', { name: 'Phone' }).fill('8035550100')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const loaded = page.waitForEvent('load')
  answer()
  await loaded
  await expect(page.getByText('Your entries are still here.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Pat')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('8035550100')

  // A permanently missing file is reported: another load would not help.
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Reloading it usually helps')).toBeVisible()
  expect(starts()).toBe(2)
  gone.restore()
})

test('a link to a page whose files are gone after an upgrade loads that page at its address', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  const gone = await removeFiles(page, /\/private-registered-events\.js/)
  const loaded = page.waitForEvent('load')
  gone.restoreAtLoad()
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Registered Events' })).toBeVisible()
})

test('a page whose messages and dialogs lost their files stays open and still shows their words', async ({
  page,
  portal,
}) => {
  await removeFiles(page, /\/(toast-area|dialog)\.js/)
  const said: string[] = []
  page.on('dialog', async (dialog) => {
    said.push(dialog.message())
    await dialog.accept()
  })
  await signUp(page, portal, newEmail())
  await page.goto('/private/profile')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect.poll(() => said).toContain('Profile updated')
  await expect(page.getByRole('heading', { name: 'Update Your Profile' })).toBeVisible()
})

test('an offline page says so, a slot that is chosen offline does no harm, and the page recovers automatically', async ({
  page,
  context,
  portal,
}) => {
  // The routes abort instead of answering 404, which a browser remembers: idle loading must fail, too.
  const late = /\/(event-details|register-dialog|private-upcoming-event-videos)\.js/
  await page.route(late, (route) => route.abort())
  const toasts = page.waitForResponse(/\/toast-area\.js$/)
  await signUp(page, portal, newEmail())
  await toasts
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(4)
  page.on('dialog', (dialog) => void dialog.accept())
  await context.setOffline(true)
  const notice = page.getByText('This page reconnects automatically')
  await expect(notice).toBeVisible()
  // Each must fail before the next: a failure after the portal is back would reload the page.
  await cards.first().getByRole('button', { name: 'Details' }).click()
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  const slot = cards
    .first()
    .getByRole('button', { name: /Eastern/ })
    .first()
  await slot.click()
  await expect(slot).not.toHaveAttribute('aria-busy')
  await page.getByRole('link', { name: 'Event Videos' }).first().click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(4)
  await page.unrouteAll()
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  // A browser may remember the failed import. Then the page reloads once, and the slot is chosen again.
  const seminar = page
    .getByRole('article', { name: /South Carolina/ })
    .getByRole('button', { name: /Eastern/ })
  await expect(async () => {
    // A dialog that came late would cover the slot.
    if (!(await page.getByRole('dialog').isVisible())) await seminar.click({ timeout: 5000 })
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await completeRegistration(page)
})

test('a visitor who only looks at a page pays for nothing more, however long it is open', async ({
  page,
}) => {
  const asked: string[] = []
  await page.clock.install()
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['/login', '/register', '/events', '/forgot-password', '/admin/login']) {
    // A drawn page asks for the accounts of a demo, which may be after the first quiet moment.
    const asks = path.endsWith('/login') ? page.waitForResponse(/\/look-around$/) : undefined
    await page.goto(path, { waitUntil: 'networkidle' })
    await asks
    asked.length = 0
    await page.clock.runFor(60_000)
    // Whatever these minutes have asked for comes first.
    await page.evaluate(() => fetch('/robots.txt'))
    // A browser fetches the page's icon when it likes.
    const more = asked.filter((path) => path.startsWith('/assets/') && !path.endsWith('/mark.svg'))
    expect(more, path).toEqual([])
  }
})

test('dialogs load while the page is idle, and open without a connection', async ({
  page,
  context,
  portal,
}) => {
  const arrived = page.waitForResponse(/\/register-dialog\.js$/)
  await signUp(page, portal, newEmail())
  await arrived
  await context.setOffline(true)
  await page
    .getByRole('article', { name: /Piston/ })
    .getByRole('button', { name: /Eastern/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Membership & Preferences' })).toBeVisible()
})

/** Removes files, as after an upgrade. The portal answers requests for them once `isAnswered` resolves. */
async function removeFiles(page: Page, names: RegExp, isAnswered = Promise.resolve()) {
  const isGone = (url: URL) => url.pathname.startsWith('/assets/') && names.test(url.pathname)
  await page.route(isGone, async (route) => {
    await isAnswered
    await route.fulfill({ status: 404 })
  })
  const restore = () => page.unroute(isGone)
  return {
    restore,
    /** Restores them with the next page load, which belongs to the new build. */
    restoreAtLoad: () => page.on('request', (sent) => void (sent.isNavigationRequest() && restore())),
  }
}

function countStarts(page: Page): () => number {
  let starts = 0
  page.on('request', (sent) => {
    if (sent.isNavigationRequest()) starts += 1
  })
  return () => starts
}
