import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const laptop = { width: 1024, height: 768 }

test('an administrator rehearses an unpublished event by keyboard and reads what everybody got', async ({
  page,
  portal,
}) => {
  test.slow()
  const eventName = `Rehearsed morning ${process.pid} 2027`
  const [event] = await portal.query<{ event_id: number }>(
    'insert into events (event_name, is_enabled, is_draft) values ($1, false, true) returning event_id',
    [eventName],
  )
  await portal.query(
    `insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
     values ($1, 2, '2027-01-26', '2027-01-26', '08:00', '09:00')`,
    [event?.event_id],
  )
  await signInAsAdministrator(page, '/admin/private/manage-events')
  const link = page.getByRole('link', { name: `Rehearse ${eventName}` })
  // Another journey may have started a new season: then this group is closed.
  const year = page.getByRole('button', { name: /^2026 - 2027 events/ })
  await year.waitFor()
  if ((await year.getAttribute('aria-expanded')) === 'false') await year.click()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByText('It uses the first virtual time slot').waitFor()
  await expectAccessible(page, [phone, laptop, desk])

  // As many people as each habit needs, because 300 take too long here.
  await page.route('**/api/private/rehearsals', (route) =>
    route.continue({ postData: { event_id: event?.event_id, people: 20 } }),
  )
  await page.getByRole('button', { name: 'Rehearse this event' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The rehearsal is running').waitFor()
  await expectAccessible(page, [desk])
  await page.getByText('Everyone got what was expected.').waitFor()
  await expect(page.getByRole('row', { name: /^There all the time 3 1 1$/ })).toBeVisible()
  await expectAccessible(page, [phone, laptop, desk])
})
