import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { deleteAccount, getAccountData } from '#contract/office/accounts/calls.ts'
import type { NewWebhook } from '#contract/office/webhooks/calls.ts'
import {
  addWebhook,
  changeWebhook,
  changeWebhookSecret,
  deleteWebhook,
  deliveryDays,
  endOldWebhookSecret,
  getWebhookDeliveries,
  getWebhookDelivery,
  getWebhooks,
  mostSentAgain,
  sendWebhookAgain,
  switchWebhook,
  testWebhook,
} from '#contract/office/webhooks/calls.ts'
import { webhookEventTypes } from '#contract/office/webhooks/events.ts'
import { updateMembershipInfo, updateProfile } from '#contract/people/users/calls.ts'
import { until } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  cancelOwn,
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  historyOf,
  preparedApp,
} from '#test/given.ts'
import type { WebhookReceiver, WebhookRequest } from '#test/webhook-receiver.ts'
import { startWebhookReceiver } from '#test/webhook-receiver.ts'
import { expireDeliveries } from './webhook-deliveries.ts'
import { sweepWebhooks } from './webhook-rounds.ts'

let administrator: Person
let receiver: WebhookReceiver
let event: EventWithSlots
const app = preparedApp({ environment: { WEBHOOKS_TO_PRIVATE_NETWORKS: 'on' } })
beforeAll(async () => {
  administrator = await givenAdministrator(app)
  event = await givenEvent(app)
})
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  await signIn()
  const { webhooks } = await app.dataOf(getWebhooks, {}, administrator)
  for (const { webhookId } of webhooks) {
    await app.send(deleteWebhook, { webhookId }, administrator)
  }
  return () => receiver.close()
})

/** Adds a webhook of all events that leads to the receiver. */
async function givenWebhook(given: Partial<NewWebhook> = {}) {
  const body: NewWebhook = {
    name: 'CRM',
    kind: 'standard',
    url: receiver.url,
    events: webhookEventTypes,
    permissions: ['registrations:read', 'people:read'],
    template: '',
    ...given,
  }
  return await app.dataOf(addWebhook, { body }, administrator)
}

const registered = async (slot = 0) => {
  const person = await givenPersonUnmailed(app)
  const registrationId = await givenRegistration(app, person, event, { slot })
  return { person, registrationId }
}
/** The data of an event. */
// biome-ignore lint/suspicious/noExplicitAny: each type has its own
type Told = Record<string, any>

const types = (requests: WebhookRequest[]) => requests.map((request) => request.event.type)
const arrived = (many: number) => until(async () => receiver.requests.length >= many)
const standing = async (webhookId: number) =>
  (await app.dataOf(getWebhooks, {}, administrator)).webhooks.find((one) => one.webhookId === webhookId)
const log = async (webhookId: number) =>
  (await app.dataOf(getWebhookDeliveries, { query: { webhookId } }, administrator)).deliveries
const opened = (deliveryId: number) =>
  app.dataOf(getWebhookDelivery, { query: { deliveryId } }, administrator)

/** Starts a new session of the administrator: one ends after some hours. */
async function signIn() {
  administrator.token = await givenSession(app, administrator.userId)
}

/** Lets time pass and runs what is due. */
async function later(minutes: number) {
  app.pass({ minutes })
  await signIn()
  await app.write(sweepWebhooks)
  await app.untilJobsAreDone()
}

describe('a webhook gets events', () => {
  test('with id, time, version, and a signature that its secret verifies', async () => {
    const { secret } = await givenWebhook()
    const { person, registrationId } = await registered()
    await arrived(1)
    const [request] = receiver.requests as [WebhookRequest]
    const stamped = { 'webhook-timestamp': String(request.headers['webhook-timestamp']) }
    const at = new Date(Number(stamped['webhook-timestamp']) * 1000)
    const id = String(request.headers['webhook-id'])
    expect(request.headers['webhook-signature']).toBe(new Webhook(secret).sign(id, at, request.body))
    expect(request.event).toMatchObject({
      id,
      type: 'registration.created',
      version: 1,
      data: {
        person: { user_id: person.userId, email: person.email, first_name: 'Pat' },
        registration: { registration_id: registrationId },
        event: { event_id: event.eventId, event_name: event.eventName },
        slot: {
          event_slot_id: event.slotIds[0],
          starts_at: '2027-02-09T13:00:00.000Z',
          ends_at: '2027-02-10T17:00:00.000Z',
          days: 2,
        },
      },
    })
    expect(Number.isNaN(Date.parse(request.event.timestamp))).toBe(false)
  })

  test('of all that happens to a registration, in order, each as of its time', async () => {
    const { webhookId } = await givenWebhook()
    receiver.answer('silence')
    const { person, registrationId } = await registered()
    await arrived(1)
    await givenRegistration(app, person, event, { slot: 1 })
    const credit = (hours: number) =>
      app.send(generateCertificate, byHand({ registrationId, hours, reason: 'List' }), administrator)
    await credit(8)
    await until(async () => (await log(webhookId)).some(({ type }) => type === 'certificate.issued'))
    await credit(7)
    await until(async () => (await log(webhookId)).some(({ type }) => type === 'certificate.corrected'))
    await credit(0)
    receiver.answer(204)
    receiver.settle(204)
    await arrived(8)
    await app.untilJobsAreDone()
    expect(types(receiver.requests)).toEqual([
      'registration.created',
      'registration.moved',
      'hours.credited',
      'certificate.issued',
      'hours.credited',
      'certificate.corrected',
      'hours.credited',
      'certificate.withdrawn',
    ])
    const data = receiver.requests.map((request) => request.event.data as Told)
    const [first, second] = event.slotIds
    expect(data[0]?.slot.event_slot_id).toBe(first)
    expect([data[1]?.from_slot.event_slot_id, data[1]?.slot.event_slot_id]).toEqual([first, second])
    expect(data[4]).toMatchObject({ hours: 7, hours_before: 8, is_manual: true })
    expect(data[3]?.certificate).toMatchObject({ issue: 1, hours: 8 })
    expect(data[5]?.certificate).toMatchObject({ issue: 2, hours: 7 })
  })

  test('of a profile and of consent, with the names of what changed', async () => {
    await givenWebhook()
    const person = await givenPersonUnmailed(app)
    await app.send(updateProfile, { ...completeProfile, companyName: 'New Wings' }, person)
    await app.send(updateMembershipInfo, { hasGivenMailingConsent: true }, person)
    await arrived(2)
    expect(
      receiver.requests.map((request) => [request.event.type, (request.event.data as Told).changed]),
    ).toEqual([
      ['person.profile_changed', ['company_name']],
      ['person.consent_changed', ['has_given_mailing_consent']],
    ])
  })

  test('only of the types it chose, and with what its permissions may read', async () => {
    await givenWebhook({ events: ['registration.canceled'], permissions: ['registrations:read'] })
    const { person } = await registered()
    await cancelOwn(app, person, event)
    await arrived(1)
    await app.untilJobsAreDone()
    expect(types(receiver.requests)).toEqual(['registration.canceled'])
    const { person: told } = receiver.requests[0]?.event.data ?? ({} as Told)
    expect(Object.keys(told).toSorted()).toEqual(['email', 'first_name', 'last_name', 'user_id'])
  })

  test('of what commits, and never of what is rolled back', async () => {
    await givenWebhook()
    const { person } = await registered()
    await app
      .write(async ({ tx }) => {
        await tx.insertInto('activities').values({ activity: 'moved', userId: person.userId }).execute()
        throw new Error('on purpose')
      })
      .catch(() => {})
    await arrived(1)
    await app.untilJobsAreDone()
    expect(types(receiver.requests)).toEqual(['registration.created'])
  })

  test('as a message for Slack and Teams by its template, with names that make no link', async () => {
    const template = '{what}: {person}, {event}, {hours}'
    await givenWebhook({ kind: 'slack', template, events: ['registration.created'] })
    await givenWebhook({ kind: 'teams', template, events: ['registration.created'] })
    const person = await givenPersonUnmailed(app)
    await app.send(updateProfile, { ...completeProfile, lastName: '<!channel> [x](y)' }, person)
    await givenRegistration(app, person, event)
    await arrived(2)
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body))
    expect(bodies.find(({ text }) => text)?.text).toBe(
      `Registered: Pat &lt;!channel&gt; [x](y), ${event.eventName}`,
    )
    const card = bodies.find(({ attachments }) => attachments)?.attachments[0].content.body[0]
    expect(card).toMatchObject({ type: 'TextBlock', wrap: true })
    expect(card.text).toBe(`Registered: Pat <!channel> \\[x\\](y), ${event.eventName}`)
  })
})

describe('a receiver that fails', () => {
  test('gets the event again with the same id and body, and what follows waits for it', async () => {
    const { webhookId } = await givenWebhook({ events: ['registration.created', 'registration.moved'] })
    receiver.answer(500)
    const { person } = await registered()
    await givenRegistration(app, person, event, { slot: 1 })
    await until(async () => (await log(webhookId)).some(({ attempts }) => attempts > 0))
    expect(types(receiver.requests)).not.toContain('registration.moved')
    receiver.answer(204)
    await later(1)
    await until(async () => (await log(webhookId)).every(({ state }) => state === 'delivered'))
    const created = receiver.requests.filter(({ event }) => event.type === 'registration.created')
    expect(created.length).toBeGreaterThan(1)
    expect(new Set(created.map(({ body }) => body)).size).toBe(1)
    expect(new Set(created.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.requests.at(-1)?.event.type).toBe('registration.moved')
  })

  test('for one registration holds up no other one', async () => {
    await givenWebhook({ events: ['registration.created'] })
    const { registrationId: bad } = await registered()
    await arrived(1)
    receiver.requests.length = 0
    receiver.answer(({ event }) => ((event.data as Told).registration?.registration_id === bad ? 500 : 204))
    const [{ webhookId } = { webhookId: 0 }] = (await app.dataOf(getWebhooks, {}, administrator)).webhooks
    await app.send(sendWebhookAgain, { webhookId }, administrator)
    await arrived(1)
    await registered()
    await later(1)
    await later(1)
    await until(async () => (await log(webhookId))[0]?.state === 'delivered')
    expect((await log(webhookId)).map(({ state }) => state)).toEqual(['delivered', 'waiting'])
  })

  test('is tried for three days, then turned off with an email to administrators', async () => {
    const { webhookId } = await givenWebhook({ name: 'Dead CRM', events: ['registration.created'] })
    receiver.answer(503)
    await registered()
    await until(async () => (await log(webhookId))[0]?.attempts === 1)
    for (const minutes of [1, 6, 31, 121, 301, 601, 841, 1201]) await later(minutes)
    expect(await standing(webhookId)).toMatchObject({ isOn: true, waiting: 1 })
    await later(1441)
    expect(await standing(webhookId)).toMatchObject({ isOn: false, offReason: 'failing', waiting: 0 })
    expect((await log(webhookId))[0]).toMatchObject({ state: 'failed', attempts: 10, problem: 'Status 503' })
    const [mail] = await app.mailsTo(administrator.email)
    expect(mail?.subject).toBe('The webhook Dead CRM was turned off')
    expect(mail?.text).toContain('Status 503')
    const [newest] = await historyOf(app, administrator, {})
    expect(newest).toMatchObject({ activity: 'webhook-turned-off', item: 'Dead CRM', actedBy: null })
  })

  test('for one event only fails that event after three days, and stays on', async () => {
    const { webhookId } = await givenWebhook({ events: ['registration.created', 'registration.moved'] })
    const { person, registrationId: bad } = await registered()
    await arrived(1)
    receiver.answer(({ event }) => {
      const isBad = (event.data as Told).registration.registration_id === bad
      return isBad && event.type === 'registration.moved' ? 422 : 204
    })
    await givenRegistration(app, person, event, { slot: 1 })
    await until(async () => (await log(webhookId))[0]?.attempts === 1)
    for (const minutes of [1, 6, 31, 121, 301, 601, 841, 1201, 1441]) {
      await registered()
      await later(minutes)
    }
    await later(1)
    const moved = (await log(webhookId)).filter(({ type }) => type === 'registration.moved')
    expect(moved).toMatchObject([{ state: 'failed', attempts: 10, problem: 'Status 422' }])
    expect(await standing(webhookId)).toMatchObject({ isOn: true, waiting: 0, failingSince: null })
    await givenRegistration(app, person, event)
    await until(async () => receiver.requests.at(-1)?.event.type === 'registration.moved')
  })

  test('is turned off by the answer 410, and sent what failed again once it is on', async () => {
    const { webhookId } = await givenWebhook({ events: ['registration.created'] })
    receiver.answer(410)
    await registered()
    await until(async () => (await standing(webhookId))?.offReason === 'gone')
    await registered()
    expect((await log(webhookId)).map(({ state }) => state)).toEqual(['failed'])
    receiver.answer(204)
    await app.send(switchWebhook, { webhookId, isOn: true }, administrator)
    const body = { webhookId, onlyFailed: true }
    const data = await app.dataOf(sendWebhookAgain, { body }, administrator)
    expect(data).toMatchObject({ sent: 1, hasMore: false })
    await until(async () => (await log(webhookId))[0]?.state === 'delivered')
    expect(new Set(receiver.requests.map(({ event }) => event.id)).size).toBe(1)
  })

  test('with a redirect gets nothing at the other address, and the log says why', async () => {
    const { webhookId } = await givenWebhook({ events: ['registration.created'] })
    receiver.answer(302)
    await registered()
    await until(async () => (await log(webhookId))[0]?.attempts === 1)
    expect((await log(webhookId))[0]).toMatchObject({
      status: 302,
      problem: 'Status 302: redirects are not followed',
    })
    expect(receiver.requests).toHaveLength(1)
  })

  test('by never answering delays no registration, no other webhook, and not its own deletion', async () => {
    const other = await startWebhookReceiver()
    const { webhookId } = await givenWebhook({ events: ['registration.created'] })
    await givenWebhook({ url: other.url, events: ['registration.created'] })
    receiver.answer('silence')
    await registered()
    await until(async () => receiver.owed() > 0)
    await registered()
    await until(async () => other.requests.length === 2)
    await app.send(deleteWebhook, { webhookId }, administrator)
    expect(receiver.owed()).toBeGreaterThan(0)
    receiver.settle(204)
    await app.untilJobsAreDone()
    expect(await app.query(`select 1 from webhook_deliveries where webhook_id = ${webhookId}`)).toHaveLength(
      0,
    )
    await other.close()
  })
})

describe('the log', () => {
  test('has the request and each answer', async () => {
    const { webhookId } = await givenWebhook({ events: ['registration.created'] })
    receiver.answer(200)
    const { person } = await registered()
    await until(async () => (await log(webhookId))[0]?.state === 'delivered')
    const [delivery] = await log(webhookId)
    expect(delivery).toMatchObject({ type: 'registration.created', status: 200, attempts: 1, problem: '' })
    const { body, attempts, messageId } = await opened(delivery?.deliveryId ?? 0)
    expect(body).toBe(receiver.requests[0]?.body)
    expect(messageId).toBe(receiver.requests[0]?.headers['webhook-id'])
    expect(attempts).toMatchObject([
      { status: 200, signature: receiver.requests[0]?.headers['webhook-signature'] },
    ])
    expect(attempts[0]?.answer).toContain(person.email)
  })

  test(`is deleted after ${deliveryDays} days`, async () => {
    const { webhookId } = await givenWebhook()
    await app.send(testWebhook, { webhookId }, administrator)
    await arrived(1)
    await app.untilJobsAreDone()
    await later((deliveryDays * 24 - 1) * 60)
    await app.write(expireDeliveries)
    expect(await log(webhookId)).toHaveLength(1)
    await later(120)
    await app.write(expireDeliveries)
    expect(await log(webhookId)).toHaveLength(0)
  })

  test('forgets a person who deletes their account, who could download what was sent', async () => {
    const { webhookId } = await givenWebhook({ events: ['person.profile_changed'] })
    receiver.answer(200)
    const person = await givenPersonUnmailed(app)
    await app.send(updateProfile, { ...completeProfile, zip: '54321' }, person)
    await until(async () => (await log(webhookId))[0]?.state === 'delivered')
    const { path, method } = getAccountData
    const headers = { authorization: `Bearer ${person.token}` }
    const own = (await app.request({ method, url: `/api${path}`, headers })).json()
    expect(own.webhookDeliveries).toMatchObject([
      { receiver: 'CRM', event: 'Profile changed', state: 'delivered' },
    ])
    await app.send(deleteAccount, { email: person.email }, person)
    const [delivery] = await log(webhookId)
    expect(delivery).toMatchObject({ person: '' })
    const { body, attempts } = await opened(delivery?.deliveryId ?? 0)
    expect([body, attempts.map(({ answer }) => answer)]).toEqual([null, ['']])
  })
})

describe('an administrator', () => {
  test('sends a long span again in portions, none of them twice', async () => {
    const { webhookId } = await givenWebhook()
    await app.query(`insert into webhook_deliveries (webhook_id, type, happened_at, state)
      select ${webhookId}, 'webhook.test', now(), 'failed' from generate_series(1, ${mostSentAgain + 1})`)
    receiver.answer('silence')
    const again = async (after?: number) => {
      const body = { webhookId, until: new Date('2030-01-01'), after }
      return await app.dataOf(sendWebhookAgain, { body }, administrator)
    }
    const first = await again()
    expect(first).toMatchObject({ sent: mostSentAgain, hasMore: true })
    await app.query(`update webhook_deliveries set state = 'delivered' where webhook_id = ${webhookId}
      and state = 'waiting'`)
    expect(await again(first.last)).toMatchObject({ sent: 1, hasMore: false })
  })

  test('narrows what a webhook may read, also of events that wait or are sent again', async () => {
    const given = { name: 'CRM', url: receiver.url, events: webhookEventTypes.slice(0, 2), template: '' }
    const { webhookId } = await givenWebhook(given)
    await registered()
    await until(async () => (await log(webhookId))[0]?.state === 'delivered')
    receiver.answer(500)
    await registered()
    await until(async () => (await log(webhookId))[0]?.attempts === 1)
    const whole = receiver.requests.map(({ event }) => (event.data as Told).person)
    expect(whole.map(({ zip }) => zip)).toEqual([expect.any(String), expect.any(String)])
    receiver.answer(204)
    receiver.requests.length = 0
    const permissions: NewWebhook['permissions'] = ['registrations:read']
    const body = { ...given, webhookId, permissions }
    await app.send(changeWebhook, body, administrator)
    await later(1)
    await app.send(sendWebhookAgain, { webhookId }, administrator)
    await arrived(3)
    const narrow = ['email', 'first_name', 'last_name', 'user_id']
    const told = receiver.requests.map(({ event }) => Object.keys((event.data as Told).person).toSorted())
    expect(told).toEqual([narrow, narrow, narrow])
    expect(new Set(receiver.requests.map(({ event }) => event.id)).size).toBe(2)
  })

  test('sends a test event', async () => {
    const { webhookId } = await givenWebhook({ events: ['waitlist.offered'] })
    await app.send(testWebhook, { webhookId }, administrator)
    await arrived(1)
    expect(receiver.requests[0]?.event).toMatchObject({ type: 'webhook.test', version: 1, data: {} })
  })

  test('changes the secret while both sign, and ends the old one', async () => {
    const { webhookId, secret: old } = await givenWebhook()
    const { secret } = await app.dataOf(changeWebhookSecret, { body: { webhookId } }, administrator)
    const signed = async () => {
      receiver.requests.length = 0
      await app.send(testWebhook, { webhookId }, administrator)
      await arrived(1)
      const { headers, body } = receiver.requests[0] as WebhookRequest
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const given = String(headers['webhook-signature']).split(' ')
      return [secret, old].map((one) =>
        given.includes(new Webhook(one).sign(String(headers['webhook-id']), at, body)),
      )
    }
    expect(await signed()).toEqual([true, true])
    await app.send(endOldWebhookSecret, { webhookId }, administrator)
    expect(await signed()).toEqual([true, false])
  })
})
