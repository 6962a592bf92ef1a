import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { shownDays } from '#contract/events/slots/times.ts'
import { expectAccessible } from './accessible.ts'
import { turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signInAsAdministrator, signUp } from './people.ts'
import { confirmUnusual } from './registration-list.ts'

test('a person downloads their data, deletes the account with the keyboard, and signs up again', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail('leaving')
  await signUp(page, portal, email, '<b>Zoë</b>')
  await registerFor(page, /Piston/)
  await registerFor(page, /Turbine/)
  const office = await browser.newPage()
  await signInAsAdministrator(office)
  await office.getByRole('textbox', { name: /search/i }).fill(email)
  const row = office.getByRole('row').filter({ hasText: email })
  await row
    .filter({ hasText: 'Piston' })
    .getByRole('combobox', { name: /^Hours for/ })
    .selectOption('8')
  await confirmUnusual(office)
  await expect(office.getByText('Certificate generated successfully')).toBeVisible()

  await page.goto('/private/profile')
  const data = JSON.parse(await downloaded(page, 'Download as JSON', 'ia-renewal-portal-data.json'))
  expect(data).toMatchObject({ profile: { email, firstName: '<b>Zoë</b>' }, certificates: [{ hours: 8 }] })
  const written = await downloaded(page, 'Download as a page', 'ia-renewal-portal-data.html')
  const reader = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await reader.setContent(written)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(/<b>Zoë<\/b> O'Brien$/)
  await expect(reader.getByRole('region', { name: 'Certificates', exact: true })).toContainText(
    data.certificates[0].serial,
  )
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/private/profile')
  const section = page.getByRole('region', { name: 'Delete account' })
  await expect(section).toContainText('Certificates are kept for 3 years')
  await section.getByRole('button', { name: 'Delete account' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByLabel('Your email')).toBeFocused()
  await page.keyboard.type('somebody.else@example.com')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not the email of your account.')).toBeVisible()
  await expectAccessible(page)
  await expect(dialog.getByLabel('Your email')).toBeFocused()
  await dialog.getByLabel('Your email').fill(email)
  await page.keyboard.press('Escape')
  await expect(section.getByRole('button', { name: 'Delete account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Your email')).toHaveValue('')
  await dialog.getByLabel('Your email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeFocused()
  await expect(elsewhere).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])

  const [mail, ...more] = await portal.mailsTo(email)
  expect([mail?.subject, more]).toEqual(['Your account has been deleted', []])
  expect(mail?.text).toContain(`${turbine.name}: ${shownDays(turbine)} · 8:00 AM`)
  await page.goto(mail?.links.find((link) => link.includes('/download?certificate=')) ?? '')
  await expect(page.getByText(data.certificates[0].serial)).toBeVisible()
  await page.goto(`/verify/${data.certificates[0].code}`)
  await expect(page.getByRole('heading', { name: 'This certificate is genuine' })).toBeVisible()
  await office.reload()
  await office.getByRole('textbox', { name: /search/i }).fill(email)
  await expect(office.getByText(/No registrations/)).toBeVisible()

  await signUp(page, portal, email, 'Anew')
  await page.goto('/private/registered-events')
  await expect(page.getByText('0 of 8 hours earned').first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

/** Returns the file with this name that a button of the page saves. */
async function downloaded(page: Page, button: string, filename: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(filename)
  return readFile(await download.path(), 'utf8')
}
