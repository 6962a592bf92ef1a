import type { Browser, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { signInAsAdministrator } from './people.ts'

/** Opens All Registrations in an administrator's own browser, with a search that finds this many. */
export async function openList(browser: Browser, search: string, count: number): Promise<Page> {
  const page = await browser.newPage()
  await signInAsAdministrator(page, `${paths.allRegistrations()}?search=${encodeURIComponent(search)}`)
  await expectFound(page, count)
  return page
}

/** Searches All Registrations; the table's header counts as a row. */
export async function find(page: Page, search: string, count: number): Promise<void> {
  // Until this is answered, the list before the search may have as many rows.
  const answer = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('search') === search,
  )
  await page.getByRole('textbox', { name: 'Search' }).fill(search)
  await answer
  await expectFound(page, count)
}

async function expectFound(page: Page, count: number): Promise<void> {
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
  const counted = count === 1 ? '1 registration' : `${count} registrations`
  await expect(page.getByText(counted, { exact: true })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(count + 1)
}

export function rowOf(page: Page, email: string): Locator {
  return page.getByRole('row').filter({ hasText: email })
}

/** Chooses from a row's menu. */
export async function choose(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await row.page().getByRole('menu').getByRole('menuitem', { name: action }).click()
}

/** Credits hours in a row, before the event has ended. */
export async function credit(row: Locator, hours: number): Promise<void> {
  await row.getByRole('combobox', { name: /^Hours for/ }).selectOption(String(hours))
  await confirmUnusual(row.page())
  await expect(row.getByRole('button', { name: /^Email certificate/ })).toBeVisible()
}

/** Confirms hours that are unusual, because their event has not ended. */
export async function confirmUnusual(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Give these unusual hours?' })
  await question.getByLabel('Reason').fill('Signed the list')
  await question.getByRole('button', { name: 'Give them anyway' }).click()
}
