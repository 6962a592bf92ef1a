import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { ms, perSecond } from './figures.ts'
import type { House } from './house.ts'
import { drive, request } from './load.ts'
import { interleave, median } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const path = '/api/private/get-all-events?year=2027'
const calls = 20_000
const connections = 32

/** The list of events for a signed-in person, from its kept bytes: as a browser asks for it, and uncompressed. */
export async function measureEventList(house: House): Promise<Figure[]> {
  const portals = [await openPortal(house), await openPortal(house)] as const
  try {
    return [
      await compare(house, portals[0], 'br'),
      await compare(house, portals[0], 'identity'),
      await measureEdits(house, portals),
    ]
  } finally {
    for (const portal of portals) await portal.stop()
  }
}

function openPortal({ connection }: House): Promise<Server> {
  return startServer('portal.ts', { connection })
}

async function compare(house: House, portal: Server, accept: 'br' | 'identity'): Promise<Figure> {
  const [token] = house.people as [string]
  const answer = await ask(portal, token, accept)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(answer.length),
  }
  const encoding = accept === 'br' && { 'content-encoding': 'br' }
  const bare = await startServer('bare-buffer.ts', {
    connection: house.connection,
    headers: { ...headers, ...encoding },
    bodyBase64: answer.toString('base64'),
  })
  const requests = Array<Buffer>(calls).fill(request('GET', path, { token, accept }))
  const { ours, theirs } = await interleave({
    ours: () => drive(portal.port, requests, connections),
    theirs: () => drive(bare.port, requests, connections),
  }).finally(bare.stop)
  return {
    what: `Events list, ${accept === 'br' ? 'brotli' : 'uncompressed'}, ${answer.length.toLocaleString('en')} bytes`,
    portal: perSecond(ours.perSecond),
    yardstick: `${perSecond(theirs.perSecond)} node:http with the same bytes`,
    value: ours.perSecond / theirs.perSecond,
    goal: { atLeast: 0.6 },
  }
}

/** Edits an event in the database and takes the time until both processes tell the new name. */
async function measureEdits(house: House, portals: readonly Server[]): Promise<Figure> {
  const times: number[] = []
  for (let edit = 0; edit < 20; edit++) {
    const name = `Edited ${edit}`
    await house.query(
      "update events set event_name = $1 where event_id = (select min(event_id) from event_slots where start_on >= '2027-01-01')",
      [name],
    )
    const editedAt = performance.now()
    await Promise.all(portals.map((portal) => untilItTells(portal, house.people[0] as string, name)))
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

async function untilItTells(portal: Server, token: string, name: string): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!(await ask(portal, token, 'identity')).includes(`"${name}"`)) {
    if (performance.now() > deadline) throw new Error(`${name} is not told after 10 seconds`)
    await delay(1)
  }
}

async function ask({ port }: Server, token: string, accept: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accept }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers }, resolve).on('error', reject)
  })
  return buffer(answer)
}
