import type { Page } from '@playwright/test'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { becomeAdministrator } from './people.ts'
import { administrator } from './portal.ts'

const small = { width: 1024, height: 768 }

test('the second of two administrators who change an event sees the conflict and chooses field by field', async ({
  page,
  context,
}) => {
  const name = await givenEvent(page)
  const other = await context.newPage()
  await other.goto('/admin/private/manage-events')
  const [mine, theirs] = [await openEvent(page, name), await openEvent(other, name)]
  await mine.getByLabel('Event name').fill(`${name}, mine`)
  await mine.getByRole('listitem', { name: 'Slot 1' }).getByLabel('Starts').fill('07:00')
  await theirs.getByLabel('Event name').fill(`${name}, theirs`)
  await theirs.getByLabel('Video link').fill('https://youtu.be/abcdefghijk')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('The event is saved')).toBeVisible()

  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mine.getByText(/Event changed \(name from .* by Portal Administrator/)).toBeVisible()
  await expectAccessible(page, [phone, desk])
  await mine.getByRole('button', { name: `Keep mine: ${name}, mine` }).click()
  await expect(mine.getByLabel('Video link')).toHaveValue('https://youtu.be/abcdefghijk')
  const saving = page.waitForRequest('**/api/private/events/plan')
  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saving).postDataJSON().event.event_status).toBe('ACTIVE')
  await expect(page.getByText('The event is saved')).toBeVisible()
  await expect(page.getByRole('article', { name: `${name}, mine` })).toBeVisible()
})

test('two slots swap their times in one save, and a save that fails changes nothing', async ({ page }) => {
  const name = await givenEvent(page)
  const editor = await openEvent(page, name)
  const [first, second] = [
    editor.getByRole('listitem', { name: 'Slot 1' }),
    editor.getByRole('listitem', { name: 'Slot 2' }),
  ]
  await first.getByLabel('Starts').fill('13:00')
  await first.getByLabel('Ends').fill('17:00')
  await second.getByLabel('Starts').fill('08:00')
  await second.getByLabel('Ends').fill('12:00')
  await editor.getByLabel('Event name').fill(`${name}, swapped`)
  await expect(editor.getByText('3 unsaved changes, 2 time slots')).toBeVisible()
  let calls = 0
  await page.route('**/api/private/events/plan', (route) =>
    ++calls === 1 ? route.abort() : route.fallback(),
  )
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.getByText('The event could not be saved. Please try again.')).toBeVisible()
  await expectAccessible(page, [phone, desk])
  await expect(editor.getByText('3 unsaved changes, 2 time slots')).toBeVisible()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The event is saved')).toBeVisible()
  expect(calls).toBe(2)
  const editorAfter = await openEvent(page, `${name}, swapped`)
  await expect(editorAfter.getByText('No changes yet')).toBeVisible()
  await expect(editorAfter.getByRole('listitem', { name: 'Slot 1' }).getByLabel('Starts')).toHaveValue(
    '08:00',
  )
})

test('unsaved changes survive closing the panel, and the end of the session', async ({ page }) => {
  const name = await givenEvent(page)
  const editor = await openEvent(page, name)
  const venue = editor.getByRole('textbox', { name: 'Venue' })
  await venue.fill('Hangar 7')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.evaluate(async () => {
    const token = /"token":"([^"]+)"/.exec(localStorage.getItem('root') ?? '')?.[1]
    await fetch('/api/private/sign-out', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Username').fill(administrator.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(venue).toHaveValue('Hangar 7')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The event is saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('an administrator edits and deletes an event with the keyboard, on a large and on a small screen', async ({
  page,
}) => {
  const name = await givenEvent(page)
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
  await keyboard.press('Enter')
  await editor.getByRole('button', { name: 'Delete event' }).press('Enter')
  await expect(page.getByText('Are you sure you want to delete this event?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete event' }).last().press('Enter')
  await expect(page.getByText(`'${name}' is deleted`)).toBeVisible()
  await expect(page.getByRole('article', { name })).toBeHidden()
})

test('the pages of events, sponsors and speakers and their editors have no accessibility violation', async ({
  page,
}) => {
  await givenEvent(page)
  await expectAccessible(page, [phone, small, desk])
  const editor = await openEvent(page, 'Rotorcraft IA Renewal Series 2027')
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
    await expectAccessible(page, [phone, desk])
    await dialog.getByRole('button', { name: `Delete ${part.toLowerCase()}` }).click()
    await page.getByText(`Are you sure you want to delete the ${part.toLowerCase()} '`).waitFor()
    await expectAccessible(page, [desk])
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})

let events = 0

/** Adds an unpublished in-person event with two slots in January 2027 by calls, unseen by other journeys. Returns its name. */
async function givenEvent(page: Page): Promise<string> {
  const name = `Hangar Day ${process.pid}-${++events} 2027`
  await page.setViewportSize(desk)
  await becomeAdministrator(page)
  await page.evaluate(async (eventName) => {
    const token = /"token":"([^"]+)"/.exec(localStorage.getItem('root') ?? '')?.[1]
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const answer = await fetch(`/api/private/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await answer.json()).data
    }
    const { event_id } = await post('events', { event_name: eventName, isEnabled: 0 })
    const slot = { event_id, focus_id: 4, start_date: '12/01/2027', end_date: '13/01/2027' }
    await post('events-slots', { ...slot, start_time: '08:00', end_time: '12:00' })
    await post('events-slots', { ...slot, start_time: '13:00', end_time: '17:00' })
  }, name)
  await page.goto('/admin/private/manage-events')
  // Another journey may have started a new season: then this group is closed.
  const year = page.getByRole('button', { name: /^2026 - 2027 events/ })
  if ((await year.getAttribute('aria-expanded')) === 'false') await year.click()
  await page.getByRole('article', { name }).waitFor()
  return name
}

async function openEvent(page: Page, name: string) {
  const year = page.getByRole('button', { name: /^2026 - 2027 events/ })
  if ((await year.getAttribute('aria-expanded')) === 'false') await year.click()
  await page.getByRole('button', { name: `Edit event ${name}` }).click()
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  await editor.getByLabel('Event name').waitFor()
  return editor
}
