import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { picturesOf, textOf } from '#test/certificates.ts'
import { expectAccessible } from './accessible.ts'
import { piston } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, signInAsAdministrator } from './people.ts'
import { confirmUnusual, rowOf } from './registration-list.ts'

test('an administrator edits the training provider, sees the specimen change, and re-issues a certificate by downloading it', async ({
  page,
  portal,
}) => {
  const [old, next] = [await givenRegistered(portal, {}), await givenRegistered(portal, {})]
  await signInAsAdministrator(page)
  const issued = await issue(page, old)
  expect(await textOf(issued)).not.toContain('Example Aviation Training')

  await page.getByRole('link', { name: 'Settings' }).click()
  const picture = page.getByRole('img', { name: /sample name/ })
  await page
    .getByLabel(/^Course number of Piston/)
    .first()
    .waitFor()
  await page.getByLabel('Training provider').fill('')
  await page.getByLabel('Signed by').fill('Sample Signatory')
  await expect(page.getByText('Fill in the required fields to see what you typed.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByLabel('Training provider')).toBeFocused()
  await expect(page.getByText('Please give the name of the training provider')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Training provider').fill('Example Aviation Training')
  await expect(picture).toHaveAccessibleDescription(/Sample Signatory.*Example Aviation Training/)
  // A browser refuses to decode a picture that is being replaced, so a refusal is tried again, too.
  await expect(async () => expect(await inkOf(picture)).toBe(0)).toPass()

  const signature = page.getByLabel('Signature', { exact: true })
  await signature.setInputFiles({
    name: 'text.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  })
  await expect(page.getByText('text.svg is not a PNG, JPEG, WebP or GIF file')).toBeVisible()
  const create = { width: 400, height: 100, channels: 3, background: '#205090' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  await signature.setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer })
  await expect(async () => expect(await inkOf(picture)).toBeGreaterThan(1000)).toPass()

  // A wrong click does not lose unsaved changes.
  await page.getByRole('link', { name: 'Emails' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Training provider')).toHaveValue('Example Aviation Training')
  const specimen = await download(page, page.getByRole('button', { name: 'Download as PDF' }))
  expect(await textOf(specimen)).toContain('Sample Signatory')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Training provider saved')).toBeVisible()

  await page.getByLabel(`Course number of ${piston.name}`).fill('C-IND-IM-270119')
  await expect(picture).toHaveAccessibleDescription(/C-IND-IM-270119/)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`The course number of ${piston.name} is saved`)).toBeVisible()

  const claims = page.getByRole('region', { name: 'What a certificate attests' })
  await expect(claims).toContainText('the portal knows people by the email they control')
  const keys = await claims.getByRole('link', { name: /did\.json$/ }).getAttribute('href')
  expect((await page.request.get(keys ?? '')).status()).toBe(200)

  await page.getByRole('link', { name: 'All Registrations' }).click()
  const text = await textOf(await issue(page, next))
  for (const words of ['Example Aviation Training', 'Sample Signatory', 'C-IND-IM-270119']) {
    expect(text).toContain(words)
  }
  expect(picturesOf(await downloadOf(page, next))).toEqual([[400, 100]])
  expect(await textOf(await downloadOf(page, old))).toContain('Example Aviation Training')
})

/** Counts the pixels of the picture that have the color of the signature. */
function inkOf(picture: Locator): Promise<number> {
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    let count = 0
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === 0x20 && data[at + 1] === 0x50 && data[at + 2] === 0x90) count++
    }
    return count
  })
}

/** Issues somebody's certificate and returns its PDF. */
async function issue(page: Page, email: string): Promise<Uint8Array> {
  await page.getByRole('textbox', { name: /search/i }).fill(email)
  await rowOf(page, email)
    .getByRole('combobox', { name: /^Hours for/ })
    .selectOption('8')
  await confirmUnusual(page)
  await expect(page.getByText('Certificate generated successfully').last()).toBeVisible()
  return downloadOf(page, email)
}

async function downloadOf(page: Page, email: string): Promise<Uint8Array> {
  await page.getByRole('textbox', { name: /search/i }).fill(email)
  return download(page, rowOf(page, email).getByRole('button', { name: /^Download certificate/ }))
}

async function download(page: Page, button: Locator): Promise<Uint8Array> {
  const downloading = page.waitForEvent('download')
  await button.click()
  return new Uint8Array(await readFile(await (await downloading).path()))
}
