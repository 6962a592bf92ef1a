import { easternDay } from '#contract/core/season.ts'
import { expectAccessible, phone } from './accessible.ts'
import { seminar } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { boxesOf, newEmail, signUp } from './people.ts'

test('a person gets a ticket for the seminar, and on the day every page has its address and check-in code', async ({
  browser,
  portal,
}) => {
  const page = await browser.newPage({ timezoneId: 'America/Chicago', viewport: phone })
  await signUp(page, portal, newEmail())
  const card = page.getByRole('article', { name: /South Carolina/ })
  const slot = card.getByRole('button', { name: /8:00 AM – 5:00 PM Eastern/ })
  await expect(page.getByRole('region', { name: 'Your next day' })).toHaveCount(0)

  await expect(card).not.toContainText('your time')

  // A slow answer: the dialog is there at once, and a second tap changes nothing.
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/private/get-profile', async (route) => {
    await answered
    await route.continue()
  })
  await slot.dblclick()
  const dialog = page.getByRole('dialog', { name: 'Mailing List' })
  await dialog.getByRole('status', { name: 'Loading your answers' }).waitFor()
  await expectAccessible(page)
  answer()
  for (const box of await boxesOf(dialog)) await box.check()
  await dialog.getByRole('button', { name: 'Complete Registration' }).click()
  const ticket = page.getByRole('dialog', { name: 'Registered!' })
  await expect(ticket).not.toContainText('your time')
  await expect(ticket.getByRole('region', { name: 'What happens next' })).toContainText('photo ID')
  await expect(ticket.getByRole('button', { name: 'Add to calendar' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Calendar file (Apple, Outlook)' })).toBeVisible()
  await expectAccessible(page, [phone])
  await page.keyboard.press('Escape')
  await ticket.getByRole('link', { name: 'See my registration' }).click()
  await expect(page.getByRole('heading', { name: 'Registered Events' })).toBeVisible()

  const [held] = await portal.query<{ registration_id: number }>(
    `update event_slots slot set start_on = $1, end_on = $1, start_time = '00:00', end_time = '23:59'
     from registrations held where held.event_slot_id = slot.event_slot_id returning registration_id`,
    [easternDay(new Date())],
  )
  await page.goto('/private/profile')
  const next = page.getByRole('region', { name: 'Your next day' })
  await expect(next).toContainText(`${seminar.name} · in progress until 11:59 PM Eastern`)
  await expect(next).not.toContainText('your time')
  await expect(next).toContainText(`Check-in code: ${held?.registration_id}`)
  await expect(next.getByRole('link')).toHaveAttribute('href', /google\.com\/maps\/search\/\?api=1&query=/)
  await expectAccessible(page)
})
