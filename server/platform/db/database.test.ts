import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import type { DatabaseProxy } from '#test/database-proxy.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { copiedCsv } from './copied-csv.ts'
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

test('a statement that takes too long is ended by PostgreSQL', async () => {
  await expect(sql`select pg_sleep(60)`.execute(opened.db)).rejects.toMatchObject({ code: '57014' })
})

test('a connection that has gone silent is given up, and the next call has a new one', async () => {
  await sql`select 1`.execute(opened.db)
  proxy.forget()
  await expect(sql`select 1`.execute(opened.db)).rejects.toThrow('Query read timeout')
  await sql`select 1`.execute(opened.db)
  expect(proxy.count()).toEqual({ made: 2, open: 1 })
})

test('one that goes silent within a transaction is not asked to roll back', async () => {
  const work = opened.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    proxy.forget()
    await sql`select 1`.execute(tx)
  })
  await expect(work).rejects.toThrow('is not queryable')
  await sql`select 1`.execute(opened.db)
})

test('an export takes as long as it takes', async () => {
  const patient = openDatabase(proxy.connection, { patienceMs: Number.POSITIVE_INFINITY })
  const csv = await copiedCsv(patient.pool, { sql: 'select 1 from pg_sleep(1)', parameters: [] }, ['Slept'])
  expect(await text(csv)).toBe('Slept\r\n1\r\n')
  await patient.close()
})

test('a migration may take longer than a call', async () => {
  const patient = openDatabase(proxy.connection, { patienceMs: Number.POSITIVE_INFINITY })
  expect((await patient.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
  await patient.pool.query('select pg_sleep(0.5)')
  await patient.close()
})
