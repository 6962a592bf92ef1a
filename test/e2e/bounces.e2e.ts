import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { callAsAdministrator, givenUser, newEmail, signInAsAdministrator, signUp } from './people.ts'

test('a person whose emails bounced is told, and confirms that the address works', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail()
  await signUp(page, portal, email)
  const office = await browser.newPage()
  await signInAsAdministrator(office, `/admin/private/non-registered-users?search=${email}`)
  const userId = await page.evaluate(
    () => /"user_?[iI]d":"([^"]+)"/.exec(localStorage.getItem('root') ?? '')?.[1],
  )
  await office.goto(`/admin/private/accounts/${userId}`)
  await office.getByRole('button', { name: 'Mark as bouncing' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('How do you know?').fill('Returned: mailbox full since May')
  await dialog.getByRole('button', { name: 'Mark as bouncing' }).click()
  await expect(office.getByRole('group', { name: `Emails to ${email} are bouncing` })).toContainText(
    'mailbox full since May',
  )
  await expectAccessible(office)

  await page.reload()
  const notice = page.getByRole('group', { name: 'Our emails to you are bouncing' })
  await expect(notice).toContainText(email)
  await expectAccessible(page)
  await notice.getByRole('link', { name: 'Update my email' }).click()
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeInViewport()
  await notice.getByRole('button', { name: 'My email works' }).press('Enter')
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await office.reload()
  await expect(office.getByRole('button', { name: 'Mark as bouncing' })).toBeVisible()
  await expect(office.getByRole('table', { name: 'History' })).toContainText('Bounce cleared')
})

test('an administrator finds the marked addresses next to the emails and clears a mark with the keyboard', async ({
  page,
  portal,
}) => {
  const [gone, back] = [newEmail(), newEmail()]
  for (const email of [gone, back]) await givenUser(portal, email)
  await signInAsAdministrator(page, '/admin/private/mails')
  const reason = '550 5.1.1 The address does not exist'
  for (const email of [gone, back])
    await callAsAdministrator(portal, { method: 'POST', path: '/private/bounces' }, { email, reason })
  await page.getByRole('link', { name: 'Bounced', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Bounced addresses', level: 1 })).toBeFocused()
  const row = (email: string) => page.getByRole('row').filter({ hasText: email })
  await expect(row(gone)).toContainText('Marked by an administrator: 550 5.1.1 The address does not exist')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Clear bounce: ${back}` }).press('Enter')
  await expect(row(back)).toHaveCount(0)
  await expect(page.getByText(`Bounce cleared: ${back}`)).toBeVisible()
  await row(gone).getByRole('link').press('Enter')
  await expect(page.getByRole('group', { name: `Emails to ${gone} are bouncing` })).toBeVisible()
})
