import type { Page } from '@playwright/test'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { fillRegistration, newEmail, registerFor, signUp } from './people.ts'

test('public pages have no accessibility violation and no sideways scroll', async ({ page }) => {
  for (const path of [
    '/login',
    '/register',
    '/forgot-password',
    '/account-deleted',
    '/email-link-success',
    '/mailbox',
  ])
    await judge(page, path)
})

test('the pages for mailed links, certificates and administrators who sign in have no accessibility violation', async ({
  page,
}) => {
  for (const path of [
    '/admin/login',
    '/admin/forgot-password',
    '/admin/reset-password',
    '/download?certificate=AAAAAAAAAAAAAAAAAAAAAA',
    '/verify',
    '/verify/AAAAAAAAAAAAAAAAAAAAAA',
    '/stop-reminders#code=AAAAAAAAAAAAAAAAAAAAAA',
    '/offered-seat#code=AAAAAAAAAAAAAAAAAAAAAA',
    '/confirm-email#code=AAAAAAAAAAAAAAAAAAAAAA',
    '/undo-email-change#code=AAAAAAAAAAAAAAAAAAAAAA',
  ])
    await judge(page, path)
})

test('the dialogs, lists and messages of public pages have no accessibility violation', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Contact Support' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please enter message').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('Email').fill(newEmail('nobody'))
  await page.getByRole('button', { name: 'Send sign-in link' }).click()
  await page.getByRole('alert', { name: 'Email not registered' }).waitFor()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('First name is required').waitFor()
  for (const name of ['Country', 'State/Province', 'Country code']) {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await fillRegistration(page, newEmail())
  await expectAccessible(page)
})

test("the attendees' pages and dialogs have no accessibility violation", async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await page.getByRole('article').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expectAccessible(page, [phone])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Details' }).first().click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('link', { name: /^https:/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /featured sponsor/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('article', { name: /Piston/ })
    .getByRole('button', { name: /Eastern/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /Membership/ }).waitFor()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await page.getByText('Both consent checkboxes must be checked').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
})

test('the pages, menus and dialogs of a registered person have no accessibility violation', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /South Carolina/)
  await registerFor(page, /Turbine/)
  await page.goto('/private/registered-events')
  // Rotating the screen closes this menu.
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Add to calendar' }).first().click()
    await page.getByRole('menuitem', { name: /Calendar file/ }).waitFor()
    await expectAccessible(page, [size])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Cancel registration' }).first().click()
  await page.getByRole('button', { name: 'Keep registration' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change time slot' }).click()
  await page.getByRole('radio').first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const path of [
    '/private/registered-events',
    '/private/upcoming-event-videos',
    '/private/profile',
    '/private/complete-profile',
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (path === '/private/profile') await page.getByText('This device').waitFor()
    await expectAccessible(page)
  }
})

test('the dialogs and the note of a changed email have no accessibility violation', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await page.goto('/private/profile')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(newEmail('wanted'))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const sent = page.getByRole('dialog', { name: 'Verification link sent!' })
  await sent.waitFor()
  await page.keyboard.press('Enter')
  await expect(sent).toHaveCount(0)
  await page.getByText('Open the link we sent there.').waitFor()
  await expectAccessible(page)
})

test('the dialog that deletes an account has no accessibility violation', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await page.goto('/private/profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const typed = page.getByRole('dialog', { name: 'Delete your account?' }).getByLabel('Your email')
  await typed.fill('somebody.else@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('This is not the email of your account.').waitFor()
  await expectAccessible(page)
})

async function judge(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page)
}
