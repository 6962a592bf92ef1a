import { beforeEach, expect, test, vi } from 'vitest'
import { looserFactor, readsPerPerson, wideFactor, writesPerPerson } from '#contract/core/endpoint.ts'
import { getOpenEvents } from '#contract/events/events/calls.ts'
import { contactSupport } from '#contract/foundation/support/calls.ts'
import { getAccountData } from '#contract/office/accounts/calls.ts'
import { sendPasswordReset } from '#contract/people/identity/calls.ts'
import { getProfile, updateProfile } from '#contract/people/users/calls.ts'
import { cancelRegistration } from '#contract/registrations/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { atOnce, expectRefusal, expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed, preparedApp } from '#test/given.ts'

/** Two processes of one portal, and a third behind a proxy on its machine. */
let visitors = 0
let email: string
let remoteAddress: string
const app = preparedApp({ environment: { RATE_LIMIT: 'on' } })
const other = preparedApp({ sharing: app, environment: { RATE_LIMIT: 'on' } })
const proxied = preparedApp({
  sharing: app,
  environment: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1, 10.9.0.0/16' },
})
beforeEach(() => {
  visitors++
  email = `visitor${visitors}@example.com`
  remoteAddress = `198.51.100.${visitors}`
})

const { perAddress, perEmail = 0 } = sendPasswordReset.limit ?? { perAddress: 0 }

test('calls for one email from one network are limited, and the refusal says when to retry', async () => {
  for (let calls = 0; calls < perEmail; calls++) expect(await status(app, {})).toBe(200)
  const answer = await ask(app, {})
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

test('the calls of one stranger lock nobody else out', async () => {
  for (let calls = 0; calls < perAddress; calls++) await ask(app, {})
  expect(await status(app, {})).toBe(429)
  expect(await status(app, { remoteAddress: newAddress() })).toBe(200)
})

test('calls for one email from all networks together have a limit ten times as high', async () => {
  for (let calls = 0; calls < perEmail * looserFactor; calls++) {
    expect(await status(app, { remoteAddress: newAddress() })).toBe(200)
  }
  expect(await status(app, { remoteAddress: newAddress() })).toBe(429)
})

test('the limit of an email ignores capitals and spaces', async () => {
  const ways = [email, email.toUpperCase(), ` ${email}`]
  for (let calls = 0; calls < perEmail; calls++) {
    expect(await status(app, { email: ways[calls % 3] as string })).toBe(200)
  }
  expect(await status(app, { email: ` ${email} ` })).toBe(429)
})

test('calls from one address are limited over all emails and processes', async () => {
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

test('reaching the limit of one call does not affect other calls', async () => {
  for (let calls = 0; calls <= perEmail; calls++) await ask(app, {})
  expect(await status(app, {})).toBe(429)
  const body = { name: 'Pat', email, message: 'Why can I not ask any more?' }
  await expectSuccess(app.send(contactSupport, body))
})

test('a call that is refused for its fields counts, too', async () => {
  for (let calls = 0; calls < perAddress; calls++)
    expect(await status(app, { email: 'no address' })).toBe(422)
  expect(await status(app, {})).toBe(429)
})

test('forwarding headers from a stranger are ignored', async () => {
  for (let calls = 0; calls < perAddress; calls++) {
    const headers = { 'x-forwarded-for': newAddress() }
    const each = calls % 2 ? app : proxied
    expect(await status(each, { email: `far${visitors}-${calls}@example.com`, headers })).toBe(200)
  }
  for (const each of [app, proxied]) {
    expect(await status(each, { headers: { 'x-forwarded-for': newAddress() } })).toBe(429)
  }
})

test.each(['127.0.0.1', '10.9.8.7'])('forwarding headers from the proxy at %s count', async (proxy) => {
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
  ['IPv4:port', (index: number) => `203.0.113.7:${4000 + index}`],
  ['[IPv6]:port', (index: number) => `[2001:db8:77::1]:${4000 + index}`],
  ['another notation', (index: number) => (index % 2 ? '2001:0DB8:78:0::1' : '2001:db8:78::1')],
  ['no address', (index: number) => `unknown-${index}`],
  ['an entry before that', (index: number) => `203.0.112.${index}, secret`],
])(
  'a port in a forwarding header is cut, and anything that is not an address is ignored: %s',
  async (_, from) => {
    const askFrom = (index: number) =>
      status(proxied, {
        remoteAddress: `10.9.7.${visitors}`,
        email: `odd${visitors}-${index}@example.com`,
        headers: { 'x-forwarded-for': from(index) },
      })
    const before = await app.services.pool.query('delete from limits returning key')
    expect(before.rows.length).toBeGreaterThan(0)
    for (let calls = 0; calls < perAddress; calls++) expect(await askFrom(calls)).toBe(200)
    expect(await askFrom(100)).toBe(429)
  },
)

test('a whole IPv6 /48 may call twice as often as one /64 in it', async () => {
  const networks = perAddress * wideFactor
  for (let network = 0; network < networks; network++) {
    const at = {
      remoteAddress: `2001:db8:99:${network.toString(16)}::1`,
      email: `wide${network}@example.com`,
    }
    expect(await status(app, at)).toBe(200)
  }
  expect(await status(app, { remoteAddress: '2001:db8:99:ffff::1' })).toBe(429)
  expect(await status(app, { remoteAddress: '2001:db8:9a:ffff::1' })).toBe(200)
})

test('an expensive read is limited per person', async () => {
  const [person, another] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  const read = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await app.request({ url: `/api${getAccountData.path}`, headers, remoteAddress })).statusCode
  }
  for (let calls = 0; calls < (getAccountData.limit?.perPerson ?? 0); calls++) {
    expect(await read(person.token)).toBe(200)
  }
  expect([await read(person.token), await read(another.token)]).toEqual([429, 200])
})

test('reads of one address are limited by each process, and nobody else is', async () => {
  const { perAddress } = getOpenEvents.limit ?? { perAddress: 0 }
  const read = async (each: TestApp, from = remoteAddress) =>
    (await each.request({ url: `/api${getOpenEvents.path}`, remoteAddress: from })).statusCode
  for (let calls = 0; calls < perAddress; calls++) expect(await read(app)).toBe(200)
  const refused = await app.request({ url: `/api${getOpenEvents.path}`, remoteAddress })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toSatisfy(
    (seconds: number) => seconds > 500 && seconds <= 600,
  )
  expect([await read(app, newAddress()), await read(other)]).toEqual([200, 200])
})

test("a person's writes share one limit, which affects nobody else", async () => {
  const [person, another] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  const write = (token: string) => app.send(updateProfile, completeProfile, token)
  const writes = [write, (token: string) => app.send(cancelRegistration, { eventId: 1 }, token)]
  for (let calls = 0; calls < writesPerPerson; calls++) {
    expect((await writes[calls % 2]?.(person.token))?.status).not.toBe(429)
  }
  const answer = await write(person.token)
  expect(answer).toMatchObject({
    status: 429,
    failure: {
      code: 'TOO_MANY',
      message: 'Too many changes in a short time. Please try again in 10 minutes.',
    },
  })
  expect(Number(answer.headers['retry-after'])).toSatisfy(
    (seconds: number) => seconds > 500 && seconds <= 600,
  )
  await expectSuccess(app.call(getProfile, {}, person))
  await expectSuccess(write(another.token))
})

test("a person's reads share one wide limit, which affects nobody else and no write", async () => {
  const [person, another] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  const read = ({ token }: Person) => app.call(getProfile, {}, token)
  for (let calls = 0; calls < readsPerPerson; calls += 100) {
    const answers = await atOnce(100, () => read(person))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  }
  await expectRefusal(read(person), 'TOO_MANY')
  await expectSuccess(app.send(updateProfile, completeProfile, person))
  await expectSuccess(read(another))
})

test('a clock that is set back makes nobody wait longer than the window', async () => {
  const { token } = await givenPersonUnmailed(app)
  const write = () => app.send(updateProfile, completeProfile, token)
  for (let calls = 0; calls <= perEmail; calls++) await ask(app, {})
  for (let calls = 0; calls <= writesPerPerson; calls++) await write()
  expect([await status(app, {}), (await write()).status]).toEqual([429, 429])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 3_600_000 })
  try {
    for (const each of [other, app]) expect(await status(each, {})).toBe(200)
    await expectSuccess(write())
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['2001:db8:1:2::%x', '2001:db8:1:2:%x::9', '2001:db8:1:3::1'],
  ['2001:db8::%x', '2001:db8:0:0:%x::', '2001:db8:0:1::1'],
])('all addresses in one IPv6 network count as one: %s', async (one, another, next) => {
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

test('every public call that a browser makes has a limit', () => {
  const machines = ['/health', '/ready', '/metrics', '/mailbox']
  const free = declaredCalls.filter(({ access, limit }) => access === 'public' && !limit)
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

async function status(each: TestApp, asked: Asked) {
  return (await ask(each, asked)).statusCode
}

let addresses = 0
function newAddress() {
  addresses++
  return `203.0.${addresses >> 8}.${addresses & 255}`
}
