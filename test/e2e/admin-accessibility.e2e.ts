import type { Page } from '@playwright/test'
import { desk, expectAccessible, phone, tablet } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import {
  forgetBrowser,
  givenRegistered,
  newEmail,
  outliveProof,
  registerFor,
  signInAsAdministrator,
  signUp,
  typePasswordAgain,
  untilDrawn,
} from './people.ts'
import type { Portal } from './portal.ts'
import { find, rowOf } from './registration-list.ts'

test("the administrator's pages have no accessibility violation and no sideways scroll", async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /Turbine/)
  await forgetBrowser(page)
  await signInAsAdministrator(page)
  await page.getByRole('row').nth(1).waitFor()
  await expectAccessible(page)
  // On a phone, with buttons half and wholly below the pinned names.
  await page.setViewportSize(phone)
  for (const left of [204, 420, 504, 930]) {
    await page.locator('#list').evaluate((list, left) => list.scrollTo({ left }), left)
    await expectAccessible(page, [phone])
  }
  await page.setViewportSize(desk)
  await page
    .getByRole('button', { name: /^Email history/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Where you are signed in' }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await expectAccessible(page)
})

test("the administrator's pages about people have no accessibility violation", async ({ page, portal }) => {
  const email = newEmail()
  await signUp(page, portal, email)
  await forgetBrowser(page)
  await signInAsAdministrator(page, '/admin/private/non-registered-users')
  await page.getByRole('row').nth(1).waitFor()
  await expectAccessible(page, [desk])
  await page.setViewportSize(desk)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('Last name').fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Last name is required').waitFor()
  await expectAccessible(page, [desk])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).waitFor()
  await expectAccessible(page, [desk])
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/admin/private/non-registered-users?search=${email}`)
  await page.getByRole('button', { name: /^Add / }).click()
  const slots = page.getByRole('dialog').getByRole('listitem').getByRole('button')
  await slots.first().click()
  await expectAccessible(page, [desk])
  await page.route('**/private/users/registrations', (route) => route.abort())
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('Unable to register to the events').waitFor()
  await expectAccessible(page, [desk])
  await page.unroute('**/private/users/registrations')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('No one found').waitFor()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page, [desk])
  await page.goto(`/admin/private/all-registrations?search=${email}`)
  const userId = await page.evaluate(async (search) => {
    const token = /"token":"([^"]+)"/.exec(localStorage.getItem('root') ?? '')?.[1]
    const path = `/api/private/v2/get-all-registered-users?search=${search}`
    const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).data.registrations[0].userId
  }, email)
  await page.goto(`/admin/private/accounts/${userId}`)
  await page.getByRole('table', { name: 'History' }).waitFor()
  await expectAccessible(page, [desk])
})

test('the menus and dialogs for one registration have no accessibility violation', async ({
  page,
  portal,
}) => {
  const email = await openRegistration(page, portal)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Country' }).uncheck()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Country' })).toBeHidden()
  await page.setViewportSize(desk)
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Change time slot' }).click()
  await page.getByRole('dialog').getByRole('radio').nth(1).check()
  await page.getByText('What happens next').waitFor()
  await expectAccessible(page)
})

test('the dialogs for many registrations have no accessibility violation', async ({ page, portal }) => {
  await openRegistration(page, portal)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expectAccessible(page, [desk])
  await page.getByRole('button', { name: 'Set hours' }).click()
  await page.getByRole('radio', { name: '8', exact: true }).check()
  await page.getByRole('region', { name: 'People affected' }).waitFor()
  await page.getByRole('checkbox', { name: 'Include unusual hours' }).check()
  await page.getByLabel('Reason').fill('Signed the list')
  const credit = page.getByRole('button', { name: /^Credit/ })
  // The page shows the previous preview, faded, until the new one arrives.
  await expect(credit).toBeEnabled()
  await expectAccessible(page, [desk])
  await credit.click()
  await page.getByText('Certificates issued: 1 of 1').waitFor()
  await expectAccessible(page, [desk])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Bulk actions' }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await expectAccessible(page, [desk])
})

test('the dialogs for lists of hours and bulk certificates have no accessibility violation', async ({
  page,
  portal,
}) => {
  const email = await openRegistration(page, portal)
  const dialog = page.getByRole('dialog')
  async function chooseSlot(): Promise<void> {
    await dialog.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: /Turbine/ }).click()
    await dialog.getByRole('combobox', { name: 'Time slot' }).click()
    await page.getByRole('option', { name: /8:00 AM/ }).click()
  }
  await page.getByRole('button', { name: 'Upload CSV Hours' }).click()
  const buffer = Buffer.from(`email,hours\n${email},4\nnobody@example.com,9\n`)
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'hours.csv', mimeType: 'text/csv', buffer })
  await chooseSlot()
  await dialog.getByRole('listitem').getByText('Hours are from 0 to 8').waitFor()
  await expectAccessible(page, [desk])
  await dialog.getByRole('button', { name: 'Submit for 1 person' }).click()
  await dialog.getByRole('region', { name: 'Report' }).waitFor()
  await expectAccessible(page, [desk])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Email Certificates in bulk' }).click()
  await chooseSlot()
  await expectAccessible(page, [desk])
  await dialog.getByRole('button', { name: 'Choose recipients' }).click()
  await dialog.getByRole('region', { name: 'People affected' }).waitFor()
  await expectAccessible(page, [desk])
})

test('the history has no accessibility violation', async ({ page, portal }) => {
  await openRegistration(page, portal)
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('table', { name: 'History' }).waitFor()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Search the history' }).click()
  await page.getByRole('button', { name: /^Clear:/ }).waitFor()
  await expectAccessible(page, [phone, tablet, desk])
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page, [desk])
  await page.getByRole('option', { name: 'Piston IA Renewal Series 2026' }).click()
  await page.getByText('Nothing found').waitFor()
  await expectAccessible(page)
})

test('the list of emails has no accessibility violation', async ({ page, portal }) => {
  await openRegistration(page, portal)
  await page.getByRole('link', { name: 'Emails' }).click()
  await page.getByRole('table', { name: 'Emails' }).waitFor()
  await expectAccessible(page, [phone, tablet, desk])
  await page.goto('/admin/private/mails?status=undelivered&year=2027')
  await page.getByText('No email has failed').waitFor()
  await expectAccessible(page, [phone, desk])
})

test('the dashboard has no accessibility violation, as charts or as tables', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /Piston/)
  await forgetBrowser(page)
  await signInAsAdministrator(page, '/admin/private/dashboard?year=2024')
  await page.getByText('No registrations for').waitFor()
  await expectAccessible(page, [desk])
  await page.goto('/admin/private/dashboard')
  await untilDrawn(page)
  await expectAccessible(page, [phone, desk])
  const buttons = page.getByRole('button', { name: 'Show as table' })
  while ((await buttons.count()) > 0) await buttons.first().click()
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 })
  await page.getByText(/registered (person|people) agreed|No one is registered/).waitFor()
  await expectAccessible(page, [phone, tablet])
})

test('the page of the training provider has no accessibility violation', async ({ page }) => {
  await signInAsAdministrator(page, '/admin/private/provider')
  await page
    .getByLabel(/^Course number of Piston/)
    .first()
    .waitFor()
  await expectAccessible(page, [phone, tablet, desk])
  await page.getByLabel('Contact').fill('')
  const text = { name: 'text.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
  await page.getByLabel('Signature', { exact: true }).setInputFiles(text)
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Please say how to reach the training provider').waitFor()
  await expectAccessible(page)
})

test('the page about administrators has no accessibility violation', async ({ page, portal }) => {
  await signInAsAdministrator(page, '/admin/private/administrators')
  await outliveProof(portal)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invalid Email').waitFor()
  await expectAccessible(page, [desk])
  await page.getByLabel('Invite by email').fill(newEmail('invited'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: "Confirm it's you" }).waitFor()
  await expectAccessible(page, [phone, desk])
  await typePasswordAgain(page)
  await page.getByRole('button', { name: /^Withdraw the invitation/ }).waitFor()
  await expectAccessible(page, [desk])
  await page.getByRole('button', { name: /^Withdraw the invitation/ }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, [desk])
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('button', { name: /^Withdraw the invitation/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').getByLabel('Your email').fill('somebody.else@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('This is not the email of your account.').waitFor()
  await expectAccessible(page, [desk])
})

/** Opens All Registrations on a desktop, with a person in Turbine's first slot; returns their email. */
async function openRegistration(page: Page, portal: Portal): Promise<string> {
  const email = await givenRegistered(portal, { firstName: 'Axel', event: /Turbine/ })
  await page.setViewportSize(desk)
  await signInAsAdministrator(page)
  await find(page, email, 1)
  return email
}
