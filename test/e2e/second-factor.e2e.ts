import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { fillProfile, forgetBrowser, newEmail, signInAsAdministrator } from './people.ts'
import { administrator, startPortal } from './portal.ts'

/** Adds a device with a fingerprint sensor that always succeeds. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function typePassword(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Username').fill(administrator.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('an administrator must set up an authenticator app, saves the recovery codes, and needs the app next time', async ({
  browser,
}) => {
  const portal = await startPortal({ ADMIN_SECOND_FACTOR: 'required' })
  const page = await browser.newPage({ baseURL: portal.url })
  await typePassword(page)
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeFocused()
  await expectAccessible(page)
  // Nothing else is served in between.
  await page.goto('/admin/private')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await typePassword(page)
  await page.getByRole('button', { name: 'Use an app' }).click()
  const key = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  const digits = page.getByRole('textbox', { name: '6-digit code' })
  await digits.fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText("That code didn't match.")).toBeVisible()
  await expectAccessible(page)
  await digits.fill(new TOTP({ secret: key }).generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allTextContents()
  await expectAccessible(page)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByRole('heading', { name: 'All Registrations' })).toBeVisible()

  // Another browser knows only the password.
  const other = await browser.newPage({ baseURL: portal.url })
  await typePassword(other)
  await expect(other.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByRole('textbox', { name: 'Recovery code' }).fill(first)
  await other.getByRole('checkbox', { name: 'Remember this browser for 30 days' }).check()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByRole('heading', { name: 'All Registrations' })).toBeVisible()
  await forgetBrowser(other)
  await typePassword(other)
  await expect(other.getByRole('heading', { name: 'All Registrations' })).toBeVisible()
  await portal.stop()
})

test('an administrator switches a passkey on, signs in with it, and switches it off', async ({ page }) => {
  await withAuthenticator(page)
  await signInAsAdministrator(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Two-step verification' }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step verification' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Rename the passkey/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('The key at home')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Remove the passkey The key at home' })).toBeVisible()

  await forgetBrowser(page)
  await typePassword(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'All Registrations' })).toBeVisible()
  await page.goto('/admin/private/second-factor')
  await page.getByRole('button', { name: 'Turn off two-step verification' }).click()
  await page
    .getByRole('dialog', { name: 'Turn off two-step verification?' })
    .getByRole('button', { name: 'Turn off' })
    .click()
  await page
    .getByRole('dialog', { name: "Confirm it's you" })
    .getByRole('button', { name: 'Use a passkey' })
    .click()
  await expect(page.getByText('Anyone with your password can sign in.')).toBeVisible()
})

test('a person who signed in by a link is offered a passkey after completing the profile, and signs in with it', async ({
  page,
  portal,
}) => {
  await withAuthenticator(page)
  const email = newEmail()
  // A link that was requested without a profile.
  await page.request.post(`${portal.url}/api/identity/send-sign-in-link`, { data: { email } })
  await page.goto(await portal.linkTo(email))
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /sign in/i }).click()
  const offer = page.getByRole('group', { name: 'Skip the email next time?' })
  await fillProfile(page)
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await offer.waitFor()
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Set up a passkey' }).click()
  await expect(page.getByText('Next time, you can sign in with a passkey')).toBeVisible()
  await expect(offer).toHaveCount(0)

  await forgetBrowser(page)
  const signedIn: string[] = []
  page.on(
    'request',
    (sent) => void (sent.url().endsWith('/public/passkeys/sign-in') && signedIn.push(sent.url())),
  )
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/private\/upcoming-events$/)
  expect(signedIn, 'sign-ins by the button and by autofill').toHaveLength(1)
  await page.goto('/private/profile')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await expect(section.getByRole('listitem')).toContainText(/Chrome on .*last used/)
  await section.getByRole('button', { name: /^Rename the passkey Chrome on/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByText('Please give it a name')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The tablet at work')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(section.getByRole('button', { name: 'Rename the passkey The tablet at work' })).toBeFocused()
  await expect(section.getByRole('listitem')).toContainText('The tablet at work')

  // This browser also accepts a passkey from the email field's suggestions, once the page is used.
  await forgetBrowser(page)
  await page.goto('/login')
  await page.getByLabel('Email').click()
  await expect(page).toHaveURL(/\/private\/upcoming-events$/)
  await page.goto('/private/profile')
  await section.getByRole('button', { name: /^Remove the passkey/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)

  // If the sign-in is older than ten minutes, the new proof is a code by email.
  const refused = { error: true, code: 'SIGN_IN_TOO_OLD', message: 'Too old', requestId: 'none' }
  // The route stays: taking it away while the page loads a file can lose that request.
  let isOld = true
  await page.route('**/api/private/passkeys/begin', (route) => {
    if (!isOld) return route.continue()
    isOld = false
    return route.fulfill({ status: 403, json: refused })
  })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByRole('button', { name: 'Email me a code' }).click()
  await proof.getByLabel('The 8-digit code from the email').waitFor()
  await expectAccessible(page)
  const mail = await portal.mailAbout(email, /sign-in link/, 2)
  await proof.getByLabel('The 8-digit code from the email').fill(/\b\d{4} \d{4}\b/.exec(mail.text)?.[0] ?? '')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)
})
