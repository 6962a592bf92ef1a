import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { until } from '#test/app.ts'
import { cloneDatabase } from '#test/database.ts'
import { earlierData } from './baseline.ts'
import type { Database } from './database.ts'
import { openDatabase } from './database.ts'
import type { Migrations } from './migrate.ts'
import { migrate } from './migrate.ts'
import { portalMigrations } from './migrate-portal.ts'

let parent: string
let files: Migrations
let database: Awaited<ReturnType<typeof cloneDatabase>>
let opened: Database<object>
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'migrations-'))
  files = { schema: join(parent, 'schema.sql'), folder: join(parent, 'migrations') }
  await cp(portalMigrations.schema, files.schema)
  await mkdir(files.folder)
  database = await cloneDatabase(inject('cluster'))
  opened = openDatabase(database.connection)
})
afterEach(async () => {
  await opened.close()
  await database.drop()
  await rm(parent, { recursive: true })
})

test('several processes that start together apply a new migration once', async () => {
  await write('create table later (id integer); insert into later values (1)')
  const others = [openDatabase(database.connection), openDatabase(database.connection)]
  await Promise.all([opened, ...others].map(({ pool }) => migrate(pool, files)))
  await migrate(opened.pool, files)
  await Promise.all(others.map(({ close }) => close()))
  expect((await opened.pool.query('select id from later')).rows).toEqual([{ id: 1 }])
})

test('a migration that fails changes nothing, and is applied once it is fixed', async () => {
  await write('create table later (id integer); select nonsense')
  await expect(migrate(opened.pool, files)).rejects.toThrow(
    /^Migration 9999-later\.sql failed: .*nonsense.* does not exist/,
  )
  expect(await tables()).not.toContain('later')
  await write('create table later (id integer)')
  await migrate(opened.pool, files)
  expect(await tables()).toContain('later')
})

test('a migration gives way to a running portal, and retries until it gets its locks', async () => {
  await write('alter table users add column nickname text; alter table events add column nickname text')
  const busy = await opened.pool.connect()
  await busy.query('begin; select from users')
  const told: string[] = []
  const done = migrate(opened.pool, files, (sentence) => told.push(sentence))
  await until(async () => told.length > 0)
  // The migration has released its locks, so nothing waits for events.
  await busy.query('select from events; commit')
  busy.release()
  await done
  expect(told[0]).toBe(
    'Migration 9999-later.sql gave way (canceling statement due to lock timeout), and is tried again in 100 ms.',
  )
  expect(await rows('select nickname from users')).toEqual([])
})

test('a migration waits for its locks before it holds any that a portal needs', async () => {
  await write('alter table users add column nickname text; create table later (id int references events)')
  const busy = await opened.pool.connect()
  await busy.query('begin; lock table users in share mode')
  const done = migrate(opened.pool, files)
  // All databases of the tests have the same numbers for their tables.
  const locks =
    'from pg_locks join pg_database on pg_database.oid = database where datname = current_database()'
  const waiting = `select ${locks} and relation = 'users'::regclass and not granted`
  await until(async () => (await opened.pool.query(waiting)).rows.length > 0)
  const held = `select mode ${locks} and relation = 'events'::regclass and granted`
  expect(await rows(held)).toEqual([{ mode: 'ShareRowExclusiveLock' }])
  await busy.query('commit')
  busy.release()
  await done
})

test('a migration that was edited after it was applied stops the start', async () => {
  await write('create table later (id integer)')
  await migrate(opened.pool, files)
  await write('create table later (id bigint)')
  await expect(migrate(opened.pool, files)).rejects.toThrow(
    'Migration 9999-later.sql was changed after it was applied.',
  )
})

test('data from a newer portal stops the start', async () => {
  await write('create table later (id integer)')
  await migrate(opened.pool, files)
  await rm(files.folder, { recursive: true })
  await expect(migrate(opened.pool, files)).rejects.toThrow(
    'The data was written by a newer portal (it knows 9999-later.sql). Please start that one.',
  )
})

describe('a new database', () => {
  beforeEach(() => opened.pool.query('drop schema if exists public, warehouse cascade; create schema public'))

  test('loads the schema with its rows, and runs the migrations that follow it, whoever starts first', async () => {
    await write('create table later (id integer); insert into later values (1)')
    const other = openDatabase(database.connection)
    await Promise.all([opened, other].map(({ pool }) => migrate(pool, files)))
    await other.close()
    expect(await rows('select focus_name from focuses order by focus_id limit 1')).toEqual([
      { focus_name: 'Rotorcraft' },
    ])
    expect(await rows('select id from later')).toEqual([{ id: 1 }])
    const [rule] = await rows(
      "insert into credit_rules (season, version, is_in_person, figures, reason) values (2027, 1, true, '{}', 'x') returning credit_rule_id",
    )
    expect(rule).toEqual({ credit_rule_id: 3 })
  })

  test('has nothing if its schema fails', async () => {
    await writeFile(files.schema, `${await readFile(files.schema, 'utf8')}\nselect nonsense;`)
    await expect(migrate(opened.pool, files)).rejects.toThrow(/^The schema could not be loaded: .*nonsense/)
    expect(await tables()).toEqual([])
  })

  test('runs all migrations if there is no schema', async () => {
    await rm(files.schema)
    await write('create table later (id integer)')
    await migrate(opened.pool, files)
    expect(await tables()).toEqual(['later', 'migrations'])
  })
})

describe('once earlier migrations have no file', () => {
  const [earliest, baseline] = ['0001-mails.sql', '0500-baseline.sql']
  beforeEach(async () => {
    const text = await readFile(files.schema, 'utf8')
    const migrations = `insert into migrations (name, checksum) values\n  ('${baseline}', 'sum');`
    await writeFile(files.schema, text.replace(/^insert into migrations [^;]*;/m, migrations))
    await opened.pool.query(`delete from migrations; insert into migrations values ('${earliest}', 'any')`)
    await write('create table later (id integer)')
  })

  test('data that has the last of them goes on', async () => {
    await opened.pool.query(`insert into migrations values ('${baseline}', 'sum')`)
    await migrate(opened.pool, files)
    expect(await tables()).toContain('later')
  })

  test('data of an earlier version is refused and unchanged', async () => {
    const before = [await tables(), await rows('select * from migrations')]
    await expect(migrate(opened.pool, files)).rejects.toThrow(earlierData)
    expect([await tables(), await rows('select * from migrations')]).toEqual(before)
  })

  test('data of a portal whose baseline is later was written by a newer one', async () => {
    await opened.pool.query("update migrations set name = '0600-baseline.sql'")
    await expect(migrate(opened.pool, files)).rejects.toThrow('a newer portal (it knows 0600-baseline.sql)')
  })
})

async function rows(query: string): Promise<object[]> {
  return (await opened.pool.query(query)).rows
}

function write(sql: string) {
  return writeFile(join(files.folder, '9999-later.sql'), sql)
}

async function tables() {
  const { rows } = await opened.pool.query(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  )
  return rows.map((row) => row.tablename)
}
