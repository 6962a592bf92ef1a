import { easternDay } from '#contract/core/season.ts'
import { expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signUp } from './people.ts'

test('a person shows the ticket on the day, also without a network, and replaces it', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(phone)
  await signUp(page, portal, newEmail())
  await registerFor(page, /South Carolina/)
  const [held] = await portal.query<{ registration_id: number }>(
    `update event_slots slot set start_on = $1, end_on = $1, start_time = '00:00', end_time = '23:59'
       from registrations held where held.event_slot_id = slot.event_slot_id returning registration_id`,
    [easternDay(new Date())],
  )
  const long = `https://maps.example/${'longpath'.repeat(8)}`
  await portal.query(`update events set event_name = event_name || $1, venue = $1`, [long])
  await page.goto(`/private/ticket/${held?.registration_id}`)
  await expect(page.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/private/ticket/99999')
  await expect(page.getByRole('alert')).toContainText("We couldn't find this registration.")
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See your registrations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registered Events' })).toBeVisible()
  const next = page.getByRole('region', { name: 'Your next day' })
  const button = next.getByRole('button', { name: 'Show ticket' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your ticket' })
  const code = dialog.getByRole('img', { name: 'QR code of your ticket' })
  await expect(code).toBeVisible()
  expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(240)
  await expect(dialog).toContainText("Robin O'Brien")
  await expect(dialog).toContainText(`Check-in code: ${held?.registration_id}`)
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toBe(`ticket-${held?.registration_id}.pdf`)

  const before = await code.getAttribute('src')
  await dialog.getByRole('button', { name: 'Replace ticket' }).click()
  await page
    .getByRole('dialog', { name: 'Replace this ticket?' })
    .getByRole('button', { name: 'Replace ticket' })
    .click()
  await expect(page.getByText('You have a new ticket. We emailed it to you, too.')).toBeVisible()
  await expect(code).not.toHaveAttribute('src', before ?? '')

  // The page is loaded again while no call is answered.
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  const words = "We can't reach the portal. Your ticket works anyway."
  await expect(next).toContainText(words)
  // The notice ignores the pointer, so a click would not find that it covers the code.
  const notice = page.getByText('This page reconnects automatically.')
  await expect(notice).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await next.getByRole('button', { name: 'Show ticket' }).click()
  await expect(code).toBeVisible()
  await expect(dialog).toContainText(words)
  await expect(notice).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('root:tickets'))).not.toBeNull()
  await page.unroute('**/api/**')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('root:tickets'))).toBeNull()
})
