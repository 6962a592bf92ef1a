import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, signUp } from './people.ts'

test('a person whose name cannot be printed is asked for it on their own pages', async ({ page, portal }) => {
  const email = newEmail()
  await signUp(page, portal, email)
  await page.goto('/private/profile')
  await expect(page.getByLabel('Name as printed on certificates')).toHaveCount(0)
  await page.getByLabel('First name').fill('ⵉⴷⵉⵔ')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  const field = page.getByLabel('Name as printed on certificates')
  await expect(field).toHaveAccessibleDescription(/can't print ⵉ ⴷ ⵔ/)
  await expectAccessible(page)

  await page.goto('/private/registered-events')
  const notice = page.getByRole('alert').filter({ hasText: 'Your certificates are on hold' })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('link', { name: 'Enter your name as it should be printed' }).click()
  await field.fill('Idir ⵉ')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText("Certificates can't print ⵉ. Please use other letters.")).toBeVisible()
  await field.fill('Idir Example')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(field).toHaveAccessibleDescription('Leave it blank to print the name above.')
  await page.goto('/private/registered-events')
  await expect(page.getByRole('heading', { name: 'Registered Events' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
