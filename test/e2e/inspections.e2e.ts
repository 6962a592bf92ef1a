import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { activityLabels } from '#contract/foundation/activities/calls.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { aWeekAgo, eventSlotId, givenHeldSlot, uploadReport, visit } from './held-slots.ts'
import { signInAsAdministrator } from './people.ts'

const laptop = { width: 1024, height: 768 }

test('an administrator downloads an inspection pack by keyboard, and an inspector verifies it', async ({
  page,
  browser,
  portal,
}) => {
  await givenHeldSlot(portal, [{ email: 'doe-1@example.com' }, { email: 'doe-2@example.com' }])
  // Without it, this browser saves as others do.
  await page.addInitScript(() => Reflect.set(window, 'showSaveFilePicker', undefined))
  await signInAsAdministrator(page, paths.attendance({ eventSlotId }))
  await uploadReport(page, [visit('Pat Doe', 'doe-1@example.com', aWeekAgo, '08:00', '12:00')])
  await page.getByRole('button', { name: 'No questions were asked' }).click()
  const creditable = 'Issue 1 certificate'
  const button = page.getByRole('button', { name: creditable })
  await expect(button).toBeEnabled()
  await button.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: creditable }).press('Enter')
  await expect(page.getByText('Certificates issued: 1 of 1')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Settings' }).press('Enter')
  const settings = page.getByRole('heading', { name: 'Training provider', level: 1 })
  await settings.waitFor()
  await page.getByRole('link', { name: 'FAA records' }).press('Enter')
  const downloads = page.getByRole('region', { name: 'Downloads' })
  await expect(downloads.getByText('No downloads yet')).toBeVisible()
  await page.goBack()
  await settings.waitFor()
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'FAA records' }).press('Enter')
  await expect(page.getByLabel('Time slot')).toHaveValue(String(eventSlotId))
  const zip = await downloadedBy(page, () => page.getByRole('button', { name: 'Create file' }).press('Enter'))
  await expect(page.getByText('The file is saved')).toBeVisible()
  const sha256 = createHash('sha256').update(zip).digest('hex')
  await expect(downloads.getByRole('row').filter({ hasText: sha256 })).toBeVisible()
  await expectAccessible(page, [phone, laptop, desk])

  const files = await unpackInspection(zip)
  await readAndCheck(await browser.newPage(), files)
  const { code, output } = await runVerifier(files, { given: ['--online'] })
  expect([code, output]).toEqual([0, expect.stringContaining(`signed by the portal at ${portal.url}.`)])
  const fingerprint = /fingerprint of the key that signed it: ([0-9a-f]{64})/.exec(output)?.[1] ?? ''
  await expect(page.getByRole('region', { name: 'How an inspector checks a file' })).toContainText(
    fingerprint,
  )

  const inspecting = await browser.newPage()
  await inspecting.goto(paths.certificateVerification())
  await expect(inspecting.getByRole('region', { name: 'Signing keys' })).toContainText(fingerprint)
  await expectAccessible(inspecting, [phone, laptop, desk])

  await page.goto(paths.activities())
  const words = activityLabels['inspection-downloaded']
  await expect(page.getByRole('row').filter({ hasText: words }).filter({ hasText: sha256 })).toBeVisible()
})

/** Reads the unpacked records from the disk, searches them, and compares them with their hashes, without a server. */
async function readAndCheck(page: Page, files: Map<string, Buffer>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-records-'))
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    await page.goto(pathToFileURL(join(folder, 'index.html')).href)
    const records = page.locator('.record')
    await expect(records).toHaveCount(2)
    await expectAccessible(page)
    await page.getByLabel('Search by name').fill('doe-1@')
    await expect(page.getByText('1 record found')).toBeVisible()
    const record = records.filter({ visible: true })
    await record.getByText('Hour by hour').press('Enter')
    await expect(record).toContainText('50 of 50 minutes')
    await expect(record.getByRole('link', { name: /^IA\d/ })).toBeVisible()
    await expectAccessible(page)
    const chosen = page.getByLabel('Folder of these records')
    await chosen.setInputFiles(folder)
    await expect(page.getByText(/^All \d+ files are as they were made/)).toBeVisible()
    await writeFile(join(folder, 'roster.csv'), 'changed')
    await chosen.setInputFiles(folder)
    await expect(page.getByText('Not equal: roster.csv was changed.')).toBeVisible()
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function downloadedBy(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await download.path())
}
