import { paths } from '#contract/core/paths.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, testAlone as test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const eventSlotId = 1
const laptop = { width: 1024, height: 768 }
const on = addDays(easternDay(new Date()), -7)

test('an administrator credits everybody who qualifies, by keyboard, and undoes it', async ({
  page,
  ownPortal: portal,
}) => {
  await portal.query(
    "update event_slots set start_on = $1, end_on = $1, start_time = '08:00', end_time = '12:00' where event_slot_id = $2",
    [on, eventSlotId],
  )
  await portal.query(
    `with people as (
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
      select 'doe-' || number || '@example.com', 'Pat', 'Doe', 'United States', 'Ohio', '44114',
        case when number > 1 then 'Example' else '' end, '+1||8035550100'
      from generate_series(1, 12) number returning user_id
    ) insert into registrations (user_id, event_id, event_slot_id)
    select user_id, event_id, event_slot_id from people, event_slots where event_slot_id = $1`,
    [eventSlotId],
  )
  // The first has an incomplete profile, the second came late, and the last never came.
  const rows = Array.from({ length: 11 }, (_, place) => {
    const from = place === 1 ? '10:00' : '08:00'
    return `Pat Doe,doe-${place + 1}@example.com,${on} ${from},${on} 12:00`
  })
  await page.setViewportSize(desk)
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  await page
    .getByRole('region', { name: 'Reports' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'day-1.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['User Name,Email,Join Time,Leave Time', ...rows].join('\n')),
    })
  await page.getByRole('button', { name: 'Keep report' }).click()
  await page.getByRole('button', { name: 'No questions were asked' }).click()

  const button = page.getByRole('button', { name: 'Credit everyone who qualifies (10)' })
  const panel = page.getByRole('dialog')
  const concerned = panel.getByRole('region', { name: 'People affected' })
  await expect(button).toBeEnabled()
  await button.press('Enter')
  await expect(panel).toContainText('4 hours: 9 people')
  await expect(panel).toContainText('2 hours: 1 person')
  await expect(concerned.getByRole('status')).toHaveText(/^10 registrations/)
  await expect(concerned.getByRole('status')).toContainText('Nothing to change (1)')
  await expect(concerned.getByRole('status')).toContainText('Profile is not complete (1)')
  await expect(concerned.getByRole('listitem').first()).toContainText('Profile is not complete')
  await expect(concerned.getByRole('listitem').filter({ hasText: 'doe-2@' })).toContainText('0 hours, then 2')
  await expectAccessible(page, [phone, desk])
  await panel.getByRole('button', { name: 'Credit everyone who qualifies (10)' }).press('Enter')
  await expect(panel.getByText('10 of 12 registrations changed')).toBeVisible()
  await expect(panel.getByText('Certificates issued: 10 of 10')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Not done' })).toContainText('Profile is not complete')
  await expectAccessible(page, [phone, desk])

  await panel.getByRole('button', { name: 'Undo…' }).press('Enter')
  await panel.getByLabel('Reason').fill('The wrong slot')
  await expect(concerned).toContainText('2 hours, then 0')
  await panel.getByLabel('Reason').press('Enter')
  await expect(panel.getByText('Undo: hours set')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  const none = page.getByRole('button', { name: 'Credit everyone who qualifies (0)' })
  await expect(none).toHaveAttribute('aria-disabled', 'true')

  const automation = page.getByRole('combobox', { name: 'Automation of credits' })
  await expect(automation).toHaveValue('by-hand')
  await automation.selectOption('Credit and email')
  const question = page.getByRole('dialog')
  await expect(question).toContainText('everyone else once the reports are final')
  await expectAccessible(page, [phone, laptop, desk])
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(automation).toHaveValue('by-hand')
  await automation.selectOption('Credit and email')
  await question.getByRole('button', { name: 'Credit and email' }).press('Enter')
  await expect(automation).toHaveValue('credit-and-mail')
  // What was undone is not credited again.
  await expect(none).toBeVisible()

  await portal.query(
    `insert into slot_recounts (event_slot_id, recounted_at, people, differences)
     select $1, now(), 11, jsonb_agg(jsonb_build_object('registrationId', registration_id, 'before', 4, 'now', 3))
     from registrations where event_slot_id = $1`,
    [eventSlotId],
  )
  await page.goto(paths.dashboard())
  await expect(page.getByRole('alert')).toContainText('Counting again gave something else for 12 people')
  const queue = page.getByRole('link', { name: /^Credit queue/ })
  await expect(queue).toHaveText('Credit queue2')
  await expectAccessible(page, [phone, laptop, desk])
  await page.goto(paths.attendance({ eventSlotId }))
  await expect(page.getByRole('alert')).toContainText('Pat Doe: stored 4 hours, now 3 hours')
  await expectAccessible(page, [phone, laptop, desk])
  await page.getByRole('button', { name: 'Seen' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Pat Doe' })).toHaveCount(0)
  await expect(queue).toHaveText('Credit queue1')
  await expectAccessible(page, [phone, desk])
})
