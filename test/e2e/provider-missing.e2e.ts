import { paths } from '#contract/core/paths.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, testAlone as test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const eventSlotId = 1
const on = addDays(easternDay(new Date()), -7)
const turbine = 'Turbine IA Renewal Series 2027'
const words = "Certificates need the training provider's name and signatory."

test('without a training provider, the hours of a slot, a bulk credit and a list say so and lead to it', async ({
  page,
  ownPortal: portal,
}) => {
  await portal.query(`alter table providers disable trigger append_only;
    delete from providers where provider_id > 1;
    alter table providers enable trigger append_only`)
  await portal.query(
    "update event_slots set start_on = $1, end_on = $1, start_time = '08:00', end_time = '12:00' where event_slot_id = $2",
    [on, eventSlotId],
  )
  await portal.query(
    `with person as (
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
      values ('doe@example.com', 'Pat', 'Doe', 'United States', 'Ohio', '44114', 'Example', '+1||8035550100') returning user_id
    ) insert into registrations (user_id, event_id, event_slot_id)
    select distinct on (event_id) user_id, event_id, event_slot_id
    from person, event_slots join events using (event_id)
    where event_slot_id = $1 or event_name = $2 and start_time = '08:00'`,
    [eventSlotId, turbine],
  )
  await page.setViewportSize(desk)
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  const report = `User Name,Email,Join Time,Leave Time\nPat Doe,doe@example.com,${on} 08:00,${on} 12:00`
  await page
    .getByRole('region', { name: 'Reports' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(report) })
  await page.getByRole('button', { name: 'Keep report' }).click()
  await page.getByRole('button', { name: 'No questions were asked' }).click()
  const notice = page.getByRole('status').filter({ hasText: words })
  await expect(notice).toContainText("Certificates can't be issued yet")
  const panel = page.getByRole('dialog')
  await page.getByRole('combobox', { name: 'Automation of credits' }).selectOption('Credit and email')
  await panel.getByRole('button', { name: 'Credit and email' }).click()
  await expect(panel).toBeHidden()
  await expect(notice).toContainText('Automatic credits are waiting')
  await expectAccessible(page, [phone, desk])

  await page.getByRole('button', { name: 'Credit everyone who qualifies (1)' }).click()
  const inPanel = panel.getByRole('status').filter({ hasText: words })
  await expect(inPanel).toBeVisible()
  await expectAccessible(page, [phone, desk])
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.goto(paths.allRegistrations())
  await page.getByRole('button', { name: 'Upload CSV Hours' }).click()
  await panel.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: turbine }).click()
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
  await expect(page.getByText('The provider is saved')).toBeVisible()
  await portal.mailAbout('doe@example.com', /^Your certificate/)
  await page.goto(paths.attendance({ eventSlotId }))
  await expect(page.getByRole('button', { name: 'Credit everyone who qualifies (0)' })).toBeVisible()
  await expect(notice).toBeHidden()
})
