import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { boxesOf, givenUser, newEmail, signUp } from './people.ts'

// From an event's page to registered, besides reading one email.
const mostTaps = 14

test('a stranger registers for a slot from the page of an event in a few taps, through the sign-up', async ({
  browser,
  portal,
}) => {
  const page = await openPhone(browser)
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  const type = async (field: Locator, text: string) => {
    await tap(field)
    await page.keyboard.type(text)
  }
  await page.goto('/events')
  await page
    .getByRole('link', { name: /^Details of Piston/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Piston/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Day 2' })).toBeVisible()

  const email = newEmail()
  await tap(slotButton(page))
  await expect(page.getByRole('alert')).toContainText(/Piston.*8:00 AM – 12:00 PM Eastern/)
  await expectAccessible(page)
  await type(page.getByRole('textbox', { name: 'Email' }), email)
  await type(page.getByLabel('First name'), 'Robin')
  await type(page.getByLabel('Last name'), 'Example')
  await type(page.getByRole('combobox', { name: 'State/Province' }), 'South C')
  await tap(page.getByRole('option', { name: 'South Carolina' }))
  await type(page.getByLabel('ZIP/Postal code'), '29201')
  await type(page.getByLabel('Company name'), 'Example Aviation')
  await type(page.getByRole('textbox', { name: 'Phone' }), '8035550100')
  await tap(page.getByRole('button', { name: 'Register', exact: true }))
  await page.goto(await portal.linkTo(email))

  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Register for Piston')
  await expect(page).toHaveURL(/\/private\/upcoming-events$/)
  for (const box of await boxesOf(dialog)) await tap(box)
  await tap(dialog.getByRole('button', { name: 'Complete Registration' }))
  await expect(page.getByRole('dialog', { name: 'Registered!' })).toContainText('8:00 AM – 12:00 PM Eastern')
  expect(taps).toBeLessThanOrEqual(mostTaps)
})

test('a person who opens the emailed link on another device ends at the slot that they chose', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail()
  await givenUser(portal, email)
  await page.goto('/events')
  await slotButton(page).click()
  await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Piston')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Login link sent to your email' })).toBeVisible()

  const elsewhere = await openPhone(browser)
  await elsewhere.goto(await portal.linkTo(email, 2))
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByRole('button', { name: 'Sign in' }).tap()
  const dialog = elsewhere.getByRole('dialog')
  await expect(dialog).toContainText(/Register for Piston.*8:00 AM – 12:00 PM Eastern/)
  // The question is asked once.
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await elsewhere.reload()
  await expect(elsewhere.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a signed-in person goes from the page of an event to the registration, or reads why not', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await page.goto('/events')
  await expect(page.getByRole('link', { name: 'My events' })).toBeVisible()
  await slotButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('Register for Piston')
  await page.goto('/private/upcoming-events?slot=99999')
  await expect(page.getByText('The time slot that you chose is gone.')).toBeVisible()
  await page.goto('/events/99999')
  await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible()
  await expectAccessible(page)
})

test('the page of an event breaks long words of the name', async ({ page, portal }) => {
  const long = `https://maps.example/${'longpath'.repeat(8)}`
  await portal.query(`update events set event_name = event_name || $1, venue = $1`, [long])
  await page.goto('/events')
  await page.getByRole('link', { name: /^Details of .*South Carolina/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /South Carolina/ })).toBeVisible()
  await expectAccessible(page)
})

function slotButton(page: Page): Locator {
  return page.getByRole('button', { name: /8:00 AM – 12:00 PM Eastern/ }).first()
}

function openPhone(browser: Browser): Promise<Page> {
  return browser.newPage({ timezoneId: 'America/New_York', viewport: phone, hasTouch: true })
}
