import { expect, test } from '@playwright/test'
import { newEmail, registerFor, signUp } from './people.ts'
import { startPortal } from './portal.ts'

test('everything stays after kill -9 and a new start', async ({ browser }) => {
  const portal = await startPortal()
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await signUp(page, portal, newEmail())
  await registerFor(page, /Piston/)
  await portal.killAndStart()
  await page.goto('/private/registered-events')
  await expect(page.getByRole('article', { name: /Piston/ })).toBeVisible()
  await portal.stop()
})
