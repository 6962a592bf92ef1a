import { availableParallelism } from 'node:os'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/core/log.ts'
import { openServices } from '#server/open-services.ts'
import { cloneDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'
import { connectionsByCores, fitPool } from './pool-size.ts'

// The tests' PostgreSQL allows 300 connections.
let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: pg.Pool
let close: () => Promise<void>
beforeEach(async () => {
  database = await cloneDatabase(inject('cluster'))
  ;({ pool, close } = openDatabase(database.connection))
})
afterEach(async () => {
  await close()
  await database.drop()
})

/** Connects as that many further processes listen. */
async function listenAs(processes: number): Promise<() => Promise<void>> {
  const clients = Array.from(
    { length: processes },
    () => new pg.Client({ ...database.connection, application_name: 'portal notifications' }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  return async () => void (await Promise.all(clients.map((client) => client.end())))
}

test.each([
  [1, 8],
  [2, 16],
  [3, 24],
  [4, 32],
  [64, 32],
])('a process with %i cores wants %i connections', (cores, connections) => {
  expect(connectionsByCores(cores)).toBe(connections)
})

test.each([
  ['what it wants, alone', 1, 16, 16],
  ['at most a third of what PostgreSQL allows', 1, 200, 100],
  ['a fair part of that third beside others', 10, 16, 10],
  ['three at least', 60, 16, 3],
])('a pool gets %s', async (_, processes, wanted, connections) => {
  const end = await listenAs(processes)
  const size = await fitPool(pool, wanted)
  expect(pool.options.max).toBe(connections)
  size.close()
  await end()
})

test('a pool grows and shrinks as other processes end and begin', async () => {
  const size = await fitPool(pool, 16)
  expect(pool.options.max).toBe(16)
  const end = await listenAs(20)
  await size.resize()
  expect(pool.options.max).toBe(5)
  await end()
  await expect
    .poll(async () => {
      await size.resize()
      return pool.options.max
    })
    .toBe(16)
  size.close()
})

test.each([
  ['by its cores', {}, connectionsByCores(availableParallelism())],
  ['as DATABASE_CONNECTIONS says', { DATABASE_CONNECTIONS: '7' }, 7],
])('the pool of a portal is sized %s', async (_, environment, connections) => {
  const opened = await openServices(readConfig(environment), database.connection, { log: openLog('silent') })
  expect(opened.services.pool.options.max).toBe(connections)
  const asked = Array.from({ length: 40 }, () => opened.services.pool.query('select pg_sleep(0.05)'))
  await Promise.all(asked)
  expect(opened.services.pool.totalCount).toBe(connections)
  await opened.close()
})
