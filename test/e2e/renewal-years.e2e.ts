import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { desk, expectAccessible, phone } from './accessible.ts'
import { becomeAdministrator, newEmail, registerFor, signUp } from './people.ts'
import type { Portal } from './portal.ts'
import { startPortal } from './portal.ts'

/** A portal of its own, because other journeys' people would see its events. */
const test = base.extend<{ portal: Portal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
  portal: async ({}, use) => {
    const portal = await startPortal()
    await use(portal)
    await portal.stop()
  },
  baseURL: async ({ portal }, use) => use(portal.url),
})

test('an open event of another renewal year is upcoming, and gets its own tab for a person who registers', async ({
  page,
  browser,
  portal,
}) => {
  const office = await (await browser.newContext({ baseURL: portal.url, viewport: desk })).newPage()
  await becomeAdministrator(office)
  await givenEvent(office, 'Far Seminar', ['30/03/2098', '06/04/2098'])
  await signUp(page, portal, newEmail())
  const far = page.getByRole('article', { name: 'Far Seminar' })
  await expect(far).toContainText('Its hours count for renewal year 2097-2098 or 2098-2099.')
  await expect(page.getByRole('article')).toHaveCount(5)
  await expect(page.getByRole('article').last()).toHaveAccessibleName('Far Seminar')

  await registerFor(page, /Turbine/)
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  const tabs = page.getByRole('tablist', { name: 'Renewal years' }).getByRole('tab')
  await expect(tabs).toHaveText(['2026-2027'])
  await expectAccessible(page, [phone, desk])
  await page.getByRole('link', { name: 'Upcoming Events' }).first().click()
  await registerFor(page, /Far Seminar/)
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  await expect(tabs).toHaveText(['2097-2098', '2026-2027'])
  // The year of the next event is open.
  await expect(page.getByRole('article', { name: /Turbine/ })).toBeVisible()
  await tabs.first().click()
  await expect(far).toBeVisible()
})

test('the editor says when a date moves a slot or its event into another renewal year', async ({ page }) => {
  await page.setViewportSize(desk)
  await becomeAdministrator(page)
  await givenEvent(page, 'Fall Seminar', ['10/11/2026', '02/03/2027', '09/03/2027'])
  await page.goto('/admin/private/manage-events')
  await page.getByRole('button', { name: 'Edit event Fall Seminar' }).click()
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  const slot = editor.getByRole('listitem', { name: 'Slot 1' })
  await slot.getByLabel('First day').fill('2026-12-15')
  await slot.getByLabel('Last day').fill('2026-12-15')
  await expect(editor.getByText('1 unsaved change')).toBeVisible()
  await expect(editor.getByText(/renewal year|Saving moves/)).toBeHidden()

  await slot.getByLabel('First day').fill('2026-03-31')
  await slot.getByLabel('Last day').fill('2026-03-31')
  await expect(slot).toContainText(
    "This slot is in renewal year 2025-2026; the event's other slots are in 2026-2027.",
  )
  await expect(editor.getByText('Saving moves this event from 2026-2027 to 2025-2026.')).toBeVisible()
  await expectAccessible(page, [phone, desk])
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The event is saved')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Fall Seminar' })).toBeHidden()
  await page.getByRole('button', { name: /^2025 - 2026 events/ }).click()
  await expect(page.getByRole('article', { name: 'Fall Seminar' })).toBeVisible()
})

/** Adds an open event with a slot on each of these days, by calls only. */
async function givenEvent(page: Page, name: string, days: string[]): Promise<void> {
  await page.evaluate(
    async ([name, ...days]) => {
      const token = /"token":"([^"]+)"/.exec(localStorage.getItem('root') ?? '')?.[1]
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const post = async (path: string, body: object) => {
        const sent = { method: 'POST', headers, body: JSON.stringify(body) }
        return (await (await fetch(`/api/private/${path}`, sent)).json()).data
      }
      const { event_id } = await post('events', { event_name: name, isEnabled: 1 })
      const slot = { event_id, focus_id: 2, start_time: '08:00', end_time: '12:00' }
      for (const day of days) await post('events-slots', { ...slot, start_date: day, end_date: day })
    },
    [name, ...days],
  )
}
