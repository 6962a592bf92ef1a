import { beforeAll, expect, test } from 'vitest'
import type { Permission } from '#contract/core/permissions.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'
import { getBulkJob, previewBulkJob, startBulkJob, stopBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { previewUndo, undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { makeApiKey } from '#contract/people/api-keys/calls.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import type { EventWithSlots } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenTypedAgain,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let event: EventWithSlots
let ids: number[]
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  await givenTypedAgain(app, administrator.token)
  event = await givenEvent(app)
  ids = [await givenRegistration(app, await givenPersonUnmailed(app), event)]
})

const eight: BulkAction = { kind: 'credit', hours: 8, reason: 'Signed the list', includesEarly: true }
const reason = 'Wrong list'

async function givenKey(permissions: Exclude<Permission, 'administrators:write'>[]) {
  const body = { name: 'CRM', permissions, days: 1 }
  return (await app.dataOf(makeApiKey, { body }, administrator)).key
}

test('an API key that may not write hours neither starts, stops nor undoes a bulk job about them', async () => {
  const key = await givenKey(['registrations:read', 'registrations:write'])
  const actions: BulkAction[] = [
    eight,
    { kind: 'credit-found', eventSlotId: Number(event.slotIds[0]) },
    { kind: 'mail-certificates', onlyUnsent: true },
  ]
  for (const action of actions) {
    const body = { action, registrations: { ids } }
    await expectRefusal(app.call(previewBulkJob, { body }, key), 'NOT_PERMITTED')
    await expectRefusal(app.call(startBulkJob, { body }, key), 'NOT_PERMITTED')
  }
  const body = { action: eight, registrations: { ids } }
  const params = { jobId: (await app.dataOf(startBulkJob, { body }, administrator)).jobId }
  await expectRefusal(app.call(stopBulkJob, { params }, key), 'NOT_PERMITTED')
  await expectRefusal(app.call(previewUndo, { params }, key), 'NOT_PERMITTED')
  await expectRefusal(app.call(undoBulkJob, { params, body: { reason } }, key), 'NOT_PERMITTED')
  expect((await app.call(stopBulkJob, { params }, key)).failure).toMatchObject({
    message: 'This API key needs the permission credits:write, and so does its administrator.',
  })
  expect((await app.dataOf(getBulkJob, { params }, key)).state).not.toBe('failed')
})

test('with the permission for both it does, and for registrations alone it still deletes', async () => {
  const registrations = { ids }
  const both = await givenKey(['registrations:write', 'credits:write'])
  await expectSuccess(app.call(previewBulkJob, { body: { action: eight, registrations } }, both))
  const one = await givenKey(['registrations:write'])
  const action: BulkAction = { kind: 'delete', reason }
  const { jobId } = await app.dataOf(startBulkJob, { body: { action, registrations } }, one)
  await expectSuccess(app.call(stopBulkJob, { params: { jobId } }, one))
})
