import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateCertificate, getCertificate, sendCertificate } from '#contract/certificates/calls.ts'
import { getEmailLogs } from '#contract/mails/calls.ts'
import { registerForEvent } from '#contract/registrations/calls.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/changes.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed } from '#test/given.ts'
import { hurryJobs, jobsOf } from '#test/queue.ts'
import { tellCorrection } from './certificate-corrections.ts'

let app: TestApp
let administrator: Person
let event: EventWithSlots
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  event = await givenEvent(app)
})
afterAll(() => app.close())

const withdrawn = 'Your certificate was withdrawn'
const first = 'Your certificate: Piston IA Renewal Series 2027'

describe('somebody who was emailed a certificate of 8 hours', () => {
  const cases: [string, (id: number) => Promise<unknown>, string[]][] = [
    ['hears that it was withdrawn', (id) => credit(id, 0), [withdrawn]],
    ['hears of other hours', (id) => credit(id, 4), ['Your certificate was corrected: 4 hours instead of 8']],
    ['hears of one hour', (id) => credit(id, 1), ['Your certificate was corrected: 1 hour instead of 8']],
    ['hears of the withdrawal by a deletion', deletion, [withdrawn]],
    [
      'hears of nothing that was taken back in time',
      async (id) => {
        await credit(id, 0)
        await credit(id, 8)
      },
      [],
    ],
    [
      'hears of the newest of several corrections',
      async (id) => {
        await credit(id, 0)
        await credit(id, 3)
        await credit(id, 5)
      },
      ['Your certificate was corrected: 5 hours instead of 8'],
    ],
    [
      'hears of nothing after a deletion that was taken back in time',
      async (id) => {
        await deletion(id)
        await app.call(restoreRegistration, { body: { registrationId: id } }, administrator.token)
      },
      [],
    ],
    [
      'hears when it is valid again',
      async (id) => {
        await credit(id, 0)
        await waitAMinute()
        await credit(id, 6)
      },
      [withdrawn, 'Your certificate is valid again: 6 hours'],
    ],
    [
      'hears once where the corrected one is emailed, too, before the correction has left',
      async (id) => {
        await credit(id, 4)
        await email(id)
      },
      ['Your certificate was corrected: 4 hours instead of 8'],
    ],
    ['hears of no certificate that says the same', (id) => credit(id, 8), []],
  ]
  test.each(cases)('%s', async (_, change, subjects) => {
    const { person, registrationId } = await givenMailed(8)
    await change(registrationId)
    await waitAMinute()
    expect(await subjectsTo(person)).toEqual([first, ...subjects])
  })

  test('hears of nothing by a corrected name', async () => {
    const { person, registrationId } = await givenMailed(8)
    await app.services.db
      .updateTable('users')
      .set({ lastName: 'Corrected' })
      .where('userId', '=', person.userId)
      .execute()
    const { link } = (await credit(registrationId, 8)).data
    await waitAMinute()
    const code = new URL(link).searchParams.get('certificate') as string
    expect((await app.call(getCertificate, { params: { code } })).data.name).toBe('Pat Corrected')
    expect(await subjectsTo(person)).toEqual([first])
  })

  test('finds old and new hours, the serial number and the link in the email, and none for a withdrawal', async () => {
    const { person, registrationId } = await givenMailed(8)
    const { link } = (await credit(registrationId, 4)).data
    await waitAMinute()
    await credit(registrationId, 0)
    await waitAMinute()
    const [second, corrected] = await app.mailsTo(person.email, 3)
    const serial = `IA2027-${String(registrationId).padStart(6, '0')}-2`
    for (const words of ['4 hours instead of 8', serial, link]) expect(corrected?.text).toContain(words)
    for (const words of [serial, '4 hours']) expect(second?.text).toContain(words)
    const query = { registrationId }
    const { emailLogs } = (await app.call(getEmailLogs, { query }, administrator.token)).data
    expect(emailLogs.map(({ hours, notes }) => [hours, notes])).toEqual([
      [0, 'Withdrawal'],
      [4, 'Correction'],
      [8, ''],
    ])
  })

  test('hears once, however often the job runs, and at the same time', async () => {
    const { person, registrationId } = await givenMailed(8)
    await credit(registrationId, 0)
    const run = () => write(app.services, undefined, (work) => tellCorrection(work, { registrationId }))
    await Promise.all([run(), run(), run()])
    await waitAMinute()
    expect(await subjectsTo(person)).toEqual([first, withdrawn])
  })

  test('reads in a withdrawal of the hours that they know of', async () => {
    const { person, registrationId } = await givenMailed(8)
    await credit(registrationId, 4)
    await credit(registrationId, 0)
    await waitAMinute()
    const [mail] = await app.mailsTo(person.email, 2)
    expect(mail?.text).toContain('its 8 hours no longer count toward your renewal')
  })
})

test('a correction leaves a minute after it was decided', async () => {
  const { registrationId } = await givenMailed(8)
  await credit(registrationId, 4)
  await app.untilJobsAreDone()
  const jobs = (await jobsOf(app, 'tell-correction')).filter(
    ({ data }) => data.registrationId === registrationId,
  )
  expect(jobs).toMatchObject([{ delaySeconds: 60 }])
})

test('nobody hears of a certificate that was not emailed to them', async () => {
  const { person, registrationId } = await givenRegistration()
  await credit(registrationId, 8)
  await credit(registrationId, 4)
  await credit(registrationId, 0)
  await waitAMinute()
  expect(await subjectsTo(person)).toEqual([])
})

test('nobody hears of a certificate whose email was given up', async () => {
  const { person, registrationId } = await givenMailed(8)
  await app.services.pool.query(
    "update mails set status = 'given-up' where registration_id = $1 and subject = $2",
    [registrationId, first],
  )
  await credit(registrationId, 4)
  await waitAMinute()
  expect(await subjectsTo(person)).toEqual([])
})

async function givenRegistration() {
  const person = await givenPersonUnmailed(app)
  const body = { eventId: event.eventId, eventSlotId: event.slotIds[0], focusId: event.focusId }
  const { registration } = (await app.call(registerForEvent, { body }, person.token)).data
  return { person, registrationId: registration.registrationId }
}

/** Registers a person, credits hours and emails the certificate. */
async function givenMailed(hours: number) {
  const given = await givenRegistration()
  await credit(given.registrationId, hours)
  await email(given.registrationId)
  await app.untilJobsAreDone()
  return given
}

function credit(registrationId: number, hours: number) {
  return app.call(generateCertificate, { body: { registrationId, hours } }, administrator.token)
}

function email(registrationId: number) {
  return app.call(sendCertificate, { body: { registrationId } }, administrator.token)
}

function deletion(registrationId: number) {
  return app.call(deleteRegistration, { body: { registrationId } }, administrator.token)
}

/** Runs the delayed jobs without waiting for their minute. */
async function waitAMinute(): Promise<void> {
  await app.untilJobsAreDone()
  await hurryJobs(app, 'tell-correction')
  await app.untilJobsAreDone()
}

/** Returns the subjects of the sent emails about a certificate, in order. */
async function subjectsTo({ email }: Person): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('mails')
    .select('subject')
    .where('toAddress', '=', email)
    .where('subject', 'like', 'Your certificate%')
    .where('status', '=', 'sent')
    .orderBy('mailId')
    .execute()
  return rows.map(({ subject }) => subject)
}
