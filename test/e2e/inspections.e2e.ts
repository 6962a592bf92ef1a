import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { activityLabels } from '#contract/foundation/activities/calls.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, testAlone as test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const eventSlotId = 1
const laptop = { width: 1024, height: 768 }
const on = addDays(easternDay(new Date()), -7)

test('an administrator downloads an inspection pack by keyboard, and an inspector verifies it', async ({
  page,
  browser,
  ownPortal: portal,
}) => {
  await portal.query(
    "update event_slots set start_on = $1, end_on = $1, start_time = '08:00', end_time = '12:00' where event_slot_id = $2",
    [on, eventSlotId],
  )
  await portal.query(
    `with people as (
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
      select 'doe-' || number || '@example.com', 'Pat', 'Doe', 'United States', 'Ohio', '44114', 'Example', '+1||8035550100'
      from generate_series(1, 2) number returning user_id
    ) insert into registrations (user_id, event_id, event_slot_id)
    select user_id, event_id, event_slot_id from people, event_slots where event_slot_id = $1`,
    [eventSlotId],
  )
  // Without it, this browser saves as others do.
  await page.addInitScript(() => Reflect.set(window, 'showSaveFilePicker', undefined))
  await page.setViewportSize(desk)
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  await page
    .getByRole('region', { name: 'Reports' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'day-1.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `User Name,Email,Join Time,Leave Time\nPat Doe,doe-1@example.com,${on} 08:00,${on} 12:00\n`,
      ),
    })
  await page.getByRole('button', { name: 'Keep report' }).click()
  await page.getByRole('button', { name: 'No questions were asked' }).click()
  const creditable = 'Credit everyone who qualifies (1)'
  const button = page.getByRole('button', { name: creditable })
  await expect(button).toBeEnabled()
  await button.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: creditable }).press('Enter')
  await expect(page.getByText('Certificates issued: 1 of 1')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Inspection packs' }).press('Enter')
  const downloads = page.getByRole('region', { name: 'Downloads' })
  await expect(downloads.getByText('No downloads yet')).toBeVisible()
  await expectAccessible(page, [phone, laptop, desk])
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Inspection pack' }).press('Enter')
  await expect(page.getByLabel('Time slot')).toHaveValue(String(eventSlotId))
  const zip = await downloadedBy(page, () =>
    page.getByRole('button', { name: 'Download inspection pack' }).press('Enter'),
  )
  await expect(page.getByText('The inspection pack is saved')).toBeVisible()
  const sha256 = createHash('sha256').update(zip).digest('hex')
  await expect(downloads.getByRole('row').filter({ hasText: sha256 })).toBeVisible()
  await expectAccessible(page, [phone, laptop, desk])

  const { code, output } = await runVerifier(await unpackInspection(zip), { given: ['--online'] })
  expect([code, output]).toEqual([0, expect.stringContaining(`signed by the portal at ${portal.url}.`)])
  const fingerprint = /fingerprint of the key that signed it: ([0-9a-f]{64})/.exec(output)?.[1] ?? ''
  await expect(page.getByRole('region', { name: 'How an inspector checks a pack' })).toContainText(
    fingerprint,
  )

  const inspecting = await (await browser.newContext()).newPage()
  await inspecting.goto(paths.certificateVerification())
  await expect(inspecting.getByRole('region', { name: 'Signing keys' })).toContainText(fingerprint)
  await expectAccessible(inspecting, [phone, laptop, desk])

  await page.goto(paths.activities())
  const words = activityLabels['inspection-downloaded']
  await expect(page.getByRole('row').filter({ hasText: words }).filter({ hasText: sha256 })).toBeVisible()
})

async function downloadedBy(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await download.path())
}
