import { writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { encodeQR } from 'qr'
import { paths } from '#contract/core/paths.ts'
import { chromiumArguments } from '../../playwright.config.ts'
import { expectAccessible, phone } from './accessible.ts'
import { givenDoor, givenTicketKey, lastCheckIn } from './door.ts'
import { expect, test } from './fixtures.ts'
import { moveClock } from './moved-browser.ts'
import { signInAsAdministrator } from './people.ts'

test('a phone reads the ticket in front of its camera, once', async ({ portal }, info) => {
  const [pat = 0] = await givenDoor(portal, 1)
  const ticketOf = await givenTicketKey(portal)
  const film = info.outputPath('ticket.y4m')
  await writeFile(film, filmOf(await ticketOf(pat)))
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: [
      ...chromiumArguments,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  moveClock(browser)
  const page = await browser.newPage({ baseURL: portal.url, viewport: phone, reducedMotion: 'reduce' })
  await signInAsAdministrator(page, paths.checkIn())
  await page.getByRole('button', { name: 'Scan tickets' }).click()
  await expect(lastCheckIn(page)).toContainText('Name on the certificate: Pat Example 001')
  await expect(lastCheckIn(page)).toContainText('door-1@example.com')
  await expectAccessible(page, [phone])
  await expect(lastCheckIn(page)).not.toContainText('Already')
  await page.getByRole('button', { name: 'Stop camera' }).click()
  await expect(page.getByLabel('Camera')).toHaveCount(0)
  await browser.close()
})

/** Returns a film of one picture, a QR code on white. Chromium plays this raw format as a camera. */
function filmOf(text: string): Buffer {
  const [width, height, scale] = [640, 480, 6]
  const modules = encodeQR(text, 'raw', { border: 1 })
  const luma = Buffer.alloc(width * height, 235)
  const [left, top] = [(width - modules.length * scale) / 2, (height - modules.length * scale) / 2].map(
    Math.round,
  )
  for (let y = 0; y < modules.length * scale; y++) {
    for (let x = 0; x < modules.length * scale; x++) {
      const isDark = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]
      if (isDark) luma[((top ?? 0) + y) * width + (left ?? 0) + x] = 16
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}
