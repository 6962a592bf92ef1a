import { paths } from '#contract/core/paths.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const on = addDays(easternDay(new Date()), -7)

test('an administrator sees which credits are unusual and why, by keyboard, and is warned of an overlap', async ({
  page,
  portal,
}) => {
  await signInAsAdministrator(page, paths.unusualCredits())
  await expect(page.getByText('No unusual credits')).toBeVisible()

  // A person with two events at the same time, and hours by hand for both.
  await portal.query(
    `update event_slots set start_on = $1, end_on = $1, start_time = '08:00', end_time = '12:00'
     where event_slot_id in (select min(event_slot_id) from event_slots where focus_id in (1, 2) group by event_id order by 1 limit 2)`,
    [on],
  )
  await portal.query(
    `with person as (
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
      values ('lee@example.com', 'Pat', 'Lee', 'United States', 'Ohio', '44114', 'Example', '+1||8035550100') returning user_id
    ), held as (
      insert into registrations (user_id, event_id, event_slot_id)
      select user_id, event_id, event_slot_id from person, event_slots where start_on = $1 and start_time = '08:00' limit 2
      returning registration_id
    ) insert into credits (registration_id, minutes, source, by_day, reason, unusual)
    select registration_id, 240, 'administrator', jsonb_build_array(jsonb_build_object('on', $1::text, 'hours', 4)),
      case when row_number() over (order by registration_id) = 1 then 'Signed the list' else '' end,
      case when row_number() over (order by registration_id) = 1 then array['before-end'] else '{}' end
    from held`,
    [on],
  )
  await page.reload()
  const table = page.getByRole('table', { name: 'Unusual credits' })
  await expect(page.getByRole('status').filter({ hasText: 'without a reason' })).toHaveText(
    '4 entries, 2 without a reason',
  )
  await expect(table.getByRole('row', { name: /Given before the end/ })).toContainText('Signed the list')
  const overlap = table.getByRole('row', { name: /Same time credited twice/ })
  await expect(overlap).toContainText('No reason was given')
  await expect(overlap).toContainText('The same time is also credited at:')
  await expect(overlap).toContainText('Reason: Signed the list')
  await expectAccessible(page)

  const kind = page.getByLabel('Kind')
  await kind.selectOption('Manual, without evidence (2)')
  await expect(page).toHaveURL(/kind=no-evidence/)
  await expect(table.getByRole('row', { name: /Manual, without evidence/ })).toHaveCount(2)
  await expect(overlap).toHaveCount(0)
  await page.getByLabel('Renewal year').selectOption({ index: 2 })
  await expect(page.getByText('No credits of this kind')).toBeVisible()
  await expectAccessible(page)

  await portal.query(
    `insert into credit_overlaps (credit_id, earlier_credit_id, named_at) select max(credit_id), min(credit_id), now() from credits`,
  )
  await page.goto(paths.dashboard())
  const alarm = page.getByRole('alert')
  await expect(alarm).toContainText('The same time is credited twice: 1 pair of credits')
  await expectAccessible(page)
  await alarm.getByRole('link', { name: 'Pat Lee' }).press('Enter')
  await expect(overlap).toBeVisible()
  await expect(kind).toHaveValue('overlap')
  await overlap.getByRole('link').nth(1).press('Enter')
  await expect(page).toHaveURL(new RegExp(`${paths.attendance()}/\\d+`))
  await page.goBack()
  await overlap.getByRole('link', { name: 'Pat Lee' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pat Lee')

  await page.getByRole('link', { name: /^Hours & certificates/ }).press('Enter')
  await page.getByRole('link', { name: /^Needs a decision/ }).press('Enter')
  await page.getByRole('heading', { name: 'Needs a decision' }).waitFor()
  await alarm.getByRole('button', { name: 'Mark as reviewed' }).press('Enter')
  await expect(alarm.filter({ hasText: 'credited twice' })).toHaveCount(0)
})
