import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/embedded-postgres'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/core/db/database.ts'
import { migratePortal } from '#server/core/db/migrate-portal.ts'
import { openLog } from '#server/core/log.ts'
import { seedDemoSeason } from '#server/office/demo/seed-season.ts'
import { openServices } from '#server/open-services.ts'
import { write } from '#server/work.ts'
import { seedOf } from './seed.ts'

/** A portal's database with five registrations per person, and sessions to call with. */
export interface House {
  connection: Connection
  registrations: number
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** An administrator's session. */
  administrator: string
  /** Sessions of 2,000 people without registrations. */
  people: string[]
  /** Opens and returns a session per person with registrations. */
  openEverybody(): Promise<string[]>
  close(): Promise<void>
}

/** Opens the embedded PostgreSQL as a portal has it, with fsync, in a temporary folder. */
export async function openHouse(people: number): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const postgres = await startEmbeddedPostgres({ folder })
  const { connection } = postgres
  await migratePortal(connection)
  const config = readConfig({ SEASON: '2027' })
  const opened = await openServices(config, connection, { log: openLog('silent') })
  await write(opened.services, undefined, seedDemoSeason).finally(opened.close)

  const client = new pg.Client(connection)
  await client.connect()
  await client.query(seedOf(people))
  const administrator = await openSessions(client, "role = 'admin'")
  const newcomers = await openSessions(client, "email like 'newcomer%'")
  await client.query('vacuum analyze')
  return {
    connection,
    registrations: people * 5,
    query: async (text, values) => (await client.query(text, values)).rows,
    administrator: administrator[0] as string,
    people: newcomers,
    openEverybody: () => openSessions(client, "email like 'person%'"),
    async close() {
      await client.end()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ends a part's remaining work: jobs, mails, and registrations without a confirmation, which workers look for. */
export async function endWork({ query }: House): Promise<void> {
  await query('delete from pgboss.job')
  await query('delete from mails')
  await query(`
    insert into confirmations (registration_id, event_slot_id, confirmed_at, start_on, end_on, start_time, end_time)
    select registration_id, event_slot_id, now(), start_on, end_on, start_time, end_time
    from registrations join event_slots using (event_slot_id)
    on conflict do nothing`)
}

/** Adds an event without registrations: three slots at the same two days, the next three a week later, and so on. */
export async function givenEvent(
  { query }: House,
  seats: number | null = null,
  count = 3,
): Promise<{ eventId: number; slotIds: number[] }> {
  const [event] = await query<{ event_id: number }>(
    "insert into events (event_name) values ('Measured') returning event_id",
  )
  const eventId = event?.event_id as number
  const slots = await query<{ event_slot_id: number }>(
    `insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time, capacity)
     select $1, 2, date '2027-03-09' + slot / 3 * 7, date '2027-03-10' + slot / 3 * 7,
       make_time(8 + 4 * (slot % 3), 0, 0), make_time(11 + 4 * (slot % 3), 0, 0), $2
     from generate_series(0, $3 - 1) slot returning event_slot_id`,
    [eventId, seats, count],
  )
  await query('notify events_changed')
  return { eventId, slotIds: slots.map((slot) => slot.event_slot_id) }
}

async function openSessions(client: pg.Client, who: string): Promise<string[]> {
  const { rows } = await client.query<{ user_id: string }>(`select user_id from users where ${who}`)
  const tokens = rows.map(() => randomBytes(32).toString('base64url'))
  await client.query(
    `insert into sessions (token_hash, user_id, expires_at, began_by)
     select unnest($1::bytea[]), unnest($2::uuid[]), now() + interval '30 days', 'password'`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), rows.map((row) => row.user_id)],
  )
  return tokens
}
