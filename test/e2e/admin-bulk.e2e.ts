import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { desk, expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { callAsAdministrator, givenRegistered } from './people.ts'
import { confirmUnusual, find, openList, rowOf } from './registration-list.ts'

test('an administrator sets and undoes hours in bulk, then moves, emails, deletes and restores all matches', async ({
  browser,
  portal,
}) => {
  const emails = []
  for (let person = 0; person < 3; person++) {
    emails.push(await givenRegistered(portal, { firstName: 'Bulkley', event: /Turbine/, slot: 1 }))
  }
  const office = await openList(browser, 'bulkley', 3)
  const bar = office.getByRole('region', { name: 'Selected registrations' })
  const panel = office.getByRole('dialog')
  const concerned = panel.getByRole('region', { name: 'People affected' })
  const hours = office.getByRole('combobox', { name: /^Hours for/ })
  const values = () => hours.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))

  const boxes = office.getByRole('checkbox', { name: /^Select Bulkley/ })
  await boxes.first().check()
  await boxes.last().click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('3 selected')
  await expectAccessible(office, [desk])
  await bar.getByRole('button', { name: 'Set hours' }).click()
  await expect(panel.getByText("You'll see who's affected before anything happens.")).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Start' })).toBeDisabled()
  await panel.getByRole('radio', { name: '8', exact: true }).check()
  await expect(concerned.getByRole('status')).toHaveText('0 registrationsEvent not over yet (3)')
  await expect(concerned.getByRole('listitem').getByText('Event not over yet')).toHaveCount(3)
  await panel.getByRole('checkbox', { name: 'Include unusual hours' }).check()
  await panel.getByLabel('Reason').fill('Signed the list')
  await expect(concerned.getByRole('status')).toHaveText('3 registrations')
  for (const email of emails) await expect(concerned).toContainText(email)
  await expectAccessible(office, [desk])
  await panel.getByRole('checkbox', { name: 'Email each certificate as it is issued' }).uncheck()
  await panel.getByRole('button', { name: 'Credit 8 hours to 3 registrations' }).click()
  await expect(panel.getByText('Hours set')).toBeVisible()
  await expect(panel.getByText('3 of 3 registrations changed')).toBeVisible()
  await expect(panel.getByText('Certificates issued: 3 of 3')).toBeVisible()
  await expectAccessible(office, [desk])
  await expect(panel.getByText('3 certificates issued, 0 emailed')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Email 3 certificates' })).toBeVisible()
  await expect(bar).toBeHidden()
  await expect.poll(values).toEqual(['8', '8', '8'])
  const downloading = office.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download results' }).click()
  const results = await readFile(await (await downloading).path(), 'utf8')
  for (const email of emails) expect(results).toContain(`Bulkley O'Brien,${email},Done`)
  await panel.getByRole('button', { name: 'Undo…' }).click()
  await expect(panel.getByText('3 certificates become invalid')).toBeVisible()
  await expect(panel.getByText('3 withdrawn. Emailed before: 0.')).toBeVisible()
  await expect(concerned).toContainText('8 hours, then 0')
  await expect(panel.getByRole('checkbox', { name: 'Notify them by email' })).toBeChecked()
  await expect(panel.getByRole('button', { name: 'Undo for 3 registrations' })).toBeDisabled()
  await panel.getByLabel('Reason').fill('The wrong list')
  await panel.getByRole('button', { name: 'Undo for 3 registrations' }).click()
  await expect(panel.getByText('Undo: hours set')).toBeVisible()
  await expect(panel.getByText('Reason: The wrong list')).toBeVisible()
  await expect(panel.getByText('All done')).toBeVisible()
  await expect.poll(values).toEqual(['0', '0', '0'])
  await closePanel(office)

  await boxes.first().check()
  await bar.getByRole('button', { name: 'Select all 3 that match' }).click()
  await expect(bar).toContainText('All 3 registrations that match')
  await bar.getByRole('button', { name: 'Move' }).click()
  await chooseSlot(office, /Turbine/, /6:00 PM - 10:00 PM/)
  await expect(panel.getByText('Everyone gets an email with the new time slot')).toBeVisible()
  await panel.getByRole('button', { name: 'Move 3 registrations' }).click()
  await expect(panel.getByText('Registrations moved')).toBeVisible()
  await closePanel(office)
  await expect(office.getByRole('row').filter({ hasText: '6:00 PM EST' })).toHaveCount(3)

  // Two of them have certificates. The preview excludes the third, who gets no email.
  const credited = await portal.query<{ registrationId: number }>(
    `select registration_id as "registrationId" from registrations join users using (user_id)
     where email = any($1) limit 2`,
    [emails],
  )
  const byHand = { hours: 6, reason: 'Signed the list', isConfirmed: true }
  for (const each of credited) await callAsAdministrator(portal, generateCertificate, { ...each, ...byHand })
  await office.getByRole('button', { name: 'Email Certificates in bulk' }).click()
  await panel.getByRole('button', { name: 'Choose recipients' }).click()
  await expect(panel.getByText('Please select a slot before submitting.')).toBeVisible()
  await chooseSlot(office, /Turbine/, /6:00 PM - 10:00 PM/)
  await panel.getByRole('button', { name: 'Choose recipients' }).click()
  await expect(concerned.getByRole('status')).toHaveText('2 registrationsNo certificate yet (1)')
  await expectAccessible(office, [desk])
  await expect(concerned.getByRole('listitem').getByText('No certificate yet')).toBeVisible()
  await panel.getByRole('radio', { name: "Only people who haven't received it by email" }).check()
  await panel.getByRole('button', { name: 'Email 2 certificates' }).click()
  await expect(panel.getByText('Bulk email request sent successfully.')).toBeVisible()
  await closePanel(office)
  const rows = office.getByRole('row').filter({ has: office.getByRole('button', { name: /^Email cert/ }) })
  await expect(rows).toHaveCount(2)
  for (const email of emails) {
    const isMailed = (await rows.filter({ hasText: email }).count()) === 1
    if (isMailed) await portal.mailAbout(email, /^Your certificate: Turbine/)
  }

  await office.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByRole('button', { name: 'Delete 3 registrations' })).toBeDisabled()
  await panel.getByLabel('Reason').fill('The course was merged')
  await panel.getByRole('button', { name: 'Delete 3 registrations' }).click()
  await expect(panel.getByText('3 of 3 registrations changed')).toBeVisible()
  await expect(office.getByText('No registrations found')).toBeVisible()
  await panel.getByRole('button', { name: 'Undo…' }).click()
  await panel.getByLabel('Reason').fill('It was not')
  await panel.getByRole('button', { name: 'Undo for 3 registrations' }).click()
  await expect(panel.getByText('Undo: registrations deleted')).toBeVisible()
  await expect(panel.getByText('All done')).toBeVisible()
  await closePanel(office)
  await expect(office.getByRole('row')).toHaveCount(4)

  await office.getByRole('button', { name: 'Bulk actions' }).click()
  const jobs = panel.getByRole('listitem')
  await expect(jobs.nth(5)).toBeVisible()
  await expectAccessible(office, [desk])
  await expect(jobs.nth(0)).toContainText('Undo: registrations deleted3 registrations changed')
  await expect(jobs.nth(1)).toContainText('undone')
  await jobs.nth(2).getByRole('button').click()
  await expect(panel.getByText('Certificates emailed')).toBeVisible()
})

test('an invalid list of hours is refused, and a valid one is previewed, reported on and applied only once', async ({
  browser,
  portal,
}) => {
  const slot = { firstName: 'Upton', event: /Rotorcraft/, slot: 1 }
  const [first, second] = [await givenRegistered(portal, slot), await givenRegistered(portal, slot)]
  const office = await openList(browser, 'upton', 2)
  const panel = office.getByRole('dialog')
  const problem = panel.getByRole('alert')
  await office.getByRole('button', { name: 'Upload CSV Hours' }).click()
  const sampling = office.waitForEvent('download')
  await panel.getByRole('button', { name: 'Sample CSV' }).click()
  const sample = await sampling
  expect(sample.suggestedFilename()).toBe('sample-hours.csv')
  expect(await readFile(await sample.path(), 'utf8')).toMatch(/^email,hours,notes\r\n/)

  const upload = (name: string, content: string) =>
    panel.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await upload('one-column.csv', 'email\nupton@example.com\n')
  await expect(problem).toHaveText("Invalid CSV format. Line 1 has no column 'hours'.")
  const submit = panel.getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAccessibleDescription('Choose a time slot first')
  await expect(panel.getByRole('button', { name: 'Download report' })).toHaveAccessibleDescription(
    'No report available to download.',
  )
  await chooseSlot(office, /Rotorcraft/, /^\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}, 1:00 PM - 5:00 PM E[SD]T$/)
  await submit.click()
  await expect(problem).toHaveText('Please upload a valid CSV and select a slot before submission.')

  const list = `\ufeffemail;hours;notes\r\n${first.toUpperCase()};8;"=HYPERLINK(""x"")"\r\n${second};9;\r\nnobody@example.com;4;\r\n`
  await upload('hours.csv', list)
  await expect(problem).toBeHidden()
  await expect(panel.getByText('3 rows')).toBeVisible()
  const preview = panel.getByRole('region', { name: 'What each row would do' })
  await expect(preview.getByRole('listitem')).toHaveText([
    `${second}Row 2 · 9 hoursHours are from 0 to 8`,
    'nobody@example.comRow 3 · 4 hoursNot registered for this time slot',
    `${first.toUpperCase()}Row 1 · 8 hoursCertificate will be issued`,
  ])
  await expect(panel.getByRole('checkbox', { name: 'Email each certificate as it is issued' })).toBeChecked()
  await expectAccessible(office, [desk])
  await panel.getByRole('button', { name: 'Submit for 1 person' }).click()
  const report = panel.getByRole('region', { name: 'Report' })
  await expect(report.getByRole('listitem')).toHaveCount(3)
  const row = report.getByRole('listitem').filter({ hasText: first.toUpperCase() })
  await expect(row).toContainText('These hours are unusual. Enter a reason and confirm them.')
  await panel.getByRole('button', { name: 'Confirm 1 unusual row' }).click()
  await confirmUnusual(office)
  await expect(row).toContainText('Updated')
  await expectAccessible(office, [desk])
  const downloading = office.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download report' }).click()
  const saved = await downloading
  expect(saved.suggestedFilename()).toBe('hours-report.csv')
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toEqual([
    expect.stringMatching(/^\ufeff?Email,Hours,Status,Error$/),
    `${first.toUpperCase()},8,Updated,None`,
    `${second},9,Failed,Hours are from 0 to 8`,
    'nobody@example.com,4,Failed,Not registered for this time slot',
  ])
  await panel.getByRole('button', { name: 'View progress' }).click()
  await expect(panel.getByText('Certificates issued: 1 of 1')).toBeVisible()
  await expect(panel.getByText('Emails sent: 1 of 1')).toBeVisible()
  await closePanel(office)
  await portal.mailAbout(first, /^Your certificate: Rotorcraft/)
  await find(office, first, 1)
  await expect(rowOf(office, first).getByRole('combobox', { name: /^Hours for/ })).toHaveValue('8')

  await office.getByRole('button', { name: 'Upload CSV Hours' }).click()
  await panel.getByRole('combobox', { name: 'Event' }).click()
  await office.getByRole('option', { name: /South Carolina/ }).click()
  await expect(panel.getByRole('combobox', { name: 'Time slot' })).toHaveValue(/8:00 AM - 5:00 PM/)
  await chooseSlot(office, /Rotorcraft/, /1:00 PM - 5:00 PM/)
  await upload('hours.csv', list)
  await expect(preview.getByRole('listitem').filter({ hasText: first.toUpperCase() })).toContainText(
    'Unchanged',
  )
  await expect(panel.getByRole('button', { name: 'Submit for 0 people' })).toBeDisabled()
})

async function chooseSlot(page: Page, event: RegExp, slot: RegExp): Promise<void> {
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: event }).click()
  await panel.getByRole('combobox', { name: 'Time slot' }).click()
  await page.getByRole('option', { name: slot }).click()
}

async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}
