import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, signInByLink, signUp } from './people.ts'
import type { Portal } from './portal.ts'

test('a person changes their email, confirms it in another browser, and the old email undoes it', async ({
  browser,
  page,
  portal,
}) => {
  const [old, wanted] = [newEmail('old'), newEmail('wanted')]
  await signUp(page, portal, old)
  await page.goto('/private/profile')
  const section = page.getByRole('region', { name: 'Email', exact: true })
  await askFor(page, wanted)
  await expect(section).toContainText(`Signed in as ${old}`)
  await expect(section).toContainText(`Confirm ${wanted}`)

  const elsewhere = await browser.newPage()
  await elsewhere.goto(await linkTo(portal, wanted, '/confirm-email'))
  await elsewhere.getByRole('button', { name: 'Confirm email' }).waitFor()
  expect(new URL(elsewhere.url()).hash).toBe('')
  await page.reload()
  await expect(section).toContainText(`Confirm ${wanted}`)
  await expect(elsewhere.getByText(`The account of o…@example.com will sign in with ${wanted}`)).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Confirm email' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Email changed' })).toBeFocused()
  // The session that asked is signed out: it may be somebody else's.
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  await signInByLink(page, portal, wanted, 2)
  await page.goto('/private/profile')
  await expect(section).toContainText(`Signed in as ${wanted}`)

  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Email').fill(old)
  await elsewhere.getByRole('button', { name: 'Send sign-in link' }).click()
  await expect(elsewhere.getByRole('alert')).toContainText('The email of this account was changed.')

  const undo = await linkTo(portal, old, '/undo-email-change')
  await elsewhere.goto(undo)
  await elsewhere.getByRole('button', { name: 'Undo the change' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Email change undone' })).toBeFocused()
  await page.goto('/private/profile')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(undo)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText('A change of email can be undone once, for 7 days.')).toBeVisible()
})

test('a person requests a new email, corrects it, resends the link and cancels the change, all with the keyboard', async ({
  browser,
  page,
  portal,
}) => {
  const [old, wanted] = [newEmail('old'), newEmail('wanted')]
  await signUp(page, portal, old)
  await page.goto('/private/profile')
  const change = page.getByRole('button', { name: 'Change email' })
  await change.focus()
  await page.keyboard.press('Enter')
  const field = page.getByLabel('New email')
  await expect(field).toBeFocused()
  for (const [typed, words] of [
    ['nobody', 'Invalid Email'],
    [old, 'This is already your email, so there is nothing to change.'],
    ['admin@example.com', 'Someone is already registered under this email. Enter a different one.'],
  ] as const) {
    await field.fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByText(words)).toBeVisible()
    await expect(field).toBeFocused()
  }
  await field.fill(wanted)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await closeSent(page, wanted)
  await expect(change).toBeFocused()
  await expectAccessible(page)

  const again = page.getByRole('button', { name: 'Send verification link' })
  await again.focus()
  await page.keyboard.press('Enter')
  await closeSent(page, wanted)
  await expect(again).toBeFocused()
  const link = await linkTo(portal, wanted, '/confirm-email', 2)
  await page.getByRole('button', { name: 'Cancel change' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Open the link we sent there.')).toHaveCount(0)
  await expect(change).toBeFocused()

  const elsewhere = await browser.newPage()
  await elsewhere.goto(link)
  await elsewhere.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor()
  await elsewhere.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(elsewhere).toHaveURL(/\/login$/)
})

async function askFor(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Send verification link' }).click()
  await closeSent(page, email)
}

async function closeSent(page: Page, email: string): Promise<void> {
  const sent = page.getByRole('dialog', { name: 'Verification link sent!' })
  await expect(sent).toContainText(email)
  await expect(sent.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sent).toHaveCount(0)
}

/** Returns the newest link to a page, once there are this many mails; voided links are no longer in them. */
async function linkTo(portal: Portal, email: string, path: string, atLeast = 1): Promise<string> {
  let links: string[] = []
  await expect(async () => {
    const mails = await portal.mailsTo(email)
    expect(mails.length).toBeGreaterThanOrEqual(atLeast)
    links = mails.flatMap((mail) => mail.links).filter((link) => link.includes(path))
    expect(links).not.toEqual([])
  }).toPass()
  return links[0] as string
}
