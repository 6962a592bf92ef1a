import { expect, test } from 'vitest'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import { getBulkJob, getBulkJobs } from '#contract/office/bulk-jobs/calls.ts'
import { giveBackBulkJob, undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { cancelRegistration } from '#contract/registrations/registrations/calls.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { sweepCounts } from '#server/counting/credit-findings/jobs.ts'
import { write } from '#server/work.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import { noPollsAsked } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import { givenCredit, givenRegistration } from '#test/given.ts'
import {
  administrator,
  app,
  creditedTo,
  event,
  givenRegistered,
  heldOn,
  idOf,
  kinds,
  on,
  row,
  slot,
  startWithHeldSlot,
  upload,
  waits,
} from '#test/held-slot.ts'

startWithHeldSlot()

const leave = ({ token }: Person) => app.call(cancelRegistration, { body: { eventId: event.eventId } }, token)

/** Returns the job that credited the event's people, once it is undone. */
async function undoNewestJob(): Promise<string> {
  const { jobs } = (await app.call(getBulkJobs, {}, administrator.token)).data
  const jobId = jobs[0]?.jobId ?? ''
  await expectSuccess(
    app.call(undoBulkJob, { params: { jobId }, body: { reason: 'Wrong report' } }, administrator.token),
  )
  await app.untilJobsAreDone()
  return jobId
}

/** Credits a person automatically. */
async function givenCredited(person: Person) {
  await noPollsAsked(app, slot, on)
  const body = { eventId: event.eventId, mode: 'credit' } as const
  await expectSuccess(app.call(setAutomation, { body }, administrator.token))
  await upload(row(person.email, '08:00', '12:00'))
  expect([await creditedTo(person), await kinds()]).toEqual([4, []])
}

async function registerAgain(person: Person) {
  await app.untilJobsAreDone()
  expect(await creditedTo(person)).toBe(0)
  // The other slot is over by now, and its reports are final.
  await heldOn(on, event.slotIds[1])
  await givenRegistration(app, person, event, { slot: 1, by: administrator })
  await untilCounted()
}

async function untilCounted() {
  await write(app.services, undefined, sweepCounts)
  await app.untilJobsAreDone()
}

test.each<[string, (person: Person) => Promise<unknown>]>([
  [
    'took the hours away',
    async (person) => {
      await givenCredit(app, administrator, await idOf(person), 0, 'Somebody else sat there')
      await leave(person)
    },
  ],
  [
    'undid the automatic hours',
    async (person) => {
      await undoNewestJob()
      await leave(person)
    },
  ],
  [
    'deleted the registration',
    async (person) => {
      const body = { registrationId: await idOf(person), reason: 'Absent' }
      await app.call(deleteRegistration, { body }, administrator.token)
    },
  ],
])('who registers again after an administrator %s is credited once given back', async (_, act) => {
  const person = await givenRegistered()
  await givenCredited(person)
  await act(person)
  await registerAgain(person)
  expect([await creditedTo(person), await kinds()]).toEqual([0, ['taken-back']])
  const { findings } = await app.dataOf(getOwnFindings, {}, person)
  expect(findings.map(({ about }) => about)).toEqual([
    'Your hours for this event were lowered or removed before. An administrator will look at them.',
  ])
  const [wait] = await waits()
  const body = { registrationId: wait?.registrationId ?? 0, reason: 'By mistake' }
  await expectSuccess(app.send(releaseHours, body, administrator))
  await app.untilJobsAreDone()
  expect([await creditedTo(person), await kinds()]).toEqual([4, []])
  await expectRefusal(app.send(releaseHours, body, administrator), 'NOT_DECIDED')
})

test('who registered again is given back with an undone job', async () => {
  const person = await givenRegistered()
  await givenCredited(person)
  const jobId = await undoNewestJob()
  await leave(person)
  await registerAgain(person)
  const params = { jobId }
  const by = administrator.token
  expect((await app.call(getBulkJob, { params }, by)).data.takenBack).toBe(1)
  const answer = await app.call(giveBackBulkJob, { params, body: { reason: 'It was right' } }, by)
  expect(answer.data).toEqual({ given: 1 })
  await app.untilJobsAreDone()
  expect([await creditedTo(person), await kinds()]).toEqual([4, []])
  expect((await app.call(getBulkJob, { params }, by)).data.takenBack).toBe(0)
})

test('who is given back within the hour is credited again', async () => {
  const person = await givenRegistered()
  await givenCredited(person)
  const jobId = await undoNewestJob()
  expect(await creditedTo(person)).toBe(0)
  const request = { params: { jobId }, body: { reason: 'It was right' } }
  await app.call(giveBackBulkJob, request, administrator.token)
  await app.untilJobsAreDone()
  expect([await creditedTo(person), await kinds()]).toEqual([4, []])
})

test('an undo is remembered by an older registration that is restored', async () => {
  const person = await givenRegistered()
  const older = await idOf(person)
  // The older one was given back before the undo, which says nothing about it.
  await givenCredit(app, administrator, older, 0, 'Absent')
  const given = { registrationId: older, reason: 'Not absent' }
  await expectSuccess(app.send(releaseHours, given, administrator))
  await leave(person)
  await givenRegistration(app, person, event, { by: administrator })
  await givenCredited(person)
  await undoNewestJob()
  await leave(person)
  const body = { registrationId: older, overbooks: true }
  await expectSuccess(app.send(restoreRegistration, body, administrator))
  await untilCounted()
  expect([await creditedTo(person), await kinds()]).toEqual([0, ['taken-back']])
})
