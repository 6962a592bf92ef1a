import { paths } from '#contract/core/paths.ts'
import { getEvaluationResults } from '#contract/events/event-questions/evaluations.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { piston, seminar } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, signInAsAdministrator } from './people.ts'

const { name } = seminar

test('an event opens from its card, and its tabs show what belongs to it', async ({ page, portal }) => {
  const email = await givenRegistered(portal, { event: /South Carolina/ })
  const other = await givenRegistered(portal, { event: /Piston/ })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // An address of an unknown event leads to all of them.
  await signInAsAdministrator(page, paths.manageEvents({ eventId: 999_999 }))
  await page.getByRole('heading', { name: 'Event not found' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Manage Events' }).click()
  await page.getByRole('article', { name }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await expect(page).toHaveTitle(new RegExp(name))
  const slot = page.getByRole('table', { name: 'Time slots' }).getByRole('row').nth(2)
  await expect(slot).toContainText('In person')
  // The next step is the only link to the sheet.
  await expect(slot.getByRole('link', { name: /^Print sign-in sheet/ })).toBeVisible()
  await expect(slot.getByRole('link', { name: /sign-in sheet/i })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Check-in', exact: true }).last()).toBeVisible()
  // A number leads to the people it counts.
  await slot.locator('[data-column="Registered"]').getByRole('link').press('Enter')
  await page.getByRole('heading', { name: 'All Registrations', level: 1 }).waitFor()
  await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: other })).toHaveCount(0)
  await page.goBack()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Edit event' }).click()
  await page.getByRole('dialog', { name: /Edit event/ }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const tabs = page.getByRole('navigation', { name: `Tabs of ${name}` }).getByRole('link')
  const labels = [
    'Overview',
    'Registrations',
    'Hours & certificates',
    'Waitlist',
    'Speakers',
    'Sponsors',
    'Messages',
    'Records',
  ]
  await expect(tabs).toHaveText(labels)
  for (const label of labels) {
    await tabs.filter({ hasText: label }).click()
    await page.getByRole('heading', { name: label, level: 1 }).waitFor()
    await expect(tabs.and(page.locator('[aria-current]'))).toHaveText(label)
    if (label === 'Registrations') {
      await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: other })).toHaveCount(0)
      await page.getByRole('button', { name: 'Email Certificates in bulk' }).click()
      await expect(page.getByRole('dialog').getByLabel('Event', { exact: true })).toHaveValue(name)
      // The only one is chosen, and nothing was typed yet that Escape would ask about.
      await expect(page.getByRole('dialog').getByLabel('Time slot')).toHaveValue(/8:00 AM - 5:00 PM/)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await expectAccessible(page, [desk, phone])
    const over = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
    expect(over, `${label} scrolls sideways`).toBe(0)
    await page.setViewportSize(desk)
  }
  // The tabs of an event without an evaluation need no read of its results.
  expect(asked).toContain(`/api${getEventsWithSlots.path}`)
  expect(asked).not.toContain(`/api${getEvaluationResults.path}`)
})

test('the poll codes of a slot open on the overview of its event and on its hours', async ({ page }) => {
  await signInAsAdministrator(page, paths.manageEvents())
  const series = piston.name
  await page.getByRole('link', { name: series, exact: true }).click()
  for (const label of ['Overview', 'Hours & certificates']) {
    await page
      .getByRole('navigation', { name: `Tabs of ${series}` })
      .getByRole('link', { name: label })
      .click()
    await page.getByRole('heading', { name: label, level: 1 }).waitFor()
    await page
      .getByRole('button', { name: `Poll codes of ${series}` })
      .first()
      .press('Enter')
    await page.getByRole('dialog', { name: 'Poll codes' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
