import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  generateCertificate,
  getCertificate,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import type { Provider } from '#contract/foundation/training-providers/calls.ts'
import { saveProvider, setCourseNumber } from '#contract/foundation/training-providers/calls.ts'
import { storeFile } from '#server/core/files/stored-files.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import { write } from '#server/work.ts'
import { codeOf, pdfOf, picturesOf, textOf } from '#test/certificates.ts'
import {
  byHand,
  givenEvent,
  givenRegistered,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { issueCredited } from './jobs.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))

const givenRegistration = () => givenRegistered(app, event)

async function issue(registrationId: number, hours = 8) {
  const body = { registrationId, hours }
  return (await app.dataOf(generateCertificate, { body: byHand(body) }, administrator)).link
}

let names = 0
/** Saves another training provider and returns its name. */
async function givenProvider(more: Partial<Provider> = {}) {
  const name = `Provider ${++names}`
  const signed = { contact: `provider${names}@example.com`, signatoryName: `Signatory ${names}` }
  const body = {
    name,
    ...signed,
    signatoryTitle: 'Director',
    signature: '',
    postalAddress: '',
    ...more,
    version: undefined,
  }
  await app.send(saveProvider, body, administrator)
  return name
}

const giveNumber = (courseNumber: string) =>
  app.send(setCourseNumber, { eventId: event.eventId, courseNumber, before: undefined }, administrator)

const serialOf = async (link: string) =>
  (await app.dataOf(getCertificate, { params: { code: codeOf(link) } })).serial

describe('another training provider', () => {
  test('is on certificates issued after the change, and earlier ones stay the same, byte for byte', async () => {
    await giveNumber('C-IND-IM-1')
    const [old, next] = [await givenRegistration(), await givenRegistration()]
    const name = await givenProvider()
    const link = await issue(old.registrationId)
    const before = await pdfOf(app, link)
    expect(await textOf(before)).toContain('C-IND-IM-1')

    const newName = await givenProvider()
    await giveNumber('C-IND-IM-2')
    expect(Buffer.compare(await pdfOf(app, link), before)).toBe(0)
    const text = await textOf(await pdfOf(app, await issue(next.registrationId)))
    for (const words of [newName, `Signatory ${names}`, `provider${names}@example.com`, 'C-IND-IM-2']) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain(name)
  })

  test('issues no certificate again by itself, even if the job of a credit runs late', async () => {
    const { registrationId } = await givenRegistration()
    const link = await issue(registrationId)
    const serial = await serialOf(link)
    await givenProvider()
    await giveNumber('C-IND-IM-3')
    await app.write((work) => issueCredited(work, { registrationId }))
    expect(await serialOf(link)).toBe(serial)
  })

  test.each([
    ['another training provider', () => givenProvider()],
    ['another course number', () => giveNumber(`C-IND-IM-4-${++names}`)],
  ])('%s is on a new issue if an administrator credits the same hours again', async (_, change) => {
    const { registrationId } = await givenRegistration()
    const link = await issue(registrationId)
    const serial = await serialOf(link)
    await change()
    expect(await issue(registrationId)).toBe(link)
    expect(await serialOf(link)).toBe(`${serial}-2`)
    await issue(registrationId)
    expect(await serialOf(link)).toBe(`${serial}-2`)
  })

  test('is on certificates issued for other hours, whatever credits them', async () => {
    const { registrationId } = await givenRegistration()
    const link = await issue(registrationId, 4)
    const name = await givenProvider()
    await write(app.services, administrator, (work) =>
      creditHours(work, byHand({ registrationId, hours: 5, source: 'csv' })),
    )
    await app.untilJobsAreDone()
    expect(await textOf(await pdfOf(app, link))).toContain(name)
  })

  test('is named at the end of emails sent after the change', async () => {
    const { person, registrationId } = await givenRegistration()
    await issue(registrationId)
    await givenProvider({ name: 'Training & Sons', contact: 'sons@example.com' })
    await app.send(sendCertificate, { registrationId }, administrator)
    const mails = await app.mailsTo(person.email, 2)
    const mail = mails.find(({ subject }) => subject.startsWith('Your certificate'))
    expect(mail?.text).toMatch(/\n\nTraining & Sons\nsons@example\.com$/)
    expect(mail?.html).toContain('Training &#38; Sons<br>sons@example.com')
  })
})

describe('a signature', () => {
  async function givenSignature(width: number, height: number) {
    const ink = { r: 11, g: 37, b: 69, alpha: 0.5 }
    const bytes = await sharp({ create: { width, height, channels: 4, background: ink } })
      .webp()
      .toBuffer()
    return storeFile(app.services.db, 'image/webp', bytes)
  }

  test('is drawn on certificates issued later, at printer resolution, with equal bytes each time', async () => {
    const { registrationId } = await givenRegistration()
    await givenProvider({ signature: await givenSignature(960, 480) })
    const link = await issue(registrationId)
    const pdf = await pdfOf(app, link)
    expect(picturesOf(pdf)).toEqual([[352, 176]])
    expect(Buffer.compare(await pdfOf(app, link), pdf)).toBe(0)
    await givenProvider()
    expect(Buffer.compare(await pdfOf(app, link), pdf)).toBe(0)
    expect(picturesOf(await pdfOf(app, await issue((await givenRegistration()).registrationId)))).toEqual([])
  })
})
