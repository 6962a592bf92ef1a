import { superuser } from '@portal/embedded-postgres'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openQueue } from '#server/core/jobs/queue.ts'
import { cloneDatabase, migrations } from '#test/database.ts'
import { checkServer } from './check-server.ts'
import type { Connection } from './connection.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const role = 'somebody'
let database: Awaited<ReturnType<typeof cloneDatabase>>
let connection: Connection
beforeEach(async () => {
  database = await cloneDatabase(inject('cluster'))
  connection = { ...database.connection, user: role }
  await tell(
    `drop role if exists ${role}; create role ${role} login; drop schema public cascade; drop schema pgboss cascade;
     create schema public; drop extension if exists pg_trgm; alter database ${database.connection.database} owner to ${superuser}`,
  )
})
afterEach(async () => {
  await tell(
    `drop owned by ${role} cascade; alter database ${database.connection.database} owner to ${superuser}; drop role ${role}`,
  )
  await database.drop()
})

test('an ordinary role that owns its database has all it needs', async () => {
  await tell(
    `alter database ${database.connection.database} owner to ${role}; alter schema public owner to pg_database_owner`,
  )
  await furnish()
})

test('so has one that may create in it and in its schema public, and each is asked for in a sentence', async () => {
  const { database: name } = database.connection
  await expect(check()).rejects.toThrow(
    `may not create schemas in the database. GRANT CREATE ON DATABASE ${name} TO ${role}, or`,
  )
  await tell(`grant create on database ${name} to ${role}`)
  await expect(check()).rejects.toThrow(`GRANT CREATE ON SCHEMA public TO ${role}`)
  await tell(`grant all on schema public to ${role}`)
  await furnish()
})

test('tables of another role cannot be migrated', async () => {
  await tell(
    `alter database ${database.connection.database} owner to ${role}; alter schema public owner to pg_database_owner; create table public.users ()`,
  )
  await expect(check()).rejects.toThrow(`The table public.users is not owned by the role ${role}`)
})

test.each([
  [
    'one that is too old',
    "function pretended.current_setting(text) returns text language sql return '140012'",
    'leads to PostgreSQL 14; the portal needs 15 or newer.',
  ],
  [
    'one without pg_trgm',
    "view pretended.pg_available_extensions as select * from pg_catalog.pg_available_extensions where name <> 'pg_trgm'",
    'The extension pg_trgm is missing',
  ],
])('a server is named for what it lacks: %s', async (_, pretence, words) => {
  await tell(
    `create schema pretended authorization ${role}; create ${pretence}; grant select on all tables in schema pretended to ${role};
     alter role ${role} set search_path = pretended, pg_catalog, public;
     alter database ${database.connection.database} owner to ${role}; alter schema public owner to pg_database_owner`,
  )
  await expect(check()).rejects.toThrow(words)
})

test('a server that cannot be reached is said without its address, which may hold a password', async () => {
  const nowhere = { ...connection, host: '127.0.0.1', port: 1, password: 'secret' }
  await expect(checkServer({ connection: nowhere, direct: nowhere })).rejects.toThrow(
    /^DATABASE_URL has to name a PostgreSQL that can be reached: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  )
})

function check(): Promise<void> {
  return checkServer({ connection, direct: connection })
}

/** Creates the portal's tables and queue with that role alone. */
async function furnish(): Promise<void> {
  await check()
  const { pool, close } = openDatabase(connection)
  await migrate(pool, migrations)
  await close()
  const queue = await openQueue(connection, {}, () => {})
  await queue.close(0)
  await check()
}

async function tell(statement: string): Promise<void> {
  const client = new pg.Client({ ...database.connection, user: superuser })
  await client.connect()
  await client.query(statement)
  await client.end()
}
