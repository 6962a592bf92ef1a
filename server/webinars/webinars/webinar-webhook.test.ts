import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { FakeZoom } from '#test/fake-zoom.ts'
import { startFakeZoom } from '#test/fake-zoom.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenPersonUnmailed } from '#test/given.ts'
import { givenWebinarEvent, held, hurryWebinars, onZoom, register } from '#test/webinars.ts'
import { sweepWebinars } from './jobs.ts'

const secret = 'whsec_test_123'

let zoom: FakeZoom
let app: TestApp
let webinarId: string
let event: EventWithSlots
beforeAll(async () => {
  zoom = await startFakeZoom()
  app = await startApp({ environment: { ...onZoom(zoom), ZOOM_WEBHOOK_SECRET: secret } })
  webinarId = zoom.givenWebinar()
  event = await givenWebinarEvent(app, [webinarId])
})
afterAll(async () => {
  await app.close()
  await zoom.close()
})

test('a person canceled at Zoom loses the join URL, counts as refused and is not added again automatically', async () => {
  const person = await givenRegistered()
  const { id = '' } = there(person) ?? {}
  zoom.change(webinarId, person.email, 'cancel')
  expect(await tell('cancelled', { id: Number(webinarId), registrant: { id, email: person.email } })).toBe(
    204,
  )
  await app.untilJobsAreDone()
  expect((await held(app, person))?.joinUrl).toBe(null)
  expect(await rowOf(person)).toEqual({ state: 'refused', problem: 'Canceled at Zoom.' })
  await sweepWebinars(app.services)
  await app.untilJobsAreDone()
  expect(there(person)).toBe(undefined)
})

test('a person approved at Zoom gets the join URL, whether the ids are numbers or text', async () => {
  const person = await givenRegistered()
  const { id = '' } = there(person) ?? {}
  zoom.change(webinarId, person.email, 'deny')
  await tell('denied', { id: webinarId, registrant: { id, email: person.email } })
  await app.untilJobsAreDone()
  expect(await rowOf(person)).toEqual({
    state: 'refused',
    problem: 'They were denied at the webinar platform.',
  })
  expect((await held(app, person))?.joinUrl).toBe(null)
  zoom.change(webinarId, person.email, 'approve')
  await tell('approved', { id: Number(webinarId), registrant: { email: person.email.toUpperCase() } })
  await app.untilJobsAreDone()
  expect(await rowOf(person)).toEqual({ state: 'registered', problem: '' })
  expect((await held(app, person))?.joinUrl).not.toBe(null)
})

test('a late or repeated webhook changes nothing: only the current state at Zoom counts', async () => {
  const person = await givenRegistered()
  const registrant = { id: there(person)?.id ?? '', email: person.email }
  for (const kind of ['cancelled', 'denied', 'cancelled']) {
    await tell(kind, { id: webinarId, registrant })
    await app.untilJobsAreDone()
    await tell(kind, { id: webinarId, registrant: { ...registrant, id: 'of-an-older-registration' } })
    await app.untilJobsAreDone()
  }
  expect(await rowOf(person)).toEqual({ state: 'registered', problem: '' })
})

test('a webhook that arrives while Zoom is away is kept and processed once Zoom is back', async () => {
  const person = await givenRegistered()
  const { id = '' } = there(person) ?? {}
  zoom.change(webinarId, person.email, 'cancel')
  await zoom.goAway()
  expect(await tell('cancelled', { id: webinarId, registrant: { id, email: person.email } })).toBe(204)
  await zoom.comeBack()
  await until(async () => {
    await hurryWebinars(app)
    return (await rowOf(person))?.state === 'refused'
  })
})

test('the portal proves to Zoom that it knows the secret', async () => {
  const answer = await send({
    event: 'endpoint.url_validation',
    payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' },
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: 'd740cd04ebae7d6f38fd260ce041f031c50e1ed3dd506abf2f3c359c2f5a2a8d',
    },
  ])
})

describe('a webhook is refused', () => {
  const webhook = {
    event: 'webinar.registration_cancelled',
    payload: { object: { id: 1, registrant: { id: 'r' } } },
  }
  const ago = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60
  test.each<[string, SendOptions]>([
    ['if it is signed with another secret', { secret: 'whsec_test_124' }],
    ['if it was signed six minutes ago, as in a replay', { at: ago(6) }],
    ['if its time was changed after signing', { at: ago(2), claimedAt: ago(1) }],
    ['if it has no signature', { unsigned: true }],
  ])('%s', async (_, options) => {
    const answer = await send(webhook, options)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'NOTICE_NOT_PROVEN'])
  })
})

test.each([
  ['an unknown event', { event: 'webinar.started', payload: { object: { id: 1 } } }],
  [
    'a change without a registrant',
    { event: 'webinar.registration_cancelled', payload: { object: { id: 1 } } },
  ],
  [
    'a person who is not registered here',
    change('cancelled', { id: 1, registrant: { id: 'r', email: 'no@example.com' } }),
  ],
  ['a body that is no object', 'nothing'],
])('%s is accepted and has no effect', async (_, webhook) => {
  expect((await send(webhook)).statusCode).toBe(204)
  await app.untilJobsAreDone()
})

test('without a secret for webhooks there is nothing at their address', async () => {
  const other = await startApp({ works: false })
  const answer = await other.request({ method: 'POST', url: '/api/webhooks/zoom', payload: {} })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
  await other.close()
})

async function givenRegistered() {
  const person = await givenPersonUnmailed(app)
  await register(app, person, event)
  await until(async () => (await held(app, person))?.joinUrl != null)
  await app.untilJobsAreDone()
  return person
}

function there({ email }: Person) {
  return [...(zoom.webinars.get(webinarId)?.registrants.values() ?? [])].find((each) => each.email === email)
}

async function rowOf({ email }: Person) {
  const rows = await app.query('select state, problem from webinar_registrants where email = $1', [email])
  return rows[0] as { state: string; problem: string } | undefined
}

function change(kind: string, object: object) {
  return {
    event: `webinar.registration_${kind}`,
    event_ts: Date.now(),
    payload: { account_id: 'acct1', object },
  }
}

async function tell(kind: string, object: object) {
  return (await send(change(kind, object))).statusCode
}

interface SendOptions {
  secret?: string
  /** The signature's time in seconds, and the time in the header. */
  at?: number
  claimedAt?: number
  unsigned?: boolean
}

/** Sends a webhook as Zoom does. */
function send(
  webhook: unknown,
  { secret: key = secret, at = Math.floor(Date.now() / 1000), claimedAt = at, unsigned }: SendOptions = {},
) {
  const payload = JSON.stringify(webhook)
  const signature = createHmac('sha256', key).update(`v0:${at}:${payload}`).digest('hex')
  const signed = { 'x-zm-signature': `v0=${signature}`, 'x-zm-request-timestamp': String(claimedAt) }
  const headers = { 'content-type': 'application/json', ...(unsigned ? {} : signed) }
  return app.request({ method: 'POST', url: '/api/webhooks/zoom', headers, payload })
}
