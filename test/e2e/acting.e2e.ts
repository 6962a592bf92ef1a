import { expect, test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

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
    isInPerson: false,
    Certificate: null,
    version: 0,
  }
}
