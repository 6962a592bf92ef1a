import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { Client } from 'pg'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { changeEvent } from '#contract/events/events/edits.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import { importHours } from '#contract/office/bulk-jobs/hours.ts'
import { byHand } from '#test/given.ts'
import { startDatabaseProxy } from '../database-proxy.ts'
import type { Outcome } from './burst.ts'
import { call, startCallers } from './callers.ts'
import type { Portal, Scene } from './drills.ts'
import { drill, rounds } from './drills.ts'
import { kill, openHouse } from './house.ts'

/** Faults of the database and its locks while portals run. */
export const databaseDrills: Record<string, () => Promise<Outcome | string>> = {
  'a column is added to every table': async () =>
    drill(async ({ house, portals, burst }) => {
      const callers = await startCallers(house, () => portals.map(({ url }) => url))
      const running = await burst(1000)
      const tables = await house.query<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public' order by 1",
      )
      for (const { name } of tables)
        await alter(house.connection, `alter table ${name} add column drill text`)
      const late = await burst(500)
      await Promise.all([running.done, late.done])
      await callers.stop()
      return { rounds: tables.length, refusals: callers.refusals }
    }),
  'a portal whose machine vanishes in mid-transaction': async () => {
    const house = await openHouse()
    const proxy = await startDatabaseProxy(house.connection)
    const { user, database } = house.connection
    const behind = `postgres://${user}@127.0.0.1:${proxy.port}/${database}`
    let recoveryMs = 0
    return drill(
      async ({ portals, burst, startAnother }) => {
        const vanishing = await startAnother({ DATABASE_URL: behind })
        const administrator = await house.administrator()
        const holder = await connect(house.connection)
        // Registering locks the event and waits here. It still holds the lock when its portal vanishes, because nobody commits.
        await holder.query('begin; lock table activities in exclusive mode')
        const lost = await burst(100, [vanishing])
        await untilWaiting(house.query, 'activities')
        proxy.silence()
        await kill(vanishing.process)
        await holder.query('commit')
        await holder.end()
        const start = performance.now()
        lost.move([portals[1] as Portal])
        const body = { eventId: lost.event.eventId, eventName: 'Drill, later' }
        const edit = () => call((portals[1] as Portal).url, changeEvent, { body }, administrator.token)
        while ((await edit()).status !== 200) await delay(100)
        recoveryMs = performance.now() - start
        await lost.done
        return { rounds: 1, recoveryMs }
      },
      { house, databaseUrl: house.databaseUrl, close: proxy.close },
    )
  },
  'a slot of 500 is moved while their hours are credited': async () => drill(moveWhileCrediting),
  'every process of the database is frozen for 45 s': async () =>
    drill(async ({ house, portals, burst }) => {
      const callers = await startCallers(house, () => portals.map(({ url }) => url))
      const running = await burst(1000)
      await delay(300)
      const thaw = house.freeze()
      await delay(45_000)
      const start = performance.now()
      const before = running.acknowledged.size
      thaw()
      while (running.acknowledged.size === before) await delay(10)
      const recoveryMs = performance.now() - start
      await running.done
      await callers.stop()
      return { rounds: 1, recoveryMs, refusals: callers.refusals }
    }),
  'SIGTERM while a call waits for a lock': async () =>
    drill(async ({ house, portals, burst }) => {
      const holder = await connect(house.connection)
      await holder.query('begin; lock table activities in exclusive mode')
      const [ending, other] = portals as [Portal, Portal]
      const running = await burst(100, [ending])
      await untilWaiting(house.query, 'activities')
      const start = performance.now()
      ending.process.kill('SIGTERM')
      await once(ending.process, 'exit')
      const recoveryMs = performance.now() - start
      await holder.end()
      running.move([other])
      await running.done
      return { rounds: 1, recoveryMs }
    }),
}

/** Moves and credits for 40 s. An answer of 200 is acknowledged. It is lost if the database contradicts it in the end. */
async function moveWhileCrediting({ house, portals }: Scene): Promise<Outcome> {
  const [administrator, people, event] = [
    await house.administrator(),
    await house.people(500),
    await house.event(),
  ]
  const registered = await house.query<{ registration_id: number }>(
    `insert into registrations (user_id, event_id, event_slot_id)
     select unnest($1::uuid[]), $2, $3 returning registration_id`,
    [people.map(({ userId }) => userId), event.eventId, event.eventSlotId],
  )
  const refusals = new Map<number, number>()
  const { eventSlotId, focusId } = event
  const end = performance.now() + 4000 * rounds
  let acknowledged = 0
  async function again(pauseMs: number, act: (url: string, turn: number) => Promise<{ status: number }>) {
    for (let turn = 0; performance.now() < end; turn++) {
      const { status } = await act((portals[turn % 2] as Portal).url, turn)
      if (status === 200) acknowledged++
      else refusals.set(status, (refusals.get(status) ?? 0) + 1)
      await delay(pauseMs)
    }
  }
  const { token } = administrator
  let startTime = ''
  await Promise.all([
    again(500, (url, turn) => {
      startTime = `08:${10 + (turn % 50)}`
      const time = { startOn: '2027-03-09', endOn: '2027-03-10', startTime, endTime: '12:00' } as never
      return call(
        url,
        changeSlot,
        { body: { eventSlotId, focusId, webinarId: null, ...(time as object) } as never },
        token,
      )
    }),
    again(1000, (url, turn) => {
      const data = people.map(({ email }) => ({ email, hours: 1 + (turn % 8) }))
      return call(url, importHours, { body: { eventSlotId, data } }, token)
    }),
    ...[0, 1, 2, 3].map((lane) =>
      again(50, (url, turn) => {
        const { registration_id: registrationId = 0 } = registered[(turn * 4 + lane) % 500] ?? {}
        return call(
          url,
          generateCertificate,
          { body: byHand({ registrationId, hours: 8, reason: `${turn}` }) },
          token,
        )
      }),
    ),
  ])
  await untilQueueIsEmpty(house.query)
  const [found] = await house.query<{ time: string; open: number; wrong: number; deadlocks: number }>(
    `select (select start_time::text from event_slots where event_slot_id = $1) as time,
       (select count(*)::int from bulk_job_items where outcome is null) as open,
       (select count(*)::int from registrations r where hours is distinct from
         (select hours from standing_credit(r.registration_id))) as wrong,
       (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks`,
    [eventSlotId],
  )
  return {
    rounds,
    acknowledged,
    lost: (found?.time.startsWith(startTime) ? 0 : 1) + (found?.wrong ?? 0),
    doubled: 0,
    stranded: found?.open ?? 0,
    mailsMissing: 0,
    mailsDoubled: 0,
    mailsUnknown: 0,
    refusals,
    note: `${found?.deadlocks} deadlocks`,
  }
}

async function untilQueueIsEmpty(query: Scene['house']['query']): Promise<void> {
  for (;;) {
    const [left] = await query<{ left: number }>(
      "select count(*)::int as left from pgboss.job where name = 'run-bulk-job' and state < 'completed'",
    )
    if (left?.left === 0) return
    await delay(500)
  }
}

/** Alters a table like a migration: gives way and retries. */
async function alter(connection: ClientConfig, statement: string): Promise<void> {
  const client = await connect(connection)
  await client.query("set lock_timeout = '800ms'")
  while (!(await client.query(statement).catch(() => undefined))) await delay(100)
  await client.end()
}

async function untilWaiting(query: Scene['house']['query'], table: string): Promise<void> {
  for (;;) {
    const waiting = await query('select from pg_locks where relation = $1::regclass and not granted', [table])
    if (waiting.length > 0) return
    await delay(20)
  }
}

async function connect(connection: ClientConfig): Promise<Client> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
}
