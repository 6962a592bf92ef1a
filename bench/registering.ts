import type { Figure } from './figures.ts'
import { ms, perSecond } from './figures.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import type { Load } from './load.ts'
import { drive, request } from './load.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const portalPath = '/api/private/event-registration'

/** The yardstick of the goals: a bare route that writes the same rows. The others are for comparison. */
const sameSql = "the portal's tables, one statement"

/** A burst takes about a second, and its time varies more than longer measurements. */
const rounds = 9

/**
 * Registers 2,000 signed-in people for an event, 32 at a time, then 128; each burst has its own event. Jobs are written but
 * not run, as in the yardstick. The last line has the portal's workers busy in the same process.
 */
export async function measureRegistering(house: House, openLarge: () => Promise<House>): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  const bare = await startServer('bare-fastify.ts', { connection: house.connection })
  const { portal: ours, ...yardsticks } = await interleave(
    {
      portal: () => burst(house, portal, portalPath),
      'plain tables, one statement': () => burst(house, bare, '/plain/statement'),
      'plain tables, a transaction': () => burst(house, bare, '/plain/transaction'),
      [sameSql]: () => burst(house, bare, '/own/statement'),
      "the portal's tables, a transaction": () => burst(house, bare, '/own/transaction'),
    },
    rounds,
  )
  const rush = await interleave(
    {
      portal: () => burst(house, portal, portalPath, 128),
      bare: () => burst(house, bare, '/own/statement', 128),
      warm: () => burst(house, portal, portalPath),
      cold: () => burst(house, portal, portalPath, 32, forgetSessions),
    },
    rounds,
  ).finally(() => Promise.all([portal.stop(), bare.stop()]))
  const same = yardsticks[sameSql]
  const busy = await burstsWithWorkers(house)
  const large = await amongMore(house, await openLarge())
  return [
    ...Object.entries(yardsticks).flatMap(([what, theirs]) => [
      {
        what: 'Registering, 2,000 people, 32 at a time',
        portal: perSecond(ours.perSecond),
        yardstick: `${perSecond(theirs.perSecond)} bare route, ${what}`,
        value: ours.perSecond / theirs.perSecond,
        ...(what === sameSql && { goal: { atLeast: 0.95 } }),
      },
      {
        what: 'Registering: p99',
        portal: ms(ours.p99),
        yardstick: `${ms(theirs.p99)} bare route, ${what}`,
        value: ours.p99 / theirs.p99,
        ...(what === sameSql && { goal: { atMost: 1.3 } }),
      },
    ]),
    {
      what: 'Registering, 2,000 people, 128 at a time',
      portal: perSecond(rush.portal.perSecond),
      yardstick: `${perSecond(rush.bare.perSecond)} bare route, ${sameSql}`,
      value: rush.portal.perSecond / rush.bare.perSecond,
      goal: { atLeast: 1 },
    },
    {
      what: 'Registering, 32 at a time, each with their first call',
      portal: perSecond(rush.cold.perSecond),
      yardstick: `${perSecond(rush.warm.perSecond)} with sessions that are kept`,
      value: rush.cold.perSecond / rush.warm.perSecond,
      goal: { atLeast: 0.75 },
    },
    {
      what: 'Registering among a million registrations, 32 at a time',
      portal: perSecond(large.atLarge.perSecond),
      yardstick: `${perSecond(large.ours.perSecond)} among ${house.registrations.toLocaleString('en')}`,
      value: large.atLarge.perSecond / large.ours.perSecond,
      goal: { atLeast: 0.9 },
    },
    {
      what: 'Registering among a million registrations: p99',
      portal: ms(large.atLarge.p99),
      yardstick: `${ms(large.theirs.p99)} bare route, ${sameSql}`,
      value: large.atLarge.p99 / large.theirs.p99,
      goal: { atMost: 1.3 },
    },
    {
      what: 'Registering while its workers write and send the mails',
      portal: perSecond(busy.perSecond),
      yardstick: `${perSecond(same.perSecond)} bare route, ${sameSql}, without workers`,
      value: busy.perSecond / same.perSecond,
    },
  ]
}

async function amongMore(house: House, large: House): Promise<Record<'ours' | 'atLarge' | 'theirs', Load>> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  const largePortal = await startServer('portal.ts', { connection: large.connection })
  const largeBare = await startServer('bare-fastify.ts', { connection: large.connection })
  return interleave(
    {
      ours: () => burst(house, portal, portalPath),
      atLarge: () => burst(large, largePortal, portalPath),
      theirs: () => burst(large, largeBare, '/own/statement'),
    },
    rounds,
  ).finally(() => Promise.all([portal, largePortal, largeBare].map((server) => server.stop())))
}

async function burstsWithWorkers(house: House): Promise<Load> {
  await house.query('delete from pgboss.job')
  const portal = await startServer('portal.ts', { connection: house.connection, works: true })
  const { busy } = await interleave({ busy: () => burst(house, portal, portalPath) }).finally(portal.stop)
  await house.query('delete from pgboss.job')
  return busy
}

/** Registers all 2,000 for a new event, 32 at a time. */
export function registerEverybody(house: House, portal: Server): Promise<Load> {
  return burst(house, portal, portalPath)
}

/** Changes a role, so that every process drops its cached sessions. */
async function forgetSessions({ query, people }: House, { port }: Server): Promise<void> {
  await query('notify user_role_changed')
  // When this is answered, the notification has arrived.
  const headers = { authorization: `Bearer ${people[0]}` }
  await fetch(`http://127.0.0.1:${port}/api/private/get-profile`, { headers })
}

async function burst(
  house: House,
  server: Server,
  path: string,
  connections = 32,
  prepare?: (house: House, server: Server) => Promise<void>,
): Promise<Load> {
  const { eventId, slotIds } = await givenEvent(house)
  const requests = house.people.map((token, index) => {
    const body = { eventId, eventSlotId: slotIds[index % slotIds.length], focusId: 2 }
    return request('POST', path, { token, body })
  })
  await prepare?.(house, server)
  const load = await drive(server.port, requests, connections)
  await expectEachOnce(house, eventId, path.startsWith('/plain') ? 'plain.registrations' : 'registrations')
  return load
}

async function expectEachOnce({ query, people }: House, eventId: number, table: string): Promise<void> {
  const [found] = await query<{ rows: number; persons: number }>(
    `select count(*)::int as rows, count(distinct user_id)::int as persons from ${table} where event_id = $1`,
    [eventId],
  )
  if (found?.rows !== people.length || found.persons !== people.length) {
    throw new Error(`${people.length} registered and ${JSON.stringify(found)} are there`)
  }
  if (table.startsWith('plain')) return
  // The workers delete nothing, so finished jobs are still there.
  const [jobs] = await query<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job join registrations on registration_id = (data->>'registrationId')::int
     where name = 'confirm-registration' and event_id = $1`,
    [eventId],
  )
  if (jobs?.jobs !== people.length) throw new Error(`${people.length} registered with ${jobs?.jobs} jobs`)
}
