import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@portal/embedded-postgres'
import { startEmbeddedPostgres } from '@portal/embedded-postgres'
import type { ClientConfig } from 'pg'
import { Client } from 'pg'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import { completeProfile } from '../complete-profile.ts'
import { furnish, urlOf } from '../database.ts'

export interface Person {
  userId: string
  email: string
  token: string
}

export interface SlotIds {
  eventId: number
  eventSlotId: number
  focusId: number
}

/** A database, and people with sessions. */
export interface Stage {
  query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Adds people with a complete profile and a session each. */
  people(count: number): Promise<Person[]>
  /** Adds an administrator with a session that a password began. */
  administrator(): Promise<Person>
  /** Adds an open event with one slot. */
  event(): Promise<SlotIds>
  /** Adds another slot of the same event. */
  anotherSlot(of: SlotIds): Promise<SlotIds>
}

/** A database that outlives its portals, with fsync on. */
export interface House extends Stage {
  connection: EmbeddedPostgres['connection']
  databaseUrl: string
  /** Stops every process of the database; returns a function that resumes them. */
  freeze(): () => void
  /** Kills the database and restarts it. */
  killDatabase(): Promise<void>
  /** Restarts the database if it has ended. */
  revive(): Promise<void>
  close(): Promise<void>
}

export async function openHouse(folder?: string, { isEmpty = false } = {}): Promise<House> {
  const parent = folder ?? (await mkdtemp(join(tmpdir(), 'portal-faults-')))
  const start = () =>
    startEmbeddedPostgres({ folder: join(parent, 'data'), settings: { max_connections: '300' } })
  let postgres = await start()
  if (!isEmpty) await furnish(postgres.connection)
  const { connection } = postgres

  const stage = openStage(async () => connection)
  const { query } = stage

  return {
    connection,
    databaseUrl: urlOf(connection),
    ...stage,
    freeze() {
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postgres.pid)], { encoding: 'utf8' })
      const pids = [postgres.pid, ...stdout.trim().split(/\s+/).map(Number)]
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
      }
    },
    async killDatabase() {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.stop()
      postgres = await start()
    },
    async revive() {
      await query('select 1').catch(async () => {
        await postgres.stop()
        postgres = await start()
      })
    },
    async close() {
      await postgres.stop()
      if (!folder) await rm(parent, { recursive: true, force: true })
    },
  }
}

/** Opens the stage on a database; each query looks for its current host. */
export function openStage(find: () => Promise<ClientConfig>): Stage {
  async function query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client(await find())
    client.on('error', () => {})
    await client.connect()
    return client
      .query<Row>(statement, values)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }

  const stage: Stage = {
    query,
    async administrator() {
      const [person] = (await stage.people(1)) as [Person]
      await query("update users set role = 'admin' where user_id = $1", [person.userId])
      await query('insert into administrators (user_id) values ($1)', [person.userId])
      await query("update sessions set began_by = 'password' where user_id = $1", [person.userId])
      return person
    },
    async people(count) {
      const { country, state, zip, companyName } = completeProfile
      const users = await query<{ user_id: string; email: string }>(
        `insert into users (email, first_name, last_name, country, state, zip, company_name)
         select gen_random_uuid() || '@example.com', 'Pat', 'Example', $2, $3, $4, $5 from generate_series(1, $1)
         returning user_id, email`,
        [count, country, state, zip, companyName],
      )
      const people = users.map(({ user_id, email }) => ({
        userId: user_id,
        email,
        token: randomBytes(32).toString('base64url'),
      }))
      await query(
        `insert into sessions (token_hash, user_id, expires_at, began_by)
         select token_hash, user_id, now() + interval '1 day', 'link' from unnest($1::bytea[], $2::uuid[]) as s (token_hash, user_id)`,
        [people.map(({ token }) => hashOfSecret(token)), people.map(({ userId }) => userId)],
      )
      return people
    },
    async event() {
      const [slot] = await query<{ event_id: number; event_slot_id: number }>(
        `with event as (insert into events (event_name) values ('Drill') returning event_id)
         insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
         select event_id, 2, '2027-03-09', '2027-03-10', '08:00', '12:00' from event returning event_id, event_slot_id`,
      )
      return { eventId: slot?.event_id as number, eventSlotId: slot?.event_slot_id as number, focusId: 2 }
    },
    async anotherSlot({ eventId, focusId }) {
      const [slot] = await query<{ event_slot_id: number }>(
        `insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
         values ($1, $2, '2027-03-16', '2027-03-17', '08:00', '12:00') returning event_slot_id`,
        [eventId, focusId],
      )
      return { eventId, eventSlotId: slot?.event_slot_id as number, focusId }
    },
  }
  return stage
}

/** Kills a process, by default with SIGKILL, and waits until it is gone. */
export async function kill(
  process: { kill(signal: 'SIGKILL' | 'SIGTERM'): boolean } & NodeJS.EventEmitter,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<void> {
  const gone = once(process, 'exit')
  if (process.kill(signal)) await gone
}
