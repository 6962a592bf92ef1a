import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { aWeekAgo, uploadReport, visit } from './held-slots.ts'
import { newEmail, signInAsAdministrator, signUp } from './people.ts'
import type { Portal } from './portal.ts'

const today = easternDay(new Date())
const tomorrow = addDays(today, 1)

test('a technician who missed two hours joins them in another time slot, gives it up, and joins again', async ({
  page,
  browser,
  portal,
}) => {
  const email = newEmail()
  await page.setViewportSize(phone)
  await signUp(page, portal, email)
  const [held, again] = await givenEvent(portal, email)
  const office = await browser.newPage()
  await signInAsAdministrator(office, paths.attendance({ eventSlotId: held }))
  // The person was there for the first two hours.
  await uploadReport(office, [visit('Robin', email, aWeekAgo, '08:00', '10:00')])

  await test.step('both hours are one offer, which stands before other events', async () => {
    await expect(async () => {
      await page.goto(paths.registeredEvents())
      await page.getByRole('article', { name: 'Piston evening series' }).waitFor()
      await expect(offer(page)).toContainText(
        /^Hours 3 and 4 are taught again (today|tomorrow) at 3:00 PM Eastern/,
        {
          timeout: 2_000,
        },
      )
    }).toPass()
    await expectAccessible(page)
    await page.setViewportSize(phone)
  })

  await test.step('one tap admits the person, with the keyboard as well, and keeps the registration', async () => {
    await offer(page).getByRole('button', { name: 'Join for hours 3 and 4' }).press('Enter')
    await expect(offer(page).getByRole('status')).toContainText("You're in. Your own registration stays.")
    await expect(offer(page).getByRole('status')).toContainText(
      /The room opens (today|tomorrow) at 12:55 PM Eastern/,
    )
    await expect(offer(page)).toBeFocused()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expect(page.getByRole('article', { name: 'Piston evening series' })).toContainText('8:00 AM')
    const mail = await portal.mailAbout(email, /^You're in/)
    expect(mail.links.some((link) => link.endsWith(`?slot=${again}`))).toBe(true)
  })

  const link = await offer(page).getByRole('link', { name: 'Join Webinar' }).getAttribute('href')
  const visitor = await browser.newPage({ viewport: phone })
  await test.step('the join link waits for the other time slot', async () => {
    await visitor.goto(link ?? '')
    await expect(visitor.getByRole('heading', { name: "You're early" })).toBeVisible()
    await expect(visitor.getByText('1:00 PM – 5:00 PM')).toBeVisible()
  })

  await test.step('given up, the link says so, and the offer is back', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(offer(page).getByRole('button', { name: 'Join for hours 3 and 4' })).toBeVisible()
    await expect(offer(page)).toBeFocused()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: "You're not in this time slot anymore" })).toBeVisible()
    await expectAccessible(visitor)
    await offer(page).getByRole('button', { name: 'Join for hours 3 and 4' }).click()
    await expect(offer(page).getByRole('link', { name: 'Join Webinar' })).toBeVisible()
  })

  await test.step('when the room is open, the link leads into it', async () => {
    await portal.query(
      "update event_slots set start_on = $1, end_on = $1, start_time = '00:00', end_time = '23:59' where event_slot_id = $2",
      [today, again],
    )
    await visitor.goto(link ?? '')
    await expect(visitor.getByText('Your attendance is being recorded')).toBeVisible()
  })

  await test.step('in person, the place is said instead of a button', async () => {
    await portal.query("update events set is_in_person = true, venue = 'Hangar 4, Columbia'", [])
    await portal.query(
      "update event_slots set start_on = $1, end_on = $1, start_time = '13:00', end_time = '17:00' where event_slot_id = $2",
      [tomorrow, again],
    )
    await portal.query('update make_ups set ended_at = now()', [])
    await page.reload()
    await expect(offer(page)).toContainText('Come to Hangar 4, Columbia. Seats are available.')
    await expect(offer(page).getByRole('button')).toHaveCount(0)
    await expectAccessible(page)
  })
})

function offer(page: Page) {
  return page.getByRole('list', { name: 'Make up missing hours' }).getByRole('listitem')
}

/** Inserts an event whose first slot was last week, with the person's registration; the second is tomorrow, with a webinar. */
async function givenEvent(portal: Portal, email: string): Promise<[held: number, again: number]> {
  const [event] = await portal.query<{ id: number }>(
    "insert into events (event_name, is_enabled) values ('Piston evening series', true) returning event_id as id",
  )
  const slots = await portal.query<{ id: number }>(
    `insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time, webinar_id)
     values ($1, 2, $2, $2, '08:00', '12:00', null), ($1, 2, $3, $3, '13:00', '17:00', 'again')
     returning event_slot_id as id`,
    [event?.id, aWeekAgo, tomorrow],
  )
  const [held = 0, again = 0] = slots.map(({ id }) => id)
  await portal.query(
    `insert into registrations (user_id, event_id, event_slot_id, registered_at)
     select user_id, $2, $3, now() - interval '1 month' from users where email = $1`,
    [email, event?.id, held],
  )
  return [held, again]
}
