import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { demoSeason, turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, signInAsAdministrator } from './people.ts'

test('an administrator finds a person, a registration, an event and a page with the keyboard', async ({
  page,
  portal,
}) => {
  const email = await givenRegistered(portal, { firstName: 'Quentin', event: /Turbine/ })
  await signInAsAdministrator(page)

  const search = await openSearch(page, 'Quentin')
  await expect(search.getByRole('option')).toHaveCount(2)
  await expect(search.getByRole('group', { name: 'People' }).getByRole('option')).toContainText(email)
  await expect(search.getByRole('combobox')).toHaveAttribute('aria-activedescendant', /./)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: "Quentin O'Brien" })).toBeVisible()
  await expect(search).toBeHidden()

  await openSearch(page, email)
  const registration = search.getByRole('group', { name: 'Registrations' }).getByRole('option')
  await expect(registration).toContainText(turbine.name)
  await page.keyboard.press('ArrowUp')
  await expect(registration).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'All Registrations' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(1)

  await openSearch(page, `piston ${demoSeason - 1}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`Piston IA Renewal Series ${demoSeason - 1}`))

  await openSearch(page, 'activity')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Activity log' })).toBeVisible()
})

test('the search keeps what was typed while its code was on its way', async ({ page }) => {
  const { promise: isTyped, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/admin-search-dialog*', async (route) => {
    await isTyped
    await route.continue()
  })
  await signInAsAdministrator(page)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('activityy')
  await page.keyboard.press('Backspace')
  release()
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search.getByRole('combobox')).toHaveValue('activity')
  await expect(search.getByRole('option', { name: 'Activity log' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Activity log' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(search.getByRole('combobox')).toHaveValue('')
})

test('a search whose code does not arrive says so and gives the keys back to the page', async ({ page }) => {
  await page.clock.install()
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  await page.route('**/admin-search-dialog*', () => ask())
  await signInAsAdministrator(page)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await isAsked
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('alert')).toHaveText(
    'The search did not load. Check your connection and try again.',
  )
  const list = page.getByPlaceholder('Name, email, company, phone')
  await list.press('x')
  await expect(list).toHaveValue('x')
})

test('the search says that nothing was found, or that it failed, and leaves the page as it was', async ({
  page,
}) => {
  await signInAsAdministrator(page)
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search.getByRole('option', { name: 'Dashboard' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await search.getByRole('combobox').fill('nobody of this name')
  await expect(search.getByRole('status')).toHaveText('No results. Check the spelling, or type less.')
  await expectAccessible(page)

  await page.route('**/api/private/find-accounts*', (route) => route.fulfill({ status: 400, json: {} }))
  await search.getByRole('combobox').fill('xylophone')
  await expect(search.getByRole('alert')).toHaveText("Couldn't search people and registrations.")
  await expectAccessible(page)
  await page.unroute('**/api/private/find-accounts*')
  await search.getByRole('button', { name: 'Try again' }).click()
  await expect(search.getByRole('status')).toHaveText('No results. Check the spelling, or type less.')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(button).toBeFocused()
})

/** Opens the search by its keys and types a text. */
async function openSearch(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  await expect(search.getByRole('status')).toHaveText(/^\d+ results?$/)
  return search
}
