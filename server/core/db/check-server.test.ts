import { superuser } from '@portal/embedded-postgres'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openQueue } from '#server/core/jobs/queue.ts'
import { cloneDatabase } from '#test/database.ts'
import { checkServer } from './check-server.ts'
import type { Connection } from './connection.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { portalMigrations } from './migrate-portal.ts'

const role = 'somebody'
let database: Awaited<ReturnType<typeof cloneDatabase>>
let connection: Connection
beforeEach(async () => {
  database = await cloneDatabase(inject('cluster'))
  connection = { ...database.connection, user: role }
  await tell(
    `drop role if exists ${role}; create role ${role} login; drop schema public cascade; drop schema pgboss, warehouse cascade;
     create schema public; drop extension if exists pg_trgm; alter database ${database.connection.database} owner to ${superuser}`,
  )
})
afterEach(async () => {
  await tell(
    `drop owned by ${role} cascade; alter database ${database.connection.database} owner to ${superuser}; drop role ${role}`,
  )
  await database.drop()
})

test('an ordinary role that owns its database has all the rights that the portal needs', async () => {
  await tell(
    `alter database ${database.connection.database} owner to ${role}; alter schema public owner to pg_database_owner`,
  )
  await furnish()
})

test('a role that may create in the database and its schema public has them, too, and each missing right is named', async () => {
  const { database: name } = database.connection
  await expect(check()).rejects.toThrow(
    `may not create schemas in the database. GRANT CREATE ON DATABASE ${name} TO ${role}, or`,
  )
  await tell(`grant create on database ${name} to ${role}`)
  await expect(check()).rejects.toThrow(`GRANT CREATE ON SCHEMA public TO ${role}`)
  await tell(`grant all on schema public to ${role}`)
  await furnish()
})

test('a table that another role owns cannot be migrated', async () => {
  await tell(
    `alter database ${database.connection.database} owner to ${role}; alter schema public owner to pg_database_owner; create table public.users ()`,
  )
  await expect(check()).rejects.toThrow(`The table public.users is not owned by the role ${role}`)
})

test.each([
  [
    'a server that is too old',
    "function pretended.current_setting(text) returns text language sql return '140012'",
    'leads to PostgreSQL 14; the portal needs 15 or newer.',
  ],
  [
    'a server without pg_trgm',
    "view pretended.pg_available_extensions as select * from pg_catalog.pg_available_extensions where name <> 'pg_trgm'",
    'The extension pg_trgm is missing',
  ],
])('the check says what is wrong with %s', async (_, pretence, words) => {
  await tell(
    `create schema pretended authorization ${role}; create ${pretence}; grant select on all tables in schema pretended to ${role};
     alter role ${role} set search_path = pretended, pg_catalog, public;
     alter database ${database.connection.database} owner to ${role}; alter schema public owner to pg_database_owner`,
  )
  await expect(check()).rejects.toThrow(words)
})

test('the error for an unreachable server does not repeat its URL, which may contain a password', async () => {
  const nowhere = { ...connection, host: '127.0.0.1', port: 1, password: 'secret' }
  await expect(checkServer({ connection: nowhere, direct: nowhere })).rejects.toThrow(
    /^DATABASE_URL has to name a PostgreSQL that can be reached: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  )
})

function check() {
  return checkServer({ connection, direct: connection })
}

/** Creates the tables and the queue as the role under test. */
async function furnish() {
  await check()
  const { pool, close } = openDatabase(connection)
  await migrate(pool, portalMigrations)
  await close()
  const queue = await openQueue(connection, {}, () => {})
  await queue.close(0)
  await check()
}

async function tell(statement: string) {
  const client = new pg.Client({ ...database.connection, user: superuser })
  await client.connect()
  await client.query(statement)
  await client.end()
}
