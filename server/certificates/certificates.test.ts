import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateCertificate, getCertificate, sendCertificate } from '#contract/certificates.ts'
import { getEmailLogs } from '#contract/mails.ts'
import {
  cancelRegistration,
  getAllRegisteredUsers,
  getRegisteredEvents,
  registerForEvent,
} from '#contract/registrations.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed } from '#test/given.ts'

let app: TestApp
let administrator: Person
let event: EventWithSlots

beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  event = await givenEvent(app)
})
afterAll(() => app.close())

async function givenRegistration() {
  const person = await givenPersonUnmailed(app)
  const body = { eventId: event.eventId, eventSlotId: event.slotIds[0], focusId: event.focusId }
  const { registration } = (await app.call(registerForEvent, { body }, person.token)).data
  return { person, registrationId: registration.registrationId }
}

const issue = (registrationId: number, hours: number) =>
  app.call(generateCertificate, { body: { registrationId, hours } }, administrator.token)

const codeOf = (link: string) => new URL(link).searchParams.get('certificate') ?? ''

async function textOfPdf(code: string): Promise<string> {
  const answer = await app.request({ url: `/api/public/certificates/${code}/pdf` })
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="certificate-IA2027-\d{6}(-\d+)?\.pdf"$/,
  )
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), {
    mergePages: true,
  })
  return text
}

describe('issuing', () => {
  test('credits the hours, and its link tells and downloads the certificate without a sign-in', async () => {
    const { person, registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 8)).data
    const { data } = await app.call(getCertificate, { params: { code: codeOf(link) } })
    expect(data).toMatchObject({
      valid: true,
      name: "Pat O'Brien",
      event: 'Piston IA Renewal Series 2027',
      focus: 'Piston',
      date: '09 Feb 2027 – 10 Feb 2027',
      hours: 8,
    })
    const text = await textOfPdf(codeOf(link))
    for (const fact of ["Pat O'Brien", '8 hours', data.serial, '09 Feb 2027', '14 CFR 65.93(a)(4)']) {
      expect(text).toContain(fact)
    }
    const [held] = (await app.call(getRegisteredEvents, {}, person.token)).data.registeredEvents
    expect(held).toMatchObject({ cert_link: link, hours: 8 })
    const query = { search: person.email }
    const [row] = (await app.call(getAllRegisteredUsers, { query } as never, administrator.token)).data
      .registrations
    expect(row).toMatchObject({ Hours: 8, Certificate: link })
  })

  test('gives a link that cannot be guessed', async () => {
    const links = []
    for (let times = 0; times < 5; times++) {
      links.push(codeOf((await issue((await givenRegistration()).registrationId, 1)).data.link))
    }
    for (const code of links) expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    expect(new Set(links.map((code) => code.slice(0, 6))).size).toBe(5)
  })

  test('the same again issues nothing new; other hours replace what the same link serves, and both are recorded', async () => {
    const { registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 4)).data
    expect((await issue(registrationId, 4)).data.link).toBe(link)
    expect((await issue(registrationId, 6)).data.link).toBe(link)
    const { data } = await app.call(getCertificate, { params: { code: codeOf(link) } })
    expect(data.hours).toBe(6)
    expect(await textOfPdf(codeOf(link))).toContain('6 hours')
    const issues = await app.services.db
      .selectFrom('certificates')
      .select(['issue', 'hours', 'issued_by'])
      .where('registration_id', '=', registrationId)
      .orderBy('issue')
      .execute()
    expect(issues).toEqual([
      { issue: 1, hours: 4, issued_by: administrator.userId },
      { issue: 2, hours: 6, issued_by: administrator.userId },
    ])
  })

  test('a corrected name is on the next issue, under the same link', async () => {
    const { person, registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 8)).data
    await app.services.db
      .updateTable('users')
      .set({ last_name: 'Corrected' })
      .where('user_id', '=', person.userId)
      .execute()
    expect((await app.call(getCertificate, { params: { code: codeOf(link) } })).data.name).toBe("Pat O'Brien")
    await issue(registrationId, 8)
    expect((await app.call(getCertificate, { params: { code: codeOf(link) } })).data.name).toBe(
      'Pat Corrected',
    )
  })

  test('twenty at once is one certificate', async () => {
    const { registrationId } = await givenRegistration()
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue(registrationId, 8)))
    expect(new Set(answers.map((answer) => answer.data.link)).size).toBe(1)
    const { rows } = await app.services.pool.query('select 1 from certificates where registration_id = $1', [
      registrationId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('0 hours issue nothing and clear nothing', async () => {
    const { registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 3)).data
    const refused = await issue(registrationId, 0)
    expect(refused.failure).toMatchObject({ code: 'HOURS_ZERO', message: 'Certificate cannot be generated' })
    expect((await app.call(getCertificate, { params: { code: codeOf(link) } })).data.hours).toBe(3)
  })

  test.each([[9], [-1], [1.5], ['8'], [null]])('%s hours are refused', async (hours) => {
    const { registrationId } = await givenRegistration()
    const { failure } = await issue(registrationId, hours as number)
    expect(failure?.fields).toEqual({ hours: 'Hours are a whole number from 0 to 8' })
  })

  test('for a registration that does not exist or was cancelled is refused', async () => {
    const { person, registrationId } = await givenRegistration()
    await app.call(cancelRegistration, { body: { eventId: event.eventId } }, person.token)
    expect((await issue(registrationId, 8)).failure?.code).toBe('REGISTRATION_NOT_FOUND')
    expect((await issue(999_999, 8)).failure?.code).toBe('REGISTRATION_NOT_FOUND')
  })
})

test('once it is issued, its registration can be neither cancelled nor moved', async () => {
  const { person, registrationId } = await givenRegistration()
  await issue(registrationId, 8)
  const cancelled = await app.call(cancelRegistration, { body: { eventId: event.eventId } }, person.token)
  expect(cancelled.failure?.code).toBe('CERTIFICATE_ISSUED')
  const body = { eventId: event.eventId, eventSlotId: event.slotIds[1], focusId: event.focusId }
  expect((await app.call(registerForEvent, { body }, person.token)).failure?.code).toBe('CERTIFICATE_ISSUED')
})

test('an unknown link says so, for the facts and for the PDF', async () => {
  const { failure } = await app.call(getCertificate, { params: { code: 'A'.repeat(22) } })
  expect(failure?.code).toBe('CERTIFICATE_NOT_FOUND')
  const pdf = await app.request({ url: `/api/public/certificates/${'A'.repeat(22)}/pdf` })
  expect([pdf.statusCode, pdf.json().code]).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
})

describe('mailing', () => {
  const send = (registrationId: number) =>
    app.call(sendCertificate, { body: { registrationId } }, administrator.token)

  test('before there is one is refused', async () => {
    const { registrationId } = await givenRegistration()
    expect((await send(registrationId)).failure?.code).toBe('CERTIFICATE_MISSING')
    expect((await send(999_999)).failure?.code).toBe('REGISTRATION_NOT_FOUND')
  })

  test('brings the link to its holder, and the history tells each time', async () => {
    const { person, registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 5)).data
    await send(registrationId)
    await send(registrationId)
    await app.untilJobsAreDone()
    const mails = (await app.mailsTo(person.email)).filter((mail) =>
      mail.subject.startsWith('Your certificate'),
    )
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain(link)
    const query = { registration_id: String(registrationId) }
    const { emailLogs } = (await app.call(getEmailLogs, { query }, administrator.token)).data
    expect(emailLogs).toHaveLength(2)
    expect(emailLogs[0]).toMatchObject({ hours: 5, cert_link: link, status: 'sent', notes: '' })
    expect(emailLogs[0]?.sent_on).toBeGreaterThan(Date.now() - 60_000)
  })
})
