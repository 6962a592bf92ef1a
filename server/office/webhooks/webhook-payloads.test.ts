import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWebhook, getWebhookDeliveries, getWebhooks } from '#contract/office/webhooks/calls.ts'
import { webhookEventTypes } from '#contract/office/webhooks/events.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import type { WebhookReceiver } from '#test/webhook-receiver.ts'
import { startWebhookReceiver } from '#test/webhook-receiver.ts'

let app: TestApp
let administrator: Person
let receiver: WebhookReceiver
let webhookId: number
beforeAll(async () => {
  app = await startApp({ environment: { WEBHOOKS_TO_PRIVATE_NETWORKS: 'on' } })
  administrator = await givenAdministrator(app)
  receiver = await startWebhookReceiver()
  const permissions = ['registrations:read' as const, 'people:read' as const]
  const given = { name: 'CRM', kind: 'standard' as const, url: receiver.url, template: '' }
  const body = { ...given, events: webhookEventTypes, permissions }
  webhookId = (await app.dataOf(addWebhook, { body }, administrator)).webhookId
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

/** Writes an activity with details that no verb writes. */
const broken = ({ userId }: Person, details: object) =>
  app.query(`insert into activities (activity, user_id, details)
    values ('email-changed', '${userId}', '${JSON.stringify(details)}')`)

test('an event that cannot be written fails with a reason in the log, and others are sent', async () => {
  const person = await givenPersonUnmailed(app)
  await broken(person, { changes: null })
  await givenRegistration(app, person, await givenEvent(app))
  const log = async () =>
    (await app.dataOf(getWebhookDeliveries, { query: { webhookId } }, administrator)).deliveries
  await until(async () => (await log())[0]?.state === 'delivered')
  const words = 'The portal could not write this event'
  const failed = { type: 'person.profile_changed', state: 'failed', attempts: 1, problem: words }
  expect((await log())[1]).toMatchObject(failed)
  const { webhooks } = await app.dataOf(getWebhooks, {}, administrator)
  expect(webhooks).toMatchObject([{ isOn: true, waiting: 0, failingSince: null }])
})

test('an event that the database refuses to read gives the lease back, so that the sweep can run it again', async () => {
  await broken(await givenPersonUnmailed(app), { eventSlotId: 'none' })
  await until(async () => (await jobsOf(app, 'deliver-webhook')).some(({ state }) => state === 'failed'))
  expect(await app.query('select lease from webhooks')).toEqual([{ lease: null }])
})
