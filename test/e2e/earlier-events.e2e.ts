import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, signUp } from './people.ts'

test('events that are over are folded, and the sidebar leads to the one of its type that is not', async ({
  page,
  portal,
}) => {
  await portal.query(`update event_slots set start_on = now()::date - 9, end_on = now()::date - 8
    where focus_id in (2, 3) and start_on > now()::date`)
  await portal.query(`with copied as (
      insert into events (event_name, is_enabled) values ('Piston, once more', true) returning event_id
    )
    insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time, is_open)
    select event_id, 2, now()::date + 7, now()::date + 8, '08:00', '12:00', true from copied`)
  await signUp(page, portal, newEmail())

  const fold = page.getByRole('group').filter({ hasText: 'Earlier this season (2)' })
  const coming = page.getByRole('article', { name: 'Piston, once more' })
  await expect(page.getByRole('article').first()).toContainText('Piston, once more')
  await expect(fold.getByRole('article')).toHaveCount(0)
  await expectAccessible(page)

  await page.goto('/private/upcoming-events?event=0')
  await expect(coming).toBeFocused()
  await page.goto('/private/upcoming-events?event=1')
  const over = fold.getByRole('article', { name: /Turbine/ })
  await expect(over).toBeFocused()
  await expect(over).toBeInViewport()
  await expectAccessible(page)
})
