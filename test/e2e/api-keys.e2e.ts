import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

test('an administrator makes an API key, copies it, sees that it was used, and revokes it', async ({
  page,
  context,
  request,
  portal,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsAdministrator(page, '/admin/private/api-keys')
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
  await expect(page.getByText('No API keys')).toBeVisible()
  await page.getByRole('button', { name: 'Make an API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make API key' }).click()
  await expect(dialog.getByText('Please give it a name')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('CRM sync')
  await dialog.getByLabel('Networks (optional)').fill('10.0.0.0/33')
  await dialog.getByRole('button', { name: 'Make API key' }).click()
  await expect(dialog.getByText('10.0.0.0/33 is not a network')).toBeVisible()
  await dialog.getByLabel('Networks (optional)').fill('127.0.0.0/8\n::1')
  await dialog.getByRole('button', { name: 'Make API key' }).click()
  await expect(page.getByRole('dialog', { name: 'Save your API key' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key).toMatch(/^iap_/)
  await page.getByRole('button', { name: "I've saved it" }).click()
  await expect(dialog).toHaveCount(0)

  const table = page.getByRole('table', { name: 'API keys' })
  await expect(table).toContainText('Not yet')
  await expect(page.getByText(key)).toHaveCount(0)
  const read = () =>
    request.get(`${portal.url}/api/private/registrations?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    })
  expect((await read()).status()).toBe(200)
  await expect(async () => {
    await page.reload()
    await expect(table).toContainText('CRM sync')
    await expect(table).not.toContainText('Not yet', { timeout: 500 })
  }).toPass()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Revoke CRM sync' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(table).toContainText('Revoked')
  await expectAccessible(page)
  const refused = await read()
  expect([refused.status(), (await refused.json()).code]).toEqual([401, 'API_KEY_UNKNOWN'])
})
