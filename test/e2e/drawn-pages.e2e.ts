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

test.describe('the page of an event', () => {
  test.use({ timezoneId: 'America/Chicago', viewport: { width: 390, height: 844 } })

  test('is read before its code has arrived, needs no call, and moves nothing as it takes over', async ({
    page,
    portal,
  }) => {
    test.slow()
    const eventId = await eventOf(portal.url, 'Piston')
    const come = Promise.withResolvers<void>()
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.route(/\/index\.js$/, async (route) => {
      await come.promise
      await route.continue()
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    const bytesASecond = 400_000 / 8
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: bytesASecond,
      uploadThroughput: bytesASecond,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(`/events/${eventId}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: /Piston/ })).toBeVisible({ timeout: 60_000 })
    await expect(page).toHaveTitle(/Piston/)
    await expect(page.getByRole('button', { name: /8:00 AM – 12:00 PM Eastern/ }).first()).toBeVisible()
    await expect(page.getByText('Poll questions are required for credit')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Day 2' })).toBeVisible()
    await expect(page.getByText('your time')).toHaveCount(0)

    await page.evaluate(watchShifts)
    come.resolve()
    const own = page.getByRole('button', { name: /7:00 AM – 11:00 AM your time/ }).first()
    await expect(own).toBeVisible({ timeout: 60_000 })
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
    expect(calls.filter((path) => path.includes('get-open-events'))).toEqual([])
    await own.click()
    await expect(page).toHaveURL(/\/register$/)
  })

  test('shows a signed-in person the way to their events', async ({ page, portal }) => {
    await signUp(page, portal, newEmail())
    await page.goto(`/events/${await eventOf(portal.url, 'Piston')}`)
    await expect(page.getByRole('link', { name: 'My events' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: /Piston/ })).toBeVisible()
  })

  test('shows hostile text as text', async ({ page, portal }) => {
    const hostile = '</script></title><img src=x onerror="document.body.remove()">'
    const eventId = await eventOf(portal.url, 'Piston')
    await portal.query('update events set event_name = $1, venue = $1 where event_id = $2', [
      hostile,
      eventId,
    ])
    await portal.query('notify events_changed')
    await withoutScripts(page)
    await expect(async () => {
      await page.goto(`/events/${eventId}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile, { timeout: 500 })
    }).toPass()
    expect(await (await fetch(`${portal.url}/events/${eventId}`)).text()).not.toContain('<img src=x')
    await page.unrouteAll()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile)
  })

  test('is not drawn for a draft', async ({ page, portal }) => {
    const eventId = await eventOf(portal.url, 'Piston')
    await portal.query('update events set is_draft = true, is_enabled = false where event_id = $1', [eventId])
    await portal.query('notify events_changed')
    await expect(async () => {
      expect(await (await fetch(`${portal.url}/events/${eventId}`)).text()).not.toContain('Piston')
    }).toPass()
    await page.goto(`/events/${eventId}`)
    await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible()
  })
})

async function eventOf(url: string, name: string): Promise<number> {
  const answer = (await (await fetch(`${url}/api/public/get-open-events`)).json()) as {
    data: { events: { event_id: number; event_name: string }[] }
  }
  return answer.data.events.find((event) => event.event_name.includes(name))?.event_id ?? 0
}

/** Counts in the page what moves by itself from now on. */
function watchShifts(): void {
  const shifts: number[] = []
  Reflect.set(window, 'shifts', shifts)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift' })
}
