import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { until } from '#test/app.ts'
import { cloneDatabase } from '#test/database.ts'
import type { DatabaseProxy } from '#test/database-proxy.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { startOwnDatabase } from '#test/own-database.ts'
import { copiedRows } from './copied-rows.ts'
import type { Database } from './database.ts'
import { openDatabase } from './database.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: DatabaseProxy
let opened: Database<object>
beforeEach(async () => {
  clone = await cloneDatabase(inject('cluster'))
  proxy = await startDatabaseProxy(clone.connection)
  opened = openDatabase(proxy.connection, { connections: 1, patienceMs: 200 })
})
afterEach(async () => {
  await opened.close()
  await proxy.close()
  await clone.drop()
})

test('PostgreSQL ends a statement that takes too long', async () => {
  await expect(sql`select pg_sleep(60)`.execute(opened.db)).rejects.toMatchObject({ code: '57014' })
})

test.each(['hex', 'escape'])(
  'bytes of a row take no more memory than they are, written as %s',
  async (spelling) => {
    await sql`set bytea_output = ${sql.lit(spelling)}`.execute(opened.db)
    const bytes = Buffer.from('00ff5c27616263', 'hex')
    const { rows } = await sql<{ bytes: Buffer }>`select ${bytes}::bytea as bytes`.execute(opened.db)
    expect(rows).toEqual([{ bytes }])
    // A view into Node's buffer pool would keep the whole pool alive.
    expect(rows[0]?.bytes.buffer.byteLength).toBe(bytes.length)
  },
)

test('a silent connection is given up, and the next call gets a new one', async () => {
  await sql`select 1`.execute(opened.db)
  proxy.forget()
  await expect(sql`select 1`.execute(opened.db)).rejects.toThrow('Query read timeout')
  await sql`select 1`.execute(opened.db)
  expect(proxy.count()).toEqual({ made: 2, open: 1 })
})

test('a connection that goes silent during a transaction is not asked to roll back', async () => {
  const work = opened.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    proxy.forget()
    await sql`select 1`.execute(tx)
  })
  await expect(work).rejects.toThrow('is not queryable')
  await sql`select 1`.execute(opened.db)
})

test('an export has no time limit', async () => {
  const patient = openDatabase(proxy.connection, { patienceMs: Number.POSITIVE_INFINITY })
  const rows = await copiedRows(patient.pool, { sql: 'select 1 from pg_sleep(1)', parameters: [] })
  expect(await rows.toArray()).toEqual([[['1']]])
  await patient.close()
})

test('a migration may take longer than a call', async () => {
  const patient = openDatabase(proxy.connection, { patienceMs: Number.POSITIVE_INFINITY })
  expect((await patient.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
  await patient.pool.query('select pg_sleep(0.5)')
  await patient.close()
})

test('a write that an administrator cancels while it waits for a standby is not reported as committed', async () => {
  const database = await startOwnDatabase({ synchronous_standby_names: 'nobody' })
  const { db, pool, close } = openDatabase(database.connection)
  const write = "select pg_logical_emit_message(true, 'a', 'b')"
  const ways: (() => Promise<unknown>)[] = [
    () => pool.query(write),
    () => sql.raw(write).execute(db),
    () => db.transaction().execute((tx) => sql.raw(write).execute(tx)),
  ]
  for (const way of ways) {
    const written = expect(way()).rejects.toMatchObject({ code: 'STANDBY_SILENT' })
    const cancel = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
    await until(async () => (await pool.query(cancel)).rows.length > 0)
    await written
  }
  await pool.query('select 1')
  await close()
  await database.close()
})

test('a statement is run again if a migration has changed its columns', async () => {
  await sql`create table things (thing text)`.execute(opened.db)
  await sql`insert into things values ('one')`.execute(opened.db)
  const all = () => sql`select * from things where thing = ${'one'}`.execute(opened.db)
  const ofPool = () => opened.pool.query('select * from things where thing = $1 limit 1', ['one'])
  await Promise.all([all(), ofPool()])
  await sql`alter table things add column size int`.execute(opened.db)
  expect((await all()).rows).toEqual([{ thing: 'one', size: null }])
  expect((await ofPool()).rows).toEqual([{ thing: 'one', size: null }])
  await sql`alter table things add column color text`.execute(opened.db)
  expect((await ofPool()).rows).toEqual([{ thing: 'one', size: null, color: null }])
})

test('within a transaction, a statement whose columns have changed fails once and then works', async () => {
  // Another connection would lack the prepared statement.
  const one = openDatabase<object>(clone.connection, { connections: 1 })
  await sql`create table things (thing text)`.execute(one.db)
  const all = () =>
    one.db.transaction().execute((tx) => sql`select * from things where thing <> ${''}`.execute(tx))
  await all()
  await sql`alter table things add column size int`.execute(one.db)
  await expect(all()).rejects.toMatchObject({ code: '0A000' })
  await all()
  await one.close()
})

test('a database prepares its statements, however many another one has prepared', async () => {
  const busy = openDatabase<object>(clone.connection, { connections: 1 })
  for (let each = 0; each < 1001; each++) {
    await busy.pool.query(`select $1::int as column_${each}`, [each])
  }
  await opened.pool.query('select $1::int as first_of_its_database', [1])
  const prepared = `select statement from pg_prepared_statements where statement like '%first_of_its_database%'`
  expect((await opened.pool.query(prepared)).rows).toHaveLength(1)
  await busy.close()
})

test('a process that vanishes during a transaction loses its locks after the timeout', async () => {
  const other = openDatabase<object>(clone.connection)
  await sql`create table things (thing text)`.execute(other.db)
  const work = opened.db.transaction().execute(async (tx) => {
    await sql`lock table things`.execute(tx)
    proxy.forget()
    await sql`insert into things values ('one')`.execute(other.db)
    await sql`select 1`.execute(tx)
  })
  await expect(work).rejects.toThrow('is not queryable')
  expect((await sql`select * from things`.execute(other.db)).rows).toEqual([{ thing: 'one' }])
  await other.close()
})
