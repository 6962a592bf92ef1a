import { paths } from '#contract/core/paths.ts'
import { easternDay } from '#contract/core/season.ts'
import { expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenUser, newEmail, signInAsAdministrator } from './people.ts'
import type { Portal } from './portal.ts'

/** Adds an event that takes place all day and tomorrow, so that hours are left late in the evening, too. Somebody is registered. */
async function givenEventToday(portal: Portal, email: string): Promise<number> {
  const today = easternDay(new Date())
  const [slot] = await portal.query<{ eventSlotId: number }>(
    `with event as (
      insert into events (event_name, is_enabled, description) values ('Hangar Talk', true, '{"eventLogoLink":""}') returning event_id
    ), slot as (
      insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
      select event_id, 2, $1::date, $1::date + 1, '00:00', '23:58' from event returning event_id, event_slot_id
    )
    insert into registrations (user_id, event_id, event_slot_id)
    select user_id, event_id, event_slot_id from slot, users where email = $2
    returning event_slot_id as "eventSlotId"`,
    [today, email],
  )
  return slot?.eventSlotId ?? 0
}

test('a code is made, shown as a slide, and entered on a phone after signing in', async ({
  portal,
  page,
  browser,
}) => {
  const email = newEmail('phone')
  await givenUser(portal, email)
  const eventSlotId = await givenEventToday(portal, email)
  await page.clock.install()
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  await page.getByRole('button', { name: 'Poll codes' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Poll codes' })
  await panel.getByText('None yet.').waitFor()
  await expectAccessible(page)
  await panel.getByLabel('Question').fill('Welcome')
  await panel.getByRole('button', { name: 'Open now for 10 minutes' }).click()
  const made = panel.getByRole('listitem').filter({ hasText: 'Welcome' })
  await expect(made).toContainText('Open')
  await expect(made).toContainText('0 answers')
  await expect(panel.getByLabel('Question')).toHaveValue('')
  await panel.getByLabel('Question').fill('Welcome')
  await panel.getByRole('button', { name: 'Open now for 10 minutes' }).click()
  await panel.getByText('This time slot already has a code for this question').waitFor()
  await expect(panel.getByLabel('Question')).toHaveValue('Welcome')
  await panel.getByLabel('Question').fill('')
  await panel.getByRole('button', { name: /^Create a code for/ }).click()
  await expect(panel.getByRole('button', { name: /^Create a code for/ })).toHaveCount(0)
  await expectAccessible(page)

  const [slide] = await Promise.all([
    page.context().waitForEvent('page'),
    made.getByRole('link', { name: 'Slide of Welcome' }).click(),
  ])
  await slide.getByRole('heading', { name: 'Welcome' }).waitFor()
  const code = (await slide.getByText(/^[2-9C-Y]{5}$/).textContent()) ?? ''
  await expectAccessible(slide)

  const device = await browser.newPage({ viewport: phone })
  await device.goto(paths.poll({ code }))
  await device.getByLabel('Email').fill(email)
  await device.getByRole('button', { name: 'Send sign-in link' }).click()
  await device.getByRole('heading', { name: 'Login link sent to your email' }).waitFor()
  await device.goto(await portal.linkTo(email, 2))
  const field = device.getByLabel('Code on the slide')
  await expect(field).toHaveValue(code)
  await expectAccessible(device)
  await field.fill('22222')
  await device.getByRole('button', { name: 'Send answer' }).click()
  await device.getByText('This code is incorrect.').waitFor()
  await expectAccessible(device)
  await field.fill(code.toLowerCase())
  await field.press('Enter')
  await expect(device.getByRole('main').getByRole('status')).toContainText('Thanks, your answer is in')
  await field.fill(code)
  await field.press('Enter')
  await expect(device.getByRole('main').getByRole('status')).toContainText("You've already answered")
  await expectAccessible(device)

  await page.bringToFront()
  await page.clock.fastForward(10_000)
  await expect(made).toContainText('1 answer')
})
