import { expect, test } from 'vitest'
import { getAutomation, setAutomation } from '#contract/office/automations/calls.ts'
import type { BulkAction, BulkRegistrations } from '#contract/office/bulk-jobs/calls.ts'
import { getBulkJob, previewBulkJob, startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { getEndedSlots } from '#contract/office/dashboard/calls.ts'
import { expectRefusal } from '#test/app.ts'
import { noPollsAsked } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import {
  administrator,
  app,
  event,
  givenRegistered,
  idOf,
  on,
  row,
  slot,
  startWithHeldSlot,
  upload,
} from '#test/held-slot.ts'
import { runBulkJob } from './jobs.ts'

startWithHeldSlot()

test('a bulk job that emails certificates emails each once, even if it runs twice', async () => {
  const [first, second] = await givenAttended(2)
  const jobId = await start({ kind: 'credit-found', eventSlotId: slot, mailsCertificates: true })
  for (let times = 0; times < 2; times += 1) await app.write((work) => runBulkJob(work, { bulkJobId: jobId }))
  await app.untilJobsAreDone()
  expect(await job(jobId)).toMatchObject({
    emails: { sent: 2, total: 2 },
    unmailed: { certificates: 0, undeliverable: 0 },
  })
  expect([await certificateMails(first), await certificateMails(second)]).toEqual([1, 1])
  const again = { action: { kind: 'mail-certificates', onlyUnsent: true }, registrations: { jobId } } as const
  await expectRefusal(app.send(startBulkJob, again, administrator), 'NOTHING_TO_DO')
})

test('a job of set hours emails its certificates, unless it withdraws them', async () => {
  const [person] = await givenAttended(1)
  const ids = [await idOf(person)]
  const credit = { kind: 'credit', hours: 3, reason: 'Signed', mailsCertificates: true } as const
  await start(credit, { ids })
  await app.untilJobsAreDone()
  expect(await certificateMails(person)).toBe(1)
  const jobId = await start({ ...credit, hours: 0, mailsCorrections: false }, { ids })
  await app.untilJobsAreDone()
  expect(await certificateMails(person)).toBe(1)
  expect((await job(jobId)).unmailed).toEqual({ certificates: 0, undeliverable: 0 })
})

test('without the choice nobody is emailed, and one more job emails those whom the first one credited', async () => {
  const [first, second] = await givenAttended(2)
  const jobId = await start({ kind: 'credit-found', eventSlotId: slot })
  await app.untilJobsAreDone()
  expect((await job(jobId)).unmailed).toEqual({ certificates: 2, undeliverable: 0 })
  expect(await ended()).toMatchObject({ certificates: 2, unmailed: 2, undeliverable: 0 })
  await start({ kind: 'mail-certificates', onlyUnsent: true }, { jobId })
  await app.untilJobsAreDone()
  expect([await certificateMails(first), await certificateMails(second)]).toEqual([1, 1])
  expect((await job(jobId)).unmailed).toEqual({ certificates: 0, undeliverable: 0 })
  expect(await ended()).toBe(undefined)
})

test('a certificate whose address bounced is not emailed, and is counted', async () => {
  const [person] = await givenAttended(2)
  await app.query(
    "insert into bounces (email, reason, source, bounced_at) values ($1, 'No such user', 'mail-server', now())",
    [person.email],
  )
  const jobId = await start({ kind: 'credit-found', eventSlotId: slot, mailsCertificates: true })
  await app.untilJobsAreDone()
  expect(await certificateMails(person)).toBe(0)
  expect(await job(jobId)).toMatchObject({
    emails: { sent: 1, total: 1 },
    unmailed: { certificates: 1, undeliverable: 1 },
  })
  expect(await ended()).toMatchObject({ certificates: 2, unmailed: 1, undeliverable: 1 })
  const body = { action: { kind: 'mail-certificates', onlyUnsent: true }, registrations: { jobId } } as const
  const { people } = (await app.send(previewBulkJob, body, administrator)).data
  expect(people.map(({ email, verdict }) => [email, verdict])).toContainEqual([
    person.email,
    'ADDRESS_BOUNCED',
  ])
})

test('automation emails what was issued before only if asked to, each once', async () => {
  const [person] = await givenAttended(1)
  await start({ kind: 'credit-found', eventSlotId: slot })
  await app.untilJobsAreDone()
  const { eventId } = event
  const set = (mode: 'by-hand' | 'credit-and-mail', mailsIssued?: boolean) =>
    app.send(setAutomation, { eventId, mode, mailsIssued }, administrator)
  const query = { eventId }
  expect((await app.dataOf(getAutomation, { query }, administrator)).unmailed).toBe(1)
  await set('credit-and-mail')
  await app.untilJobsAreDone()
  expect(await certificateMails(person)).toBe(0)
  await set('by-hand')
  await set('credit-and-mail', true)
  await app.untilJobsAreDone()
  expect(await certificateMails(person)).toBe(1)
  expect((await app.dataOf(getAutomation, { query }, administrator)).unmailed).toBe(0)
})

async function givenAttended(count: number): Promise<[Person, Person]> {
  const people: Person[] = []
  for (let each = 0; each < count; each += 1) people.push(await givenRegistered())
  await noPollsAsked(app, slot, on)
  await upload(people.map(({ email }) => row(email, '08:00', '12:00')).join('\n'))
  return people as [Person, Person]
}

async function start(action: BulkAction, registrations: BulkRegistrations = { filter: {} }) {
  return (await app.send(startBulkJob, { action, registrations }, administrator)).data.jobId
}

function job(jobId: string) {
  return app.dataOf(getBulkJob, { params: { jobId } }, administrator)
}

async function ended() {
  const { slots } = await app.dataOf(getEndedSlots, {}, administrator)
  return slots.find(({ eventSlotId }) => eventSlotId === slot)
}

async function certificateMails(person: Person) {
  const rows = await app.query(
    'select count(*)::int as mails from certificate_mails where registration_id = $1',
    [await idOf(person)],
  )
  return rows[0].mails
}
