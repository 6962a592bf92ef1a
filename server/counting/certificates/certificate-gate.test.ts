import { beforeEach, expect, test } from 'vitest'
import {
  generateCertificate,
  getCertificate,
  issueCertificate,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import { answerReview, askForReview, getReviews } from '#contract/counting/credit-reviews/calls.ts'
import { saveProvider } from '#contract/foundation/training-providers/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'
import { getBulkJob, previewBulkJob, startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { getSlotHours, importHours } from '#contract/office/bulk-jobs/hours.ts'
import { previewUndo, undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { expectSuccess } from '#test/app.ts'
import { noPollsAsked } from '#test/attendance-uploads.ts'
import { codeOf, pdfOf, textOf } from '#test/certificates.ts'
import type { Person } from '#test/given.ts'
import { byHand, givenCredit, givenNoProvider } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()

let person: Person
let registrationId: number
beforeEach(async () => {
  await provide()
  person = await held.givenRegistered()
  registrationId = await held.idOf(person)
})

/** Calls the held slot's app as the administrator. */
const act: typeof held.app.call = (endpoint, input) => held.app.call(endpoint, input, held.administrator)
const credit = (hours: number, reason?: string) =>
  act(generateCertificate, { body: byHand({ registrationId, hours, ...(reason && { reason }) }) })

async function provide() {
  const names = { name: 'Example Aviation Training', signatoryName: 'Sample Signatory' }
  const others = {
    contact: 'training@example.com',
    signatoryTitle: 'Director',
    signature: '',
    postalAddress: '',
  }
  await act(saveProvider, { body: { ...names, ...others, version: undefined } })
  await held.app.untilJobsAreDone()
}

/** Returns the person's hours, ledger rows, and issues of their certificate. */
async function written() {
  const [row] = await held.app.query(`
    select hours, (select count(*)::int from credits c where c.registration_id = r.registration_id) as credits,
      (select count(*)::int from certificates c where c.registration_id = r.registration_id) as issues
    from registrations r where registration_id = ${registrationId}`)
  return row
}
const nothing = { hours: 0, credits: 0, issues: 0 }
const refused = {
  code: 'PROVIDER_INCOMPLETE',
  message:
    "Certificates need the training provider's name and signatory. Set them under Training provider first.",
}

test('before the training provider is saved, hours for one person are refused, and 0 hours are not', async () => {
  await givenNoProvider(held.app)
  expect(await credit(8)).toMatchObject({ status: 409, failure: refused })
  expect(await written()).toEqual(nothing)
  await expectSuccess(credit(0, 'Absent'))
  expect(await written()).toMatchObject({ hours: 0, credits: 1 })
  await provide()
  await expectSuccess(credit(8))
  expect(await written()).toEqual({ hours: 8, credits: 2, issues: 1 })
})

test('hours in bulk and hours that were found are refused as a whole, in the preview and at the start', async () => {
  await noPollsAsked(held.app, held.slot, held.on)
  await held.upload(held.row(person.email, '08:00', '12:00'))
  const other = await held.givenRegistered()
  await givenCredit(held.app, held.administrator, await held.idOf(other), 4)
  await givenNoProvider(held.app)
  const actions: BulkAction[] = [
    { kind: 'credit', hours: 3 },
    { kind: 'credit-found', eventSlotId: held.slot },
  ]
  for (const action of actions) {
    const body = { action, registrations: { filter: { eventSlotId: held.slot } } }
    expect((await act(previewBulkJob, { body })).failure).toMatchObject(refused)
    expect((await act(startBulkJob, { body })).failure).toMatchObject(refused)
  }
  expect([await written(), await held.creditedTo(other)]).toEqual([nothing, 4])
  const action: BulkAction = { kind: 'credit', hours: 3 }
  const body = { action, registrations: { ids: [await held.idOf(other)] } }
  await expectSuccess(act(startBulkJob, { body }))
  await held.app.untilJobsAreDone()
  expect(await held.creditedTo(other)).toBe(3)
})

test('a list of hours is refused as a whole, and its page knows that before', async () => {
  const other = await held.givenRegistered()
  await givenCredit(held.app, held.administrator, await held.idOf(other), 4)
  await givenNoProvider(held.app)
  const upload = (...data: { email: string; hours: number }[]) =>
    act(importHours, { body: { eventSlotId: held.slot, data } })
  const list = [
    { email: other.email, hours: 3 },
    { email: person.email, hours: 4 },
  ]
  const query = { eventSlotId: held.slot }
  expect((await act(getSlotHours, { query })).data.isProviderComplete).toBe(false)
  expect((await upload(...list)).failure).toMatchObject(refused)
  expect([await written(), await held.creditedTo(other)]).toEqual([nothing, 4])
  expect((await upload({ email: other.email, hours: 0 })).data.results).toMatchObject([{ status: 'updated' }])
  await provide()
  expect((await act(getSlotHours, { query })).data.isProviderComplete).toBe(true)
  expect((await upload(...list)).data.results.map(({ status }) => status)).toEqual(['updated', 'updated'])
})

test('an answer that gives hours is refused, and its question stays open', async () => {
  await givenNoProvider(held.app)
  const attendee = held.row((await held.givenRegistered()).email, '08:00', '12:00')
  await held.upload(`Yes,Host,${person.email},${held.on} 08:00,${held.on} 12:00,Host\n${attendee},`, {
    heading: `${held.heading},Role`,
  })
  const [wait] = await held.waits()
  const given = { registrationId, hours: 4, isByRule: false }
  const subject = wait?.subject ?? ''
  expect((await held.send({ act: 'credit', subject, credit: given })).failure).toMatchObject(refused)
  expect([await held.kinds(), await written()]).toEqual([['host'], nothing])
})

test('a review that gives hours is refused and waits, and the same answer is given later', async () => {
  await givenNoProvider(held.app)
  await held.upload(held.row(person.email, '08:00', '11:10'))
  const asked = { registrationId, hourNumbers: [4], words: 'I was there.' }
  await expectSuccess(held.app.send(askForReview, asked, person))
  const reviews = async () => (await act(getReviews, { query: { eventSlotId: held.slot } })).data.reviews
  const answer = async () => {
    const [review] = await reviews()
    const body = { reviewId: review?.reviewId ?? 0, hours: 4, words: 'Yes', version: review?.version }
    return (await act(answerReview, { body })).failure
  }
  expect(await answer()).toMatchObject(refused)
  expect([await written(), await reviews()]).toMatchObject([nothing, [{ answer: null }]])
  await provide()
  expect(await answer()).toBe(undefined)
})

test('hours of the rule that a decision hid stay hidden', async () => {
  await noPollsAsked(held.app, held.slot, held.on)
  await held.upload(held.row(person.email, '08:00', '12:00'))
  const action = { kind: 'credit-found', eventSlotId: held.slot } as const
  await act(startBulkJob, { body: { action, registrations: { filter: {} } } })
  await held.app.untilJobsAreDone()
  await credit(0)
  await givenNoProvider(held.app)
  const body = { registrationId, reason: 'Mistake' }
  expect((await act(releaseHours, { body })).failure).toMatchObject(refused)
  expect(await written()).toMatchObject({ hours: 0 })
  await provide()
  expect((await act(releaseHours, { body })).data.hours).toBe(4)
})

test('a certificate from before is served, emailed, corrected and withdrawn, and then not issued again', async () => {
  const code = await givenCredit(held.app, held.administrator, registrationId, 8)
  await givenNoProvider(held.app)
  const shown = async () => (await act(getCertificate, { params: { code } })).data
  expect(await shown()).toMatchObject({ hours: 8, withdrawnAt: null })
  const link = `http://localhost:3000/download?certificate=${code}`
  expect(await textOf(await pdfOf(held.app, link))).toContain('Course Coordinator')
  await expectSuccess(act(sendCertificate, { body: { registrationId } }))
  expect(codeOf((await act(issueCertificate, { body: { registrationId } })).data.link)).toBe(code)
  await expectSuccess(credit(4))
  expect(await shown()).toMatchObject({ hours: 4, withdrawnAt: null })
  await expectSuccess(credit(0))
  expect((await shown()).withdrawnAt).not.toBe(null)
  expect((await credit(4)).failure).toMatchObject(refused)
  expect(await written()).toMatchObject({ hours: 0, issues: 2 })
})

test('a deleted registration with hours is not half restored, alone or in bulk', async () => {
  await givenCredit(held.app, held.administrator, registrationId, 8)
  const other = await held.givenRegistered()
  const registrations = { ids: [registrationId, await held.idOf(other)] }
  const { jobId } = (
    await act(startBulkJob, { body: { action: { kind: 'delete', reason: 'Twice' }, registrations } })
  ).data
  await held.app.untilJobsAreDone()
  await givenNoProvider(held.app)
  expect((await act(restoreRegistration, { body: { registrationId } })).failure).toMatchObject(refused)
  const { people } = (await act(previewUndo, { params: { jobId } })).data
  expect(people.map(({ verdict }) => verdict)).toEqual(['PROVIDER_INCOMPLETE', 'changes'])
  const undo = (await act(undoBulkJob, { params: { jobId }, body: { reason: 'Mistake' } })).data
  await held.app.untilJobsAreDone()
  const job = (await act(getBulkJob, { params: { jobId: undo.jobId } })).data
  expect(job).toMatchObject({ changed: 1, failures: [{ why: 'Training provider is not set up' }] })
  const isCanceled = async () =>
    (
      await held.app.query(`select cancelled_at from registrations where registration_id = ${registrationId}`)
    )[0].cancelled_at !== null
  expect([await isCanceled(), await written()]).toMatchObject([true, { hours: 0 }])
  await provide()
  await expectSuccess(act(restoreRegistration, { body: { registrationId } }))
  expect([await isCanceled(), await written()]).toMatchObject([false, { hours: 8 }])
})

test('a restored registration to an incomplete profile is refused before anything is written', async () => {
  await givenCredit(held.app, held.administrator, registrationId, 8)
  await act(deleteRegistration, { body: { registrationId, reason: 'Twice' } })
  await held.app.query(`update users set zip = '' where user_id = '${person.userId}'`)
  const { failure } = await act(restoreRegistration, { body: { registrationId } })
  expect(failure?.code).toBe('PROFILE_INCOMPLETE')
})

test('hours from before the rule have no certificate to email until the training provider is saved, which issues it', async () => {
  await givenNoProvider(held.app)
  await held.app.query(
    `insert into credits (registration_id, minutes, source) values (${registrationId}, 240, 'csv')`,
  )
  expect((await act(sendCertificate, { body: { registrationId } })).failure).toMatchObject(refused)
  expect((await act(issueCertificate, { body: { registrationId } })).failure).toMatchObject(refused)
  expect(await written()).toEqual({ hours: 4, credits: 1, issues: 0 })
  await provide()
  expect(await written()).toEqual({ hours: 4, credits: 1, issues: 1 })
  await expectSuccess(act(sendCertificate, { body: { registrationId } }))
})

test('an account with such hours can be deleted', async () => {
  await givenNoProvider(held.app)
  await held.app.query(
    `insert into credits (registration_id, minutes, source) values (${registrationId}, 240, 'csv')`,
  )
  const { failure } = await held.app.send(deleteAccount, { email: person.email }, person)
  expect(failure).toBe(undefined)
})
