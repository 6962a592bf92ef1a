import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { perSecond } from './figures.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import { drive, request } from './load.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const writers = 8

/**
 * Registers 2,000 people by eight processes for one event, and for eight events, one per process. On two
 * cores both are equally quick even if they wait for each other, so the goal is that none waits.
 */
export async function measureOneEvent(house: House): Promise<Figure[]> {
  const servers = await Promise.all(
    Array.from({ length: writers }, () => startServer('portal.ts', { connection: house.connection })),
  )
  const { one, eight } = await interleave({
    one: () => burst(house, servers, 1),
    eight: () => burst(house, servers, writers),
  }).finally(() => Promise.all(servers.map((server) => server.stop())))
  const what = 'Registering by eight processes for one event'
  return [
    {
      what,
      portal: perSecond(one.perSecond),
      yardstick: `${perSecond(eight.perSecond)} for an event each`,
      value: one.perSecond / eight.perSecond,
    },
    {
      what: `${what}: connections that wait for a row`,
      portal: one.waiting.toFixed(2),
      yardstick: `${eight.waiting.toFixed(2)} for an event each`,
      value: one.waiting,
      goal: { atMost: 0.05 },
    },
  ]
}

async function burst(house: House, servers: Server[], events: number) {
  const given = await Promise.all(Array.from({ length: events }, () => givenEvent(house)))
  const each = house.people.length / writers
  const beganAt = performance.now()
  const registered = Promise.all(
    servers.map(({ port }, writer) => {
      const { eventId, slotIds } = given[writer % events] as (typeof given)[0]
      const requests = house.people.slice(writer * each, (writer + 1) * each).map((token, index) => {
        const body = { eventId, eventSlotId: slotIds[index % slotIds.length], focusId: 2 }
        return request('POST', '/api/private/event-registration', { token, body })
      })
      return drive(port, requests, 8)
    }),
  )
  const waiting = await watchWaits(house, registered)
  return { perSecond: house.people.length / ((performance.now() - beganAt) / 1000), waiting }
}

/** Returns how many connections wait for another's lock on average, until the work is done. */
async function watchWaits({ query }: House, work: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  let looks = 0
  let waits = 0
  while (!isOver) {
    const [seen] = await query<{ waits: number }>(
      "select count(*)::int as waits from pg_stat_activity where wait_event_type = 'Lock' and state = 'active'",
    )
    looks += 1
    waits += seen?.waits ?? 0
    await delay(5)
  }
  await over
  return waits / looks
}
