import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signUp } from './people.ts'

test('all data survives kill -9 and a restart, and a page that was open continues to work', async ({
  page,
  portal,
}) => {
  // Loads the code of the toast and of the phone checker before the power cut: a browser may remember a failed import.
  const toasts = page.waitForResponse(/\/toast-area\.js$/)
  await signUp(page, portal, newEmail())
  await toasts
  await registerFor(page, /Piston/)
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByLabel('Company name').fill('Second Hangar')
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await phone.fill('12')
  await phone.blur()
  await expect(page.getByText('Please provide a valid phone number')).toBeVisible()
  await phone.fill('8035550100')
  await portal.kill()
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile update failed')).toBeVisible()
  const notice = page.getByText('This page reconnects automatically')
  await expect(notice).toBeVisible()
  await portal.start()
  await expect(notice).toBeHidden()
  await expect(page.getByLabel('Company name')).toHaveValue('Second Hangar')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  await expect(page.getByRole('article', { name: /Piston/ })).toBeVisible()
})
