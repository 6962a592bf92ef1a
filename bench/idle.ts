import { setTimeout as delay } from 'node:timers/promises'
import { connectionsByCores } from '#server/core/db/pool-size.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { drive, request } from './load.ts'
import { registerEverybody } from './registering.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

/** For the queue, exports, and notifications. */
const besidesPool = 5

/** Schedules run jobs every minute. */
const seconds = 60

/** Measures how often an idle process with all its jobs asks the database, and its connections after a burst. */
export async function measureIdle(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection, works: true })
  try {
    // A schedule's first jobs are not idleness.
    await delay(5000)
    const before = await asked(portal)
    await delay(seconds * 1000)
    const perSecond = ((await asked(portal)) - before) / seconds
    const connections = await connectionsAfterBurst(house, portal)
    return [
      {
        what: 'Statements of an idle process',
        portal: `${perSecond.toFixed(1)}/s`,
        yardstick: '',
        value: perSecond,
        shown: `${perSecond.toFixed(1)}/s`,
        goal: { atMost: 5 },
      },
      {
        what: 'Connections of a process after people register, search and export at the same time',
        portal: String(connections),
        yardstick: '',
        value: connections,
        shown: String(connections),
        goal: { atMost: connectionsByCores() + besidesPool },
      },
    ]
  } finally {
    await portal.stop()
  }
}

async function asked(portal: Server): Promise<number> {
  return (await portal.ask<{ statements: number }>({})).statements
}

async function connectionsAfterBurst(house: House, portal: Server): Promise<number> {
  const search = request('GET', '/api/private/v2/get-all-registered-users?search=novak', {
    token: house.administrator,
  })
  await Promise.all([
    registerEverybody(house, portal),
    drive(portal.port, Array<Buffer>(400).fill(search), 16),
    ...Array.from({ length: 4 }, () => exportAll(house, portal)),
  ])
  const [row] = await house.query<{ connections: number }>(
    "select count(*)::int as connections from pg_stat_activity where application_name like 'portal%'",
  )
  return row?.connections as number
}

async function exportAll({ administrator }: House, { port }: Server): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/private/v2/export-registered-users-csv`, {
    headers: { authorization: `Bearer ${administrator}` },
  })
  if (answer.status !== 200) throw new Error(`The export was answered ${answer.status}`)
  await answer.arrayBuffer()
}
