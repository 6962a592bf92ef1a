import { readFile } from 'node:fs/promises'
import { firstDayOf, seasonLabel } from '#contract/core/season.ts'
import { shortTimeslot } from '#contract/events/slots/times.ts'
import { readWorkbook } from '#server/attendance/attendances/attendance-workbook.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { demoSeason, piston, turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { closeMessages, givenRegistered } from './people.ts'
import { choose, credit, find, openList, rowOf } from './registration-list.ts'

test("an administrator moves a registration and is told of a colleague's change", async ({
  browser,
  portal,
}) => {
  const email = await givenRegistered(portal, { firstName: 'Wanda' })
  const office = await openList(browser, email, 1)
  const row = rowOf(office, email)
  const dialog = office.getByRole('dialog')
  await expect(row).toContainText('8:00 AM EST')

  await row.getByRole('button', { name: /^Change the time slot of/ }).click()
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await expect(dialog.getByText('Current', { exact: true })).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(dialog.getByText('What happens next')).toBeHidden()
  await dialog.getByRole('radio', { name: /1:00 PM - 5:00 PM/ }).check()
  await expect(dialog.getByText("Wanda O'Brien gets an email with the new time slot")).toBeVisible()
  await expectAccessible(office)
  await dialog.getByRole('radio', { name: /8:00 AM - 12:00 PM/ }).check()
  await expect(save).toBeDisabled()
  await dialog.getByRole('radio', { name: /1:00 PM - 5:00 PM/ }).check()
  await save.click()
  await expect(office.getByText(/^Wanda O'Brien now attends .+ 1:00 PM - 5:00 PM/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('1:00 PM EST')

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await expectAccessible(office)
  await office.getByRole('menuitem', { name: 'Send confirmation email' }).click()
  await expect(office.getByText(`Confirmation sent to Wanda O'Brien (${email})`)).toBeVisible()
  await portal.mailAbout(email, /^You are registered: Piston/, 2)

  // Another administrator has the same list open and acts first.
  const other = await openList(browser, email, 1)
  await choose(row, 'Change time slot')
  await dialog.getByRole('radio', { name: /8:00 AM - 12:00 PM/ }).check()
  await choose(rowOf(other, email), 'Change time slot')
  await other.getByRole('radio', { name: /6:00 PM - 10:00 PM/ }).check()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(other, email)).toContainText('6:00 PM EST')
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText(
    /^This has changed since you opened it: Moved to another time slot \(time slot from .+1:00 PM.+ to .+6:00 PM.+\) by Portal Administrator/,
  )
  await expect(dialog.getByText(/^Now: .+6:00 PM - 10:00 PM/)).toBeVisible()
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('8:00 AM EST')
  await rowOf(other, email)
    .getByRole('combobox', { name: /^Hours for/ })
    .selectOption('5')
  await expect(
    other.getByText(/^This has changed since you opened it: Moved to another time slot/),
  ).toBeVisible()
  await expect(rowOf(other, email)).toContainText('8:00 AM EST')
})

test('an administrator deletes and restores a registration, withdraws its certificate, and finds it all in the history', async ({
  browser,
  page,
  portal,
}) => {
  const email = await givenRegistered(portal, { firstName: 'Delia' })
  const office = await openList(browser, email, 1)
  const row = rowOf(office, email)
  const dialog = office.getByRole('dialog')
  await choose(row, 'Delete registration')
  await expect(dialog).toContainText("They'll get an email in about a minute.")
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(office.getByText('No registrations found')).toBeVisible()
  await office.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()

  await credit(row, 8)
  await row.getByRole('button', { name: /^Email certificate/ }).click()
  const { links } = await portal.mailAbout(email, /^Your certificate: Piston/)
  await row.getByRole('button', { name: /^Change the time slot of/ }).click()
  await expect(dialog).toContainText('A certificate for 8 hours was issued for this time slot')
  await office.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await row.getByRole('combobox', { name: /^Hours for/ }).selectOption('0')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Left before noon')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  const toast = office.getByRole('alert').filter({ hasText: 'Certificate withdrawn' })
  await expect(toast.getByText('Certificate withdrawn', { exact: true })).toBeVisible()
  await expect(toast.getByText("Delia O'Brien", { exact: true })).toBeVisible()
  await credit(row, 4)

  await choose(row, 'Delete registration')
  await expect(dialog).toContainText('Their certificate for 4 hours is withdrawn immediately')
  await dialog.getByLabel('Reason').fill('Registered twice')
  await dialog.getByRole('button', { name: 'Delete and withdraw' }).click()
  await expect(office.getByText('No registrations found')).toBeVisible()
  await page.goto(links.find((link) => link.includes('/download')) ?? '')
  await expect(page.getByRole('heading', { name: 'This certificate was withdrawn' })).toBeVisible()

  // The history has all of it and can restore the registration.
  await office.getByRole('link', { name: 'Settings' }).click()
  await office.getByRole('link', { name: 'Activity log' }).click()
  await expect(office.getByRole('heading', { name: 'Activity log', level: 1 })).toBeVisible()
  await expectAccessible(office)
  await office.getByRole('textbox', { name: 'Search' }).fill(email)
  const entry = (text: string | RegExp) =>
    office.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: text })
  await expect(entry('Signed up')).toHaveCount(1)
  await expect(entry('Signed up')).toContainText('(self)')
  await expect(entry('Hours: 8 → 0')).toContainText(/Hours changed.*Left before noon/)
  const deletion = entry(/Deleted.*Reason: Registered twice/)
  await expect(deletion).toContainText(/Piston.*Portal Administrator/)
  await deletion.getByRole('button', { name: /^Restore the registration of Delia/ }).click()
  await expect(
    office.getByText(/^The registration of Delia O'Brien for Piston .+ is restored$/),
  ).toBeVisible()
  await expect(office.getByRole('cell', { name: 'Restored', exact: true })).toHaveCount(2)
  await expect(deletion.getByRole('button')).toHaveCount(0)
  // A job issues the certificate of the restored hours.
  await expect(async () => {
    await office.reload()
    await entry('Signed up').waitFor()
    await expect(entry(/\d:\d\d [AP]M.*Certificate issued/)).toHaveCount(3, { timeout: 1000 })
  }).toPass()
  await office.getByRole('combobox', { name: 'What' }).click()
  await office.getByRole('option', { name: 'Certificate issued', exact: true }).click()
  await expect(entry(/\d:\d\d [AP]M/)).toHaveCount(3)
  await office.getByRole('combobox', { name: 'Event' }).click()
  await office.getByRole('option').first().waitFor()
  await expectAccessible(office, [desk])
  await office.getByRole('option', { name: turbine.name }).click()
  await expect(office.getByText('No results')).toBeVisible()
  await expectAccessible(office)
  await office.getByRole('button', { name: 'Show everything' }).click()
  await expect(office).toHaveURL(/\/activities$/)
})

test('the list remembers its columns, announces new registrations, links to people, and downloads as filtered', async ({
  browser,
  portal,
}) => {
  const email = await givenRegistered(portal, { firstName: 'Zephyrine' })
  const office = await openList(browser, 'zephyrine', 1)
  await expectAccessible(office)
  // On a phone, with buttons half and wholly below the pinned names.
  for (const left of [204, 420, 504, 930]) {
    await office.setViewportSize(phone)
    await office.locator('#list').evaluate((list, left) => list.scrollTo({ left }), left)
    await expectAccessible(office, [phone])
  }
  await office.setViewportSize(desk)
  const columns = office.getByRole('button', { name: /^Columns/ })
  await columns.click()
  const shown = office.getByRole('group', { name: 'Columns' })
  await shown.getByRole('checkbox', { name: 'Phone' }).uncheck()
  await shown.getByRole('checkbox', { name: 'Company Name' }).uncheck()
  await expectAccessible(office)
  await office.clock.install()
  await office.reload()
  await expect(columns).toHaveText('Columns (2 hidden)')
  await expect(office.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  await expect(office.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
  await columns.click()
  await shown.getByRole('button', { name: 'Show all' }).click()
  await expect(office.getByRole('columnheader', { name: 'Phone' })).toBeVisible()
  await office.keyboard.press('Escape')

  const second = await givenRegistered(portal, { firstName: 'Zephyrine', event: /Turbine/ })
  const arrived = office.getByRole('button', { name: '1 new registration' })
  await office.clock.fastForward(5_000)
  await expect(arrived).toBeVisible()
  await expect(office.getByRole('row')).toHaveCount(2)
  await arrived.click()
  await expect(rowOf(office, second)).toBeVisible()
  await expect(office.getByText('2 registrations', { exact: true })).toBeVisible()
  await expect(arrived).toBeHidden()

  // If the browser offers a file dialog, the list streams to the disk; here it becomes a download of the page.
  await office.addInitScript(() => {
    const choose = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Reflect.set(window, 'showSaveFilePicker', choose)
  })
  await office.reload()
  await office.getByRole('button', { name: 'Download CSV' }).click()
  await expect(office.getByText('2 registrations are saved as CSV')).toBeVisible()
  const csvName = `registrations-${seasonLabel(demoSeason)}.csv`
  const onDisk = await office.evaluate(async (name) => {
    const folder = await navigator.storage.getDirectory()
    return (await (await folder.getFileHandle(name)).getFile()).text()
  }, csvName)
  expect(onDisk.trimEnd().split('\r\n')).toHaveLength(3)
  expect([onDisk.includes(email), onDisk.includes(second)]).toEqual([true, true])
  await office.addInitScript(() => Reflect.set(window, 'showSaveFilePicker', undefined))
  await office.reload()
  const downloading = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Download CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(csvName)
  expect(await readFile(await file.path(), 'utf8')).toBe(`\ufeff${onDisk}`)
  const saving = office.waitForEvent('download')
  await office.getByRole('button', { name: 'More ways to download' }).click()
  await office.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click()
  const workbook = await saving
  await expect(office.getByText('2 registrations are saved as an Excel workbook')).toBeVisible()
  expect(workbook.suggestedFilename()).toBe(`registrations-${seasonLabel(demoSeason)}.xlsx`)
  expect(await readWorkbook(await readFile(await workbook.path()), 10)).toMatchObject({
    tables: [[{ cells: expect.arrayContaining(['User Zip']) }, {}, {}]],
  })

  await choose(rowOf(office, email), 'Edit user')
  await office.getByRole('dialog').getByLabel('Company name').fill('Zephyr Rotor Works')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(office, email)).toContainText('Zephyr Rotor Works')
  await closeMessages(office)
  await choose(rowOf(office, email), 'Add to another event')
  const panel = office.getByRole('dialog', { name: /Add to events/ })
  await panel
    .getByRole('region', { name: /Rotorcraft/ })
    .getByRole('button')
    .first()
    .click()
  await panel.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(panel).toBeHidden()
  await expect(rowOf(office, email)).toHaveCount(2)

  await choose(rowOf(office, second), 'History')
  await expect(office).toHaveURL(/activities\?userId=/)
  const signedUp = office.getByRole('row').filter({ hasText: 'Signed up' })
  await expect(signedUp).toHaveCount(1)
  await office.getByRole('button', { name: "Clear: Zephyrine O'Brien" }).click()
  await expect(signedUp).not.toHaveCount(1)
  await office.goBack()
  await office.goBack()
  await choose(rowOf(office, second), 'Open profile')
  await expect(office.getByRole('heading', { level: 1, name: "Zephyrine O'Brien" })).toBeVisible()
  await office.goBack()
  await find(office, email, 2)
  await office.getByRole('link', { name: "Zephyrine O'Brien" }).first().click()
  await expect(office).toHaveURL(/\/accounts\//)
  await expect(office.getByRole('table', { name: 'History' })).toContainText(
    'Company: Example Aviation → Zephyr',
  )
})

test('a row shows what matters without scrolling sideways, and a compact view leaves the chosen columns', async ({
  browser,
  portal,
}) => {
  const email = await givenRegistered(portal, { firstName: 'Sighted' })
  const office = await openList(browser, email, 1)
  const edges = async (name: string) => {
    const box = await office.getByRole('columnheader', { name }).boundingBox()
    return { start: box?.x ?? Number.NaN, end: (box?.x ?? Number.NaN) + (box?.width ?? 0) }
  }
  for (const width of [1440, 1366]) {
    await office.setViewportSize({ width, height: 800 })
    await expect(office.getByRole('columnheader')).toHaveCount(14)
    const [name, slot, registered, certificate] = [
      await edges('User Name'),
      await edges('Timeslot'),
      await edges('Registration Date'),
      await edges('Certificate'),
    ]
    expect(name.end).toBeLessThanOrEqual(slot.start + 1)
    expect(slot.end).toBeLessThanOrEqual(registered.start + 1)
    expect(registered.end).toBeLessThanOrEqual(certificate.start + 1)
    expect(certificate.end).toBeLessThanOrEqual(width)
    const slotText = office.getByText(shortTimeslot(piston)).first()
    expect(await slotText.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
  }
  await expect(rowOf(office, email)).toContainText(shortTimeslot(piston))

  // The compact view is one click and remembered.
  const compact = office.getByRole('button', { name: 'Compact', exact: true })
  const columns = office.getByRole('button', { name: /^Columns/ })
  await columns.click()
  await office.getByRole('checkbox', { name: 'Phone' }).uncheck()
  await office.keyboard.press('Escape')
  await expect(columns).toHaveText('Columns (1 hidden)')
  await compact.click()
  for (const isLoadedAgain of [false, true]) {
    if (isLoadedAgain) await office.reload()
    await expect(compact).toHaveAttribute('aria-pressed', 'true')
    await expect(office.getByRole('columnheader')).toHaveText([
      '',
      'User Name',
      'Timeslot',
      'Hours',
      'Registration Date',
      'State',
      'Certificate',
      'Actions',
    ])
    await expect(rowOf(office, email).getByRole('cell').nth(1)).toHaveText(`Sighted O'Brien${email}`)
  }
  await compact.click()
  await expect(columns).toHaveText('Columns (1 hidden)')
  await expect(office.getByRole('columnheader', { name: 'Email' })).toBeVisible()
})

test('a search leads to matches of another year, and is saved under a name until that is removed', async ({
  browser,
  portal,
}) => {
  const email = await givenRegistered(portal, { firstName: 'Yearly' })
  await portal.query(
    `insert into registrations (user_id, event_id, event_slot_id)
     select user_id, event_id, event_slot_id from users, event_slots
     where email = $1 and start_on < $2 order by event_slot_id limit 1`,
    [email, firstDayOf(demoSeason)],
  )
  const office = await openList(browser, email, 1)
  await office.getByRole('button', { name: `1 more in ${seasonLabel(demoSeason - 1)}` }).click()
  await expect(office).toHaveURL(new RegExp(`year=${demoSeason - 1}`))
  await expect(rowOf(office, email)).toContainText(`${demoSeason - 1}`)
  await office.getByRole('button', { name: `1 more in ${seasonLabel(demoSeason)}` }).click()
  await expect(rowOf(office, email)).toContainText(shortTimeslot(piston))

  // Filters are saved under a name.
  const saved = office.getByRole('button', { name: 'Saved filters', exact: true })
  await office.getByRole('button', { name: 'Save this view' }).click()
  await office.getByLabel('Name of the current filters').fill('My person')
  await office.keyboard.press('Enter')
  await expect(office.getByRole('button', { name: 'My person', exact: true })).toBeVisible()
  await office.keyboard.press('Escape')
  await office.getByRole('button', { name: 'Clear filters' }).click()
  await expect(office).not.toHaveURL(/search=/)
  await office.reload()
  await saved.click()
  await office.getByRole('button', { name: 'My person', exact: true }).click()
  await expect(office.getByRole('textbox', { name: 'Search' })).toHaveValue(email)
  await expect(office.getByText('1 registration', { exact: true })).toBeVisible()
  await saved.click()
  await office.getByRole('button', { name: 'Remove saved filters: My person' }).click()
  await expect(office.getByRole('button', { name: 'My person', exact: true })).toHaveCount(0)
})
