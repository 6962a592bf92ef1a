import { paths } from '#contract/core/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator, signInByLink } from './people.ts'

test('a roster is reported, a change makes a difference, and the person sees the date', async ({
  page,
  browser,
  portal,
}) => {
  await signInAsAdministrator(page, paths.creditRosters())
  await expect(page.getByText('No credits yet')).toBeVisible()

  const [event] = await portal.query<{ id: number; slot: number; name: string }>(
    `with held as (
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone, faa_safety_email)
      values ('lee@example.com', 'Pat', 'Lee', 'United States', 'Ohio', '44114', 'Example', '+1||8035550100', 'pat@faa.example'),
        ('kim@example.com', 'Jo', 'Kim', 'United States', 'Ohio', '44114', 'Example', '+1||8035550101', '')
      returning user_id
    ), registered as (
      insert into registrations (user_id, event_id, event_slot_id)
      select user_id, event_id, event_slot_id from held, (select * from event_slots where focus_id = 3 order by start_on desc limit 1) slot
      returning registration_id, event_id, event_slot_id
    ), credited as (
      insert into credits (registration_id, minutes, source, by_day, reason)
      select registration_id, 480, 'administrator', jsonb_build_array(jsonb_build_object('on', start_on, 'hours', 8)), 'Signed the list'
      from registered join event_slots using (event_slot_id)
    ) select event_id as id, event_slot_id as slot, event_name as name from registered join events using (event_id) limit 1`,
  )
  if (!event) throw new Error('no event')

  await page.goto(paths.dashboard())
  const step = page.getByRole('listitem').filter({ hasText: `Roster of ${event.name} not reported yet.` })
  await step.getByRole('link', { name: 'See the roster' }).press('Enter')
  const table = page.getByRole('table', { name: 'Credits' })
  await expect(table.getByRole('row', { name: /Pat Lee/ })).toContainText('pat@faa.example')
  await expect(table.getByRole('row', { name: /Jo Kim/ })).toContainText('kim@example.com')
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('credit-roster.csv')

  const mark = page.getByRole('button', { name: 'Mark as reported' })
  await mark.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as reported' }).press('Enter')
  await expect(page.getByText('All reported.')).toBeVisible()
  await expect(mark).toBeDisabled()
  await expect(page.getByText(/2 rows, by/)).toBeVisible()

  await portal.query(
    `insert into credits (registration_id, minutes, source, by_day, reason)
    select registration_id, 360, 'administrator', jsonb_build_array(jsonb_build_object('on', start_on, 'hours', 6)), 'Left early'
    from registrations join event_slots using (event_slot_id) join users using (user_id) where email = 'lee@example.com'`,
  )
  await page.reload()
  await expect(page.getByText('Not reported yet: 1 changed.')).toBeVisible()
  await expect(table.getByRole('row', { name: /Pat Lee/ })).toContainText('Hours 8 → 6')
  await expect(table.getByRole('row', { name: /Jo Kim/ })).toHaveCount(0)
  await expectAccessible(page)
  await mark.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as reported' }).press('Enter')
  await expect(page.getByText('All reported.')).toBeVisible()

  const own = await browser.newPage()
  await signInByLink(own, portal, 'lee@example.com')
  await own.goto(paths.registeredEvents())
  await expect(own.getByText(/^Reported to FAASafety\.gov on \d\d \w{3} \d{4}$/)).toBeVisible()
  await own.goto(paths.profile())
  await expect(own.getByLabel('FAASafety.gov email')).toHaveValue('pat@faa.example')
  await own.getByLabel('My FAASafety.gov account has another email').uncheck()
  await expect(own.getByLabel('FAASafety.gov email')).toHaveCount(0)
  await own.getByRole('button', { name: 'Update Profile' }).press('Enter')
  await expect(own.getByText('Profile updated')).toBeVisible()
  await expectAccessible(own)

  await page.goto(`${paths.attendance()}/${event.slot}`)
  await page.getByRole('link', { name: 'Credit roster', exact: true }).press('Enter')
  await expect(page.getByText('Not reported yet: 1 changed.')).toBeVisible()
  await expect(table.getByRole('row', { name: /Pat Lee/ })).toContainText(
    'Email pat@faa.example → lee@example.com',
  )
})
