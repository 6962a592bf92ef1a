import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
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

test('a new migration is applied once, by however many processes that start together', async () => {
  await write('create table later (id integer); insert into later values (1)')
  const others = [openDatabase(database.connection), openDatabase(database.connection)]
  await Promise.all([opened, ...others].map(({ pool }) => migrate(pool, folder)))
  await migrate(opened.pool, folder)
  await Promise.all(others.map(({ close }) => close()))
  expect((await opened.pool.query('select id from later')).rows).toEqual([{ id: 1 }])
})

test('a migration that fails changes nothing, and is applied once it is mended', async () => {
  await write('create table later (id integer); select nonsense')
  await expect(migrate(opened.pool, folder)).rejects.toThrow(
    /^Migration 9999-later\.sql failed: .*nonsense.* does not exist/,
  )
  expect(await tables()).not.toContain('later')
  await write('create table later (id integer)')
  await migrate(opened.pool, folder)
  expect(await tables()).toContain('later')
})

test('a migration that was edited after it was applied stops the start', async () => {
  const [first = ''] = (await readdir(folder)).sort()
  await appendFile(join(folder, first), '\n-- changed')
  await expect(migrate(opened.pool, folder)).rejects.toThrow(
    `Migration ${first} was changed after it was applied.`,
  )
})

test('data of a newer portal stops the start', async () => {
  const newest = (await readdir(folder)).sort().at(-1) ?? ''
  await rm(join(folder, newest))
  await expect(migrate(opened.pool, folder)).rejects.toThrow(
    `The data was written by a newer portal (it knows ${newest}). Please start that one.`,
  )
})

function write(sql: string): Promise<void> {
  return writeFile(join(folder, '9999-later.sql'), sql)
}

async function tables(): Promise<string[]> {
  const { rows } = await opened.pool.query("select tablename from pg_tables where schemaname = 'public'")
  return rows.map((row) => row.tablename)
}
