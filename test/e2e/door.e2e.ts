import type { BrowserContext, Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { easternDay } from '#contract/core/season.ts'
import { expectAccessible, phone } from './accessible.ts'
import { seminar } from './demo-season.ts'
import { checkInByName, givenDoor, givenTicketKey, lastCheckIn, typeTicket, untilStored } from './door.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator, signInByPassword } from './people.ts'

test('a desk with a scanner, and a phone with the search, check the same people in and out', async ({
  browser,
  page,
  portal,
}) => {
  const [pat = 0, robin = 0, sam = 0, late = 0, soon = 0] = await givenDoor(portal, 5)
  await portal.query("update users set first_name = 'Robin' where email = 'door-2@example.com'")
  const ticketOf = await givenTicketKey(portal)
  await signInAsAdministrator(page, paths.checkIn())
  const status = page.getByRole('main')
  await expect(status).toContainText(seminar.name)
  await expectAccessible(page)

  await typeTicket(page, await ticketOf(pat))
  await expect(lastCheckIn(page)).toContainText('Checked in')
  const spoken = lastCheckIn(page).getByRole('status')
  await expect(spoken).toHaveAttribute('aria-live', 'assertive')
  await expect(spoken).toContainText('Name on the certificate: Pat Example 001')
  await expect(lastCheckIn(page)).toContainText('door-1@example.com')
  await expectAccessible(page)
  await typeTicket(page, await ticketOf(pat))
  await expect(lastCheckIn(page)).toContainText('Already checked in')
  await search(page, 'Pat Example 001')
  await expect(page.getByText('In since')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check in Pat Example 001' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  // A scanner types on after a click on the switch, too.
  const direction = page.getByRole('radiogroup', { name: 'Direction' })
  await direction.getByText('Check out').click()
  await typeTicket(page, await ticketOf(pat))
  await expect(lastCheckIn(page)).toContainText('Checked out')
  await direction.getByText('Check in').click()
  await typeTicket(page, await ticketOf(pat))
  await expect(lastCheckIn(page)).toContainText('Checked in')
  await typeTicket(page, `${(await ticketOf(pat)).slice(0, -8)}AAAAAAAA`)
  await expect(lastCheckIn(page)).toContainText('Not a ticket')

  await page.getByRole('button', { name: 'Walk-in' }).click()
  await typeTicket(page, await ticketOf(pat))
  await expect(page.getByText('This is a ticket. Cancel the walk-in to scan it.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  const other = await openDoor(
    await browser.newContext({ baseURL: portal.url, viewport: phone, hasTouch: true }),
  )
  await search(other, 'robin')
  await expect(other.getByText('1 person found.')).toBeVisible()
  await expectAccessible(other, [phone])
  await other.getByRole('button', { name: 'Check in Robin Example 002' }).click()
  await expect(lastCheckIn(other)).toContainText('Checked in')
  await lastCheckIn(other).getByRole('button', { name: 'Undo' }).click()
  await expect(lastCheckIn(other)).toContainText('Undone')
  await expect.poll(() => checkInsOf(portal, robin)).toEqual(['in', 'undo'])
  // The portal knows better than a list that is seconds old.
  await other.route('**/api/private/check-ins', () => {})
  await portal.query('update registrations set cancelled_at = now() where registration_id = $1', [robin])
  await checkInByName(other, 'Check in', 'Robin Example 002')
  await expect(lastCheckIn(other)).toContainText('Not checked in')
  await expect(lastCheckIn(other)).toContainText('This registration is canceled.')
  await other.unrouteAll({ behavior: 'ignoreErrors' })
  await search(other, 'Pat <door-1@example.com>')
  await expect(other.getByText(/^In since/)).toBeVisible()
  await checkInByName(other, 'Check out', 'Pat Example 001')
  await expect(lastCheckIn(other)).toContainText('Checked out')
  await expect(page.getByText('Left').locator('..')).toContainText('1')

  await page.getByRole('button', { name: 'Walk-in' }).click()
  await page.getByRole('button', { name: 'Register and check in' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill(' Wanda ')
  await page.getByLabel('Last name').fill('Walker')
  await page.getByLabel('Email').fill('Wanda Walker <wanda@example.com>')
  await page.getByRole('button', { name: 'Register and check in' }).click()
  await expect(lastCheckIn(page)).toContainText('Wanda Walker')
  await portal.mailAbout('wanda@example.com', /^Complete your profile/)
  await search(page, 'wanda')
  await expect(page.getByText(/^In since/)).toBeVisible()

  // Administrators see the day, within five seconds of each check-in, and which came late.
  await portal.query(
    `insert into check_ins (check_in_id, registration_id, day_on, act, checked_at, how, received_at)
     select gen_random_uuid(), registration, $3::date, 'in', now() - late, 'search', now()
     from (values ($1::integer, interval '10 seconds'), ($2, interval '2 minutes')) came (registration, late)`,
    [soon, late, easternDay(new Date())],
  )
  await page.clock.install()
  await page.goto(paths.doorDay())
  await expect(page.getByText("1 check-in arrived late, with the device's own time.")).toBeVisible()
  const sentLate = page.getByRole('table', { name: 'People' }).getByRole('row', { name: /sent late/ })
  await expect(sentLate).toHaveCount(1)
  await expect(sentLate).toContainText('Example 004')
  const count = (label: string) =>
    page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).getByRole('definition')
  await expect(count('In')).toHaveText('3')
  await expect(count('Out')).toHaveText('1')
  await expect(count('Walk-ins')).toHaveText('1')
  await expect(page.getByRole('row', { name: /Wanda Walker/ })).toContainText('In, walk-in')
  await checkInByName(other, 'Check in', 'Pat Example 003')
  await expect.poll(() => checkInsOf(portal, sam)).toEqual(['in'])
  await page.clock.fastForward(5_000)
  await expect(count('In')).toHaveText('4')
  await expectAccessible(page)
})

test('three doors work without a network on 600 people, and agree afterwards', async ({
  browser,
  portal,
}) => {
  const people = await givenDoor(portal, 600)
  const ticketOf = await givenTicketKey(portal)
  const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext({ baseURL: portal.url })))
  const [first, second, third] = (await Promise.all(contexts.map(openDoor))) as [Page, Page, Page]
  await Promise.all([first, second, third].map(untilStored))
  await expect(first.getByText('Expected').locator('..')).toContainText('600')

  await Promise.all([contexts[1]?.setOffline(true), contexts[2]?.setOffline(true)])
  await second.reload()
  await third.reload()
  await expect(second.getByText('No network', { exact: true })).toBeVisible()
  for (const door of [second, third])
    await expect(door.getByText('Expected').locator('..')).toContainText('600')

  // Two doors without a network let in the same person, and the one with a network is the last.
  const [pat = 0, robin = 0] = people
  await typeTicket(third, await ticketOf(pat))
  await expect(lastCheckIn(third)).toContainText('Checked in')
  await typeTicket(second, await ticketOf(pat))
  await expect(lastCheckIn(second)).toContainText('Checked in')
  await checkInByName(first, 'Check in', 'Pat Example 001')
  await expect(lastCheckIn(first)).toContainText('door-1@example.com')
  await checkInByName(first, 'Check out', 'Pat Example 001')
  await expect(lastCheckIn(first)).toContainText('Checked out')
  await checkInByName(second, 'Check out', 'Pat Example 001')
  await expect(lastCheckIn(second)).toContainText('Checked out')
  await checkInByName(third, 'Check in', 'Pat Example 002')
  await second.getByRole('button', { name: 'Walk-in' }).click()
  await second.getByLabel('First name').fill('Wanda')
  await second.getByLabel('Last name').fill('Walker')
  await second.getByLabel('Email').fill('wanda@example.com')
  await second.getByRole('button', { name: 'Register and check in' }).click()
  await expect(second.getByText('No network: 3 check-ins wait')).toBeVisible()
  await second.reload()
  await checkInByName(second, 'Check out', 'Wanda Walker')
  await expect(second.getByText('No network: 4 check-ins wait')).toBeVisible()
  await search(second, 'Pat Example 001')
  await expect(second.getByRole('listitem').filter({ hasText: /^Pat Example 001Example/ })).toContainText(
    'Left at',
  )

  const waiting = { second: await waitingTimes(second), third: await waitingTimes(third) }
  await contexts[1]?.setOffline(false)
  await expect(second.getByText('Online', { exact: true })).toBeVisible()
  await contexts[2]?.setOffline(false)
  await expect(third.getByText('Online', { exact: true })).toBeVisible()
  const noted = await portal.query<{ act: string; at: Date }>(
    'select act, checked_at as at from check_ins where registration_id = $1 order by checked_at',
    [pat],
  )
  const timesOf = (act: string) => noted.flatMap((each) => (each.act === act ? each.at.toISOString() : []))
  expect([timesOf('in').length, timesOf('out').length]).toEqual([3, 2])
  expect(noted.map(({ at }) => at.toISOString())).toEqual(
    expect.arrayContaining([...waiting.second.slice(0, 2), waiting.third[0]]),
  )
  const visits = await first.evaluate(visitsOf, { path: '/api/private/check-ins', registrationId: pat })
  expect(visits).toEqual([{ inAt: timesOf('in')[0], outAt: timesOf('out').at(-1) }])
  expect(await checkInsOf(portal, robin)).toEqual(['in'])
  await portal.mailAbout('wanda@example.com', /^Complete your profile/)
  await expect(first.getByText('Left', { exact: true }).locator('..')).toContainText('2')
})

test('check-ins outlive the session, and the list does not', async ({ page, context, portal }) => {
  const [pat = 0] = await givenDoor(portal, 2)
  await signInAsAdministrator(page, paths.checkIn())
  await untilStored(page)
  await context.setOffline(true)
  await expect(page.getByText('No network', { exact: true })).toBeVisible()
  await checkInByName(page, 'Check in', 'Pat Example 001')
  await expect(page.getByText('No network: 1 check-in waits')).toBeVisible()
  await portal.query('delete from sessions')
  await context.setOffline(false)
  await expect(page).toHaveURL(/admin\/login$/)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('root'))),
  ).toEqual([])
  await signInByPassword(page, undefined, 'Check-in')
  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await expect.poll(() => checkInsOf(portal, pat)).toEqual(['in'])
})

test('a stored page stays whole if an upgrade is interrupted', async ({ page, context, portal }) => {
  await givenDoor(portal, 2)
  await signInAsAdministrator(page, paths.checkIn())
  await untilStored(page)
  const next = '/assets/0123456789abcdef/'
  await page.evaluate(async (build) => {
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ build, files: [`${build}gone.js`] })
  }, next)
  await expect.poll(() => page.evaluate(() => caches.keys())).toContain(next)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Expected').locator('..')).toContainText('2')
})

async function openDoor(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await signInAsAdministrator(page, paths.checkIn())
  return page
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Search/ }).fill(text)
}

async function checkInsOf(
  portal: { query: <Row>(text: string, values?: unknown[]) => Promise<Row[]> },
  id: number,
) {
  const rows = await portal.query<{ act: string }>(
    // An undo that is sent before its check-in was answered has an earlier time.
    // Several of one call have one time.
    'select act from check_ins where registration_id = $1 order by received_at, act',
    [id],
  )
  return rows.map(({ act }) => act)
}

/** Returns the times of the check-ins that wait on a device, in their order. */
function waitingTimes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(localStorage)
      .flatMap(([key, text]) => (key.startsWith('door-scan ') ? JSON.parse(text).at : []))
      .sort(),
  )
}

/** Runs in the browser: returns somebody's visits as the portal lists them. */
async function visitsOf({ path, registrationId }: { path: string; registrationId: number }) {
  const { state } = JSON.parse(localStorage.getItem('root') ?? '')
  const answer = await fetch(path, { headers: { authorization: `Bearer ${state.userData.token}` } })
  const { people } = (await answer.json()).data
  return people.find((person: { registrationId: number }) => person.registrationId === registrationId).visits
}
