import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuPerCall, generator } from './cpu-per-call.ts'
import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import { interleave, median } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const path = '/api/private/get-all-events?from=2027'

/** The calls, and the microseconds of CPU time that each may cost. */
const calls = [
  { answer: 'brotli', accept: 'br', isKnown: false, atMost: 45 },
  { answer: 'uncompressed', accept: 'identity', isKnown: false, atMost: 45 },
  { answer: '304: nothing has changed', accept: 'br', isKnown: true, atMost: 35 },
]

/** Measures the list of events for a signed-in person, from its cached bytes: as a browser requests it, and uncompressed. */
export async function measureEventList(house: House): Promise<Figure[]> {
  const portals = [await openPortal(house), await openPortal(house)] as const
  try {
    const figures: Figure[] = []
    for (const call of calls) figures.push(await measureCall(house, portals[0], call))
    return [...figures, await measureEdits(house, portals)]
  } finally {
    for (const portal of portals) await portal.stop()
  }
}

function openPortal({ connection }: House): Promise<Server> {
  return startServer('portal.ts', { connection })
}

async function measureCall(
  { people, connection }: House,
  portal: Server,
  { answer, accept, isKnown, atMost }: (typeof calls)[number],
): Promise<Figure> {
  const [token] = people as [string]
  const { body, etag } = await ask(portal, token, accept)
  const bare = await startServer('bare-buffer.ts', {
    connection,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(accept === 'br' && { 'content-encoding': 'br' }),
    },
    bodyBase64: body.toString('base64'),
  })
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': accept,
    ...(isKnown && { 'if-none-match': etag }),
  }
  const { ours, theirs } = await interleave({
    ours: () => cpuPerCall(portal, path, headers),
    theirs: () => cpuPerCall(bare, path, headers),
  }).finally(bare.stop)
  const bytes = isKnown ? '' : `, ${body.length.toLocaleString('en')} bytes`
  return {
    what: `Events list, ${answer}${bytes}: CPU time of a call, by ${generator}`,
    portal: microseconds(ours.cpu),
    yardstick: `${microseconds(theirs.cpu)} a Fastify route's`,
    value: ours.cpu,
    shown: `${microseconds(ours.cpu)}, ${(ours.cpu / theirs.cpu).toFixed(2)} times as much`,
    goal: { atMost },
  }
}

function microseconds(value: number): string {
  return `${value.toFixed(1)} µs`
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
