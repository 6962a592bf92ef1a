import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, newEmail, signInAsAdministrator, signUp } from './people.ts'

test('help opens from the panel at the section of its page', async ({ page, portal }) => {
  await givenRegistered(portal, { event: /South Carolina/ })
  const [slot] = await portal.query<{ event_slot_id: number }>('select event_slot_id from registrations')
  await signInAsAdministrator(page, paths.dashboard())
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  await expectHelp(page, 'The week before')
  await page.goto(paths.attendance({ eventSlotId: slot?.event_slot_id ?? 0 }))
  await page.getByRole('heading', { level: 1, name: /South Carolina/ }).waitFor()
  await expectHelp(page, 'The day after')
  await page.setViewportSize(phone)
  await expectHelp(page, 'The day after')
})

test('each page of help is read and printed on any screen', async ({ page }) => {
  for (const [name, heading] of Object.entries({
    season: 'Running a season',
    words: 'What each word means',
    'front-desk': 'The door',
    technicians: 'Help for technicians',
  })) {
    await page.goto(paths.help({ page: name }))
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await expect(page).toHaveTitle(new RegExp(`^(Help: )?${heading} · `))
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 2 }).or(page.getByRole('table')).first()).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  }
})

test('technicians open their own help and write to support from it', async ({ page, portal }) => {
  const email = newEmail()
  await signUp(page, portal, email)
  await page.getByRole('article').first().waitFor()
  await page.getByRole('link', { name: 'Help' }).first().click()
  await page.getByRole('heading', { name: 'Help for technicians', level: 1 }).waitFor()
  await expect(page.getByRole('link', { name: 'Running a season' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Contact Support' }).click()
  const question = page.getByRole('dialog', { name: 'Contact Support' })
  await expect(question.getByLabel('Email')).toHaveValue(email)
  await question.getByLabel('Message').fill('Where is my certificate?')
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Email sent to support!')).toBeVisible()
})

/** Opens the help from the panel's header, and expects its section to be in view. */
async function expectHelp(page: Page, section: string): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
  const help = await opened
  await expect(help.getByRole('heading', { name: section, level: 2 })).toBeInViewport()
  await help.close()
}
