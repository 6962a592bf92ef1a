import type { Page } from '@playwright/test'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { chooseReport, visit } from './held-slots.ts'
import { givenRegistered, signInAsAdministrator } from './people.ts'

test("an administrator uploads a webinar platform's report for a slot and sees who gets which hours", async ({
  page,
  portal,
}) => {
  const email = await givenRegistered(portal, { event: /Turbine/, firstName: 'Quentin' })
  await signInAsAdministrator(page)
  await openHours(page, /Turbine/)
  await page.getByText('No report yet').waitFor()
  const dates = await page.getByText(/^\d{2} \w{3} \d{4} – /).innerText()
  const day = new Date(`${dates.slice(0, 11)} UTC`).toISOString().slice(0, 10) as PlainDate

  await chooseReport(page, Buffer.from('name,weight\nQuentin,8\n'))
  await expect(page.getByRole('alert')).toContainText("a list with the columns 'name', 'weight'")
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()

  const guest = visit('Gail Guest', 'gail@example.com', day, '07:00', '07:45')
  await chooseReport(page, [guest])
  await expect(page.getByRole('dialog')).toContainText('No one in this report is registered')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await test.step("another slot's file is recognized, and is uploaded there", async () => {
    const other = await givenRegistered(portal, { event: /Turbine/, slot: 1, firstName: 'Other' })
    await chooseReport(page, [visit('Other', other, day, '13:00', '17:00')])
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText(/This looks like the report of Turbine.*1:00 PM – 5:00 PM/)
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Upload it there' }).click()
    await expect(panel).toContainText('report.csv for Turbine')
    await expect(panel.getByRole('button', { name: 'Upload it there' })).toHaveCount(0)
    await panel.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('another zone than the one that a file names, and the day of times without dates', async () => {
    const panel = page.getByRole('dialog')
    const undated = `Name,Email,Time In (UTC),Time Out (UTC)\nQuentin,${email},8:00 AM,9:00 AM\n`
    await chooseReport(page, Buffer.from(undated))
    await expect(panel).toContainText('The times in this file have no dates.')
    await expect(panel.getByRole('button', { name: 'Import report' })).toBeDisabled()
    await expectAccessible(page)
    await panel.getByLabel('Day of the times').click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await expect(panel).toContainText('3:00 AM EST – 4:00 AM EST')
    await panel.getByLabel('Time zone of the file').click()
    await page.getByRole('option', { name: 'Central' }).click()
    await expect(panel).toContainText('9:00 AM EST – 10:00 AM EST')
    await expect(panel.getByRole('button', { name: 'Import report' })).toBeEnabled()
    await panel.getByRole('button', { name: 'Cancel' }).click()
  })

  await chooseReport(
    page,
    [
      visit('Quentin', email, day, '07:00', '08:00'),
      visit('Quentin', email, day, '07:30', '08:30'),
      guest,
      `Late Larry,larry@example.com,soon,${day} 09:00`,
    ],
    'attendees.csv',
  )
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText("Line 5: 'Join Time' is no date and time: 'soon'.")
  await expect(panel).toContainText('7:30 AM EST – 8:30 AM EST')
  await expectAccessible(page)
  await panel.getByLabel('Time zone of the file').click()
  await page.getByRole('option', { name: 'Central' }).click()
  await expect(panel).toContainText('8:30 AM EST – 9:30 AM EST')
  await panel.getByRole('button', { name: 'Import report' }).click()
  await page.getByText('3 visits uploaded').waitFor()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('30 of 50 minutes in hour 2')
  await expect(row).toContainText('None yet')
  const waiting = page.getByRole('region', { name: 'Waiting' })
  await expect(waiting).toContainText('gail@example.com')
  await expect(waiting).toContainText('Unknown email')
  await expectAccessible(page)
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Search' }))
    .fill('gail')
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody at all')
  await page.getByRole('button', { name: 'Clear the search' }).last().click()

  await row.getByRole('button', { name: "Quentin O'Brien", exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('8:30 AM EST – 9:30 AM EST')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reports (1)' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Sources of/ }).click()
  expect((await saved).suggestedFilename()).toBe('attendees.csv')
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: "Quentin O'Brien", exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click()
  await page.getByRole('heading', { level: 1, name: "Quentin O'Brien" }).waitFor()
  const section = page.getByRole('region', { name: 'Attendance' })
  await expect(section).toContainText('1 h 30 min')
  await expectAccessible(page)
})

/** Opens the hours of an event's first slot from its editor. */
async function openHours(page: Page, event: RegExp): Promise<void> {
  await page.goto('/admin/private/manage-events')
  await page
    .getByRole('button', { name: new RegExp(`^Edit event .*${event.source}`) })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Hours of/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /^Attendance & hours:/ }).waitFor()
}
