import type { Page } from '@playwright/test'
import { desk, expectAccessible, phone } from './accessible.ts'
import { demoSeason } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { givenEvent, signInAsAdministrator } from './people.ts'
import type { Portal } from './portal.ts'

const name = 'Hangar Day'
const small = { width: 1024, height: 768 }

test('the second of two administrators who change an event sees the conflict and chooses field by field', async ({
  page,
  portal,
  context,
}) => {
  await openEvents(page, portal)
  const other = await context.newPage()
  await other.goto('/admin/private/manage-events')
  const [mine, theirs] = [await openEvent(page, name), await openEvent(other, name)]
  await mine.getByLabel('Event name').fill(`${name}, mine`)
  await mine.getByRole('listitem', { name: 'Slot 1' }).getByLabel('Starts').fill('07:00')
  await theirs.getByLabel('Event name').fill(`${name}, theirs`)
  await theirs.getByLabel('Video link').fill('https://youtu.be/abcdefghijk')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Event saved')).toBeVisible()

  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mine.getByText(/Event changed \(name from .* by Portal Administrator/)).toBeVisible()
  await expectAccessible(page)
  await mine.getByRole('button', { name: `Keep mine: ${name}, mine` }).click()
  await expect(mine.getByLabel('Video link')).toHaveValue('https://youtu.be/abcdefghijk')
  const saving = page.waitForRequest('**/api/private/events/plan')
  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saving).postDataJSON().event.event_status).toBe('ACTIVE')
  await expect(page.getByText('Event saved')).toBeVisible()
  await expect(page.getByRole('article', { name: `${name}, mine` })).toBeVisible()
})

test('an administrator edits and deletes an event with the keyboard, on a large and on a small screen', async ({
  page,
  portal,
}) => {
  await openEvents(page, portal)
  const { keyboard } = page
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  for (const viewport of [desk, small]) {
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: `Edit event ${name}` }).focus()
    await keyboard.press('Enter')
    const starts = editor.getByRole('listitem', { name: 'Slot 2' }).getByLabel('Starts')
    await starts.focus()
    await keyboard.type(viewport === desk ? '0115PM' : '0130PM')
    await expect(starts).toHaveValue(viewport === desk ? '13:15' : '13:30')
    await keyboard.press('Enter')
    await expect(editor).toBeHidden()
    await expect(page.getByRole('button', { name: `Edit event ${name}` })).toBeFocused()
  }
  await page.getByRole('article', { name }).getByRole('link', { name, exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Edit event', exact: true }).press('Enter')
  await editor.getByRole('button', { name: 'Delete event' }).press('Enter')
  await expect(page.getByText('Are you sure you want to delete this event?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete event' }).last().press('Enter')
  await expect(page.getByText(`'${name}' is deleted`)).toBeVisible()
  await page.getByRole('heading', { name: 'Manage Events', level: 1 }).waitFor()
  await expect(page.getByRole('article', { name })).toBeHidden()
})

test('the pages of events, sponsors and speakers and their editors have no accessibility violation', async ({
  page,
  portal,
}) => {
  await openEvents(page, portal)
  await expectAccessible(page, [phone, small, desk])
  const editor = await openEvent(page, `Rotorcraft IA Renewal Series ${demoSeason}`)
  await editor.getByRole('button', { name: 'Add slot' }).click()
  await editor
    .getByRole('button', { name: /^Webinar of/ })
    .first()
    .click()
  await editor.getByLabel('Webinar ID').waitFor()
  await editor.getByLabel('Event name').fill('')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.getByText('Event name is required.').waitFor()
  await expectAccessible(page, [phone, small, desk])

  for (const part of ['Sponsor', 'Speaker']) {
    await page.goto(`/admin/private/manage-${part.toLowerCase()}s`)
    await page
      .getByRole('list', { name: `${part}s of Piston`, exact: false })
      .first()
      .waitFor()
    await expectAccessible(page, [phone, small, desk])
    await page.getByRole('listitem').getByRole('button').first().click()
    const dialog = page.getByRole('dialog', { name: `Edit ${part.toLowerCase()}` })
    await dialog.getByLabel('Company name').fill('')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Company name is mandatory').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: `Delete ${part.toLowerCase()}` }).click()
    const question = page
      .getByRole('dialog')
      .filter({ hasText: `Are you sure you want to delete the ${part.toLowerCase()} '` })
      .last()
    await question.waitFor()
    await expectAccessible(page, [desk])
    await question.getByRole('button', { name: 'Cancel' }).click()
  }
})

for (const part of ['sponsor', 'speaker']) {
  test(`a deleted ${part} comes back with Undo`, async ({ page, portal }) => {
    await openEvents(page, portal)
    await page.goto(`/admin/private/manage-${part}s`)
    const cards = page.getByRole('list', { name: new RegExp(`^${part}s of Turbine`, 'i') }).first()
    const card = cards.getByRole('button').first()
    const shown = await card.innerText()
    const featured = cards.getByRole('checkbox')
    if (part === 'sponsor') await featured.first().check()
    await card.click()
    await page.getByRole('button', { name: `Delete ${part}` }).click()
    const question = page.getByRole('dialog').filter({ hasText: 'Right after that, you can undo it.' })
    await question.getByRole('button', { name: `Delete ${part}` }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'is deleted' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('is restored')).toBeVisible()
    await expect(cards.getByRole('button').last()).toHaveText(shown.replaceAll('\n', ''))
    if (part === 'sponsor') await expect(featured.last()).toBeChecked()
  })
}

/** Adds an unpublished in-person event with two slots in January, and opens the page of events. */
async function openEvents(page: Page, portal: Portal): Promise<void> {
  const slot = { focus_id: 4, start_date: `12/01/${demoSeason}`, end_date: `13/01/${demoSeason}` }
  await givenEvent(portal, { name, isEnabled: 0 }, [
    { ...slot, start_time: '08:00', end_time: '12:00' },
    { ...slot, start_time: '13:00', end_time: '17:00' },
  ])
  await signInAsAdministrator(page, '/admin/private/manage-events')
  await page.getByRole('article', { name }).waitFor()
}

async function openEvent(page: Page, name: string) {
  await page.getByRole('button', { name: `Edit event ${name}` }).click()
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  await editor.getByLabel('Event name').waitFor()
  return editor
}
