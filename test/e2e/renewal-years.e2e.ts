import { deadlineOf, seasonLabel } from '#contract/core/season.ts'
import { expectAccessible } from './accessible.ts'
import { demoSeason } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { becomeAdministrator, givenEvent, newEmail, registerFor, signUp } from './people.ts'

const [lastYear, thisYear] = [seasonLabel(demoSeason - 1), seasonLabel(demoSeason)]

test('an open event of another renewal year is upcoming, and gets its own tab for a person who registers', async ({
  page,
  portal,
}) => {
  await givenEvent(portal, { name: 'Far Seminar' }, ['30/03/2098', '06/04/2098'].map(onDay))
  await signUp(page, portal, newEmail())
  const far = page.getByRole('article', { name: 'Far Seminar' })
  await expect(far).toContainText('Its hours count for renewal year 2097-2098 or 2098-2099.')
  await expect(page.getByRole('article')).toHaveCount(5)
  await expect(page.getByRole('article').last()).toHaveAccessibleName('Far Seminar')

  await registerFor(page, /Turbine/)
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  const tabs = page.getByRole('tablist', { name: 'Renewal years' }).getByRole('tab')
  await expect(tabs).toHaveText([thisYear])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Upcoming Events' }).first().click()
  await registerFor(page, /Far Seminar/)
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  await expect(tabs).toHaveText(['2097-2098', thisYear])
  // The year of the next event is open.
  await expect(page.getByRole('article', { name: /Turbine/ })).toBeVisible()
  await tabs.first().click()
  await expect(far).toBeVisible()
})

test('the editor says when a date moves a slot or its event into another renewal year', async ({
  page,
  portal,
}) => {
  await becomeAdministrator(page)
  const days = [`10/11/${demoSeason - 1}`, `02/03/${demoSeason}`, `09/03/${demoSeason}`]
  await givenEvent(portal, { name: 'Fall Seminar' }, days.map(onDay))
  await page.goto('/admin/private/manage-events')
  await page.getByRole('button', { name: 'Edit event Fall Seminar' }).click()
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  const slot = editor.getByRole('listitem', { name: 'Slot 1' })
  await slot.getByLabel('First day').fill(`${demoSeason - 1}-12-15`)
  await slot.getByLabel('Last day').fill(`${demoSeason - 1}-12-15`)
  await expect(editor.getByText('1 unsaved change')).toBeVisible()
  await expect(editor.getByText(/renewal year|Saving moves/)).toBeHidden()

  await slot.getByLabel('First day').fill(deadlineOf(demoSeason - 1))
  await slot.getByLabel('Last day').fill(deadlineOf(demoSeason - 1))
  await expect(slot).toContainText(
    `This slot is in renewal year ${lastYear}; the event's other slots are in ${thisYear}.`,
  )
  await expect(editor.getByText(`Saving moves this event from ${thisYear} to ${lastYear}.`)).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Event saved')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Fall Seminar' })).toBeHidden()
  await page
    .getByRole('button', { name: new RegExp(`^${demoSeason - 2} - ${demoSeason - 1} events`) })
    .click()
  await expect(page.getByRole('article', { name: 'Fall Seminar' })).toBeVisible()
})

function onDay(day: string) {
  return { start_date: day, end_date: day, start_time: '08:00', end_time: '12:00' }
}
