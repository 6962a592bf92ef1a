import { Webhook } from 'standardwebhooks'
import type { WebhookReceiver } from '../webhook-receiver.ts'
import { startWebhookReceiver } from '../webhook-receiver.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { test as base, expect } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const test = base.extend<{ receiver: WebhookReceiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
  receiver: async ({}, use) => {
    const receiver = await startWebhookReceiver()
    await use(receiver)
    await receiver.close()
  },
})
test('an administrator adds a webhook, tests it, reads the log, sends again, changes the secret, and deletes it', async ({
  page,
  portal,
  receiver,
}) => {
  const shown = () => expectAccessible(page, [phone, { width: 1024, height: 900 }, desk])
  await signInAsAdministrator(page, '/admin/private/webhooks')
  await expect(page.getByText('No webhooks')).toBeVisible()
  await shown()

  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('CRM')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('not an address')
  await dialog.getByRole('checkbox', { name: 'Consent changed' }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Has to be an address like')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('These events need another permission')).toBeVisible()
  await shown()
  await dialog.getByRole('checkbox', { name: /^People:/ }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('dialog', { name: 'Save the secret' })).toBeVisible()
  await expect(page.getByRole('button', { name: "I've saved it" })).toBeFocused()
  const secret = await dialog.getByText(/^whsec_/).innerText()
  await shown()
  await page.getByRole('button', { name: "I've saved it" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Webhooks' })).toContainText('Not yet')
  await shown()

  await page.getByRole('link', { name: 'CRM' }).click()
  receiver.answer(500)
  const sendTest = page.getByRole('button', { name: 'Send a test event' })
  await sendTest.press('Enter')
  await expect(page.getByText('The test event is on its way')).toBeVisible()
  await expect(sendTest, 'keeps the focus').toBeFocused()
  const log = page.getByRole('table', { name: 'Log' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh the log' }).click()
    await expect(log).toContainText('Status 500', { timeout: 500 })
  }).toPass()
  await expect(page.getByText('Failing since')).toBeVisible()
  // Its next try, five seconds later, would be one more request and one more delivered event.
  await portal.query(
    "update webhook_deliveries set due_at = now() + interval '1 hour' where state = 'waiting'",
  )
  await shown()
  receiver.answer(200)
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh the log' }).click()
    await expect(log).toContainText('Delivered', { timeout: 500 })
  }).toPass()
  const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: '' }
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
  })
  await page
    .getByRole('button', { name: /^Open: Test event/ })
    .last()
    .click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('"webhook.test"').first()).toBeVisible()
  await expect(panel.getByText('Status 500').first()).toBeVisible()
  await shown()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  const before = receiver.requests.length
  await page.getByRole('button', { name: /^Send again: Test event/ }).click()
  await expect.poll(() => receiver.requests.length).toBe(before + 1)
  await page.getByRole('button', { name: 'Send a time range again' }).click()
  await panel.waitFor()
  await shown()
  await panel.getByLabel('Only failed events').uncheck()
  await panel.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.requests.length).toBe(before + 2)
  await expect(panel).toHaveCount(0)

  await page.getByRole('button', { name: 'Change secret' }).click()
  await panel.getByRole('button', { name: 'Change secret' }).click()
  await page.getByRole('button', { name: "I've saved it" }).click()
  await expect(page.getByText('Events are also signed with the old secret until')).toBeVisible()
  await page.getByRole('button', { name: 'End the old secret' }).click()
  await expect(page.getByText('Events are also signed with the old secret until')).toHaveCount(0)
  await shown()

  await page.getByRole('button', { name: 'Delete' }).click()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks')).toBeVisible()
})
