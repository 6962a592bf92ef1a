import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  fillRegistration,
  givenRegistered,
  newEmail,
  registerFor,
  signInAsAdministrator,
  signUp,
  untilDrawn,
} from './people.ts'
import type { Portal } from './portal.ts'
import { find, rowOf } from './registration-list.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const tablet = { width: 768, height: 1024 }

for (const path of [
  '/login',
  '/register',
  '/forgot-password',
  '/account-deleted',
  '/email-link-success',
  '/handle-redirect-login',
  '/admin/login',
  '/admin/forgot-password',
  '/admin/reset-password',
  '/download?certificate=AAAAAAAAAAAAAAAAAAAAAA',
  '/verify',
  '/verify/AAAAAAAAAAAAAAAAAAAAAA',
  '/stop-reminders#code=AAAAAAAAAAAAAAAAAAAAAA',
  '/confirm-email#code=AAAAAAAAAAAAAAAAAAAAAA',
  '/undo-email-change#code=AAAAAAAAAAAAAAAAAAAAAA',
  '/mailbox',
]) {
  test(`${path} has no accessibility violation and no sideways scroll`, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
  })
}

test('what a visitor opens, gets wrong and is told has none either', async ({ page }) => {
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

test("the attendees' pages and dialogs have none either", async ({ page, portal }) => {
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

test('what somebody holds, and can do with it, has none either', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /South Carolina/)
  await registerFor(page, /Turbine/)
  await page.goto('/private/registered-events')
  // This menu closes where the screen turns.
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Add to calendar' }).first().click()
    await page.getByRole('menuitem', { name: /Calendar file/ }).waitFor()
    await expectAccessible(page, [size])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Cancel registration' }).first().click()
  await page.getByRole('button', { name: 'Keep it' }).waitFor()
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
    if (path === '/private/profile') await page.getByText('This one').waitFor()
    await expectAccessible(page)
  }
})

test('a change of email has none either', async ({ page, portal }) => {
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
  await page.getByText('is not verified yet').waitFor()
  await expectAccessible(page)
})

test('the question before an account is deleted has none either', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await page.goto('/private/profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const typed = page.getByRole('dialog', { name: 'Delete your account?' }).getByLabel('Your email')
  await typed.fill('somebody.else@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('This is not the email of your account.').waitFor()
  await expectAccessible(page)
})

test("the administrator's pages have none either", async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /Turbine/)
  await page.evaluate(() => localStorage.clear())
  await signInAsAdministrator(page)
  await page.getByRole('row').nth(1).waitFor()
  await expectAccessible(page)
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

test("the administrator's pages about people have none either", async ({ page, portal }) => {
  const email = newEmail()
  await signUp(page, portal, email)
  await page.evaluate(() => localStorage.clear())
  await signInAsAdministrator(page)
  await page.goto('/admin/private/non-registered-users')
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
  await page.goto(`/admin/private/non-registered-users?search=${email}`)
  await page.getByRole('button', { name: /^Add / }).click()
  const slots = page.getByRole('dialog').getByRole('listitem').getByRole('button')
  await slots.first().click()
  await expectAccessible(page, [desk])
  await page.route('**/event-registration', (route) => route.abort())
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('Unable to register to the events').waitFor()
  await expectAccessible(page, [desk])
  await page.unroute('**/event-registration')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nobody found').waitFor()
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

test('what is done with one registration has none either', async ({ page, portal }) => {
  const email = await openRegistration(page, portal)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Country' }).uncheck()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize(desk)
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Change time slot' }).click()
  await page.getByRole('dialog').getByRole('radio').nth(1).check()
  await page.getByText('What follows').waitFor()
  await expectAccessible(page)
})

test('what is done with many registrations has none either', async ({ page, portal }) => {
  await openRegistration(page, portal)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expectAccessible(page, [desk])
  await page.getByRole('button', { name: 'Set hours' }).click()
  await page.getByRole('radio', { name: '8', exact: true }).check()
  await page.getByRole('region', { name: 'Whom it concerns' }).waitFor()
  await expectAccessible(page, [desk])
  await page.getByRole('button', { name: /^Credit/ }).click()
  await page.getByText('Certificates issued: 1 of 1').waitFor()
  await expectAccessible(page, [desk])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Jobs' }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await expectAccessible(page, [desk])
})

test('lists of hours and certificates in bulk have none either', async ({ page, portal }) => {
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
  await dialog.getByRole('table').getByText('Hours are from 0 to 8').waitFor()
  await expectAccessible(page, [desk])
  await dialog.getByRole('button', { name: 'Submit: 1 to change' }).click()
  await dialog.getByRole('table', { name: 'Report' }).waitFor()
  await expectAccessible(page, [desk])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Email Certificates in bulk' }).click()
  await chooseSlot()
  await expectAccessible(page, [desk])
  await dialog.getByRole('button', { name: 'Choose recipients' }).click()
  await dialog.getByRole('region', { name: 'Whom it concerns' }).waitFor()
  await expectAccessible(page, [desk])
})

test('the history has none either', async ({ page, portal }) => {
  await openRegistration(page, portal)
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('table', { name: 'History' }).waitFor()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Search the history' }).click()
  await page.getByRole('button', { name: /^Not only/ }).waitFor()
  await expectAccessible(page, [phone, tablet, desk])
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page, [desk])
  await page.getByRole('option', { name: 'Piston IA Renewal Series 2026' }).click()
  await page.getByText('Nothing found').waitFor()
  await expectAccessible(page)
})

test('the dashboard has none either, drawn or as tables', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /Piston/)
  await page.evaluate(() => localStorage.clear())
  await signInAsAdministrator(page)
  await page.goto('/admin/private/dashboard?year=2024')
  await page.getByText('No registrations for').waitFor()
  await expectAccessible(page, [desk])
  await page.goto('/admin/private/dashboard')
  await untilDrawn(page)
  await expectAccessible(page, [phone, desk])
  const buttons = page.getByRole('button', { name: 'Show as table' })
  while ((await buttons.count()) > 0) await buttons.first().click()
  await page.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 })
  await page.getByText(/registered (person|people) agreed|Nobody is registered/).waitFor()
  await expectAccessible(page, [phone, tablet])
})

test("the administrators' own page has none either", async ({ page }) => {
  await signInAsAdministrator(page)
  await page.goto('/admin/private/administrators')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invalid Email').waitFor()
  await expectAccessible(page, [desk])
  await page.getByLabel('Invite by email').fill(newEmail('invited'))
  await page.keyboard.press('Enter')
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

/** All Registrations on a desk, with one that is registered for the first slot of Turbine; gives their email. */
async function openRegistration(page: Page, portal: Portal): Promise<string> {
  const email = await givenRegistered(portal, { firstName: 'Axel', event: /Turbine/ })
  await page.setViewportSize(desk)
  await signInAsAdministrator(page)
  await find(page, email, 1)
  return email
}

// Named, since what WCAG 2.2 has added is not looked at otherwise.
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What the page shows now, in each size, has no violation and needs no sideways scrolling. */
async function expectAccessible(page: Page, sizes = [phone, desk]): Promise<void> {
  const open = page
    .locator('[role=dialog], [role=menu], [role=listbox], :popover-open')
    .filter({ visible: true })
  const opened = await open.count()
  for (const size of sizes) {
    await page.setViewportSize(size)
    // What moves is judged where it comes to rest.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
    )
    await expect(open, 'what was open still is').toHaveCount(opened)
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    expect(found, `at ${size.width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `at ${size.width} px`).toBeLessThanOrEqual(0)
  }
}
