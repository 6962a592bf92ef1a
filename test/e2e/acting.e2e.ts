import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signInAsAdministrator, signUp } from './people.ts'

test("a refusal shows the server's sentence, and any other failure shows the general one with the request id", async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /South Carolina/)
  await page.goto('/private/registered-events')
  expect(await failToCancel(page, 409, 'EVENT_CLOSED', 'Registration closed')).toBe('Registration closed')
  expect(await failToCancel(page, 500, 'BUG', 'Something went wrong on our side.')).toBe(
    'Please try again later (Request ID: r-500)',
  )
})

test('a button that is clicked twice at once acts once', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await page.goto('/private/profile')
  let sent = 0
  await page.route('**/api/private/update-profile', async (route) => {
    sent += 1
    await route.continue()
  })
  // Both clicks come before the page can show that the first act is running.
  await page.getByRole('button', { name: 'Update Profile' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText('Profile updated')).toBeVisible()
  expect(sent).toBe(1)
})

test('the work on a row continues after the row scrolls out of sight', async ({ page }) => {
  const rows = Array.from({ length: 200 }, (_, index) => registrationOf(index + 1))
  const pagination = { totalRecords: rows.length, currentPage: 1, totalPages: 1, limit: 500 }
  await page.route('**/api/private/v2/get-all-registered-users?*', (route) =>
    route.fulfill({ json: { error: false, data: { registrations: rows, pagination, newestId: 200 } } }),
  )
  const generated = Promise.withResolvers<void>()
  await page.route('**/api/private/generate-registration-certificate', async (route) => {
    await generated.promise
    await route.fulfill({ json: { error: false, data: { link: '/download?certificate=a', version: 1 } } })
  })
  await signInAsAdministrator(page)
  const first = page.getByRole('combobox', { name: /^Hours for Person 1,/ })
  const last = page.getByRole('combobox', { name: /^Hours for Person 200,/ })
  await first.selectOption('8')
  const table = page.getByRole('table', { name: 'All Registrations' })
  await table.hover()
  await page.mouse.wheel(0, 100_000)
  await expect(last).toBeVisible()
  await expect(first).toHaveCount(0)
  await page.mouse.wheel(0, -100_000)
  await expect(first).toHaveValue('8')
  await expect(first).toHaveAttribute('aria-disabled', 'true')
  generated.resolve()
  await expect(page.getByText('Certificate generated successfully')).toBeVisible()
  await expect(first).toHaveAttribute('aria-disabled', 'false')
  await expect(first).toHaveValue('8')
})

test('a row that stays in sight while the list scrolls is not built anew', async ({ page }) => {
  const rows = Array.from({ length: 200 }, (_, index) => registrationOf(index + 1))
  const pagination = { totalRecords: rows.length, currentPage: 1, totalPages: 1, limit: 500 }
  await page.route('**/api/private/v2/get-all-registered-users?*', (route) =>
    route.fulfill({ json: { error: false, data: { registrations: rows, pagination, newestId: 200 } } }),
  )
  await signInAsAdministrator(page)
  const actions = page.getByRole('button', { name: /^Actions for Person 15,/ })
  const button = await actions.elementHandle()
  await page.getByRole('table', { name: 'All Registrations' }).hover()
  // Ten rows: the first ones are no longer drawn.
  await page.mouse.wheel(0, 460)
  await expect(page.getByRole('button', { name: /^Actions for Person 1,/ })).toHaveCount(0)
  expect(await actions.evaluate((now, before) => now === before, button)).toBe(true)
})

test('the list says that there are more than are counted, and that a page is on its way', async ({
  page,
}) => {
  const rows = Array.from({ length: 100 }, (_, index) => registrationOf(index + 1))
  const pagination = { totalRecords: 10_000, isAtLeast: true, currentPage: 1, totalPages: 100, limit: 100 }
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/private/v2/get-all-registered-users?*', async (route) => {
    if (route.request().url().includes('page=2')) await arrived.promise
    await route.fulfill({ json: { error: false, data: { registrations: rows, pagination, newestId: 200 } } })
  })
  await signInAsAdministrator(page)
  await expect(page.getByText('1–100 of 10,000+')).toBeVisible()
  await expect(page.getByText('10,000+ registrations')).toBeVisible()
  await expect(page.getByText('Page 1 of 100+')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Loading…')).toBeVisible()
  arrived.resolve()
  await expect(page.getByText('10,000+ registrations')).toBeVisible()
  await expect(page.getByText('Loading…')).toBeHidden()
})

/** Cancels the registration, answered with a failure; returns the dialog's words. */
async function failToCancel(page: Page, status: number, code: string, message: string): Promise<string> {
  const path = '**/api/private/cancel-event-registration'
  await page.route(path, (route) => answer(route, status, code, message))
  await page
    .getByRole('article', { name: /South Carolina/ })
    .getByRole('button', { name: 'Cancel registration' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Action Failed' })
  const words = await dialog.getByRole('paragraph').innerText()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  await page.unroute(path)
  return words
}

function answer(route: Route, status: number, code: string, message: string): Promise<void> {
  return route.fulfill({ status, json: { error: true, code, message, requestId: `r-${status}` } })
}

/** A row of All Registrations as on the wire. */
function registrationOf(id: number) {
  return {
    'Reg Id': id,
    registrationId: id,
    'User Id': String(id),
    userId: String(id),
    eventId: 1,
    eventSlotId: 1,
    focusId: 1,
    'User Name': `Person ${id}`,
    'User Email': `person${id}@example.com`,
    'User Phone': '',
    'User Company Name': 'Example Aviation',
    'User State': 'South Carolina',
    'User Zip': '29201',
    'User Country': 'United States',
    'Event Name': 'Piston IA Renewal Series 2027',
    'Event Date': '09/03/2026 - 10/03/2026',
    'Event Time': '08:00 - 12:00',
    'Registration Date': '2026-11-20T15:05:00.000Z',
    Hours: 0,
    creditHours: 4,
    'Join URL': null,
    hasJoinUrl: false,
    Certificate: null,
    version: 0,
  }
}
