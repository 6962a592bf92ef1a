import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from '#server/core/db/database.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { buildWeb } from '../tools/build-web.ts'
import type { Arrived } from './code-receiver.ts'
import { cpuOf } from './cpu.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const perSecond = 50
const seconds = 60
/** V8 compiles what runs often. */
const warmUpSeconds = 10

/** One person's journey, in milliseconds. */
interface Journey {
  /** From the request for the link until the mail server has it. */
  link: number
  whole: number
}

/**
 * Measures the opening of a season: 50 people a second for a minute, each from their own network, half of
 * them new. They load the sign-in page, request a link, follow it from the mail, and register. The portal has
 * its limits, its workers, and a mail server.
 */
export async function measureSeasonOpening(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const mailbox = await openMailbox(house.connection)
  const portal = await startServer('portal.ts', {
    connection: house.connection,
    works: true,
    environment: { MAIL_URL: mailbox.url, RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' },
  })
  try {
    const { slotIds, eventId } = await givenEvent(house)
    const files = await filesOfSignIn(portal)
    const go = (number: number) =>
      journey(portal, mailbox, {
        number,
        files,
        eventId,
        eventSlotId: slotIds[number % slotIds.length] as number,
      })
    await atRate(warmUpSeconds * 10, 10, go)
    const count = seconds * perSecond
    let outcomes: PromiseSettledResult<Journey>[] = []
    const began = performance.now()
    const own = process.cpuUsage()
    const cpu = await cpuOf(house, portal, async () => {
      outcomes = await atRate(count, perSecond, (each) => go(10_000 + each))
    })
    const tookSeconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(own)
    const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []))
    if (failures[0]) console.error(failures[0])
    const link = percentile(done.map((each) => each.link))
    const whole = percentile(done.map((each) => each.whole))
    const cores = [cpu.server, cpu.database, (user + system) / 1000].map((ms) =>
      (ms / tookSeconds / 1000).toFixed(2),
    )
    const what = `Opening of a season: ${perSecond} people a second for ${seconds} s, limits on`
    return [
      {
        what: `${what}: sign-in link at the mail server, p95`,
        portal: ms(link(0.95)),
        yardstick: `${ms(link(0.5))} p50`,
        value: link(0.95),
        shown: ms(link(0.95)),
        goal: { atMost: 2000 },
      },
      {
        what: `${what}: whole journey, p95`,
        portal: ms(whole(0.95)),
        yardstick: `${ms(whole(0.5))} p50; cores of the portal, PostgreSQL, and the people: ${cores.join(' + ')}`,
        value: whole(0.95),
        shown: ms(whole(0.95)),
      },
      {
        what: `${what}: people who were refused`,
        portal: String(failures.length),
        yardstick: `${count} people`,
        value: failures.length,
        shown: String(failures.length),
        goal: { atMost: 0 },
      },
    ]
  } finally {
    await portal.stop()
    await mailbox.close()
  }
}

const agent = new Agent({ keepAlive: true })

interface Person {
  number: number
  files: string[]
  eventId: number
  eventSlotId: number
}

async function journey(
  { port }: Server,
  mailbox: Awaited<ReturnType<typeof openMailbox>>,
  { number, files, eventId, eventSlotId }: Person,
): Promise<Journey> {
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  const isKnown = number % 2 === 0
  const email = isKnown ? `person${number / 2 + 1}@example.com` : `new${number}@example.com`
  const call = async (path: string, { token, body }: { token?: string; body?: object } = {}) => {
    const sent = body && JSON.stringify(body)
    const asked = request({
      agent,
      port,
      path,
      method: sent ? 'POST' : 'GET',
      headers: {
        'x-forwarded-for': address,
        'accept-encoding': 'br',
        ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    asked.end(sent)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    // A browser would decode it on another machine.
    if (answer.headers['content-encoding']) return void (await once(answer.resume(), 'end'))
    const read = await text(answer)
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${read}`)
    return read
  }
  const post = async (path: string, body: object, token?: string) =>
    JSON.parse((await call(`/api${path}`, { body, ...(token && { token }) })) ?? '{}').data
  const began = performance.now()
  await call('/login')
  for (const file of files) await call(file)
  const asked = Date.now()
  const code = mailbox.codeTo(email)
  await post('/identity/send-sign-in-link', { email })
  const link = code.then(({ at }) => at - asked)
  const { idToken: authToken } = await post('/identity/sign-in-with-link', { email, code: (await code).code })
  const { token } = isKnown
    ? await post('/public/exchange-token', { authToken })
    : await post('/public/create-user', { authToken, email, ...completeProfile })
  const own = '/api/private/get-registered-events'
  await call('/api/private/get-all-events', { token })
  await call(own, { token })
  await post('/private/event-registration', { eventId, eventSlotId, focusId: 2 }, token)
  await call(own, { token })
  return { link: await link, whole: performance.now() - began }
}

/** Starts `rate` acts per second, even if earlier ones are still running, and waits for all. */
async function atRate<T>(count: number, rate: number, act: (number: number) => Promise<T>) {
  const began = performance.now()
  const running: Promise<T>[] = []
  for (let number = 0; number < count; number++) {
    const dueMs = (number * 1000) / rate - (performance.now() - began)
    if (dueMs > 0) await delay(dueMs)
    const one = act(number)
    one.catch(() => {})
    running.push(one)
  }
  return Promise.allSettled(running)
}

/** Returns the scripts and stylesheets of the sign-in page. */
async function filesOfSignIn({ port }: Server): Promise<string[]> {
  const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text()
  return [...page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path as string)
}

/** Starts a mail server that passes sign-in codes on to those who wait for them. */
async function openMailbox(connection: Connection) {
  const waiting = new Map<string, (arrived: Arrived) => void>()
  const receiver = await startServer('code-receiver.ts', { connection })
  receiver.onMessage((arrived: Arrived) => waiting.get(arrived.to)?.(arrived))
  return {
    url: `smtp://127.0.0.1:${receiver.port}`,
    codeTo: (email: string) => new Promise<Arrived>((resolve) => void waiting.set(email, resolve)),
    close: () => receiver.stop(),
  }
}

function percentile(values: number[]) {
  const sorted = Float64Array.from(values).sort()
  return (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
