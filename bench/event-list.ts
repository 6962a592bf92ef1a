import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { ms, perSecond } from './figures.ts'
import type { House } from './house.ts'
import type { Load } from './load.ts'
import { drive, request } from './load.ts'
import { interleave, median } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const path = '/api/private/get-all-events?from=2027'
const calls = 20_000
const connections = 32

/** Measures the list of events for a signed-in person, from its cached bytes: as a browser requests it, and uncompressed. */
export async function measureEventList(house: House): Promise<Figure[]> {
  const portals = [await openPortal(house), await openPortal(house)] as const
  try {
    return [
      ...(await compare(house, portals[0], 'br')),
      ...(await compare(house, portals[0], 'identity')),
      await measureEdits(house, portals),
    ]
  } finally {
    for (const portal of portals) await portal.stop()
  }
}

function openPortal({ connection }: House): Promise<Server> {
  return startServer('portal.ts', { connection })
}

async function compare(house: House, portal: Server, accept: 'br' | 'identity'): Promise<Figure[]> {
  const [token] = house.people as [string]
  const { body, etag } = await ask(portal, token, accept)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    ...(accept === 'br' && { 'content-encoding': 'br' }),
  }
  const bytes = { connection: house.connection, headers, bodyBase64: body.toString('base64') }
  const http = await startServer('bare-buffer.ts', { ...bytes, by: 'node:http' })
  const fastify = await startServer('bare-buffer.ts', { ...bytes, by: 'fastify' })
  const whole = Array<Buffer>(calls).fill(request('GET', path, { token, accept }))
  const known = Array<Buffer>(calls).fill(request('GET', path, { token, accept, ifNoneMatch: etag }))
  const medians = await interleave({
    ours: () => driveAwake(portal, whole),
    http: () => driveAwake(http, whole),
    fastify: () => driveAwake(fastify, whole),
    oursKnown: () => driveAwake(portal, known),
    fastifyKnown: () => driveAwake(fastify, known),
  }).finally(() => Promise.all([http.stop(), fastify.stop()]))
  const { ours, oursKnown } = medians
  const what = `Events list, ${accept === 'br' ? 'brotli' : 'uncompressed'}, ${body.length.toLocaleString('en')} bytes`
  const against = (ours: Load, theirs: Load, name: string, atLeast: number) => ({
    portal: perSecond(ours.perSecond),
    yardstick: `${perSecond(theirs.perSecond)} ${name}`,
    value: ours.perSecond / theirs.perSecond,
    goal: { atLeast },
  })
  const figures = [
    { what, ...against(ours, medians.http, 'node:http with the same bytes', 0.6) },
    { what, ...against(ours, medians.fastify, 'a Fastify route with the same bytes', 0.55) },
  ]
  if (accept === 'identity') return figures
  const unchanged = against(oursKnown, medians.fastifyKnown, "a Fastify route's", 0.55)
  return [...figures, { what: 'Events list, 304: nothing has changed', ...unchanged }]
}

function driveAwake({ port }: Server, requests: Buffer[]): Promise<Load> {
  return drive(port, requests, connections, { staysAwake: true })
}

/** Edits an event in the database, but not the name that others search for, and times until both processes show the change. */
async function measureEdits(house: House, portals: readonly Server[]): Promise<Figure> {
  const times: number[] = []
  for (let edit = 0; edit < 20; edit++) {
    const venue = `Edited ${edit}`
    await house.query(
      "update events set venue = $1 where event_id = (select min(event_id) from event_slots where start_on >= '2026-04-01')",
      [venue],
    )
    const editedAt = performance.now()
    await Promise.all(portals.map((portal) => untilItTells(portal, house.people[0] as string, venue)))
    times.push(performance.now() - editedAt)
  }
  const slowest = Math.max(...times)
  return {
    what: 'An edit of an event shows in two processes',
    portal: `${ms(median(times))} after the commit`,
    yardstick: `${ms(slowest)} the slowest of 20`,
    value: slowest,
    shown: ms(slowest),
    goal: { atMost: 100 },
  }
}

async function untilItTells(portal: Server, token: string, venue: string): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!(await ask(portal, token, 'identity')).body.includes(`"${venue}"`)) {
    if (performance.now() > deadline) throw new Error(`${venue} is not told after 10 seconds`)
    await delay(1)
  }
}

async function ask({ port }: Server, token: string, accept: string): Promise<{ body: Buffer; etag: string }> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accept }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers }, resolve).on('error', reject)
  })
  return { body: await buffer(answer), etag: answer.headers.etag ?? '' }
}
