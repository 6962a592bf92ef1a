import { writeFileSync } from 'node:fs'
import { easternDay } from '#contract/core/season.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, signInAsAdministrator } from './people.ts'

test('an administrator types a signed sheet with the keyboard alone, corrects it, and keeps its scan', async ({
  page,
  portal,
}, info) => {
  for (const [firstName, lastName] of [
    ['Ada', 'Adams'],
    ['Ben', 'Brown'],
    ['Cy', 'Clark'],
  ] as const)
    await givenRegistered(portal, { event: /South Carolina/, firstName, lastName })
  const [slot] = await portal.query<{ event_slot_id: number }>(
    `update event_slots slot set start_on = $1, end_on = $1, start_time = '00:01', end_time = '00:03'
     from registrations held where held.event_slot_id = slot.event_slot_id returning slot.event_slot_id`,
    [easternDay(new Date(Date.now() - 86_400_000))],
  )
  await signInAsAdministrator(page, `/admin/private/attendance/${slot?.event_slot_id}`)
  await page.getByRole('button', { name: 'Upload report' }).waitFor()
  await expect(page.getByRole('button', { name: 'Get report' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Sign-in sheet' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: /^Sign-in sheet of South Carolina/ }),
  ).toBeVisible()
  const cell = (name: string) => page.getByRole('textbox', { name, exact: true })
  await cell('In, Ada Adams').focus()
  await page.keyboard.type('=')
  await expect(cell('Out, Ada Adams')).toBeFocused()
  await page.keyboard.type('=')
  await page.keyboard.type('1201a')
  await page.keyboard.press('Enter')
  await page.keyboard.type('12a')
  await page.keyboard.press('ArrowUp')
  await expect(cell('Out, Ada Adams')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(cell('In, Cy Clark')).toBeFocused()
  await page.keyboard.type('noon')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Save 4 times' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cell('Out, Ben Brown')).toHaveAccessibleDescription(/after the arrival/)
  await expect(cell('In, Cy Clark')).toHaveAccessibleDescription('Enter a time like 8:00 AM or 4p')
  await expectAccessible(page)

  // Nothing that was typed is lost.
  await page.reload()
  await expect(cell('In, Ada Adams')).toHaveValue('12:01 AM')
  await cell('Out, Ben Brown').fill('12:02a')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('4 times saved')).toBeVisible()
  const noted = () =>
    portal.query<{ act: string }>(
      "select act, how from check_ins where how = 'sheet' order by received_at, act",
    )
  expect((await noted()).map(({ act }) => act)).toEqual(['in', 'in', 'out', 'out'])

  await cell('Out, Ben Brown').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('12:03 am')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Save 1 time' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 time saved')).toBeVisible()
  expect((await noted()).map(({ act }) => act)).toEqual(['in', 'in', 'out', 'out', 'out', 'undo'])
  await expect(cell('Out, Ben Brown')).toHaveValue('12:03 AM')
  // A time that is typed as at first, after a correction, counts again.
  for (const time of ['12:02 AM', '12:01 AM']) {
    await cell('In, Ada Adams').fill(time)
    await page.getByRole('button', { name: 'Save 1 time' }).click()
    await expect(page.getByRole('button', { name: 'Save times' })).toBeVisible()
    await expect(cell('In, Ada Adams')).toHaveValue(time)
  }

  const scan = info.outputPath('signed.pdf')
  writeFileSync(scan, '%PDF-1.7 a signed sheet')
  await page.locator('input[type=file]').setInputFiles(scan)
  await expect(page.getByRole('button', { name: 'Download signed.pdf' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print sheet (PDF)' }).click()
  expect((await saved).suggestedFilename()).toBe(`sign-in-sheet-${slot?.event_slot_id}.pdf`)
  await expectAccessible(page)
})
