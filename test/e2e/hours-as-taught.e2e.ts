import type { Page } from '@playwright/test'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, testAlone as test } from './fixtures.ts'
import { givenRegistered, signInAsAdministrator } from './people.ts'

test('an administrator states how the hours of a slot were taught, after a look at who gains or loses', async ({
  page,
  ownPortal: portal,
}) => {
  const emails = [
    await givenRegistered(portal, { event: /Turbine/, firstName: 'Harper' }),
    await givenRegistered(portal, { event: /Turbine/, firstName: 'Late' }),
  ]
  await page.setViewportSize(desk)
  await signInAsAdministrator(page)
  await openSlot(page, /Turbine/)
  const dates = await page.getByText(/^\d{2} \w{3} \d{4} – /).innerText()
  const day = new Date(`${dates.slice(0, 11)} UTC`).toISOString().slice(0, 10)
  await upload(page, [
    `Harper,${emails[0]},${day} 07:55,${day} 08:18`,
    `Harper,${emails[0]},${day} 08:27,${day} 12:00`,
    `Late,${emails[1]},${day} 08:27,${day} 08:56`,
  ])

  await page.getByRole('button', { name: 'Hours as taught' }).click()
  const panel = page.getByRole('dialog', { name: /^Hours as taught/ })
  const hours = panel.getByRole('listitem').filter({ has: page.locator('input') })
  await expect(hours.first().getByLabel(/: from$/)).toHaveValue('08:00')
  await expect(panel.getByRole('button', { name: 'What if' })).toBeDisabled()
  await expectAccessible(page, [phone, desk])

  // A break at the boundary of the first hour was taught; the fourth one was not.
  await panel.getByLabel('Interrupted from').fill('08:18')
  await panel.getByLabel('Interrupted to').fill('08:28')
  await panel.getByRole('button', { name: 'Cut it out' }).click()
  await expect(hours.first().getByLabel(/: to$/)).toHaveValue('08:18')
  await expect(hours.first().getByLabel(/: from, part 2$/)).toHaveValue('08:28')
  await expect(hours.first().getByLabel(/: to, part 2$/)).toHaveValue('09:00')
  await panel.getByRole('button', { name: 'Move the hours' }).click()
  await expect(hours.first().getByLabel(/: from$/)).toHaveValue('08:10')
  await panel.getByLabel('Everything began late, by minutes').fill('-10')
  await panel.getByRole('button', { name: 'Move the hours' }).click()
  await expect(hours.first().getByLabel(/: from$/)).toHaveValue('08:00')
  const before = await hours.count()
  await hours
    .nth(3)
    .getByRole('button', { name: /was dropped$/ })
    .click()
  await expect(hours).toHaveCount(before - 1)
  await hours
    .nth(1)
    .getByLabel(/: from$/)
    .fill('08:55')
  await expect(hours.nth(1)).toContainText('It begins before the hour above has ended.')
  await expect(panel.getByRole('button', { name: 'State these hours' })).toBeDisabled()
  await expectAccessible(page, [phone, desk])
  await hours
    .nth(1)
    .getByLabel(/: from$/)
    .fill('09:00')

  await panel.getByRole('button', { name: 'What if' }).click()
  await expect(panel.getByRole('status')).toContainText(/would get|same/)
  await panel.getByRole('button', { name: 'State these hours' }).click()
  await expect(panel.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The webinar restarted at 8:18')
  await expectAccessible(page, [phone, desk])
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Hours as taught' }).click()
  await expect(panel).toContainText('The webinar restarted at 8:18')
  await expect(hours).toHaveCount(before - 1)
  await expect(hours.first().getByLabel(/: from, part 2$/)).toHaveValue('08:28')
  await panel.getByRole('button', { name: 'As planned again' }).click()
  await expect(hours).toHaveCount(before)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(panel).toBeVisible()
})

test('a short hour is refused with the credit that it can be worth, which a click gives it', async ({
  page,
  ownPortal: portal,
}) => {
  await portal.query(
    `insert into credit_rules (season, version, is_in_person, figures, reason)
     select 2027, 1, false, figures || '{"code": "hours-2"}', 'Test' from credit_rules where not is_in_person`,
  )
  await page.setViewportSize(desk)
  await signInAsAdministrator(page)
  await openSlot(page, /Turbine/)
  await page.getByRole('button', { name: 'Hours as taught' }).click()
  const panel = page.getByRole('dialog', { name: /^Hours as taught/ })
  const second = panel.getByRole('listitem', { name: /^Hour 2,/ }).first()
  const state = panel.getByRole('button', { name: 'State these hours' })
  await second.getByLabel(/: to$/).fill('09:44')
  await expect(second).toContainText(
    'It was taught for 44 minutes, and a whole hour needs 45. Enter 30 minutes of credit at most.',
  )
  await expect(state).toBeDisabled()
  await expectAccessible(page, [phone, desk])
  await second.getByRole('button', { name: /^Give it 30 minutes: Hour 2,/ }).click()
  await expect(second.getByLabel(/worth in minutes of credit$/)).toHaveValue('30')
  await expect(second).not.toContainText('It was taught for')
  await second.getByLabel(/: to$/).fill('09:19')
  await expect(second).toContainText('It was taught for 19 minutes only, and an hour needs 20.')
  await second.getByRole('button', { name: /was dropped$/ }).click()
  await panel.getByLabel('Reason').fill('The power failed at 9:19')
  await state.click()
  await expect(panel).toBeHidden()
})

async function upload(page: Page, rows: string[]): Promise<void> {
  await page
    .getByRole('region', { name: 'Reports' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'attendees.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`User Name,Email,Join Time,Leave Time\n${rows.join('\n')}\n`),
    })
  await page.getByRole('button', { name: 'Keep report' }).click()
  await page.getByText('3 visits uploaded').waitFor()
}

/** Opens the page of an event's first slot from its editor. */
async function openSlot(page: Page, event: RegExp): Promise<void> {
  await page.goto('/admin/private/manage-events')
  await page
    .getByRole('button', { name: new RegExp(`^Edit event .*${event.source}`) })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Webinar of/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Hours' }).click()
  await page.getByRole('heading', { level: 1, name: /^Hours of/ }).waitFor()
}
