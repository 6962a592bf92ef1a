import { setTimeout as delay } from 'node:timers/promises'
import { ask, costOfAnswer } from './answer-cost.ts'
import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import { median } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const path = '/api/private/get-all-events?from=2027'

/** The calls, and the most microseconds of CPU time for each. */
const calls = [
  { answer: 'brotli', accept: 'br', isKnown: false, atMost: 45 },
  { answer: 'uncompressed', accept: 'identity', isKnown: false, atMost: 45 },
  { answer: '304: nothing has changed', accept: 'br', isKnown: true, atMost: 35 },
]

/** Measures the cached list of events for a signed-in person: as a browser requests it, and uncompressed. */
export async function measureEventList(house: House): Promise<Figure[]> {
  const portals = [await openPortal(house), await openPortal(house)] as const
  try {
    const figures: Figure[] = []
    for (const { answer, accept, isKnown, atMost } of calls) {
      const headers = { authorization: `Bearer ${house.people[0]}`, 'accept-encoding': accept }
      const what = `Events list, ${answer}`
      figures.push(await costOfAnswer(house, portals[0], { what, path, headers, isKnown, atMost }))
    }
    return [...figures, await measureEdits(house, portals)]
  } finally {
    for (const portal of portals) await portal.stop()
  }
}

function openPortal({ connection }: House): Promise<Server> {
  return startServer('portal.ts', { connection })
}

/**
 * Edits an event in the database, except its name, which others search for. Times until both processes show
 * the edit.
 */
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
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
  while (!(await ask(portal, path, headers)).body.includes(`"${venue}"`)) {
    if (performance.now() > deadline) throw new Error(`${venue} is not told after 10 seconds`)
    await delay(1)
  }
}
