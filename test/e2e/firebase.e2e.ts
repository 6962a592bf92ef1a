import type { FakeFirebase } from '#test/fake-firebase.ts'
import { startFakeFirebase } from '#test/fake-firebase.ts'
import { test as base, expect } from './fixtures.ts'
import { fillRegistration, newEmail, registerFor, signInAsAdministrator } from './people.ts'
import type { Portal } from './portal.ts'
import { administrator, startPortal } from './portal.ts'
import { confirmUnusual } from './registration-list.ts'

/** A portal with Firebase as its identity provider. */
const test = base.extend<object, { firebase: FakeFirebase; running: Portal }>({
  firebase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      const firebase = await startFakeFirebase()
      await use(firebase)
      await firebase.close()
    },
    { scope: 'worker' },
  ],
  running: [
    async ({ firebase }, use) => {
      const portal = await startPortal(firebase.environment)
      await portal.keepData()
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
})

test('a person signs up by Firebase, registers and gets a certificate', async ({
  browser,
  page,
  portal,
  firebase,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  const email = newEmail()
  await fillRegistration(page, email)
  await expect(page.getByText('The link works once and expires soon.')).toBeVisible()
  await expect(page.getByText('To sign in on another device, open the link there')).toBeVisible()
  await expect(page.getByLabel(/digit code/)).toHaveCount(0)
  await page.goto(linkTo(firebase, email))
  await expect(page).toHaveURL(/\/private\/upcoming-events$/)
  await registerFor(page, /Piston/)

  // Nobody has a password at Firebase yet.
  const office = await browser.newPage()
  await office.goto('/admin/login')
  await office.getByRole('link', { name: 'Forgot password' }).click()
  await office.getByLabel('Email').fill(administrator.email)
  await office.getByRole('button', { name: 'SEND RESET LINK' }).click()
  await expect(office.getByText('Reset link sent to your email')).toBeVisible()
  await expect.poll(() => firebase.mailsTo(administrator.email).length).toBe(1)
  const code = firebase.mailsTo(administrator.email)[0]?.oobCode
  await office.goto(`/api/identity/follow-mailed-link?mode=resetPassword&oobCode=${code}&apiKey=a&lang=en`)
  await expect(office).toHaveURL(/\/admin\/reset-password$/)
  await office.getByLabel('New password', { exact: true }).fill(administrator.password)
  await office.getByLabel('Confirm password', { exact: true }).fill(administrator.password)
  await office.getByRole('button', { name: 'Save password' }).click()
  await expect(office.getByText('Your password is saved')).toBeVisible()
  await signInAsAdministrator(office)

  await office.getByRole('textbox', { name: /search/i }).fill(email)
  const row = office.getByRole('row').filter({ hasText: email })
  await row.getByRole('combobox', { name: /^Hours for/ }).selectOption('8')
  await confirmUnusual(office)
  await expect(office.getByText('Certificate generated successfully')).toBeVisible()
  await page.goto('/private/registered-events')
  await expect(page.getByRole('link', { name: 'Download Certificate' })).toBeVisible()
  expect([...asked]).toEqual([portal.url])
})

/** Returns the address that Google's page continues to from its email. */
function linkTo(firebase: FakeFirebase, email: string): string {
  const [mail] = firebase.mailsTo(email)
  return `${mail?.continueUrl}?apiKey=a-key&oobCode=${mail?.oobCode}&mode=signIn&lang=en`
}
