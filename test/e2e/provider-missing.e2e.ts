import { paths } from '#contract/core/paths.ts'
import { desk, expectAccessible } from './accessible.ts'
import { turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { aWeekAgo, eventSlotId, givenHeldSlot, uploadReport, visit } from './held-slots.ts'
import { signInAsAdministrator } from './people.ts'

const words = "Certificates need the training provider's name and signatory."

test('without a training provider, the hours of a slot, a bulk credit and a list say so and lead to it', async ({
  page,
  portal,
}) => {
  await portal.query(`alter table providers disable trigger append_only;
    delete from providers where provider_id > 1;
    alter table providers enable trigger append_only`)
  await givenHeldSlot(portal, [{ email: 'doe@example.com' }])
  await portal.query(
    `insert into registrations (user_id, event_id, event_slot_id)
    select user_id, event_id, event_slot_id from users, event_slots join events using (event_id)
    where email = 'doe@example.com' and event_name = $1 and start_time = '08:00' limit 1`,
    [turbine.name],
  )
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  await uploadReport(page, [visit('Pat Doe', 'doe@example.com', aWeekAgo, '08:00', '12:00')])
  await page.getByRole('button', { name: 'No questions were asked' }).click()
  const notice = page.getByRole('status').filter({ hasText: words })
  await expect(notice).toContainText("Certificates can't be issued yet")
  const panel = page.getByRole('dialog')
  await page
    .getByRole('combobox', { name: 'Certificates: automatic or manual' })
    .selectOption('Issue and email automatically')
  await panel.getByRole('button', { name: 'Issue and email automatically' }).click()
  await expect(panel).toBeHidden()
  await expect(notice).toContainText('Automatic certificates are on hold')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Issue 1 certificate' }).click()
  const inPanel = panel.getByRole('status').filter({ hasText: words })
  await expect(inPanel).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.goto(paths.allRegistrations())
  await page.getByRole('button', { name: 'Upload CSV Hours' }).click()
  await panel.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: turbine.name }).click()
  await panel.getByRole('combobox', { name: 'Time slot' }).click()
  await page.getByRole('option', { name: /8:00 AM/ }).click()
  const list = {
    name: 'hours.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('email,hours\ndoe@example.com,4\n'),
  }
  await panel.getByLabel('CSV file').setInputFiles(list)
  await expect(panel.getByRole('listitem')).toContainText('Training provider is not set up')
  await expect(inPanel).toBeVisible()
  await expectAccessible(page, [desk])
  await expect(panel.getByRole('button', { name: 'Submit for 0 people' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await page.goto(paths.attendance({ eventSlotId }))
  await notice.getByRole('link', { name: 'Set up the training provider' }).click()
  await page.getByLabel('Training provider').fill('Example Aviation Training')
  await page.getByLabel('Signed by').fill('Sample Signatory')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Training provider saved')).toBeVisible()
  await portal.mailAbout('doe@example.com', /^Your certificate/)
  await page.goto(paths.attendance({ eventSlotId }))
  await expect(page.getByRole('button', { name: 'Issue 0 certificates' })).toBeVisible()
  await expect(notice).toBeHidden()
})
