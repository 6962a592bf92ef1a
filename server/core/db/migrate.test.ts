import { appendFile, cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { until } from '#test/app.ts'
import { cloneDatabase, migrations } from '#test/database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let opened: Database<object>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(migrations, folder, { recursive: true })
  database = await cloneDatabase(inject('cluster'))
  opened = openDatabase(database.connection)
})
afterEach(async () => {
  await opened.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

test('several processes that start together apply a new migration once', async () => {
  await write('create table later (id integer); insert into later values (1)')
  const others = [openDatabase(database.connection), openDatabase(database.connection)]
  await Promise.all([opened, ...others].map(({ pool }) => migrate(pool, folder)))
  await migrate(opened.pool, folder)
  await Promise.all(others.map(({ close }) => close()))
  expect((await opened.pool.query('select id from later')).rows).toEqual([{ id: 1 }])
})

test('a migration that fails changes nothing, and is applied once it is fixed', async () => {
  await write('create table later (id integer); select nonsense')
  await expect(migrate(opened.pool, folder)).rejects.toThrow(
    /^Migration 9999-later\.sql failed: .*nonsense.* does not exist/,
  )
  expect(await tables()).not.toContain('later')
  await write('create table later (id integer)')
  await migrate(opened.pool, folder)
  expect(await tables()).toContain('later')
})

test('a migration gives way to a running portal, and retries until it gets its locks', async () => {
  await write('alter table users add column nickname text; alter table events add column nickname text')
  const busy = await opened.pool.connect()
  await busy.query('begin; select from users')
  const told: string[] = []
  const done = migrate(opened.pool, folder, (sentence) => told.push(sentence))
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
  const done = migrate(opened.pool, folder)
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
  const [first = ''] = (await readdir(folder)).sort()
  await appendFile(join(folder, first), '\n-- changed')
  await expect(migrate(opened.pool, folder)).rejects.toThrow(
    `Migration ${first} was changed after it was applied.`,
  )
})

test('data from a newer portal stops the start', async () => {
  const newest = (await readdir(folder)).sort().at(-1) ?? ''
  await rm(join(folder, newest))
  await expect(migrate(opened.pool, folder)).rejects.toThrow(
    `The data was written by a newer portal (it knows ${newest}). Please start that one.`,
  )
})

test('certificates from before the credits table keep their hours, links and issues', async () => {
  const { pool } = opened
  await pool.query('drop schema public cascade; create schema public')
  const later = (await readdir(folder)).filter((name) => name >= '0009')
  for (const name of later) await rename(join(folder, name), join(folder, `${name}.later`))
  await migrate(pool, folder)
  await pool.query(beforeCredits)
  for (const name of later) await rename(join(folder, `${name}.later`), join(folder, name))
  await migrate(pool, folder)

  expect(
    await rows('select registration_id as id, hours, certificate_code as code from registrations order by 1'),
  ).toEqual([
    { id: 1, hours: 6, code: 'the-link-of-pat' },
    { id: 2, hours: 0, code: null },
    { id: 3, hours: 8, code: 'the-link-of-sam' },
  ])
  expect(
    await rows(`select c.registration_id as id, issue, code, c.hours, k.minutes, k.source, k.decided_by = issued_by as same,
      k.decided_at = issued_at as at_once, k.registration_id = c.registration_id as own
      from certificates c join credits k using (credit_id) order by 1, 2`),
  ).toEqual([
    { ...credited, id: 1, issue: 1, code: 'the-link-of-pat', hours: 4, minutes: 240 },
    { ...credited, id: 1, issue: 2, code: 'the-link-of-pat', hours: 6, minutes: 360 },
    { ...credited, id: 3, issue: 1, code: 'the-link-of-sam', hours: 8, minutes: 480 },
  ])
  expect(await rows('select count(*)::int as credits from credits')).toEqual([{ credits: 3 }])
  // The newest credit is the one that counts.
  expect(
    await rows(
      'select distinct on (registration_id) minutes from credits order by registration_id, credit_id desc',
    ),
  ).toEqual([{ minutes: 360 }, { minutes: 480 }])
  expect(
    await rows(`select registration_id as id, activity, email from activities join users on users.user_id = acted_by
      order by registration_id, activity_id`),
  ).toEqual([
    { id: 1, activity: 'moved', email: 'pat@example.com' },
    { id: 1, activity: 'registered', email: 'pat@example.com' },
    { id: 2, activity: 'registered', email: 'pat@example.com' },
    { id: 3, activity: 'registered', email: 'admin@example.com' },
  ])
})

const credited = { source: 'administrator', same: true, at_once: true, own: true }

/** Two people from before the credits table: one credited twice, one entered by an administrator. */
const beforeCredits = `
  insert into users (user_id, email) values
    ('00000000-0000-4000-8000-000000000001', 'pat@example.com'),
    ('00000000-0000-4000-8000-000000000002', 'sam@example.com'),
    ('00000000-0000-4000-8000-000000000003', 'admin@example.com');
  insert into events (event_name) values ('Piston 2027'), ('Turbine 2027');
  insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time) values
    (1, 2, '2027-02-09', '2027-02-10', '08:00', '12:00'),
    (2, 3, '2027-02-16', '2027-02-17', '08:00', '12:00');
  insert into registrations (user_id, event_id, event_slot_id, hours, certificate_code) values
    ('00000000-0000-4000-8000-000000000001', 1, 1, 6, 'the-link-of-pat'),
    ('00000000-0000-4000-8000-000000000001', 2, 2, 0, null),
    ('00000000-0000-4000-8000-000000000002', 1, 1, 8, 'the-link-of-sam');
  insert into registration_activities (registration_id, activity, user_id) values
    (1, 'moved', '00000000-0000-4000-8000-000000000001'),
    (3, 'registered', '00000000-0000-4000-8000-000000000003');
  insert into certificates (registration_id, issue, serial, person_name, event_name, focus_id, start_on, end_on, hours,
    issued_at, issued_by)
  select registration_id, issue, 'IA2027-' || registration_id || '-' || issue, 'Pat', 'Piston 2027', 2, '2027-02-09',
    '2027-02-10', hours, issued_at::timestamptz, '00000000-0000-4000-8000-000000000003'
  from (values (1, 1, 4, '2027-02-11'), (1, 2, 6, '2027-02-12'), (3, 1, 8, '2027-02-11'))
    as issued (registration_id, issue, hours, issued_at);`

async function rows(query: string): Promise<object[]> {
  return (await opened.pool.query(query)).rows
}

function write(sql: string): Promise<void> {
  return writeFile(join(folder, '9999-later.sql'), sql)
}

async function tables(): Promise<string[]> {
  const { rows } = await opened.pool.query("select tablename from pg_tables where schemaname = 'public'")
  return rows.map((row) => row.tablename)
}
