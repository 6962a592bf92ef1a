import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { chooseFrom, newEmail, signInByLink, signInByPassword, signUp } from './people.ts'
import { administrator } from './portal.ts'

test('a person sees where they are signed in, and signs out everywhere else with the keyboard', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail()
  await signUp(page, portal, email)
  const elsewhere = await browser.newPage()
  await signInByLink(elsewhere, portal, email, 2)
  await elsewhere.goto('/private/upcoming-event-videos')
  await page.goto('/private/profile')
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  const rows = section.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Chrome on .*This device/)
  await expect(rows.last()).toContainText('with an emailed link or code')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else?' })
  await expect(dialog.getByRole('button', { name: 'Sign out everywhere else' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are signed out everywhere else')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(section.getByRole('button', { name: 'Sign out everywhere else' })).toBeDisabled()

  // After the session has ended, the next click says so, and signing in leads back.
  await elsewhere.getByRole('link', { name: 'Registered Events' }).first().click()
  await expect(elsewhere).toHaveURL(/\/login$/)
  await expect(elsewhere.getByText('Please login first to continue')).toBeVisible()
  await signInByLink(elsewhere, portal, email, 3)
  await expect(elsewhere).toHaveURL(/\/private\/registered-events$/)
})

test("an administrator who signed in by a link has a person's rights, cannot delete the account, and needs the right password for the panel", async ({
  page,
  portal,
}) => {
  await signInByLink(page, portal, administrator.email)
  await expect(page).toHaveURL(/complete-profile$/)
  await chooseFrom(page, 'State/Province', 'South Carolina')
  await page.getByLabel('ZIP/Postal code').fill('29201')
  await page.getByLabel('Company name').fill('Example Aviation')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/upcoming-events$/)
  await page.getByRole('link', { name: 'Profile' }).click()
  const section = page.getByRole('region', { name: 'Delete account' })
  await expect(section).toContainText("Administrators can't delete their account.")
  await expect(section.getByRole('button')).toHaveCount(0)
  await page.goto('/admin/private')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.getByLabel('Username').fill(administrator.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Password mismatch')).toBeVisible()
  await signInByPassword(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Where you are signed in' }).click()
  const first = page.getByRole('dialog').getByRole('listitem').first()
  await expect(first).toContainText(/This device.*with a password/s)
  await expectAccessible(page)
})
