import type { Locator, Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import sharp from 'sharp'
import { shownDates } from '#contract/events/slots/times.ts'
import { expectAccessible } from './accessible.ts'
import { demoSeason, piston } from './demo-season.ts'
import { closeMessages, newEmail, registerFor, signInByPassword, signUp } from './people.ts'
import type { Portal } from './portal.ts'
import { startPortal } from './portal.ts'
import { confirmUnusual, rowOf } from './registration-list.ts'

/** A portal that starts empty. */
const test = base.extend<{ portal: Portal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
  portal: async ({}, use) => {
    const portal = await startPortal({ DEMO: 'off' }, '')
    await use(portal)
    await portal.stop()
  },
  baseURL: async ({ portal }, use) => use(portal.url),
})

const { name, startOn, endOn } = piston

test('administrators set up a season in an empty portal and run it with the panel alone', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail('technician')
  const phone = await browser.newPage()
  await signUp(phone, portal, email)
  await signInByPassword(page)
  const setUp = page.getByRole('region', { name: 'Set up your season' })
  await expect(setUp.getByRole('img', { name: 'To do:' })).toHaveCount(6)
  await expectAccessible(page)
  await setUp.getByRole('link', { name: 'Speakers' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Manage Events' }).click()
  await page.getByRole('button', { name: 'Add new event' }).click()
  await addEvent(page)

  const card = phone.getByRole('article', { name })
  await phone.reload()
  await expect(phone.getByText(/no .*events/i).first()).toBeVisible()
  await expect(card).toBeHidden()
  await publish(page)
  await phone.reload()
  await registerFor(phone, /Piston/)
  await portal.mailAbout(email, /You are registered/)
  await move(page)

  // The email comes a minute later; server/registrations/registrations/rescheduling.test.ts reads it.
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Activity log' }).click()
  const rescheduled = page.getByRole('row').filter({ hasText: 'Time slot changed' })
  await expect(rescheduled).toContainText('8:00 AM - 12:00 PM EST → ')
  await expect(rescheduled.getByRole('link')).toHaveAttribute('title', email)
  await phone.reload()
  await expect(card).toContainText('9:00 AM – 1:00 PM Eastern')
  await addSponsor(page)
  await addSpeakers(page)
  await phone.reload()
  await card.getByAltText('Battery Works, featured sponsor').waitFor()
  await card.getByRole('button', { name: 'Details' }).click()
  await phone
    .getByRole('button', { name: /Magnetos/ })
    .first()
    .click()
  await expect(phone.locator('strong', { hasText: 'Inside and out' })).toBeVisible()

  await page.getByRole('link', { name: 'All Registrations' }).click()
  const row = rowOf(page, email)
  await chooseHours(row)
  await expect(page.getByText("Certificates need the training provider's name and signatory.")).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const next = page.getByRole('region', { name: 'What to do next' })
  await next.getByRole('link', { name: 'Set up the training provider' }).click()
  await saveProvider(page)
  await page.getByRole('link', { name: 'All Registrations' }).click()
  await chooseHours(row)
  await confirmUnusual(page)
  await expect(page.getByText('Certificate generated successfully')).toBeVisible()
  // Figures of the last minute would be kept where counting takes long.
  await portal.query('delete from dashboards')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: '1 not emailed yet' }).click()
  await page.getByRole('button', { name: /Certificate not emailed yet/ }).waitFor()
  await expect(row).toBeVisible()
  await phone.goto('/private/registered-events')
  await expect(phone.getByRole('link', { name: /certificate/i }).first()).toBeVisible()
  await publishAnother(page)
  await phone.goto('/private/upcoming-events')
  await expect(phone.getByRole('article', { name: 'Extra Seminar' })).toBeVisible()
})

async function chooseHours(row: Locator): Promise<void> {
  await row.getByRole('combobox', { name: /^Hours for/ }).selectOption('8')
}

/** Saves the training provider, whose form starts without a name and a signatory. */
async function saveProvider(page: Page): Promise<void> {
  const name = page.getByLabel('Training provider')
  await expect(name).toHaveValue('')
  await expect(page.getByLabel('Signed by')).toHaveValue('')
  await name.fill('Example Aviation Training')
  await page.getByLabel('Signed by').fill('Sample Signatory')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Training provider saved')).toBeVisible()
}

/** Publishes the event from its own page although its checklist names what is missing. */
async function publish(page: Page): Promise<void> {
  await page.getByRole('article', { name }).getByRole('link', { name }).click()
  await page
    .getByRole('button', { name: /^Check and publish: / })
    .first()
    .click()
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  await editor.getByRole('button', { name: 'Publish' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Publish this event?' })
  await expect(question.getByRole('list', { name: 'Checklist: 2 of 5 done' })).toContainText('No speakers')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(editor.getByRole('button', { name: 'Publish' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText('Event published')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add webinar ID: / })).toHaveCount(2)
  const missing = page.getByRole('list', { name: 'Checklist: 2 of 5 done' })
  await expect(missing.getByRole('link', { name: 'No speakers' })).toBeVisible()
  await missing.getByRole('link', { name: 'No sponsors' }).click()
  await page.getByRole('heading', { name: 'Sponsors', level: 1 }).waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Manage Events' }).click()
  await expect(page.getByRole('article', { name })).toContainText('Open')
}

/** Adds an event that is published at once. */
async function publishAnother(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Manage Events' }).click()
  await page.getByRole('button', { name: 'Add new event' }).click()
  const editor = page.getByRole('dialog', { name: 'Add new event' })
  await editor.getByLabel('Event name').fill('Extra Seminar')
  await editor.getByLabel('Start date').fill(`${demoSeason}-02-16`)
  await editor.getByLabel('End date').fill(`${demoSeason}-02-16`)
  await editor.getByRole('combobox', { name: 'Event type' }).selectOption('Turbine')
  await fillTimes(editor.getByRole('listitem', { name: 'Slot 1' }), '08:00', '12:00')
  await editor.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText('Event published')).toBeVisible()
}

/** Adds a draft with two slots; the form names what is missing. */
async function addEvent(page: Page): Promise<void> {
  const editor = page.getByRole('dialog', { name: 'Add new event' })
  await editor.getByRole('button', { name: 'Publish' }).click()
  await expect(editor.getByText('Event name is required.')).toBeVisible()
  await expect(editor.getByLabel('Event name')).toBeFocused()
  await expect(editor.getByLabel('Start date')).toHaveAccessibleDescription('Please give the first day.')
  await expect(editor.getByLabel('First day')).toHaveCount(0)
  await editor.getByLabel('Event name').fill(name)
  await editor.getByLabel('Start date').fill(startOn)
  await editor.getByLabel('End date').fill(endOn)
  await editor.getByRole('combobox', { name: 'Event type' }).selectOption('Piston')
  await editor.getByRole('button', { name: 'Add slot' }).click()
  const [first, second] = [
    editor.getByRole('listitem', { name: 'Slot 1' }),
    editor.getByRole('listitem', { name: 'Slot 2' }),
  ]
  await fillTimes(first, '08:00', '12:00')
  await fillTimes(second, '11:00', '16:00')
  await expect(editor.getByText('Slots should not overlap. This one overlaps with')).toBeVisible()
  await fillTimes(second, '13:00', '17:00')
  await editor.getByLabel('Logo').setInputFiles(await picture('#205090'))
  await editor.getByAltText('Logo: current').waitFor()
  await editor.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('Event saved')).toBeVisible()
  await expect(page.getByRole('article', { name })).toContainText('Unpublished')
  await expect(page.getByRole('article', { name })).toContainText(shownDates(piston))
}

async function addSponsor(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Manage Sponsors' }).click()
  await page.getByRole('button', { name: `Add sponsor to ${name}` }).click()
  const editor = page.getByRole('dialog', { name: 'Add sponsor' })
  await editor.getByLabel('Website').fill('https://example.com')
  await editor.getByRole('button', { name: 'Add sponsor' }).click()
  await expect(editor.getByText('Company name is mandatory')).toBeVisible()
  await expect(editor.getByText('Company logo is mandatory')).toBeVisible()
  await editor.getByLabel('Company name').fill('Battery Works')
  await editor.getByLabel('Company logo').setInputFiles(await picture('#902020'))
  await editor.getByAltText('Company logo: current').waitFor()
  await editor.getByRole('button', { name: 'Add sponsor' }).click()
  await page.getByLabel('Feature Battery Works').check()
  await expect(page.getByText('Battery Works is featured')).toBeVisible()
}

/** Adds a speaker for the first day and clones it to the second. */
async function addSpeakers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Manage Speakers' }).click()
  await page.getByRole('button', { name: `Add speaker to ${name}` }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Course title').fill('Magnetos')
  const details = editor.getByRole('textbox', { name: 'Course details' })
  await details.click()
  await editor.getByRole('button', { name: 'Bold' }).first().click()
  await page.keyboard.type('Inside and out')
  await editor.getByRole('textbox', { name: 'Presenter', exact: true }).fill('Magda Neto')
  await editor.getByLabel('Company name').fill('Sparks')
  await editor.getByLabel('Company logo').setInputFiles(await picture('#208040'))
  await editor.getByAltText('Company logo: current').waitFor()
  await editor.getByRole('button', { name: 'Add speaker' }).click()
  await page.getByRole('button', { name: /Magnetos/ }).click()
  await expect(editor.locator('strong', { hasText: 'Inside and out' })).toBeVisible()
  await editor.getByLabel('To event').selectOption(name)
  await editor.getByLabel('On', { exact: true }).selectOption('Day 2')
  await closeMessages(page)
  await editor.getByRole('button', { name: 'Clone', exact: true }).click()
  await expect(page.getByText(`Cloned to ${name}, day 2`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: `Speakers of ${name}, day 2` })).toContainText('Magnetos')
}

/** Gives the first slot another time; the consequences are shown before saving. */
async function move(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: `Edit event ${name}` }).click()
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  await fillTimes(editor.getByRole('listitem', { name: 'Slot 1' }), '09:00', '13:00')
  await expect(editor.getByText(/1 person is registered for .* 8:00 AM .*: they get an email/)).toBeVisible()
  for (const [deletion, what] of [
    [editor.getByRole('button', { name: 'Delete event' }), 'event'],
    [editor.getByRole('listitem', { name: 'Slot 1' }).getByRole('button', { name: /^Delete/ }), 'time slot'],
  ] as const) {
    const why = `1 person is registered for this ${what}, so it cannot be deleted.`
    await expect(deletion).toBeDisabled()
    await expect(deletion).toHaveAccessibleDescription(new RegExp(why))
    await deletion.hover()
    await expect(page.getByRole('tooltip').filter({ hasText: why })).toBeVisible()
  }
  await save(editor)
}

async function fillTimes(slot: Locator, startTime: string, endTime: string): Promise<void> {
  await slot.getByLabel('Starts').fill(startTime)
  await slot.getByLabel('Ends').fill(endTime)
}

async function save(editor: Locator): Promise<void> {
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor).toBeHidden()
}

async function picture(background: string) {
  const create = { width: 300, height: 200, channels: 3, background } as const
  return { name: 'logo.png', mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}
