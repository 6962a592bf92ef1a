import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { twoYearsLabel } from '#contract/core/season.ts'
import {
  generateCertificate,
  getCertificate,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import { getEmailLogs } from '#contract/foundation/mails/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import {
  cancelRegistration,
  getRegisteredEvents,
  registerForEvent,
} from '#contract/registrations/registrations/calls.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import { write } from '#server/work.ts'
import { atOnce, expectRefusal } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  choiceOf,
  givenEvent,
  givenPersonUnmailed,
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

const issue = (registrationId: number, hours: number, reason?: string) =>
  app.send(generateCertificate, byHand({ registrationId, hours, reason }), administrator)

const certificateOf = (link: string) => app.dataOf(getCertificate, { params: { code: codeOf(link) } })

const codeOf = (link: string) => new URL(link).searchParams.get('certificate') ?? ''

async function textOfPdf(code: string) {
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
  test('credits the hours, and its link shows and downloads the certificate without a sign-in', async () => {
    const { person, registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 8)).data
    const { data, wire } = await app.call(getCertificate, { params: { code: codeOf(link) } })
    expect(wire).toMatchObject({
      valid: true,
      name: "Pat O'Brien",
      event: 'Piston IA Renewal Series 2027',
      focus: 'Piston',
      date: '09 Feb 2027 – 10 Feb 2027',
      hours: 8,
      withdrawnAt: null,
    })
    const text = await textOfPdf(codeOf(link))
    for (const fact of ["Pat O'Brien", '8 hours', data.serial, '09 Feb 2027', '14 CFR 65.93(a)(4)']) {
      expect(text).toContain(fact)
    }
    const [held] = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
    expect(held).toMatchObject({ certificateLink: link, hours: 8 })
    const query = { search: person.email }
    const [row] = (await app.dataOf(getAllRegisteredUsers, { query }, administrator)).registrations
    expect(row).toMatchObject({ hours: 8, certificateLink: link })
  })

  test('gives a link that cannot be guessed', async () => {
    const links = []
    for (let times = 0; times < 5; times++) {
      links.push(codeOf((await issue((await givenRegistration()).registrationId, 1)).data.link))
    }
    for (const code of links) expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    expect(new Set(links.map((code) => code.slice(0, 6))).size).toBe(5)
  })

  test('the same hours again changes nothing; other hours replace the certificate at its link, and both are recorded', async () => {
    const { registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 4)).data
    expect((await issue(registrationId, 4)).data.link).toBe(link)
    expect((await issue(registrationId, 6)).data.link).toBe(link)
    const data = await app.dataOf(getCertificate, { params: { code: codeOf(link) } })
    expect(data.hours).toBe(6)
    expect(await textOfPdf(codeOf(link))).toContain('6 hours')
    expect(await issuesOf(registrationId)).toEqual([
      { issue: 1, hours: 4, issuedBy: administrator.userId },
      { issue: 2, hours: 6, issuedBy: administrator.userId },
    ])
  })

  test('after a name was corrected puts the new name under the same link', async () => {
    const { person, registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 8)).data
    // The job for the credit would otherwise issue another certificate under the corrected name.
    await app.untilJobsAreDone()
    await app.update('users', { lastName: 'Corrected' }, { userId: person.userId })
    expect((await app.dataOf(getCertificate, { params: { code: codeOf(link) } })).name).toBe("Pat O'Brien")
    await issue(registrationId, 8)
    expect((await app.dataOf(getCertificate, { params: { code: codeOf(link) } })).name).toBe('Pat Corrected')
  })

  test('an email after a name was corrected has the new name', async () => {
    const { person, registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 8)).data
    await app.untilJobsAreDone()
    await app.update('users', { lastName: 'Corrected' }, { userId: person.userId })
    for (const _ of ['first', 'again']) await app.send(sendCertificate, { registrationId }, administrator)
    expect((await certificateOf(link)).name).toBe('Pat Corrected')
    expect(await issuesOf(registrationId)).toHaveLength(2)
  })

  test('twenty times at once makes one certificate', async () => {
    const { registrationId } = await givenRegistration()
    const answers = await atOnce(20, () => issue(registrationId, 8))
    expect(new Set(answers.map((answer) => answer.data.link)).size).toBe(1)
    expect(await issuesOf(registrationId)).toHaveLength(1)
  })

  test('0 hours without a certificate issues nothing', async () => {
    const { person, registrationId } = await givenRegistration()
    const refused = await issue(registrationId, 0)
    expect(refused.failure).toMatchObject({ code: 'HOURS_ZERO', message: 'Certificate cannot be generated' })
    const [held] = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
    expect(held).toMatchObject({ certificateLink: null, hours: 0 })
    expect(await issuesOf(registrationId)).toEqual([])
  })

  test.each([[9], [-1], [1.5], ['8'], [null]])('%s hours is refused', async (hours) => {
    const { registrationId } = await givenRegistration()
    const { failure } = await issue(registrationId, hours as number)
    expect(failure?.fields).toEqual({ hours: 'Hours are a whole number from 0 to 8' })
  })

  test('is refused for a registration that does not exist or was canceled', async () => {
    const { person, registrationId } = await givenRegistration()
    await app.send(cancelRegistration, { eventId: event.eventId }, person)
    await expectRefusal(issue(registrationId, 8), 'REGISTRATION_NOT_FOUND')
    await expectRefusal(issue(999_999, 8), 'REGISTRATION_NOT_FOUND')
  })
})

describe('withdrawing', () => {
  async function givenWithdrawn() {
    const { person, registrationId } = await givenRegistration()
    const { link } = (await issue(registrationId, 8)).data
    const { serial } = await certificateOf(link)
    const before = Date.now()
    const withdrawn = await issue(registrationId, 0, "Wasn't there on the second day")
    return { person, registrationId, link, serial, before, withdrawn }
  }

  test('by 0 hours leaves a link that shows the withdrawal and its date, and serves no PDF', async () => {
    const { link, serial, before, withdrawn } = await givenWithdrawn()
    expect(withdrawn.data.link).toBe(link)
    const { data, wire } = await app.call(getCertificate, { params: { code: codeOf(link) } })
    expect(wire).toMatchObject({ valid: false, name: "Pat O'Brien", hours: 8, serial })
    expect(wire).toHaveProperty('withdrawnAt', data.withdrawnAt?.toISOString())
    expect(data.withdrawnAt?.getTime()).toBeGreaterThanOrEqual(before)
    expect(data.withdrawnAt?.getTime()).toBeLessThanOrEqual(Date.now())
    const pdf = await app.request({ url: `/api/public/certificates/${codeOf(link)}/pdf` })
    expect([pdf.statusCode, pdf.json()]).toEqual([
      410,
      expect.objectContaining({
        code: 'CERTIFICATE_WITHDRAWN',
        message: 'This certificate has been withdrawn.',
      }),
    ])
  })

  test('removes the link and the hours for the person and in the list, and leaves nothing to mail', async () => {
    const { person, registrationId } = await givenWithdrawn()
    const [held] = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
    expect(held).toMatchObject({ registrationId, certificateLink: null, hours: 0 })
    const query = { search: person.email }
    const [row] = (await app.dataOf(getAllRegisteredUsers, { query }, administrator)).registrations
    expect(row).toMatchObject({ registrationId, hours: 0, certificateLink: null })
    const mailed = await app.send(sendCertificate, { registrationId }, administrator)
    expect(mailed.failure?.code).toBe('CERTIFICATE_MISSING')
  })

  test('is recorded with its author and reason, and leaves the issued certificate unchanged', async () => {
    const { registrationId } = await givenWithdrawn()
    const rows = await app.query(
      'select minutes, source, reason, decided_by from credits where registration_id = $1 order by credit_id',
      [registrationId],
    )
    const decided = { source: 'administrator', decided_by: administrator.userId }
    expect(rows).toEqual([
      { ...decided, minutes: 480, reason: 'Confirmed' },
      { ...decided, minutes: 0, reason: "Wasn't there on the second day" },
    ])
    expect(await issuesOf(registrationId)).toEqual([{ issue: 1, hours: 8, issuedBy: administrator.userId }])
  })

  test('twice is refused the second time', async () => {
    const { registrationId, link } = await givenWithdrawn()
    const { withdrawnAt } = await certificateOf(link)
    await expectRefusal(issue(registrationId, 0), 'HOURS_ZERO')
    expect(await certificateOf(link)).toMatchObject({ valid: false, withdrawnAt })
  })

  test('ends when hours are credited again: the same link serves a new issue', async () => {
    const { person, registrationId, link, serial } = await givenWithdrawn()
    expect((await issue(registrationId, 8)).data.link).toBe(link)
    const again = await certificateOf(link)
    expect(again).toMatchObject({ valid: true, hours: 8, withdrawnAt: null, serial: `${serial}-2` })
    expect(again.replaced.map((issue) => issue.serial)).toEqual([serial])
    expect(await textOfPdf(codeOf(link))).toContain(`${serial}-2`)
    const [held] = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
    expect(held).toMatchObject({ certificateLink: link, hours: 8 })
    expect(await issuesOf(registrationId)).toHaveLength(2)
  })

  test('lets the registration be moved, and its link keeps showing the withdrawal', async () => {
    const { person, registrationId, link } = await givenWithdrawn()
    const { withdrawnAt } = await certificateOf(link)
    const body = choiceOf(event, 1)
    const { registration } = await app.dataOf(registerForEvent, { body }, person)
    expect(registration).toMatchObject({
      registrationId,
      eventSlotId: event.slotIds[1],
      certificateLink: null,
    })
    await app.send(cancelRegistration, { eventId: event.eventId }, person)
    expect(await certificateOf(link)).toMatchObject({ valid: false, withdrawnAt })
  })
})

describe('the job that issues certificates for credited hours', () => {
  const runJob = (registrationId: number) => app.write((work) => issueCredited(work, { registrationId }))

  test('issues in the name of the administrator who credited', async () => {
    const { person, registrationId } = await givenRegistration()
    await write(app.services, administrator, (work) =>
      creditHours(work, byHand({ registrationId, hours: 5, source: 'csv' })),
    )
    await app.untilJobsAreDone()
    expect(await issuesOf(registrationId)).toEqual([{ issue: 1, hours: 5, issuedBy: administrator.userId }])
    const [held] = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
    expect(await certificateOf(held?.certificateLink ?? '')).toMatchObject({ valid: true, hours: 5 })
  })

  test('issues nothing after the endpoint issued, nor when it runs again', async () => {
    const { registrationId } = await givenRegistration()
    await issue(registrationId, 5)
    await app.untilJobsAreDone()
    await Promise.all([1, 2, 3].map(() => runJob(registrationId)))
    expect(await issuesOf(registrationId)).toHaveLength(1)
  })

  test('issues nothing after a withdrawal, without a credit, or after a cancellation', async () => {
    const [withdrawn, uncredited, cancelled] = [
      await givenRegistration(),
      await givenRegistration(),
      await givenRegistration(),
    ]
    const { link } = (await issue(withdrawn.registrationId, 5)).data
    await issue(withdrawn.registrationId, 0)
    await app.send(cancelRegistration, { eventId: event.eventId }, cancelled.person)
    for (const { registrationId } of [withdrawn, uncredited, cancelled]) await runJob(registrationId)
    expect(await certificateOf(link)).toMatchObject({ valid: false })
    expect(await issuesOf(withdrawn.registrationId)).toHaveLength(1)
    for (const { registrationId } of [uncredited, cancelled])
      expect(await issuesOf(registrationId)).toEqual([])
  })
})

test('a registration with a certificate can be neither canceled nor moved', async () => {
  const { person, registrationId } = await givenRegistration()
  await issue(registrationId, 8)
  const cancelled = await app.send(cancelRegistration, { eventId: event.eventId }, person)
  expect(cancelled.failure?.code).toBe('CERTIFICATE_ISSUED')
  const body = choiceOf(event, 1)
  await expectRefusal(app.send(registerForEvent, body, person), 'CERTIFICATE_ISSUED')
})

test('an unknown link is reported for the facts and for the PDF', async () => {
  const { failure } = await app.call(getCertificate, { params: { code: 'A'.repeat(22) } })
  expect(failure?.code).toBe('CERTIFICATE_NOT_FOUND')
  const pdf = await app.request({ url: `/api/public/certificates/${'A'.repeat(22)}/pdf` })
  expect([pdf.statusCode, pdf.json().code]).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
})

describe('a download', () => {
  const download = (code: string) => app.request({ url: `/api/public/certificates/${code}/pdf` })

  test('waits for its drawing in a rush of calls, for a quarter of a second', async () => {
    const { link } = (await issue((await givenRegistration()).registrationId, 8)).data
    const code = codeOf(link)
    // Starts the thread.
    await download(code)
    const call = () => {
      for (let calls = 0; calls < 20; calls++) app.services.rush.called()
    }
    call()
    const calling = setInterval(call, 1)
    const beganAt = performance.now()
    const { statusCode } = await download(code).finally(() => clearInterval(calling))
    expect(statusCode).toBe(200)
    expect(performance.now() - beganAt).toBeGreaterThan(240)
  })

  test('is no part of a rush, however many there are', async () => {
    const { link } = (await issue((await givenRegistration()).registrationId, 8)).data
    await app.services.rush.over(60_000)
    const downloads = Array.from({ length: 30 }, () => download(codeOf(link)))
    // Its answer means that all downloads have begun.
    await app.request({ url: '/api/health' })
    const look = await Promise.race([
      app.services.rush.over(60_000).then(() => 'calm'),
      new Promise((resolve) => setImmediate(() => resolve('rush'))),
    ])
    expect(look).toBe('calm')
    await Promise.all(downloads)
  })
})

describe('mailing a certificate', () => {
  const send = (registrationId: number) => app.send(sendCertificate, { registrationId }, administrator)

  test('is refused before one is issued', async () => {
    const { registrationId } = await givenRegistration()
    await expectRefusal(send(registrationId), 'CERTIFICATE_MISSING')
    await expectRefusal(send(999_999), 'REGISTRATION_NOT_FOUND')
  })

  test('sends the link to its holder, and the history shows each email', async () => {
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
    const query = { registrationId }
    const { emailLogs } = await app.dataOf(getEmailLogs, { query }, administrator)
    expect(emailLogs).toHaveLength(2)
    expect(emailLogs[0]).toMatchObject({ hours: 5, certificateLink: link, status: 'sent', notes: '' })
    expect(emailLogs[0]?.sentAt?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })
})

function issuesOf(registrationId: number) {
  return app.services.db
    .selectFrom('certificates')
    .select(['issue', 'hours', 'issuedBy'])
    .where('registrationId', '=', registrationId)
    .orderBy('issue')
    .execute()
}

describe('the renewal file', () => {
  test('is one PDF of both years of a period, with a page for each valid certificate, and nobody else gets it', async () => {
    const { person, registrationId } = await givenRegistration()
    const second = await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027' })
    const later = await givenEvent(app, { year: 2028, eventName: 'Rotorcraft IA Renewal Series 2028' })
    const others = [await hold(person, second), await hold(person, later)] as const
    await issue(registrationId, 4)
    for (const id of others) await issue(id, 8)
    const { pages, text } = await yearOf(person, 2027)
    expect(pages).toBe(3)
    expect(text).toContain('Second year 2026-2027, by 31 Mar 2027: 12 of 8 hours')
    expect(text).toContain('First year 2025-2026, by 31 Mar 2026: 0 of 8 hours')
    expect((await yearOf(person, 2026)).text).toBe(text)
    expect(text.indexOf('Piston IA Renewal Series 2027')).toBeLessThan(
      text.indexOf('Turbine IA Renewal Series 2027'),
    )
    expect(text).not.toContain('Rotorcraft')
    expect((await yearOf(person, 2028)).text).toContain('Rotorcraft IA Renewal Series 2028')
    await issue(registrationId, 0, 'Not there')
    const left = { pages: 2, text: expect.stringContaining('31 Mar 2027: 8 of 8 hours') }
    expect(await yearOf(person, 2027)).toMatchObject(left)
    expect(await statusOf((await givenPersonUnmailed(app)).token, 2027)).toBe(404)
    expect(await statusOf(person.token, 2025)).toBe(404)
  })

  async function hold(person: Person, { eventId, slotIds, focusId }: EventWithSlots) {
    const body = { eventId, eventSlotId: slotIds[0], focusId }
    return (await app.dataOf(registerForEvent, { body }, person)).registration.registrationId
  }

  const ask = (token: string, season: number) =>
    app.request({
      url: `/api/private/certificates/${season}/pdf`,
      headers: { authorization: `Bearer ${token}` },
    })
  const statusOf = async (token: string, season: number) => (await ask(token, season)).statusCode

  async function yearOf({ token }: Person, season: number) {
    const answer = await ask(token, season)
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="ia-renewal-file-${twoYearsLabel(season)}.pdf"`,
    )
    const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload))
    const { totalPages, text } = await extractText(pdf, { mergePages: true })
    return { pages: totalPages, text }
  }
})
