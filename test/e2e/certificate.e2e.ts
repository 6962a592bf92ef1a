import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { attachmentsOf } from '#test/certificates.ts'
import type { Fetch } from '#test/credential-verifier.ts'
import { verifyCredential } from '#test/credential-verifier.ts'
import { expectAccessible, phone } from './accessible.ts'
import { demoSeason, piston } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signInAsAdministrator, signUp } from './people.ts'
import { choose } from './registration-list.ts'

test('an administrator credits 8 hours and emails the certificate, which opens without a sign-in', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail('<b>certificate').replace('<b>', '')
  await signUp(page, portal, email, '<b>Zoë</b>')
  await registerFor(page, /Piston/)

  const office = await browser.newPage()
  await signInAsAdministrator(office)
  await office.getByRole('textbox', { name: /search/i }).fill(email)
  const row = office.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText("<b>Zoë</b> O'Brien")
  const hours = row.getByRole('combobox', { name: /^Hours for/ })
  // The season's events are still to come.
  const question = office.getByRole('dialog', { name: 'Give these unusual hours?' })
  await hours.selectOption('8')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(hours).toHaveValue('0')
  await hours.selectOption('8')
  await expect(question.getByText(/^The event has not ended: /)).toBeVisible()
  await question.getByRole('button', { name: 'Give them anyway' }).click()
  await expect(question.getByText('Enter a reason')).toBeVisible()
  await question.getByLabel('Reason').fill('Signed the list')
  await question.getByRole('button', { name: 'Give them anyway' }).click()
  const toast = office.getByRole('alert').filter({ hasText: 'Certificate generated successfully' })
  await expect(toast.getByText('Certificate generated successfully', { exact: true })).toBeVisible()
  await expect(toast.getByText("<b>Zoë</b> O'Brien, 8 hours", { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Email certificate/ }).click()
  await expect(office.getByText('Certificate sent successfully', { exact: true })).toBeVisible()

  const mail = await portal.mailAbout(email, new RegExp(`^Your certificate: ${piston.name}$`))
  const link = mail.links.find((found) => found.includes('/download?certificate=')) ?? ''
  const anybody = await browser.newPage()
  const downloading = anybody.waitForEvent('download')
  await anybody.goto(link)
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  const bytes = new Uint8Array(await readFile(await download.path()))
  const [attached] = await attachmentsOf(bytes)
  const pdf = await getDocumentProxy(bytes)
  const { totalPages, text } = await extractText(pdf, { mergePages: true })
  expect(totalPages).toBe(1)
  expect(text).toContain("<b>Zoë</b> O'Brien")
  expect(text).toContain(piston.name)
  await expect(anybody.getByText(`IA${demoSeason}-`)).toBeVisible()

  await page.goto('/private/registered-events')
  await expect(page.getByRole('link', { name: 'Download Certificate' })).toHaveAttribute('href', link)

  // Signing in does not close it either.
  await page.goto(link)
  await expect(page.getByText(`IA${demoSeason}-`)).toBeVisible()
  expect(page.url()).toBe(link)
  // Addresses printed by an earlier version lead to the verification page.
  await page.goto(`${link}&view=verification`)
  await expect(page.getByRole('heading', { name: 'This certificate is genuine' })).toBeVisible()
  const code = new URL(link).searchParams.get('certificate') ?? ''
  expect(new URL(page.url()).pathname).toBe(`/verify/${code}`)
  // Anybody downloads the same credential as is in the PDF, and verifies it.
  await anybody.goto(`/verify/${code}`)
  await expectAccessible(anybody)
  const saving = anybody.waitForEvent('download')
  await anybody.getByRole('link', { name: 'Download the credential' }).press('Enter')
  const saved = await saving
  const credential = await readFile(await saved.path(), 'utf8')
  expect([saved.suggestedFilename(), credential]).toEqual([attached?.filename, attached?.content])
  const fetchHere: Fetch = async (url) => {
    const answer = await fetch(portal.url + new URL(url).pathname)
    return { status: answer.status, body: await answer.text() }
  }
  expect(await verifyCredential(credential, fetchHere, new Date())).toBe('valid')
  await page.goto('/verify')
  await page.getByLabel('Certificate code').fill('<b>no code</b>')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Enter the code or the address')).toBeVisible()
  await page.getByLabel('Certificate code').fill(page.url().replace(/verify$/, `verify/${code}`))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This certificate is genuine' })).toBeVisible()

  // The download icon issues again for a corrected name; a second time changes nothing.
  await choose(row, 'Edit user')
  await office.getByRole('dialog').getByLabel('First Name').fill('Zora')
  await office.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect(row).toContainText("Zora O'Brien")
  for (const _ of ['', 'again']) {
    const saving = office.waitForEvent('download')
    await row.getByRole('button', { name: /^Download certificate/ }).click()
    const corrected = await getDocumentProxy(new Uint8Array(await readFile(await (await saving).path())))
    const { text } = await extractText(corrected, { mergePages: true })
    expect(text).toContain("Zora O'Brien")
    expect(text).toMatch(new RegExp(`IA${demoSeason}-\\d{6}-2(?!\\d)`))
  }

  await row.getByRole('button', { name: /^Email history/ }).click()
  await expect(office.getByRole('dialog').getByText(/sent/i).first()).toBeVisible()
  await expectAccessible(office)
  await office.keyboard.press('Escape')

  // On a phone, by keyboard: the hours go back to the rule, which has given none.
  await office.setViewportSize(phone)
  const opened = office.getByRole('button', { name: /^Actions for Zora/ })
  await opened.focus()
  await office.keyboard.press('Enter')
  const item = office.getByRole('menuitem', { name: 'Use automatic hours' })
  for (let step = 0; step < 3; step++) await office.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await office.keyboard.press('Enter')
  const release = office.getByRole('dialog', { name: 'Use automatic hours?' })
  await expect(release).toContainText('Set manually: 8 hours. Attendance gives 0 hours')
  await expectAccessible(office)
  await office.keyboard.press('Enter')
  await expect(release.getByText('Enter a reason')).toBeVisible()
  await office.keyboard.type('Credited by mistake')
  await office.keyboard.press('Enter')
  await expect(office.getByText('Automatic hours in use', { exact: true })).toBeVisible()
  await expect(hours).toHaveValue('0')
  await opened.click()
  await expect(office.getByRole('menuitem', { name: 'Edit user' })).toBeVisible()
  await expect(item).toBeHidden()
  await office.keyboard.press('Escape')

  // 0 hours are a decision, too. It can be released again.
  await hours.selectOption({ label: '0', index: 1 })
  await office.getByRole('dialog', { name: 'Set to 0 hours?' }).getByLabel('Reason').fill('Did not come')
  await office.keyboard.press('Enter')
  await expect(office.getByText('Set to 0 by you', { exact: true })).toBeVisible()
  await choose(row, 'History')
  await expect(office.getByText('Reason: Credited by mistake')).toBeVisible()
  await expect(office.getByText('Reason: Did not come')).toBeVisible()
})

test('a mistyped code or number is named, and stays in its field for a correction', async ({ page }) => {
  await page.goto('/verify')
  const field = page.getByLabel('Certificate code')
  for (const typed of ['AAAAAAAAAAAAAAAAAAAAAA', 'IA-7']) {
    await field.fill(typed)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('heading', { name: 'Certificate not found' })).toBeVisible()
    await expect(
      page.getByText(`We couldn't find a certificate with the code or number ${typed}.`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Enter it again' }).click()
    await expect(field).toHaveValue(typed)
  }
})
