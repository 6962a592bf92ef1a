import type { Page } from '@playwright/test'
import { addDays } from '#contract/core/plain-dates.ts'
import { shownDates, shownDays } from '#contract/events/slots/times.ts'
import { desk, expectAccessible } from './accessible.ts'
import { demoSeason, piston, turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const copy = `Piston IA Renewal Series ${demoSeason + 1}`

/** Returns the days of a copy, this many weeks later. */
function later(weeks: number) {
  return { startOn: addDays(piston.startOn, 7 * weeks), endOn: addDays(piston.endOn, 7 * weeks) }
}

test('a season is copied into unpublished events only once, and each copy says what it is missing', async ({
  page,
}) => {
  await openEvents(page)
  await page.getByRole('button', { name: 'New season' }).click()
  const panel = page.getByRole('dialog', { name: /New season/ })
  const row = panel.getByRole('listitem').filter({ hasText: piston.name })
  await expect(row).toContainText(new RegExp(`${shownDays(piston)}.*${shownDays(later(52))}`))
  await expect(row).toContainText(`New name: ${copy}`)
  await panel.getByLabel('Shift by (weeks)').fill('53')
  await expect(row).toContainText(shownDays(later(53)))
  await panel.getByLabel('Shift by (weeks)').fill('')
  await expect(panel.getByText('Events are copied 1 to 104 weeks later.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Copy 4 events' })).toBeDisabled()
  await expectAccessible(page)
  await panel.getByLabel('Shift by (weeks)').fill('52')
  await panel.getByRole('checkbox', { name: /South Carolina/ }).uncheck()
  await panel.getByRole('button', { name: 'Copy 3 events' }).click()
  await expect(panel.getByText('3 events were copied.')).toBeVisible()
  await expect(panel.getByText(`Copied: Turbine IA Renewal Series ${demoSeason + 1}`)).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'New season' }).click()
  await panel.getByRole('button', { name: 'Copy 4 events' }).click()
  await expect(panel.getByText('1 event was copied, 3 events were not.')).toBeVisible()
  await expect(
    panel.getByText(`Skipped: It was copied into ${demoSeason + 1} before: ${copy}.`),
  ).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(desk)
  await panel.getByRole('button', { name: `Edit the copy of ${piston.name}` }).click()
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  await expect(editor.getByLabel('Event name')).toHaveValue(copy)
  await expect(editor.getByText('Missing: No webinar ID for 3 of 3 time slots')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()

  await expect(page.getByText(`${demoSeason} - ${demoSeason + 1} events`)).toBeVisible()
  const card = page.getByRole('article', { name: copy })
  await expect(card).toContainText('Unpublished')
  await card.getByText('Checklist: 4 of 5 done').click()
  await expect(card.getByRole('list', { name: 'Checklist: 4 of 5 done' })).toBeVisible()
  await expectAccessible(page)
})

test('an administrator previews an event as on a desktop and on a phone, also before saving it', async ({
  page,
}) => {
  await openEvents(page)
  const year = page.getByRole('button', { name: new RegExp(`^${demoSeason - 1} - ${demoSeason} events`) })
  if ((await year.getAttribute('aria-expanded')) === 'false') await year.click()
  const { name } = turbine
  const opener = page.getByRole('button', { name: `Preview of ${name}` })
  await opener.click()
  const preview = page.getByRole('dialog', { name: /^Preview of/ })
  const shown = preview.getByRole('article')
  await expect(shown.getByRole('heading', { name })).toBeVisible()
  await shown.getByRole('button', { name: /8:00 AM/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(shown).toHaveCSS('width', '1100px')
  await preview.getByText('Phone (390 px)').click()
  await expect(shown).toHaveCSS('width', '358px')
  // As on a phone: the days stand above the name.
  await expect(shown.getByTitle(shownDates(turbine))).toHaveCSS('flex-direction', 'row')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(opener).toBeFocused()

  await page.setViewportSize(desk)
  await page.getByRole('button', { name: `Edit event ${name}` }).click()
  const editor = page.getByRole('dialog', { name: /Edit event/ })
  await editor.getByLabel('Event name').fill('Not saved yet')
  await editor.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(shown.getByRole('heading', { name: 'Not saved yet' })).toBeVisible()
  await shown.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('dialog', { name: 'Virtual IA Renewal series' })
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(editor.getByLabel('Event name')).toHaveValue('Not saved yet')
  await expect(editor.getByRole('button', { name: 'Preview' })).toBeFocused()
})

async function openEvents(page: Page): Promise<void> {
  await signInAsAdministrator(page, '/admin/private/manage-events')
  await page.getByRole('button', { name: 'New season' }).waitFor()
}
