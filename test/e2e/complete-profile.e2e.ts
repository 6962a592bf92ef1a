import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { boxesOf, fillProfile, newEmail, signUp } from './people.ts'
import type { Portal } from './portal.ts'

test('every private page leads to an incomplete profile first, and saving it opens the requested page', async ({
  browser,
  portal,
}) => {
  const nameless = await signInWithoutProfile(await newPage(), portal)
  for (const path of [
    '/private',
    '/private/profile',
    '/private/upcoming-events',
    '/private/registered-events',
  ]) {
    await nameless.goto(path)
    await expect(nameless).toHaveURL(/\/private\/complete-profile$/)
  }
  await fillProfile(nameless)
  await nameless.getByRole('button', { name: 'Save and continue' }).click()
  await expect(nameless).toHaveURL(/\/private\/registered-events$/)

  async function newPage() {
    return browser.newPage()
  }
})

test('a refusal for an incomplete profile opens the page that completes it', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  const code = 'PROFILE_INCOMPLETE'
  await page.route('**/api/private/update-membership-info', (route) =>
    route.fulfill({
      status: 409,
      json: { error: true, code, message: 'Complete your profile first.' },
    }),
  )
  await page
    .getByRole('article', { name: /South Carolina/ })
    .getByRole('button', { name: /Eastern/ })
    .click()
  for (const box of await boxesOf(page.getByRole('dialog'))) await box.check()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await expect(page).toHaveURL(/\/private\/complete-profile$/)
  await expect(page.getByText('Complete your profile first.')).toBeVisible()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/\/private\/upcoming-events$/)
})

/** Signs somebody in by a link that was requested without a profile, in a browser that did not request it. */
async function signInWithoutProfile(elsewhere: Page, portal: Portal): Promise<Page> {
  const email = newEmail()
  await elsewhere.request.post(`${portal.url}/api/identity/send-sign-in-link`, { data: { email } })
  await elsewhere.goto(await portal.linkTo(email))
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByRole('button', { name: /sign in/i }).click()
  await expect(elsewhere).toHaveURL(/\/private\/complete-profile$/)
  return elsewhere
}
