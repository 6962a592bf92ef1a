import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { piston } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { fillRegistration, fillRegistrationHere, givenUser, newEmail, signUp } from './people.ts'
import type { Portal } from './portal.ts'

test('a visitor signs up, and opening the mailed link saves the profile they typed', async ({
  page,
  portal,
}) => {
  const headings = await recordHeadings(page)
  const email = newEmail()
  await page.goto('/register')
  await page.getByLabel('First name').fill('Ro')
  await page.getByRole('link', { name: 'Login', exact: true }).click()
  await page.goBack()
  await expect(page.getByLabel('First name')).toHaveValue('Ro')
  await fillRegistration(page, email)
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.getItem('profileForSignIn'))).toContain("O'Brien")
  await page.goto(await portal.linkTo(email))
  await expect(page).toHaveURL(/\/private\/upcoming-events$/)
  await expect(page.getByText(/Robin/).first()).toBeVisible()
  expect((await headings()).slice(-4)).toEqual([
    'Create your account',
    'Login link sent to your email',
    'Signing you in',
    'Upcoming Events',
  ])
  expect(await page.evaluate(() => localStorage.getItem('profileForSignIn'))).toBeNull()
  await page.goto('/private/profile')
  await expect(page.getByLabel('Last name')).toHaveValue("O'Brien")
  await expect(page.getByRole('combobox', { name: 'State/Province' })).toHaveValue('South Carolina')
})

test('a link opened in another browser asks for the email, and saves the profile that was typed with it', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail()
  await fillRegistration(page, email)
  const elsewhere = await browser.newPage()
  await elsewhere.goto(await portal.linkTo(email))
  await expect(elsewhere).toHaveURL(/handle-redirect-login$/)
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByRole('button', { name: /sign in/i }).click()
  await expect(elsewhere).toHaveURL(/\/private\/upcoming-events$/)
  expect(await elsewhere.evaluate(() => localStorage.getItem('profileForSignIn'))).toBeNull()
  await elsewhere.goto(`${portal.url}/private/profile`)
  await expect(elsewhere.getByLabel('Last name')).toHaveValue("O'Brien")
})

test('a person who mistyped their email corrects it alone: the rest of the form is still there', async ({
  page,
  portal,
}) => {
  const [typo, email] = [newEmail('typo'), newEmail()]
  await page.goto('/events')
  await page
    .getByRole('link', { name: /Piston/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /Eastern/ })
    .first()
    .click()
  await fillRegistrationHere(page, typo)
  await page.getByRole('link', { name: 'Use a different email' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByText('Create your account to register for it.')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue("O'Brien")
  const field = page.getByRole('textbox', { name: 'Email' })
  await expect(field).toHaveValue(typo)
  await field.fill(email)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.goto(await portal.linkTo(email))
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: 'Membership & Preferences' }),
  ).toBeVisible()
})

test('a mistyped code is marked as wrong next to its field and can be corrected', async ({
  page,
  portal,
}) => {
  const { digits } = await askForLink(page, portal)
  const field = page.getByLabel('Or enter the 8-digit code from the email')
  await field.fill(digits.replace(/^./, (digit) => String((Number(digit) + 1) % 10)))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('That code is incorrect')).toBeVisible()
  await expect(field).toHaveAccessibleDescription(/That code is incorrect/)
  await expect(field).toBeFocused()
  await field.fill(digits)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/private\/upcoming-events$/)
})

test('a sign-up form that waits in a browser does not overwrite the profile of a registered person', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail()
  await signUp(page, portal, email, 'Robin')
  const elsewhere = await browser.newPage()
  await fillRegistration(elsewhere, email, 'Somebody')
  await elsewhere.goto(await portal.linkTo(email, 2))
  await expect(elsewhere).toHaveURL(/\/private\/upcoming-events$/)
  expect(await elsewhere.evaluate(() => localStorage.getItem('profileForSignIn'))).toBeNull()
  await elsewhere.goto(`${portal.url}/private/profile`)
  await expect(elsewhere.getByLabel('First name')).toHaveValue('Robin')
})

test('the login page lists the next events, and the wait for another link continues after a reload', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login')
  const next = page.getByRole('region', { name: 'Next events' }).getByRole('listitem')
  await expect(next).toHaveCount(4)
  await expect(next.first()).toContainText(piston.name)
  const email = newEmail()
  await fillRegistration(page, email)
  const again = page.getByRole('button', { name: /^Resend link/ })
  const secondsLeft = async () => Number(/\d+/.exec(await again.innerText()))
  const before = await secondsLeft()
  await page.clock.fastForward(10_000)
  await expect.poll(secondsLeft).toBeLessThanOrEqual(before - 10)
  await page.reload()
  expect(await secondsLeft()).toBeLessThanOrEqual(before - 10)
  await expect(again).toHaveText(/\(\d+ s\)/)
})

test('a link without its token or used twice says so, and the latter sends a new one in one click', async ({
  browser,
  page,
  portal,
}) => {
  const { email, link } = await askForLink(page, portal)
  for (const _ of ['once', 'twice, while signed in']) {
    await page.goto(link)
    await expect(page).toHaveURL(/\/private\/upcoming-events$/)
  }
  const again = await browser.newPage()
  await again.goto('/handle-redirect-login#token=')
  await expect(again).toHaveURL(/\/login$/)
  await expect(again.getByText(/^This sign-in link is incomplete\./)).toBeVisible()
  await again.goto(link)
  await again.getByLabel('Email').fill(email)
  await again.getByRole('button', { name: /sign in/i }).click()
  await expect(again.getByRole('heading', { name: /expired or was already used/ })).toBeVisible()
  await again.getByRole('button', { name: 'Send a new link' }).click()
  await expect(again.getByRole('heading', { name: 'Login link sent to your email' })).toBeVisible()
  await again.goto(await portal.linkTo(email, 3))
  await expect(again).toHaveURL(/\/private\/upcoming-events$/)
})

test('a registered person logs in by a link, and an unknown email leads to the registration form and back', async ({
  page,
  portal,
}) => {
  const email = newEmail()
  await signUp(page, portal, email)
  await page.getByRole('button', { name: /Robin/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Are you sure want to logout?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const unknown = newEmail('nobody')
  await page.getByLabel('Email').fill(unknown)
  await page.getByRole('button', { name: 'Send sign-in link' }).click()
  await expect(page).toHaveURL(/\/register$/)
  const told = page.getByRole('alert', { name: 'Email not registered' })
  await expect(told).toContainText(unknown)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(unknown)
  await told.getByRole('link', { name: 'log in with a different email' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // The page before has such a field, too.
  await page.getByRole('heading', { name: 'Login', exact: true }).waitFor()
  await expect(page.getByLabel('Email')).toHaveValue(unknown)
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(unknown)

  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send sign-in link' }).click()
  await page.getByRole('heading', { name: 'Login link sent to your email' }).waitFor()
  await page.goto(await portal.linkTo(email, 2))
  await expect(page).toHaveURL(/\/private\/upcoming-events$/)
})

test('a page that was requested without a sign-in opens after it, but only if it is a page of the portal', async ({
  page,
  portal,
}) => {
  const email = newEmail()
  await page.goto('/private/registered-events')
  await expect(page.getByText('Please login first to continue')).toBeVisible()
  await signUpFromHere()
  await expect(page).toHaveURL(/\/private\/registered-events$/)
  await page.goto(`${portal.url}//example.org/private`)
  expect(new URL(page.url()).origin).toBe(new URL(portal.url).origin)

  async function signUpFromHere() {
    await fillRegistration(page, email)
    await page.goto(await portal.linkTo(email))
  }
})

/** Requests a link for a registered person; returns it with its digits. */
async function askForLink(
  page: Page,
  portal: Portal,
): Promise<{ email: string; link: string; digits: string }> {
  const email = newEmail()
  await givenUser(portal, email)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send sign-in link' }).click()
  await page.getByRole('heading', { name: 'Login link sent to your email' }).waitFor()
  const link = await portal.linkTo(email, 2)
  const [mail] = await portal.mailsTo(email)
  return { email, link, digits: /enter this code: (\d{4} \d{4})/.exec(mail?.text ?? '')?.[1] ?? '' }
}

/** Records every heading that a page shows, however briefly, in order. */
async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = JSON.parse(sessionStorage.getItem('headings') ?? '[]')
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent
      if (heading && heading !== seen.at(-1)) seen.push(heading)
      sessionStorage.setItem('headings', JSON.stringify(seen))
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return async () => {
    await page.getByRole('heading', { name: 'Upcoming Events' }).waitFor()
    return page.evaluate(() => JSON.parse(sessionStorage.getItem('headings') ?? '[]'))
  }
}
