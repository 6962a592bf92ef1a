import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { atOnce } from '#test/app.ts'
import drawCertificate from './certificate-drawing.ts'
import type { CertificateContent } from './certificate-pdf.ts'
import { openCertificatePrinter } from './certificate-pdf.ts'

const printer = openCertificatePrinter()
afterAll(() => printer.close())

test('a thread draws the same bytes as drawing directly', async () => {
  const content = certificate(1)
  expect(Buffer.compare(await printer.draw(content), await drawCertificate(content))).toBe(0)
})

test('drawing two hundred certificates does not block the server', async () => {
  await Promise.all([printer.draw(certificate(0)), drawCertificate(certificate(0))])
  const here = await longestDelay(async () => {
    for (let index = 0; index < 200; index++) await drawCertificate(certificate(index))
  })
  const away = await longestDelay(async () => {
    await atOnce(200, (index) => printer.draw(certificate(index)))
  })
  expect(away).toBeLessThan(here / 3)
})

test('a drawing that fails is refused without harm to the next one', async () => {
  const broken = { ...certificate(3), verifyUrl: 'x'.repeat(5000) }
  await expect(printer.draw(broken)).rejects.toThrow()
  expect((await printer.draw(certificate(3))).length).toBeGreaterThan(10_000)
})

/** Returns the longest time in milliseconds that the work blocked this thread. */
async function longestDelay(work: () => Promise<void>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // Delays are the gaps between samples: one before the work, one after it.
  const sample = async () => {
    for (const { count } = delay; delay.count === count; ) await setImmediate()
  }
  await sample()
  await work()
  await sample()
  delay.disable()
  return delay.max / 1e6
}

function certificate(index: number): CertificateContent {
  return {
    serial: `IA-2026-${index}`,
    personName: `Avery Example ${index}`,
    eventName: 'Turbine IA Renewal Series 2026',
    focusName: 'Turbine',
    dates: '14 Jan 2026 – 15 Jan 2026',
    byDay: null,
    hours: 8,
    format: 'Live webinar',
    providerName: 'Example Aviation Training',
    contact: 'events@example.com',
    signatoryName: 'Sam Sample',
    signatoryTitle: 'Director of Training',
    issuedOn: '16 Jan 2026',
    verifyUrl: `https://portal.example.com/verify?certificate=Zk3vQ9xW2mNfT7bYc1L${index}`,
  }
}
