import { beforeEach, describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays, shownDate } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import {
  generateCertificate,
  getCertificate,
  getCertificateCredential,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import { expectSuccess } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { pdfOf, textOf } from '#test/certificates.ts'
import { decoded } from '#test/credential-verifier.ts'
import type { Person } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { hurryJobs } from '#test/queue.ts'

held.startWithHeldSlot()

let person: Person
let registrationId: number
beforeEach(async () => {
  await holdOn(held.event.slotIds[0], '2026-03-30', '2026-03-31')
  await holdOn(held.event.slotIds[1], '2026-04-01', '2026-04-02')
  person = await held.givenRegistered()
  registrationId = await held.idOf(person)
})

async function holdOn(eventSlotId: number, startOn: PlainDate, endOn: PlainDate) {
  await held.app.update(
    'eventSlots',
    { startOn, endOn, startTime: '08:00', endTime: '12:00' },
    { eventSlotId },
  )
}

const dayOf = (on: PlainDate, hours: number): DayHours => ({ on, hours })

async function decide(hours: number, byDay?: DayHours[]) {
  const body = { registrationId, hours, byDay, reason: 'Was there', isConfirmed: true }
  await expectSuccess(held.app.send(generateCertificate, body, held.administrator))
}

/** Everything that shows the days: the page, the PDF and the credential. */
async function shown() {
  const [row] = await held.app.query(
    `select code from certificates where registration_id = ${registrationId} order by issue desc limit 1`,
  )
  const { code } = row as { code: string }
  const { data, wire } = await held.app.call(getCertificate, { params: { code } })
  const link = `https://portal.example.com/download?certificate=${code}`
  const jws = await held.app.request({ url: `/api${getCertificateCredential.path.replace(':code', code)}` })
  const { evidence, credentialSubject } = decoded(jws.body).claims
  const { activityStartDate, activityEndDate } = credentialSubject
  return {
    certificate: data,
    wire,
    text: await textOf(await pdfOf(held.app, link)),
    evidence: evidence.map(({ name, narrative }: Record<string, string>) => `${name}: ${narrative}`),
    activity: [activityStartDate, activityEndDate],
  }
}

test('hours that the rule found in another slot have the days of that slot, everywhere', async () => {
  const days = ['2026-04-01', '2026-04-02'] as const
  const rows = days.map((day) => `Yes,Pat,${person.email},${day} 08:00,${day} 12:00`)
  const report = [held.heading, ...rows, ''].join('\n')
  const [, eventSlotId] = held.event.slotIds
  await uploadAttendanceFile(held.app, report, { eventSlotId, by: held.administrator })
  await held.app.untilJobsAreDone()
  const [count] = await held.app.query(
    `select credit_finding_id as id from credit_counts where registration_id = ${registrationId} limit 1`,
  )
  const { id: findingId } = count as { id: number }
  await held.app.write((work) =>
    creditHours(work, { registrationId, hours: 8, source: 'attendance', findingId }),
  )
  await held.app.untilJobsAreDone()
  const { certificate, wire, text, evidence, activity } = await shown()
  expect(wire).toMatchObject({ date: '01 Apr 2026 – 02 Apr 2026', days: days.map((on) => dayOf(on, 4)) })
  expect(certificate.serial).toMatch(/^IA2027-/)
  for (const words of ['Wed 01 Apr 2026: 4 hours', 'Thu 02 Apr 2026: 4 hours']) expect(text).toContain(words)
  expect(text).not.toContain('Mar 2026')
  expect(evidence).toEqual([
    expect.stringMatching(/^01 Apr 2026: 4 hours, by the rule hours-2\/\d{4}\.\d+\.$/),
    expect.stringMatching(/^02 Apr 2026: 4 hours, by the rule hours-2\/\d{4}\.\d+\.$/),
  ])
  expect(activity).toEqual(['2026-04-01T04:00:00.000Z', '2026-04-03T03:59:00.000Z'])
})

test('hours by hand in two renewal years name the year of each day', async () => {
  const byDay = [dayOf('2026-03-31', 4), dayOf('2026-04-01', 3)]
  await decide(7, byDay)
  const { certificate, text, evidence, activity } = await shown()
  expect(certificate).toMatchObject({ date: '31 Mar 2026 – 01 Apr 2026', days: byDay })
  expect(certificate.serial).toMatch(/^IA2027-/)
  expect(text).toContain('Tue 31 Mar 2026: 4 hours (renewal year 2025-2026)')
  expect(text).toContain('Wed 01 Apr 2026: 3 hours (renewal year 2026-2027)')
  expect(evidence).toEqual([
    '31 Mar 2026: 4 hours in the renewal year 2025-2026, confirmed by an administrator.',
    '01 Apr 2026: 3 hours in the renewal year 2026-2027, confirmed by an administrator.',
  ])
  expect(activity).toEqual(['2026-03-31T04:00:00.000Z', '2026-04-02T03:59:00.000Z'])
})

test('somebody who came on one of two days has that day alone', async () => {
  await decide(4, [dayOf('2026-03-31', 4)])
  const { certificate, text } = await shown()
  expect(certificate).toMatchObject({ date: '31 Mar 2026', days: [dayOf('2026-03-31', 4)] })
  expect(certificate.serial).toMatch(/^IA2026-/)
  expect(text).not.toContain('30 Mar 2026')
})

test.each<[string, PlainDate[]]>([
  ['within a calendar year', ['2026-01-20', '2026-02-10']],
  ['in autumn', ['2025-11-10']],
  ['over March 31', ['2026-03-31', '2026-04-01']],
])('a certificate number begins with the renewal year of the last hour, %s', async (_, days) => {
  await decide(
    days.length,
    days.map((on) => dayOf(on, 1)),
  )
  const last = days.at(-1) as PlainDate
  expect((await shown()).certificate.serial).toMatch(new RegExp(`^IA${seasonOfDay(last)}-\\d{6}$`))
})

describe('a change of days alone', () => {
  const [first, second] = [[dayOf('2026-03-30', 4)], [dayOf('2026-03-31', 4)]]

  test('is another issue, and the same days are none', async () => {
    await decide(4, first)
    const before = (await shown()).certificate
    await decide(4, first)
    expect((await shown()).certificate.serial).toBe(before.serial)
    await decide(4, second)
    const { serial, days, replaced } = (await shown()).certificate
    expect({ serial, days }).toEqual({ serial: `${before.serial}-2`, days: second })
    expect(replaced.map((issue) => issue.serial)).toEqual([before.serial])
  })

  test('is told to somebody who was emailed other days', async () => {
    await decide(4, first)
    await held.app.send(sendCertificate, { registrationId }, held.administrator)
    await held.app.untilJobsAreDone()
    await decide(4, second)
    await held.app.untilJobsAreDone()
    await hurryJobs(held.app, 'tell-correction')
    await held.app.untilJobsAreDone()
    const [mail] = await held.app.mailsTo(person.email, 2)
    expect(mail?.subject).toBe('Your certificate was corrected: other days')
    expect(mail?.text).toContain(shownByDay(second))
  })
})

test('a credit from before days were stored has the dates of its slot', async () => {
  await held.app.query(
    `insert into credits (registration_id, minutes, source) values (${registrationId}, 240, 'csv')`,
  )
  await held.app.send(sendCertificate, { registrationId }, held.administrator)
  const { certificate, text, evidence, activity } = await shown()
  expect(certificate).toMatchObject({ date: '30 Mar 2026 – 31 Mar 2026', days: [] })
  expect(certificate.serial).toMatch(/^IA2026-/)
  expect(text).toContain(`${shownDate('2026-03-30')} – ${shownDate(addDays('2026-03-30', 1))}`)
  expect(evidence).toEqual([`${certificate.serial}: 4 hours, confirmed by an administrator.`])
  expect(activity).toEqual(['2026-03-30T04:00:00.000Z', '2026-04-01T03:59:00.000Z'])
})
