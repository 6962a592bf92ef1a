import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { sendPasswordReset } from '#contract/identity.ts'
import { contactSupport } from '#contract/support.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'

/** Two processes of one portal, and one that trusts a proxy of its own machine. */
let app: TestApp
let other: TestApp
let proxied: TestApp
let visitors = 0
let email: string
let remoteAddress: string
beforeAll(async () => {
  app = await startApp({ environment: { RATE_LIMIT: 'on' } })
  other = await startApp({ sharing: app, environment: { RATE_LIMIT: 'on' } })
  proxied = await startApp({
    sharing: app,
    environment: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1, 10.9.0.0/16' },
  })
})
beforeEach(() => {
  visitors++
  email = `visitor${visitors}@example.com`
  remoteAddress = `198.51.100.${visitors}`
})
afterAll(async () => {
  await proxied.close()
  await other.close()
  await app.close()
})

const { perAddress, perEmail = 0 } = sendPasswordReset.limit ?? { perAddress: 0 }

test('an e-mail may be asked for so often, from wherever, and then it is said when again', async () => {
  for (let calls = 0; calls < perEmail; calls++)
    expect(await status(app, { remoteAddress: newAddress() })).toBe(200)
  const answer = await ask(app, { remoteAddress: newAddress() })
  expect(answer.statusCode).toBe(429)
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toSatisfy((value) => Number.isInteger(value) && value > 500 && value <= 600)
  expect(answer.json()).toMatchObject({
    error: true,
    code: 'TOO_MANY',
    message: 'Too many attempts. Please try again in 10 minutes.',
  })
  expect(await status(app, { email: 'somebody-else@example.com' })).toBe(200)
})

test('an e-mail is the same however it is typed', async () => {
  const ways = [email, email.toUpperCase(), ` ${email}`]
  for (let calls = 0; calls < perEmail; calls++) {
    expect(await status(app, { remoteAddress: newAddress(), email: ways[calls % 3] as string })).toBe(200)
  }
  expect(await status(app, { remoteAddress: newAddress(), email: ` ${email} ` })).toBe(429)
})

test('an address may ask so often, for whomever, and all processes count together', async () => {
  for (let calls = 0; calls < perAddress; calls++) {
    expect(await status(calls % 2 ? app : other, { email: `guess${visitors}-${calls}@example.com` })).toBe(
      200,
    )
  }
  for (const each of [app, other]) {
    expect(await status(each, { email: 'guess@example.com' })).toBe(429)
    expect(await status(each, { email: 'guess@example.com', remoteAddress: newAddress() })).toBe(200)
  }
})

test('one call being used up leaves the others', async () => {
  for (let calls = 0; calls <= perEmail; calls++) await ask(app, {})
  expect(await status(app, {})).toBe(429)
  const body = { name: 'Pat', email, message: 'Why can I not ask any more?' }
  expect((await app.call(contactSupport, { body })).status).toBe(200)
})

test('what is refused for its fields counts, too', async () => {
  for (let calls = 0; calls < perAddress; calls++) expect(await status(app, { email: 'no e-mail' })).toBe(422)
  expect(await status(app, {})).toBe(429)
})

test('what a stranger says about forwarding does not count', async () => {
  for (let calls = 0; calls < perAddress; calls++) {
    const headers = { 'x-forwarded-for': newAddress() }
    const each = calls % 2 ? app : proxied
    expect(await status(each, { email: `far${visitors}-${calls}@example.com`, headers })).toBe(200)
  }
  for (const each of [app, proxied]) {
    expect(await status(each, { headers: { 'x-forwarded-for': newAddress() } })).toBe(429)
  }
})

test.each(['127.0.0.1', '10.9.8.7'])('what the proxy at %s says about forwarding counts', async (proxy) => {
  const client = newAddress()
  const askFor = (from: string, index: number) =>
    status(proxied, {
      remoteAddress: proxy,
      email: `near${visitors}-${index}@example.com`,
      headers: { 'x-forwarded-for': `203.0.113.99, ${from}` },
    })
  for (let calls = 0; calls < perAddress; calls++) expect(await askFor(client, calls)).toBe(200)
  expect(await askFor(client, 100)).toBe(429)
  expect(await askFor(newAddress(), 101)).toBe(200)
})

test.each([
  ['2001:db8:1:2::%x', '2001:db8:1:2:%x::9', '2001:db8:1:3::1'],
  ['2001:db8::%x', '2001:db8:0:0:%x::', '2001:db8:0:1::1'],
])('all of one IPv6 network %s is one address', async (one, another, next) => {
  for (let calls = 0; calls < perAddress; calls++) {
    const address = (calls % 2 ? one : another).replace('%x', (calls + 1).toString(16))
    expect([
      address,
      await status(app, { remoteAddress: address, email: `six${visitors}-${calls}@example.com` }),
    ]).toEqual([address, 200])
  }
  expect(await status(app, { remoteAddress: one.replace('%x', 'ff') })).toBe(429)
  expect(await status(app, { remoteAddress: next })).toBe(200)
})

test('every public call that a browser makes has its limit', () => {
  const machines = ['/health', '/ready', '/metrics', '/mailbox']
  const free = Object.values(endpoints)
    .flat()
    .filter(({ access, limit }) => access === 'public' && !limit)
  expect(free.map(({ path }) => path).sort()).toEqual(machines.sort())
})

interface Asked {
  email?: string
  remoteAddress?: string
  headers?: Record<string, string>
}

function ask(each: TestApp, asked: Asked) {
  return each.request({
    method: 'POST',
    url: `/api${sendPasswordReset.path}`,
    remoteAddress: asked.remoteAddress ?? remoteAddress,
    headers: asked.headers ?? {},
    payload: { email: asked.email ?? email },
  })
}

async function status(each: TestApp, asked: Asked): Promise<number> {
  return (await ask(each, asked)).statusCode
}

let addresses = 0
function newAddress(): string {
  addresses++
  return `203.0.${addresses >> 8}.${addresses & 255}`
}
