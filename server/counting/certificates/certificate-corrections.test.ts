import { describe, expect, test } from 'vitest'
import {
  generateCertificate,
  getCertificate,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import { getEmailLogs } from '#contract/foundation/mails/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import type { Person } from '#test/given.ts'
import {
  byHand,
  givenEvent,
  givenRegistered,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { hurryJobs, jobsOf } from '#test/queue.ts'
import { tellCorrection } from './certificate-corrections.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))

const withdrawn = 'Your certificate was withdrawn'
const first = 'Your certificate: Piston IA Renewal Series 2027'

describe('a person who was emailed a certificate of 8 hours', () => {
  const cases: [string, (id: number) => Promise<unknown>, string[]][] = [
    ['is told that it was withdrawn', (id) => credit(id, 0), [withdrawn]],
    [
      'is told of other hours',
      (id) => credit(id, 4),
      ['Your certificate was corrected: 4 hours instead of 8'],
    ],
    ['is told of one hour', (id) => credit(id, 1), ['Your certificate was corrected: 1 hour instead of 8']],
    ['is told that a deletion withdrew it', deletion, [withdrawn]],
    [
      'is told nothing if a withdrawal was reversed within the minute',
      async (id) => {
        await credit(id, 0)
        await credit(id, 8)
      },
      [],
    ],
    [
      'is told only of the newest of several corrections',
      async (id) => {
        await credit(id, 0)
        await credit(id, 3)
        await credit(id, 5)
      },
      ['Your certificate was corrected: 5 hours instead of 8'],
    ],
    [
      'is told nothing if a deletion was reversed within the minute',
      async (id) => {
        await deletion(id)
        await app.send(restoreRegistration, { registrationId: id }, administrator)
      },
      [],
    ],
    [
      'is told when it is valid again',
      async (id) => {
        await credit(id, 0)
        await waitAMinute()
        await credit(id, 6)
      },
      [withdrawn, 'Your certificate is valid again: 6 hours'],
    ],
    [
      'is told once if the corrected certificate is also emailed before the correction is sent',
      async (id) => {
        await credit(id, 4)
        await email(id)
      },
      ['Your certificate was corrected: 4 hours instead of 8'],
    ],
    ['is told that a release to the rule withdrew it', release, [withdrawn]],
    [
      'is told nothing if a release was reversed within the minute',
      async (id) => {
        await release(id)
        await credit(id, 8)
      },
      [],
    ],
    ['is told nothing if the certificate says the same', (id) => credit(id, 8), []],
  ]
  test.each(cases)('%s', async (_, change, subjects) => {
    const { person, registrationId } = await givenMailed(8)
    await change(registrationId)
    await waitAMinute()
    expect(await subjectsTo(person)).toEqual([first, ...subjects])
  })

  test('is told nothing if only their name was corrected', async () => {
    const { person, registrationId } = await givenMailed(8)
    await app.update('users', { lastName: 'Corrected' }, { userId: person.userId })
    const { link } = (await credit(registrationId, 8)).data
    await waitAMinute()
    const code = new URL(link).searchParams.get('certificate') as string
    expect((await app.dataOf(getCertificate, { params: { code } })).name).toBe('Pat Corrected')
    expect(await subjectsTo(person)).toEqual([first])
  })

  test('finds old and new hours, serial number and link in the correction, and a withdrawal in the email log', async () => {
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
    const { emailLogs } = await app.dataOf(getEmailLogs, { query }, administrator)
    expect(emailLogs.map(({ hours, notes }) => [hours, notes])).toEqual([
      [0, 'Withdrawal'],
      [4, 'Correction'],
      [8, ''],
    ])
  })

  test('is told once, however often the job runs, even at the same time', async () => {
    const { person, registrationId } = await givenMailed(8)
    await credit(registrationId, 0)
    const run = () => app.write((work) => tellCorrection(work, { registrationId }))
    await Promise.all([run(), run(), run()])
    await waitAMinute()
    expect(await subjectsTo(person)).toEqual([first, withdrawn])
  })

  test('reads in the withdrawal the hours that they were last told', async () => {
    const { person, registrationId } = await givenMailed(8)
    await credit(registrationId, 4)
    await credit(registrationId, 0)
    await waitAMinute()
    const [mail] = await app.mailsTo(person.email, 2)
    expect(mail?.text).toContain("its 8 hours don't count toward your renewal")
  })
})

test('the job for a correction is delayed by a minute', async () => {
  const { registrationId } = await givenMailed(8)
  await credit(registrationId, 4)
  await app.untilJobsAreDone()
  const jobs = (await jobsOf(app, 'tell-correction')).filter(
    ({ data }) => data.registrationId === registrationId,
  )
  expect(jobs).toMatchObject([{ delaySeconds: 60 }])
})

test('nobody is told about a certificate that was not emailed to them', async () => {
  const { person, registrationId } = await givenRegistration()
  await credit(registrationId, 8)
  await credit(registrationId, 4)
  await credit(registrationId, 0)
  await waitAMinute()
  expect(await subjectsTo(person)).toEqual([])
})

test('nobody is told about a certificate whose email was given up', async () => {
  const { person, registrationId } = await givenMailed(8)
  await app.query("update mails set status = 'given-up' where registration_id = $1 and subject = $2", [
    registrationId,
    first,
  ])
  await credit(registrationId, 4)
  await waitAMinute()
  expect(await subjectsTo(person)).toEqual([])
})

const givenRegistration = () => givenRegistered(app, event)

/** Registers a person, credits hours and emails the certificate. */
async function givenMailed(hours: number) {
  const given = await givenRegistration()
  await credit(given.registrationId, hours)
  await email(given.registrationId)
  await app.untilJobsAreDone()
  return given
}

function credit(registrationId: number, hours: number) {
  return app.send(generateCertificate, byHand({ registrationId, hours }), administrator)
}

function email(registrationId: number) {
  return app.send(sendCertificate, { registrationId }, administrator)
}

function release(registrationId: number) {
  const body = { registrationId, reason: 'Not by hand' }
  return app.send(releaseHours, body, administrator)
}

function deletion(registrationId: number) {
  return app.send(deleteRegistration, { registrationId }, administrator)
}

/** Runs the delayed jobs without waiting a minute. */
async function waitAMinute() {
  await app.untilJobsAreDone()
  await hurryJobs(app, 'tell-correction')
  await app.untilJobsAreDone()
}

/** Returns the subjects of the sent emails about a certificate, in order. */
async function subjectsTo({ email }: Person) {
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
