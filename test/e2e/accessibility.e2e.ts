import type { Page } from '@playwright/test'
import { desk, expectAccessible, expectToFitInLargeFont, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signUp } from './people.ts'

const code = 'A'.repeat(22)

/** A page of each layout that hides elements on a phone, and the pages that hide some themselves. */
const hidingOnPhones = ['/login', '/mailbox', '/events/4', '/private/upcoming-events']

const open = [
  '/login',
  '/register',
  '/forgot-password',
  '/account-deleted',
  '/email-link-success',
  '/mailbox',
  '/events',
  '/events/4',
  '/admin/login',
  '/admin/forgot-password',
  '/admin/reset-password',
  '/verify',
  `/verify/${code}`,
  ...['stop-reminders', 'offered-seat', 'confirm-email', 'undo-email-change'].map(
    (page) => `/${page}#code=${code}`,
  ),
]

const signedIn = [
  'upcoming-events',
  'registered-events',
  'upcoming-event-videos',
  'profile',
  'complete-profile',
]

// What opens on them is judged where a journey opens it.
test('no page has an accessibility violation or scrolls sideways, even in a very large font', async ({
  page,
  portal,
}) => {
  test.slow()
  for (const path of open) await judge(page, path)
  await judge(page, `/download?certificate=${code}`)
  await expect(page.getByRole('heading', { name: 'Certificate not found' })).toBeVisible()
  await signUp(page, portal, newEmail())
  await registerFor(page, /South Carolina/)
  for (const path of signedIn) await judge(page, `/private/${path}`)
})

async function judge(page: Page, path: string): Promise<void> {
  await page.setViewportSize(phone)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (path.endsWith('/profile')) await page.getByText('This device').waitFor()
  await expectToFitInLargeFont(page)
  await expectAccessible(page)
  if (hidingOnPhones.includes(path)) await expectAccessible(page, [desk])
}
