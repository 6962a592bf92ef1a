import { beforeEach, describe, expect, test } from 'vitest'
import { generateCertificate, sendCertificate } from '#contract/counting/certificates/calls.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'
import { getBulkJob, startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { previewUndo, undoBulkJob, undoneCertificates } from '#contract/office/bulk-jobs/undo.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import { atOnce, until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  choiceOf,
  givenEvent,
  givenPersonUnmailed,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { hurryJobs } from '#test/queue.ts'

let event: EventWithSlots
let people: Person[]
let ids: number[]
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app)
  people = await atOnce(4, () => givenPersonUnmailed(app))
  ids = []
  for (const { token } of people) {
    const body = choiceOf(event)
    ids.push((await app.dataOf(registerForEvent, { body }, token)).registration.registrationId)
  }
})

const eight: BulkAction = { kind: 'credit', hours: 8, includesEarly: true, reason: 'Confirmed' }
const withdrawn = 'Your certificate was withdrawn'

describe('the preview of an undo of hours', () => {
  test('counts the changes, the certificates that become invalid, and those of them that were emailed', async () => {
    await credit(0, 4)
    const jobId = await done(eight)
    await email(0, 1, 2)
    await app.send(deleteRegistration, { registrationId: ids[2] as number }, administrator)
    const preview = await peopleOf(jobId)
    expect(preview.map(({ verdict, hours, hoursAfter }) => [verdict, hours, hoursAfter])).toEqual([
      ['changes', 8, 4],
      ['changes', 8, 0],
      ['REGISTRATION_NOT_FOUND', 0, 0],
      ['changes', 8, 0],
    ])
    expect(undoneCertificates(preview)).toEqual({ withdrawn: 2, replaced: 1, mailed: 2, issued: 0 })
  })

  test('counts the certificates that are issued again if the undo is itself undone', async () => {
    const undone = await undo(await done(eight))
    await credit(3, 5)
    const preview = await peopleOf(undone)
    expect(preview.map(({ verdict }) => verdict)).toEqual([
      'changes',
      'changes',
      'changes',
      'CHANGED_MEANWHILE',
    ])
    expect(undoneCertificates(preview)).toEqual({ withdrawn: 0, replaced: 0, mailed: 0, issued: 3 })
  })
})

test('a move is undone only for people who are still where it moved them', async () => {
  const { eventId, focusId, slotIds } = event
  const jobId = await done({ kind: 'move', eventId, focusId, eventSlotId: slotIds[1] })
  await credit(1, 5)
  const preview = await peopleOf(jobId)
  expect(preview.map(({ verdict }) => verdict)).toEqual([
    'changes',
    'CERTIFICATE_ISSUED',
    'changes',
    'changes',
  ])
})

test('a deletion is undone except for people who registered again', async () => {
  const jobId = await done({ kind: 'delete' })
  const body = choiceOf(event)
  await app.send(registerForEvent, body, people[0]?.token)
  const preview = await peopleOf(jobId)
  expect(preview.map(({ verdict }) => verdict)).toEqual(['REGISTERED_AGAIN', 'changes', 'changes', 'changes'])
})

describe('people whose emailed certificate was undone', () => {
  test('are told, each once, and an undo of the undo tells them that it is valid again', async () => {
    const jobId = await done(eight)
    await email(0, 1)
    const undone = await undo(jobId)
    expect((await progressOf(undone)).emails).toEqual({ sent: 0, waiting: 2, total: 2 })
    await waitAMinute()
    expect(await subjects()).toEqual([[withdrawn], [withdrawn], [], []])
    expect((await progressOf(undone)).emails).toEqual({ sent: 2, waiting: 0, total: 2 })
    await undo(undone)
    await waitAMinute()
    const again = [withdrawn, 'Your certificate is valid again: 8 hours']
    expect(await subjects()).toEqual([again, again, [], []])
  })

  test('are not told if the administrator chose not to tell them', async () => {
    const jobId = await done(eight)
    await email(0, 1)
    const undone = await undo(jobId, false)
    expect((await progressOf(undone)).emails).toEqual({ sent: 0, waiting: 0, total: 0 })
    await waitAMinute()
    expect(await subjects()).toEqual([[], [], [], []])
  })

  test('are told nothing if the undo is undone within a minute', async () => {
    const jobId = await done(eight)
    await email(0)
    await undo(await undo(jobId))
    await waitAMinute()
    expect(await subjects()).toEqual([[], [], [], []])
  })
})

test('bulk hours tell people who were emailed other hours, and count these emails', async () => {
  await done(eight)
  await email(0, 1)
  const corrected = await done({ kind: 'credit', hours: 4, includesEarly: true, reason: 'Confirmed' })
  await app.untilJobsAreDone()
  expect((await progressOf(corrected)).emails).toEqual({ sent: 0, waiting: 2, total: 2 })
  await waitAMinute()
  const subject = 'Your certificate was corrected: 4 hours instead of 8'
  expect(await subjects()).toEqual([[subject], [subject], [], []])
  expect((await progressOf(corrected)).emails).toEqual({ sent: 2, waiting: 0, total: 2 })
})

async function done(action: BulkAction) {
  const body = { action, registrations: { ids } }
  const { jobId } = await app.dataOf(startBulkJob, { body }, administrator)
  await until(async () => (await progressOf(jobId)).state === 'done')
  await app.untilJobsAreDone()
  return jobId
}

async function undo(jobId: string, mailsCorrections?: boolean) {
  const body = { reason: 'Wrong list', mailsCorrections }
  const data = await app.dataOf(undoBulkJob, { params: { jobId }, body }, administrator)
  await until(async () => (await progressOf(data.jobId)).state === 'done')
  await app.untilJobsAreDone()
  return data.jobId
}

async function peopleOf(jobId: string) {
  return (await app.dataOf(previewUndo, { params: { jobId } }, administrator)).people
}

function progressOf(jobId: string) {
  return app.dataOf(getBulkJob, { params: { jobId } }, administrator)
}

async function credit(who: number, hours: number) {
  const body = { registrationId: ids[who] as number, hours }
  await app.send(generateCertificate, byHand(body), administrator)
}

async function email(...whom: number[]) {
  for (const who of whom) {
    await app.send(sendCertificate, { registrationId: ids[who] as number }, administrator)
  }
  await app.untilJobsAreDone()
}

async function waitAMinute() {
  await hurryJobs(app, 'tell-correction')
  await app.untilJobsAreDone()
}

/** Returns the subjects of the corrections emailed to each person. */
function subjects(): Promise<string[][]> {
  return Promise.all(
    people.map(async ({ email }) => {
      const rows = await app.services.db
        .selectFrom('mails')
        .select('subject')
        .where('toAddress', '=', email)
        .where('subject', 'not like', 'Your certificate: %')
        .where('subject', 'like', 'Your certificate%')
        .where('status', '=', 'sent')
        .orderBy('mailId')
        .execute()
      return rows.map(({ subject }) => subject)
    }),
  )
}
