import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { updateMembershipInfo } from '#contract/people/users/calls.ts'
import { expectAccessible, phone } from './accessible.ts'
import { turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, givenUser, newEmail, signInAsAdministrator } from './people.ts'
import { administrator } from './portal.ts'
import { openList } from './registration-list.ts'

test('an administrator writes to selected registrations, keeps the text over a reload, tests it and follows the results', async ({
  browser,
  portal,
}) => {
  const emails: string[] = []
  for (const event of [/Turbine/, /Turbine/, /South Carolina/]) {
    emails.push(await givenRegistered(portal, { firstName: 'Writley', event }))
  }
  const office = await openList(browser, 'writley', 3)
  // A choice of all that match ends when the filters change.
  await expect(office).toHaveURL(/search=writley/)
  await office
    .getByRole('checkbox', { name: /^Select Writley/ })
    .first()
    .check()
  const bar = office.getByRole('region', { name: 'Selected registrations' })
  await bar.getByRole('button', { name: 'Select all 3 that match' }).click()
  await bar.getByRole('button', { name: 'Email…' }).click()
  const panel = office.getByRole('dialog', { name: /^Email people/ })
  await panel.getByLabel('Subject').fill('New link for {event}')
  await writeText(office, 'Hi {name}, come to {room}: {join link}')
  await panel.getByRole('button', { name: 'Preview' }).click()
  await expect(panel.getByText('{room} is not a placeholder.')).toBeVisible()

  const begun = office.url()
  await office.goto(paths.nonRegisteredUsers())
  await office.getByRole('heading', { level: 1 }).waitFor()
  await expect(panel, 'it is for the people of another page').toHaveCount(0)
  await office.goto(begun)
  await expect(panel.getByLabel('Subject')).toHaveValue('New link for {event}')
  await writeText(office, 'Hi {name}, this is new: {join link}')
  await expect(panel.getByText('2 emails, 1 left out')).toBeVisible()
  await expectAccessible(office)
  await panel.getByRole('button', { name: 'Preview' }).click()
  const shown = panel.frameLocator('iframe')
  await expect(shown.getByRole('paragraph').filter({ hasText: 'Hi Writley, this is new:' })).toBeVisible()
  await expect(panel.getByRole('list', { name: 'Recipients' })).toContainText('in person, so no join link')
  await panel.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(office.getByText(`Test sent to ${administrator.email}`)).toBeVisible()
  await portal.mailAbout(administrator.email, new RegExp(`^Test: New link for ${turbine.name}$`))

  await panel.getByRole('button', { name: 'Send 2 emails' }).click()
  await expect(panel.getByText('Done: 2 emails')).toBeVisible()
  await expect(panel.getByRole('row', { name: /Sent$/ })).toHaveCount(2)
  for (const email of emails.slice(0, 2)) {
    const mail = await portal.mailAbout(email, new RegExp(`^New link for ${turbine.name}$`))
    expect(mail.text).toMatch(/Hi Writley, this is new: \S+\/join\/\d+\/[\w-]{36}/)
  }
  await expectAccessible(office)

  await office.setViewportSize(phone)
  await office.goto(paths.messages())
  await office.getByRole('button', { name: 'Results: New link for {event}' }).click()
  const results = office.getByRole('dialog', { name: /^Message/ })
  await results.getByLabel('Result').selectOption({ label: 'Left out: in person, so no join link (1)' })
  await expect(results.getByText(emails[2] as string)).toBeVisible()
  await expect(results.getByText(emails[0] as string)).toBeHidden()
})

test('an administrator writes news to people without a registration, exports them, and one of them unsubscribes', async ({
  page,
  portal,
}) => {
  const [agreed, other] = [newEmail('newsley'), newEmail('newsley')]
  const token = await givenUser(portal, agreed, { firstName: 'Newsley' })
  await page.request.post(`${portal.url}/api${updateMembershipInfo.path}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { hasGivenMailingConsent: 1, mailingConsentTimestamp: Date.now() },
  })
  await givenUser(portal, other, { firstName: 'Newsley' })
  await page.setViewportSize(phone)
  // Without a dialog of the browser that nobody answers.
  await page.addInitScript(() => Reflect.set(window, 'showSaveFilePicker', undefined))
  await signInAsAdministrator(page, `${paths.nonRegisteredUsers()}?search=newsley`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain(`Newsley O'Brien,${agreed},`)
  expect(csv.split('\r\n')).toHaveLength(4)

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Email…' }).click()
  const panel = page.getByRole('dialog', { name: /^Email people/ })
  await panel.getByLabel('Subject').fill('The season is open')
  await writeText(page, 'Hi {name}')
  await expect(panel.getByText('1 email, 1 left out')).toBeVisible()
  await panel.getByRole('button', { name: 'Preview' }).click()
  await expect(panel.getByRole('list', { name: 'Recipients' })).toContainText('not asked about news yet')
  await panel.getByRole('button', { name: 'Send 1 email' }).click()
  await expect(panel.getByText('Done: 1 email')).toBeVisible()

  const mail = await portal.mailAbout(agreed, /^The season is open$/)
  const link = mail.links.find((found) => found.includes(paths.leaveMailingList())) ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused()
  await expectAccessible(page)
})

async function writeText(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Message' })
  await editor.fill(text)
  await expect(editor).toHaveText(text)
}
