import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { SignOnProvider } from '#test/single-sign-on-provider.ts'
import { startSignOnProvider } from '#test/single-sign-on-provider.ts'
import { expectAccessible } from './accessible.ts'
import { test as base, expect } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { administrator, startPortal } from './portal.ts'

/** A portal whose administrators must sign in at a real provider. */
const test = base.extend<object, { provider: SignOnProvider; running: Portal }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      const provider = await startSignOnProvider()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  running: [
    async ({ provider }, use) => {
      const portal = await startPortal({
        ...provider.environment,
        OIDC_LABEL: 'Microsoft',
        OIDC_GROUPS: 'Portal admins=administrator',
        ADMIN_SINGLE_SIGN_ON: 'required',
        ADMIN_BREAK_GLASS_EMAIL: administrator.email,
      })
      provider.allow(portal.url)
      await portal.keepData()
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
})

// First: later, the portal knows the provider's addresses, and leads to a page that does not answer.
test('the sign-in page says when the provider is away', async ({ page, provider }) => {
  await provider.goAway()
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await expect(page.getByRole('alert')).toContainText('The sign-in page of your company is not reachable now')
  await provider.comeBack()
})

test('an administrator signs in with a company account, comes back to the page, and proves it again', async ({
  page,
  provider,
}) => {
  const claims = { email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Byron' }
  provider.accounts.set('ada', { ...claims, groups: ['Everybody'] })
  await page.goto('/admin/private/administrators')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('alert')).toContainText('None of your groups has a role here')
  await expectAccessible(page)

  provider.accounts.set('ada', { ...claims, groups: ['Portal admins'] })
  await page.goto('/admin/private/administrators')
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await expect(page).toHaveURL(/\/admin\/private\/administrators$/)
  await expect(listed(page, 'Ada Byron')).toBeVisible()

  await invite(page)
  await expect(page.getByRole('dialog', { name: "Confirm it's you" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in again with Microsoft' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(/\/admin\/private\/administrators$/)
  await invite(page)
  await expect(listed(page, 'colleague@example.com')).toBeVisible()
})

test('an administrator turns on a first second factor with an emailed code, after signing in with a company account', async ({
  page,
  portal,
  provider,
}) => {
  const email = 'grace@example.com'
  provider.accounts.set('grace', { email, email_verified: true, groups: ['Portal admins'] })
  await page.goto('/admin/private/second-factor')
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByLabel('Name').fill('grace')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Use an app' }).click()
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByRole('button', { name: 'Email me a code' }).click()
  const mail = await portal.mailAbout(email, /sign-in link/)
  await proof.getByLabel('The 8-digit code from the email').fill(/\b\d{4} \d{4}\b/.exec(mail.text)?.[0] ?? '')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step verification' })
  await expect(dialog.getByAltText(/QR code/)).toBeVisible()
  await expectAccessible(page)
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('6-digit code').fill(new TOTP({ secret: key }).generate())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText("so it can't be turned off")).toBeVisible()
})

test('the emergency account signs in with a password by keyboard, and sets up its second factor', async ({
  page,
}) => {
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Use the emergency account' }).press('Enter')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/set-up-second-factor$/)
})

async function invite(page: Page): Promise<void> {
  await page.getByLabel('Invite by email').fill('colleague@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
}

function listed(page: Page, name: string): Locator {
  return page.getByRole('combobox', { name: `Role of ${name}` })
}
