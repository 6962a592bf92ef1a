import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { newEmail, registerFor, signUp } from './people.ts'

const code = 'A'.repeat(22)

const open = [
  '/login',
  '/register',
  '/forgot-password',
  '/account-deleted',
  '/email-link-success',
  '/mailbox',
  '/admin/login',
  '/admin/forgot-password',
  '/admin/reset-password',
  `/download?certificate=${code}`,
  '/verify',
  `/verify/${code}`,
  ...['stop-reminders', 'offered-seat', 'confirm-email', 'undo-email-change'].map(
    (page) => `/${page}#code=${code}`,
  ),
]

const signedIn = ['registered-events', 'upcoming-event-videos', 'profile', 'complete-profile']

// What opens on them is judged where a journey opens it.
test('no page has an accessibility violation or scrolls sideways', async ({ page, portal }) => {
  const judge = async (path: string) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (path.endsWith('/profile')) await page.getByText('This device').waitFor()
    await expectAccessible(page)
  }
  for (const path of open) await judge(path)
  await signUp(page, portal, newEmail())
  await registerFor(page, /South Carolina/)
  for (const path of signedIn) await judge(`/private/${path}`)
})
