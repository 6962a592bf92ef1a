import { paths } from '#contract/core/paths.ts'
import { expectAccessible } from './accessible.ts'
import { demoSeason, turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { aWeekAgo, eventSlotId, givenHeldSlot, uploadReport, visit } from './held-slots.ts'
import { signInAsAdministrator } from './people.ts'

test('an administrator states how the hours of a slot were taught, after a look at who gains or loses', async ({
  page,
  portal,
}) => {
  const [harper, late] = ['harper@example.com', 'late@example.com']
  await givenHeldSlot(portal, [{ email: harper }, { email: late }])
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  await uploadReport(page, [
    visit('Harper', harper, aWeekAgo, '07:55', '08:18'),
    visit('Harper', harper, aWeekAgo, '08:27', '12:00'),
    visit('Late', late, aWeekAgo, '08:27', '08:56'),
  ])

  await page.getByRole('button', { name: 'Adjust teaching times' }).click()
  const panel = page.getByRole('dialog', { name: /^Adjust teaching times/ })
  const hours = panel.getByRole('listitem').filter({ has: page.locator('input') })
  await expect(hours.first().getByLabel(/: from$/)).toHaveValue('08:00')
  await expect(panel.getByRole('button', { name: 'Preview the effect' })).toBeDisabled()
  await expectAccessible(page)

  // A break at the boundary of the first hour was taught; the fourth one was not.
  await panel.getByLabel('Interrupted from').fill('08:18')
  await panel.getByLabel('Interrupted to').fill('08:28')
  await panel.getByRole('button', { name: 'Remove it' }).click()
  await expect(hours.first().getByLabel(/: to$/)).toHaveValue('08:18')
  await expect(hours.first().getByLabel(/: from, part 2$/)).toHaveValue('08:28')
  await expect(hours.first().getByLabel(/: to, part 2$/)).toHaveValue('09:00')
  await panel.getByRole('button', { name: 'Move the hours' }).click()
  await expect(hours.first().getByLabel(/: from$/)).toHaveValue('08:10')
  await panel.getByLabel('Everything started late (minutes)').fill('-10')
  await panel.getByRole('button', { name: 'Move the hours' }).click()
  await expect(hours.first().getByLabel(/: from$/)).toHaveValue('08:00')
  const before = await hours.count()
  await hours
    .nth(3)
    .getByRole('button', { name: /was dropped$/ })
    .click()
  await expect(hours).toHaveCount(before - 1)
  await hours
    .nth(1)
    .getByLabel(/: from$/)
    .fill('08:55')
  await expect(hours.nth(1)).toContainText('It begins before the hour above has ended.')
  await expect(panel.getByRole('button', { name: 'Save times' })).toBeDisabled()
  await expectAccessible(page)
  await hours
    .nth(1)
    .getByLabel(/: from$/)
    .fill('09:00')

  await panel.getByRole('button', { name: 'Preview the effect' }).click()
  await expect(panel.getByRole('status')).toContainText(/would get|same/)
  await panel.getByRole('button', { name: 'Save times' }).click()
  await expect(panel.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The webinar restarted at 8:18')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Adjust teaching times' }).click()
  await expect(panel).toContainText('The webinar restarted at 8:18')
  await expect(hours).toHaveCount(before - 1)
  await expect(hours.first().getByLabel(/: from, part 2$/)).toHaveValue('08:28')
  await panel.getByRole('button', { name: 'Back to schedule' }).click()
  await expect(hours).toHaveCount(before)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(panel).toBeVisible()
})

test('a short hour is refused with the credit that it can be worth, which a click gives it', async ({
  page,
  portal,
}) => {
  const [slot] = await portal.query<{ id: number }>(
    'select event_slot_id as id from event_slots join events using (event_id) where event_name = $1 limit 1',
    [turbine.name],
  )
  await portal.query(
    `insert into credit_rules (season, version, is_in_person, figures, reason)
     select $1, 1, false, figures || '{"code": "hours-2"}', 'Test' from credit_rules where not is_in_person`,
    [demoSeason],
  )
  await signInAsAdministrator(page, paths.attendance({ eventSlotId: slot?.id ?? 0 }))
  await page.getByRole('button', { name: 'Adjust teaching times' }).click()
  const panel = page.getByRole('dialog', { name: /^Adjust teaching times/ })
  const second = panel.getByRole('listitem', { name: /^Hour 2,/ }).first()
  const state = panel.getByRole('button', { name: 'Save times' })
  await second.getByLabel(/: to$/).fill('09:44')
  await expect(second).toContainText(
    'It was taught for 44 minutes, and a whole hour needs 45. Enter 30 minutes of credit at most.',
  )
  await expect(state).toBeDisabled()
  await expectAccessible(page)
  await second.getByRole('button', { name: /^Give it 30 minutes: Hour 2,/ }).click()
  await expect(second.getByLabel(/worth in minutes of credit$/)).toHaveValue('30')
  await expect(second).not.toContainText('It was taught for')
  await second.getByLabel(/: to$/).fill('09:19')
  await expect(second).toContainText('It was taught for 19 minutes only, and an hour needs 20.')
  await second.getByRole('button', { name: /was dropped$/ }).click()
  await panel.getByLabel('Reason').fill('The power failed at 9:19')
  await state.click()
  await expect(panel).toBeHidden()
})
