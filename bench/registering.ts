import { cpuOf } from './cpu.ts'
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

/** A burst takes about a second, and its time varies more than longer measurements. */
const rounds = 9

interface Burst {
  connections?: number
  prepare?: typeof forgetSessions
  /** Each slot's capacity; absent: none. */
  seats?: number
  /** The slots that people choose in turn. */
  slots?: number
}

type Sample = Load & { server: number; database: number }

/**
 * Registers 2,000 signed-in people for an event, 32 at a time, then 128; each burst has its own event. Jobs are written but
 * not run, as in the yardstick: a bare route that does the same in one statement.
 */
export async function measureRegistering(house: House, openLarge: () => Promise<House>): Promise<Figure[]> {
  const { connection } = house
  const portal = await startServer('portal.ts', { connection })
  const bare = await startServer('bare-fastify.ts', { connection })
  const few = await interleave(
    {
      portal: () => timed(house, portal, portalPath),
      plain: () => timed(house, bare, '/plain'),
      own: () => timed(house, bare, '/own'),
      seats: () => timed(house, portal, portalPath, { seats: house.people.length }),
    },
    rounds,
  )
  const many = await interleave(
    {
      portal: () => timed(house, portal, portalPath, { connections: 128 }),
      plain: () => timed(house, bare, '/plain', { connections: 128 }),
      warm: () => timed(house, portal, portalPath),
      cold: () => timed(house, portal, portalPath, { prepare: forgetSessions }),
    },
    rounds,
  ).finally(() => Promise.all([portal.stop(), bare.stop()]))
  const { one, two, four } = await byProcesses(house)
  const large = await amongMore(house, await openLarge())
  const row = (
    what: string,
    ours: Sample,
    theirs: Sample,
    yardstick: string,
    goal?: Figure['goal'],
  ): Figure => ({
    what: `Registering, ${what}`,
    portal: shownSample(ours),
    yardstick: `${shownSample(theirs)} ${yardstick}`,
    value: ours.perSecond / theirs.perSecond,
    ...(goal && { goal }),
  })
  return [
    row('32 at a time', few.portal, few.plain, 'a bare route, plain tables', { atLeast: 1.6 }),
    row('32 at a time', few.portal, few.own, "a bare route, the portal's tables"),
    {
      what: 'Registering, 32 at a time: p99',
      portal: ms(few.portal.p99),
      yardstick: `${ms(few.plain.p99)} a bare route, plain tables`,
      value: few.portal.p99 / few.plain.p99,
      goal: { atMost: 1 },
    },
    row('32 at a time, for slots with seats', few.seats, few.portal, 'for slots without'),
    row('128 at a time', many.portal, many.plain, 'a bare route, plain tables', { atLeast: 2.2 }),
    row('32 at a time, each with their first call', many.cold, many.warm, 'with sessions that are kept', {
      atLeast: 0.9,
    }),
    row('32 at a time, two processes', two, one, 'one process', { atLeast: 1.2 }),
    row('32 at a time, four processes on two cores', four, one, 'one process', { atLeast: 1 }),
    row(
      'among a million registrations',
      large.atLarge,
      large.ours,
      `among ${house.registrations.toLocaleString('en')}`,
      {
        atLeast: 0.9,
      },
    ),
  ]
}

/** Registers the same people for six slots that have seats, and for one. */
export async function measureSeats(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  const into = (slots: number) => () =>
    timed(house, portal, portalPath, { seats: house.people.length, slots })
  const { six, one } = await interleave({ six: into(6), one: into(1) }, rounds).finally(portal.stop)
  return [
    {
      what: 'Registering, 32 at a time, for six slots with seats',
      portal: shownSample(six),
      yardstick: `${shownSample(one)} for one slot with seats`,
      value: six.perSecond / one.perSecond,
      goal: { atLeast: 0.8 },
    },
  ]
}

/** Shows the rate with the process's and PostgreSQL's CPU time per person. */
function shownSample({ perSecond: rate, server, database }: Sample): string {
  return `${perSecond(rate)} (${server.toFixed(2)} + ${database.toFixed(2)} ms)`
}

async function byProcesses(house: House): Promise<Record<'one' | 'two' | 'four', Sample>> {
  const start = () => startServer('portal.ts', { connection: house.connection })
  const servers = await Promise.all([start(), start(), start(), start()])
  // V8 compiles what runs often, so a process with a quarter of the calls would still be cold.
  for (const server of [...servers, ...servers]) await burst(house, [server], portalPath)
  const by = (count: number) => () => timed(house, servers.slice(0, count), portalPath)
  return interleave({ one: by(1), two: by(2), four: by(4) }, rounds).finally(() =>
    Promise.all(servers.map((server) => server.stop())),
  )
}

async function amongMore(house: House, large: House): Promise<Record<'ours' | 'atLarge', Sample>> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  const largePortal = await startServer('portal.ts', { connection: large.connection })
  return interleave(
    {
      ours: () => timed(house, portal, portalPath),
      atLarge: () => timed(large, largePortal, portalPath),
    },
    rounds,
  ).finally(() => Promise.all([portal, largePortal].map((server) => server.stop())))
}

async function timed(
  house: House,
  servers: Server | Server[],
  path: string,
  burstOptions?: Burst,
): Promise<Sample> {
  const all = [servers].flat()
  let load: Load | undefined
  const cpu = await cpuOf(house, all, async () => {
    load = await burst(house, all, path, burstOptions)
  })
  const each = house.people.length
  return { ...(load as Load), server: cpu.server / each, database: cpu.database / each }
}

/** Registers all 2,000 for another event, 32 at a time. */
export function registerEverybody(house: House, portal: Server): Promise<Load> {
  return burst(house, [portal], portalPath)
}

/** Changes a role, so that every process drops its cached sessions, whose use was last recorded long ago. */
async function forgetSessions({ query, people }: House, { port }: Server): Promise<void> {
  await query("update sessions set last_seen_at = now() - interval '5 minutes'")
  await query('notify user_role_changed')
  // Its answer means that the notification has arrived.
  const headers = { authorization: `Bearer ${people[0]}` }
  await fetch(`http://127.0.0.1:${port}/api/private/get-profile`, { headers })
}

async function burst(
  house: House,
  servers: Server[],
  path: string,
  { connections = 32, prepare, seats, slots }: Burst = {},
): Promise<Load> {
  const { eventId, slotIds } = await givenEvent(house, seats, slots)
  const requests = house.people.map((token, index) => {
    const body = { eventId, eventSlotId: slotIds[index % slotIds.length], focusId: 2 }
    return request('POST', path, { token, body })
  })
  for (const server of servers) await prepare?.(house, server)
  const load = await drive(
    servers.map(({ port }) => port),
    requests,
    connections,
  )
  await expectEachOnce(house, eventId, path === '/plain' ? 'plain.registrations' : 'registrations')
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
