import { setTimeout as delay } from 'node:timers/promises'
import { givenDownload } from './certificates.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import { drive, request } from './load.ts'
import { median } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const minutes = 10
/** Calls per second. */
const registrations = 40
const readers = 20
const pagesOfAdministrators = 4
/** The seconds between two exports of all registrations. */
const exportEvery = 20

/**
 * Measures resident memory during ten minutes of mixed traffic of 20,000 people, as the portal is served: its
 * workers write the mails into the mailbox. A figure is the median of a minute, because the process grows
 * until V8 collects.
 */
export async function measureMemory(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection, works: true })
  const traffic = await openTraffic(house, portal)
  const samples: number[] = []
  try {
    for (let second = 0; second < minutes * 60; second++) {
      const nextAt = performance.now() + 1000
      await traffic(second)
      samples.push(portal.memory())
      if (second % 30 === 29) console.log(`${second + 1} s: ${shownMiB(samples.at(-1) as number)}`)
      await delay(Math.max(0, nextAt - performance.now()))
    }
  } finally {
    await portal.stop()
  }
  const half = samples.length / 2
  const atHalf = median(samples.slice(half - 60, half))
  const atEnd = median(samples.slice(-60))
  const what = `Memory after ${minutes} minutes of mixed traffic, workers busy`
  return [
    {
      what,
      portal: shownMiB(atEnd),
      yardstick: `${shownMiB(Math.max(...samples))} the most`,
      value: atEnd,
      shown: shownMiB(atEnd),
      goal: { atMost: 400 },
    },
    {
      what,
      portal: shownMiB(atEnd),
      yardstick: `${shownMiB(atHalf)} at half time`,
      value: atEnd / atHalf,
      goal: { atMost: 1.05 },
    },
  ]
}

/** Returns a function that sends a second's calls and waits for the answers. */
async function openTraffic(house: House, { port }: Server): Promise<(second: number) => Promise<void>> {
  const everybody = await house.openEverybody()
  const { administrator } = house
  const download = await givenDownload(house)
  const page = '/api/private/v2/get-all-registered-users?limit=100'
  let event = await givenEvent(house)
  let registered = 0

  async function register(): Promise<Buffer> {
    const place = registered++ % everybody.length
    if (place === 0) event = await givenEvent(house)
    const { eventId, slotIds } = event
    const body = { eventId, eventSlotId: slotIds[place % slotIds.length], focusId: 2 }
    return request('POST', '/api/private/event-registration', { token: everybody[place] as string, body })
  }

  return async (second) => {
    const registering = await Promise.all(Array.from({ length: registrations }, register))
    const reading = Array.from({ length: readers }, (_, reader) => {
      // Neighbors are people of other seconds.
      const token = everybody[(second * 7919 + reader * 997) % everybody.length] as string
      return [
        request('GET', '/api/private/get-profile', { token }),
        request('GET', '/api/private/get-registered-events', { token }),
        request('GET', '/api/private/get-all-events', { token, accept: 'br' }),
      ]
    }).flat()
    const managing = Array.from({ length: pagesOfAdministrators }, (_, index) =>
      request('GET', `${page}&page=${1 + ((second * 13 + index) % 500)}`, {
        token: administrator,
        accept: 'br',
      }),
    )
    await Promise.all([
      drive(port, registering, 8),
      drive(port, reading, 4),
      drive(port, managing, 1),
      drive(port, [download], 1),
      second % exportEvery === 0 && exportAll(port, administrator),
    ])
  }
}

async function exportAll(port: number, token: string): Promise<void> {
  const address = `http://127.0.0.1:${port}/api/private/v2/export-registered-users-csv`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`The export answered ${answer.status}`)
  await answer.bytes()
}

function shownMiB(value: number): string {
  return `${Math.round(value)} MiB`
}
