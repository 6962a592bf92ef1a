import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { shownDates } from '#contract/events/slots/times.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { demoSeason, piston, turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signInAsAdministrator, signUp, untilDrawn } from './people.ts'

test("an administrator sees the season's figures, follows their links, and exports the people who agreed for sponsors", async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail('"agreeing"').replaceAll('"', '')
  await signUp(page, portal, email, '=Robin')
  // Only the first registration asks for consent.
  await registerFor(page, /Turbine/)
  await registerFor(page, /South Carolina/)
  // Figures of the last minute would be kept where counting takes long.
  await portal.query('delete from dashboards')

  const office = await browser.newPage()
  const problems: string[] = []
  office.on('console', (said) => said.type() === 'error' && problems.push(said.text()))
  office.on('pageerror', (problem) => problems.push(problem.message))
  await office.setViewportSize({ width: 1440, height: 900 })
  await signInAsAdministrator(office)
  const { keyboard } = office
  async function press(target: Locator): Promise<void> {
    await target.waitFor()
    for (let steps = 0; steps < 60; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) break
      await keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
    await keyboard.press('Enter')
  }

  const pages = office.getByRole('navigation', { name: 'Pages' })
  await press(pages.getByRole('link', { name: 'Dashboard' }))
  await expect(office.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused()
  await expect(office.getByRole('region', { name: 'What to do next' })).toContainText(
    `${piston.name}: 3 time slots without a webinar ID.`,
  )
  const series = office.getByRole('region', { name: 'Registrations by series' })
  await untilDrawn(office)
  await expectAccessible(office)
  // Only the page scrolls, not the window.
  expect(await office.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  // Screen readers have the table also while the chart is shown.
  await expect(series.getByRole('table', { name: 'Registrations by series' })).toContainText('Turbine')

  const slots = office.getByRole('region', { name: 'Registrations by slot' })
  await press(slots.getByRole('button', { name: 'Show as table' }))
  const slot = slots.getByRole('row').filter({ hasText: /Turbine.*8:00 AM/ })
  await press(slot.getByRole('link'))
  await expect(office).toHaveURL(/all-registrations\?eventName=Turbine.*&eventSlotId=\d+$/)
  await expect(office.getByRole('row').filter({ hasText: email })).toContainText('Turbine')
  await expect(office.getByRole('row').filter({ hasText: 'South Carolina IA' })).toHaveCount(0)
  await office.goBack()

  // A bar links to the same place as its row.
  await untilDrawn(office)
  await series.locator('.recharts-bar-rectangle').first().click()
  await expect(office).toHaveURL(/all-registrations\?eventName=/)
  await office.goBack()

  // Emails are found by recipient.
  await pages.getByRole('link', { name: 'Emails' }).click()
  const mails = office.getByRole('table', { name: 'Emails' })
  await expect(mails).toBeVisible()
  await keyboard.press('/')
  await keyboard.type(email)
  await keyboard.press('Enter')
  await expect(office).toHaveURL(/mails\?search=/)
  await expect(mails.getByRole('row').filter({ hasNotText: email })).toHaveCount(1)
  await expect(mails.getByRole('row').filter({ hasText: 'Turbine' })).toContainText('Sent')
  await office.goto(`/admin/private/mails?status=undelivered&year=${demoSeason}`)
  await office.getByText('No email has failed').waitFor()
  await expectAccessible(office)
  await office.goto('/admin/private/mails?status=undelivered&search=nobody')
  await office.getByRole('button', { name: 'Show all emails' }).click()
  await expect(mails).toBeVisible()
  await pages.getByRole('link', { name: 'Dashboard' }).click()

  const event = office.getByRole('combobox', { name: 'Event' })
  const download = office.getByRole('button', { name: 'Download for sponsors' })
  await expect(download).toBeDisabled()
  await event.selectOption(turbine.name)
  await expect(office.getByText(/^[1-9]\d* of \d+ registered (person|people) agreed\.$/)).toBeVisible()
  const tables = office.getByRole('button', { name: 'Show as table' })
  while ((await tables.count()) > 0) await tables.first().click()
  await expectAccessible(office, [phone])
  await office.setViewportSize(desk)
  const downloading = office.waitForEvent('download')
  await press(download)
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`sponsors-${turbine.name}.csv`)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toContain('Consent Given At (Eastern)')
  expect(lines.find((line) => line.includes(email))).toMatch(
    new RegExp(
      `^'=Robin,O'Brien,Example Aviation,.+,Turbine,${shownDates(turbine)} 8:00 AM – 12:00 PM,\\d\\d \\w{3} \\d{4} \\d{1,2}:\\d\\d [AP]M Eastern$`,
    ),
  )

  await office.getByRole('combobox', { name: 'Renewal year' }).selectOption('2023-2024')
  await expect(office).toHaveURL(/dashboard\?year=2024$/)
  await expect(office.getByText('No registrations for 2023-2024')).toBeVisible()
  await expectAccessible(office, [desk])
  expect(problems).toEqual([])
})

test('an administrator reads on the dashboard that a scheduled job keeps failing, and that the clock was set back', async ({
  page,
}) => {
  // The portal looks once a minute; server/core/jobs/job-troubles.test.ts waits for it.
  const since = '2026-12-01T15:47:00.000Z'
  const troubles = {
    failingJobs: [{ name: 'remind-of-renewal', since, advice: 'The log says why.' }],
    clockSetBackAt: since,
  }
  await page.route('**/api/ready', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...troubles } } })
  })
  await signInAsAdministrator(page)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(
    page.getByText('The scheduled job ‘remind-of-renewal’ has failed since 01 Dec 2026, 10:47 AM EST'),
  ).toBeVisible()
  await expect(page.getByText(/The log says why/)).toBeVisible()
  await expect(page.getByText('The database’s clock was set back on 01 Dec 2026, 10:47 AM EST')).toBeVisible()
})
