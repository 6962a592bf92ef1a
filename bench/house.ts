import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { seedDemoSeason } from '#server/demo/seed-season.ts'
import { openServices } from '#server/open-services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openLog } from '#server/platform/log.ts'
import { write } from '#server/work.ts'

/** A portal's database with a hundred thousand registrations, and who may call. */
export interface House {
  connection: Connection
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** The session of an administrator. */
  administrator: string
  /** The sessions of 2,000 people who hold no registration yet. */
  people: string[]
  close(): Promise<void>
}

export const registrations = 100_000

/** The embedded PostgreSQL as a portal has it, flushing every commit to the disk, in a folder that goes away. */
export async function openHouse(): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const postgres = await startEmbeddedPostgres({ folder })
  const { connection } = postgres
  const { pool, close } = openDatabase(connection)
  await migrate(pool, join(import.meta.dirname, '../server/migrations')).finally(close)
  const config = readConfig({ SEASON: '2027' })
  const opened = await openServices(config, connection, { log: openLog('silent') })
  await write(opened.services, undefined, seedDemoSeason).finally(opened.close)

  const client = new pg.Client(connection)
  await client.connect()
  await client.query(seed)
  const administrator = await openSessions(client, "role = 'admin'")
  const people = await openSessions(client, "email like 'newcomer%'")
  await client.query('vacuum analyze')
  return {
    connection,
    query: async (text, values) => (await client.query(text, values)).rows,
    administrator: administrator[0] as string,
    people,
    async close() {
      await client.end()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Slots of a new event that nobody has registered for. */
export async function givenEvent({ query }: House): Promise<{ eventId: number; slotIds: number[] }> {
  const [event] = await query<{ event_id: number }>(
    "insert into events (event_name) values ('Measured') returning event_id",
  )
  const eventId = event?.event_id as number
  const slots = await query<{ event_slot_id: number }>(
    `insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
     select $1, 2, '2027-03-09', '2027-03-10', make_time(8 + 4 * slot, 0, 0), make_time(11 + 4 * slot, 0, 0)
     from generate_series(0, 2) slot returning event_slot_id`,
    [eventId],
  )
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

/** 25,000 people, each registered for the four events of the demo season; a tenth of them are called Smith. */
const seed = `
  insert into users (email, role) values ('admin@example.com', 'admin');
  insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
  select 'person' || number || '@example.com', (array['Avery', 'Blake', 'Casey', 'Devon', 'Emery', 'Finley', 'Harper', 'Jordan'])[1 + number % 8],
    case when number % 10 = 0 then 'Smith' else 'Example' || number % 997 end, 'United States', 'South Carolina', '29201',
    'Example Aviation ' || number % 400, '+1||8035550100'
  from generate_series(1, ${registrations / 4}) number;
  insert into users (email, first_name, last_name, country, state, zip, company_name)
  select 'newcomer' || number || '@example.com', 'New', 'Comer ' || number, 'United States', 'South Carolina', '29201', 'Example Aviation'
  from generate_series(1, 2000) number;

  insert into registrations (user_id, event_id, event_slot_id, registered_at)
  select user_id, event_id, slots[1 + number % cardinality(slots)], now() - interval '90 days' + number * interval '280 seconds' + event_id * interval '11 seconds'
  from (select user_id, row_number() over (order by user_id) as number from users where email like 'person%') people,
    (select event_id, array_agg(event_slot_id) as slots from event_slots where start_on >= '2027-01-01' group by event_id) events;
  insert into activities (registration_id, activity, acted_by)
  select registration_id, 'registered', user_id from registrations;
  insert into confirmations (registration_id, event_slot_id, confirmed_at)
  select registration_id, event_slot_id, registered_at from registrations;

  create schema plain;
  create table plain.registrations (
    registration_id integer generated always as identity primary key,
    user_id uuid not null references users,
    event_id integer not null references events,
    event_slot_id integer not null references event_slots,
    registered_at timestamptz not null default now(),
    unique (user_id, event_id)
  );
  create table plain.jobs (
    job_id bigint generated always as identity primary key,
    name text not null,
    data jsonb not null,
    state text not null default 'created',
    created_at timestamptz not null default now()
  );
  insert into plain.registrations (user_id, event_id, event_slot_id) select user_id, event_id, event_slot_id from registrations;
`
