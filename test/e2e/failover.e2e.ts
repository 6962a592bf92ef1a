import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newEmail, signUp } from './people.ts'

test('an outage of the database loses no typed text, and failed reads are repeated automatically', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await page.goto('/private/profile')
  const company = page.getByLabel('Company Name')
  await company.fill('Wings and Rotors')
  const isBack = await loseDatabase(page)
  const save = page.getByRole('button', { name: 'Update Profile' })
  await save.click()
  const notice = page.getByText('This page reconnects automatically')
  await expect(notice).toBeVisible()
  await expect(company).toHaveValue('Wings and Rotors')
  await isBack()
  await expect(notice).toBeHidden()
  await save.click()
  await expect(page.getByText('Profile updated')).toBeVisible()

  const isBackAgain = await loseDatabase(page)
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  await expect(notice).toBeVisible()
  await isBackAgain()
  await expect(page.getByText('hours', { exact: false }).first()).toBeVisible()
  await expect(notice).toBeHidden()
})

/** Answers every call as if there were no primary; returns a function that ends it. */
async function loseDatabase(page: Page): Promise<() => Promise<void>> {
  const message = 'The portal is busy or starting up. Try again in a moment.'
  const json = { error: true, code: 'NOT_READY', message, requestId: 'r-503' }
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json }),
  )
  return () => page.unroute('**/api/**')
}
