import { contactSupport } from '#contract/foundation/support/calls.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startSmtpReceiver } from '#test/receivers.ts'
import { expectAccessible } from './accessible.ts'
import { test as base, expect } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'
import type { Portal } from './portal.ts'
import { startPortal } from './portal.ts'

/** A portal that sends by SMTP to a receiver that can refuse. */
const test = base.extend<object, { receiver: SmtpReceiver; running: Portal }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      const receiver = await startSmtpReceiver()
      await use(receiver)
      await receiver.close()
    },
    { scope: 'worker' },
  ],
  running: [
    async ({ receiver }, use) => {
      const portal = await startPortal({ MAIL_URL: receiver.url, LOG_LEVEL: 'silent' })
      await portal.keepData()
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
})

test('an administrator reads why emails were not sent, and sends them again', async ({
  page,
  portal,
  receiver,
}) => {
  receiver.refuse('recipient', 550)
  for (const name of ['Ann', 'Ben', 'Cleo']) await askSupport(portal, name)
  await signInAsAdministrator(page, '/admin/private/mails')
  const why = page.getByRole('region', { name: 'Why emails were not sent' })
  await expect(why).toContainText('No such mailbox')
  await expect(async () => {
    await page.reload()
    await why.waitFor()
    await expect(why).toContainText('3 emails', { timeout: 1000 })
  }).toPass()
  await expectAccessible(page)

  const emails = page.getByRole('table', { name: 'Emails' })
  await emails.getByRole('button', { name: /^Read: .*Ben/ }).click()
  const email = page.getByRole('dialog', { name: /Ben/ })
  await expect(email).toContainText('No such mailbox')
  await expect(email.frameLocator('iframe').getByText('How do I register?', { exact: true })).toBeVisible()
  // No script runs in the frame, so the page is judged without it.
  await email.getByRole('tab', { name: 'Text version' }).click()
  await expect(email.getByRole('tabpanel')).toContainText('How do I register?')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(emails.getByRole('button', { name: /^Read: .*Ben/ })).toBeFocused()

  receiver.refuse('recipient', undefined)
  await emails.getByRole('checkbox', { name: /Ann/ }).press('Space')
  await emails.getByRole('checkbox', { name: /Ben/ }).press('Space')
  const chosen = page.getByRole('region', { name: 'Selected emails' })
  await expect(chosen).toContainText('2 selected')
  await expectAccessible(page)
  await chosen.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('2 emails are sent again')).toBeVisible()
  await why.getByRole('button', { name: /^Try again/ }).click()
  await expect(page.getByText('The email is sent again')).toBeVisible()
  await expect.poll(() => receiver.mails.length).toBe(3)
  await page.goto('/admin/private/activities')
  await expect(page.getByRole('row').filter({ hasText: 'Emails retried' })).toHaveCount(2)
})

test('an administrator confirms before resending an email that may have arrived', async ({
  page,
  portal,
  receiver,
}) => {
  receiver.refuse('recipient', undefined)
  receiver.fallSilent('mail')
  await askSupport(portal, 'Dana')
  await expect.poll(() => receiver.owed()).toBe(1)
  receiver.fallSilent(undefined)
  receiver.hangUp()
  const before = receiver.mails.length
  await signInAsAdministrator(page, '/admin/private/mails?status=unknown')
  const again = page.getByRole('button', { name: /^Try again: Support request from Dana/ })
  await again.click()
  const dialog = page.getByRole('dialog', { name: 'Send this email again?' })
  await expect(dialog).toContainText('it may arrive twice')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(again).toBeFocused()
  expect(receiver.mails).toHaveLength(before)
  await again.click()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.mails.length).toBe(before + 1)
})

test('every page of the panel says that no email leaves and links to the emails', async ({ page }) => {
  const data = {
    waiting: 1240,
    stoppedSince: new Date(Date.now() - 17 * 60_000).toISOString(),
    problem: '454 4.7.0 Temporary authentication failure: the relay at smtp.example.com is not available',
  }
  // "No mail leaves" takes five minutes; server tests cover it with a clock of their own.
  await page.route('**/api/private/mail-flow', (route) => route.fulfill({ json: { error: false, data } }))
  await signInAsAdministrator(page)
  await expect(page.getByText(/^No email has been sent since/)).toBeVisible()
  await expect(page.getByText('1,240 wait')).toContainText('454 4.7.0')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the emails' }).click()
  await expect(page.getByRole('heading', { name: 'Emails', level: 1 })).toBeVisible()
})

async function askSupport(portal: Portal, name: string): Promise<void> {
  const answer = await fetch(`${portal.url}/api${contactSupport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: 'asker@example.com', message: 'How do I register?' }),
  })
  expect(answer.status).toBe(200)
}
