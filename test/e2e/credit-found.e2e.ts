import { paths } from '#contract/core/paths.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { aWeekAgo, eventSlotId, givenHeldSlot, uploadReport, visit } from './held-slots.ts'
import { signInAsAdministrator } from './people.ts'

const laptop = { width: 1024, height: 768 }

test('an administrator credits everybody who qualifies, by keyboard, and undoes it', async ({
  page,
  portal,
}) => {
  const emails = Array.from({ length: 12 }, (_, place) => `doe-${place + 1}@example.com`)
  await givenHeldSlot(
    portal,
    emails.map((email) => ({ email })),
  )
  await portal.query("update users set company_name = '' where email = 'doe-1@example.com'")
  // The first has an incomplete profile, the second came late, and the last is a no-show.
  const rows = emails
    .slice(0, 11)
    .map((email, place) => visit('Pat Doe', email, aWeekAgo, place === 1 ? '10:00' : '08:00', '12:00'))
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  await uploadReport(page, rows)
  await page.getByRole('button', { name: 'No questions were asked' }).click()

  const button = page.getByRole('button', { name: 'Issue 10 certificates' })
  const panel = page.getByRole('dialog')
  const concerned = panel.getByRole('region', { name: 'People affected' })
  await expect(button).toBeEnabled()
  await button.press('Enter')
  await expect(panel).toContainText('4 hours: 9 people')
  await expect(panel).toContainText('2 hours: 1 person')
  await expect(concerned.getByRole('status')).toHaveText(/^10 registrations/)
  await expect(concerned.getByRole('status')).toContainText('Nothing to change (1)')
  await expect(concerned.getByRole('status')).toContainText('Profile is incomplete (1)')
  await expect(concerned.getByRole('listitem').first()).toContainText('Profile is incomplete')
  await expect(concerned.getByRole('listitem').filter({ hasText: 'doe-2@' })).toContainText('2 hours')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Issue 10 certificates' }).press('Enter')
  await expect(panel.getByText('10 of 12 registrations changed')).toBeVisible()
  await expect(panel.getByText('Certificates issued: 10 of 10')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Not done' })).toContainText('Profile is incomplete')
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Undo…' }).press('Enter')
  await panel.getByLabel('Reason').fill('The wrong slot')
  await expect(concerned).toContainText('2 hours, then 0')
  await panel.getByLabel('Reason').press('Enter')
  await expect(panel.getByText('Undo: hours set')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  const none = page.getByRole('button', { name: 'Issue 0 certificates' })
  await expect(none).toHaveAttribute('aria-disabled', 'true')

  const automation = page.getByRole('combobox', { name: 'Certificates: automatic or manual' })
  await expect(automation).toHaveValue('by-hand')
  await automation.selectOption('Issue and email automatically')
  const question = page.getByRole('dialog')
  await expect(question).toContainText('everyone else once the reports are final')
  await expectAccessible(page, [phone, laptop, desk])
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(automation).toHaveValue('by-hand')
  await automation.selectOption('Issue and email automatically')
  await question.getByRole('button', { name: 'Issue and email automatically' }).press('Enter')
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
  await expect(page.getByRole('alert')).toContainText('The nightly check found different hours for 12 people')
  const queue = page.getByRole('link', { name: /^Hours & certificates/ })
  await expect(queue).toHaveText('Hours & certificates2')
  await expectAccessible(page, [phone, laptop, desk])
  await page.goto(paths.attendance({ eventSlotId }))
  await expect(page.getByRole('alert')).toContainText('Pat Doe: stored 4 hours, now 3 hours')
  await expectAccessible(page, [phone, laptop, desk])
  await page.getByRole('button', { name: 'Mark as reviewed' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Pat Doe' })).toHaveCount(0)
  await expect(queue).toHaveText('Hours & certificates1')
})

test('issued certificates are emailed from the pages of their slot and of their event', async ({
  page,
  portal,
}) => {
  const email = 'unmailed@example.com'
  await givenHeldSlot(portal, [{ email }])
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  await uploadReport(page, [visit('Pat Doe', email, aWeekAgo, '08:00', '12:00')])
  await page.getByRole('button', { name: 'No questions were asked' }).click()
  const panel = page.getByRole('dialog')
  const issue = page.getByRole('button', { name: 'Issue 1 certificate' })
  await expect(issue).toBeEnabled()
  await issue.press('Enter')
  await panel.getByRole('checkbox', { name: 'Email each certificate as it is issued' }).uncheck()
  await panel.getByRole('button', { name: 'Issue 1 certificate' }).press('Enter')
  await panel.getByText('Certificates issued: 1 of 1').waitFor()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await page.getByRole('button', { name: 'Email 1 certificate' }).press('Enter')
  await expect(panel).toContainText('1 certificate')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  const name = heading?.replace('Attendance & hours: ', '') ?? ''
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Email 1 certificate: / }).press('Enter')
  await panel.getByRole('button', { name: 'Email 1 certificate' }).press('Enter')
  await panel.getByText('Certificates emailed').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Email 1 certificate: / })).toHaveCount(0)
})
