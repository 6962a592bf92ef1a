import { readFile } from 'node:fs/promises'
import { seasonLabel } from '#contract/core/season.ts'
import { shownDays } from '#contract/events/slots/times.ts'
import { readCalendar } from '#test/calendars.ts'
import { expectAccessible } from './accessible.ts'
import { demoSeason, turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signUp } from './people.ts'

test('a person in another time zone registers, changes the slot with the keyboard, and sees the hours still needed', async ({
  browser,
  portal,
}) => {
  const page = await browser.newPage({ timezoneId: 'America/Denver' })
  await signUp(page, portal, newEmail())
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  const ledger = page.getByRole('region', { name: `Renewal year ${seasonLabel(demoSeason)}` })
  await expect(ledger).toContainText('0 of 8 hours earned')
  await expect(ledger).toContainText('8 hours to go.')
  await expect(page.getByRole('region', { name: 'Any of these gets you to 8 hours' })).toBeVisible()

  await page.getByRole('link', { name: 'Upcoming Events' }).first().click()
  await registerFor(page, /Turbine/)
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  const card = page.getByRole('article', { name: /Turbine/ })
  await expect(card).toContainText(
    `${shownDays(turbine)} · 6:00 AM – 10:00 AM your time · 8:00 AM – 12:00 PM Eastern, each day`,
  )
  await expect(ledger).toContainText('Your registrations cover the remaining 8 hours.')

  const change = card.getByRole('button', { name: 'Change time slot' })
  await change.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change time slot' })
  await expect(dialog.getByRole('radio', { name: /8:00 AM – 12:00 PM/ })).toBeDisabled()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: /6:00 PM – 10:00 PM/ }).press('Space')
  await dialog.getByRole('button', { name: 'Change time slot' }).press('Enter')
  const changed = page.getByRole('dialog', { name: 'Time slot changed' })
  await expect(changed).toContainText('6:00 PM – 10:00 PM Eastern, each day (4:00 PM – 8:00 PM your time)')
  await changed.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(card).toContainText('4:00 PM – 8:00 PM your time · 6:00 PM – 10:00 PM Eastern, each day')
})

test('a person downloads or subscribes to the calendar of their registrations and turns reminders off', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /Turbine/)
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  const card = page.getByRole('article', { name: /Turbine/ })
  await card.getByRole('button', { name: 'Add to calendar' }).click()
  const google = page.getByRole('menuitem', { name: 'Google Calendar' })
  const on = turbine.startOn.replaceAll('-', '')
  await expect(google).toHaveAttribute('href', new RegExp(`dates=${on}T080000%2F${on}T120000&.*COUNT%3D2`))
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /Calendar file/ }).click()
  const [, saved] = readCalendar(await readFile(await (await saving).path()))
  expect(saved.map(({ summary }) => summary)).toEqual([
    `${turbine.name}, day 1 of 2`,
    `${turbine.name}, day 2 of 2`,
  ])

  const section = page.getByRole('region', { name: 'Calendar and reminders' })
  const address = section.getByRole('textbox', { name: 'Calendar link' })
  const before = await address.inputValue()
  const [, subscribed] = readCalendar(await (await page.request.get(before)).text())
  expect(subscribed.map(({ uid }) => uid)).toEqual(saved.map(({ uid }) => uid))
  await section.getByRole('button', { name: 'Reset link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset link' }).click()
  await expect(address).not.toHaveValue(before)
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await page.request.get(before)).status()).toBe(404)

  const reminders = section.getByRole('switch', { name: 'Email reminders' })
  await expect(reminders).toBeChecked()
  await reminders.press('Space')
  await expect(reminders).not.toBeChecked()
  await expect(reminders).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(reminders).not.toBeChecked()
})

test('recordings load from another site only after somebody plays them', async ({ page, portal }) => {
  const asked: string[] = []
  await page.route(/youtube/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: 'A recording' })
  })
  await signUp(page, portal, newEmail())
  await page.getByRole('link', { name: 'Event Videos' }).click()
  const card = page.getByRole('article', { name: `Piston IA Renewal Series ${demoSeason - 1}` })
  await card.getByRole('button', { name: 'Play Full recording' }).focus()
  expect(asked).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.frameLocator('iframe').getByText('A recording')).toBeVisible()
  expect(asked[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?/)
})

test('the profile page shows the consent that a person gave and lets them withdraw it', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /Turbine/)
  await page.getByRole('link', { name: 'Profile' }).click()
  const section = page.getByRole('region', { name: 'Mailing list' })
  await expect(section).toContainText('Opted in to receive communications')
  await expect(section).toContainText(`for ${turbine.name}`)
  await section.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(section).toContainText('Opted out of marketing communications')
  await expect(section.getByRole('button', { name: 'Unsubscribe' })).toBeHidden()
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await section.getByRole('link', { name: 'Registered Events' }).click()
  await expect(page.getByRole('switch', { name: 'Email reminders' })).toBeInViewport()
  await expect(page.getByRole('article', { name: /Turbine/ })).toBeVisible()
})
