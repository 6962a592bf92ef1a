import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signInAsAdministrator, signUp } from './people.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    for (const path of [
      '/login',
      '/register',
      '/forgot-password',
      '/account-deleted',
      '/email-link-success',
      '/handle-redirect-login',
      '/admin/login',
      '/admin/forgot-password',
      '/admin/reset-password',
      '/download?certificate=AAAAAAAAAAAAAAAAAAAAAA',
      '/verify',
      '/verify/AAAAAAAAAAAAAAAAAAAAAA',
      '/stop-reminders#code=AAAAAAAAAAAAAAAAAAAAAA',
      '/mailbox',
    ]) {
      test(`${path} has no accessibility violation and no sideways scroll`, async ({ page }) => {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expectAccessible(page)
      })
    }

    test("the attendees' pages and dialogs have none either", async ({ page, portal }) => {
      await signUp(page, portal, newEmail())
      await page.getByRole('article').first().waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Details' }).first().click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page
        .getByRole('article', { name: /Piston/ })
        .getByRole('button', { name: /Eastern/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: /Membership/ }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await registerFor(page, /South Carolina/)
      await registerFor(page, /Turbine/)
      await page.goto('/private/registered-events')
      await page.getByRole('button', { name: 'Change time slot' }).click()
      await page.getByRole('radio').first().waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      for (const path of [
        '/private/registered-events',
        '/private/upcoming-event-videos',
        '/private/profile',
        '/private/complete-profile',
      ]) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (path === '/private/profile') await page.getByText('This one').waitFor()
        await expectAccessible(page)
      }
    })

    test('the question before an account is deleted has none either', async ({ page, portal }) => {
      await signUp(page, portal, newEmail())
      await page.goto('/private/profile')
      await page.getByRole('button', { name: 'Delete account' }).click()
      const typed = page.getByRole('dialog', { name: 'Delete your account?' }).getByLabel('Your email')
      await typed.fill('somebody.else@example.com')
      await page.keyboard.press('Enter')
      await page.getByText('This is not the email of your account.').waitFor()
      await expectAccessible(page)
    })

    test("the administrator's pages have none either", async ({ page, portal }) => {
      await signUp(page, portal, newEmail())
      await registerFor(page, /Turbine/)
      await page.evaluate(() => localStorage.clear())
      await signInAsAdministrator(page)
      await page.getByRole('row').nth(1).waitFor()
      await expectAccessible(page)
      await page
        .getByRole('button', { name: /^Email history/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name: 'Where you are signed in' }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      await expectAccessible(page)
    })
  })
}

async function expectAccessible(page: Page): Promise<void> {
  // What moves is judged where it comes to rest.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  )
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
