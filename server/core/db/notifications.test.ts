import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { until } from '#test/app.ts'
import type { ClusterAddress } from '#test/database.ts'
import { cloneDatabase } from '#test/database.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { startOwnDatabase } from '#test/own-database.ts'
import type { Connection } from './database.ts'
import { hearsNotifications, openNotifications } from './notifications.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('while PostgreSQL refuses LISTEN, the portal retries now and then and leaves no connection behind', async () => {
  const database = await startOwnDatabase()
  closers.push(database.close)
  const proxy = await startDatabaseProxy(database.connection)
  closers.push(proxy.close)
  const notifications = await openNotifications(proxy.connection)
  closers.push(notifications.close)
  notifications.on('something_changed', () => {})
  await notifications.ready()

  await database.becomeStandby()
  await until(async () => !notifications.isListening())
  const before = proxy.count().made
  await until(async () => proxy.count().made >= before + 3)
  expect(proxy.count().open).toBeLessThanOrEqual(1)
  await database.promote()
  await until(async () => notifications.isListening())
})

test('a connection that cannot LISTEN counts as broken until it can', async () => {
  const database = await startOwnDatabase()
  closers.push(database.close)
  await database.becomeStandby()
  const notifications = await openNotifications(database.connection)
  closers.push(notifications.close)
  const heard: string[] = []
  notifications.on('something_changed', (what) => heard.push(what))
  await notifications.ready()
  expect(notifications.isListening()).toBe(false)

  await database.promote()
  await until(async () => notifications.isListening())
  await tell(database.connection, 'something_changed', 'heard now')
  await until(async () => heard.includes('heard now'))
})

test('a silent connection counts as a gap, and is replaced', async () => {
  const database = await cloneDatabase(inject('cluster'))
  closers.push(database.drop)
  const proxy = await startDatabaseProxy(database.connection)
  closers.push(proxy.close)
  const notifications = await openNotifications(proxy.connection, { heartbeatMs: 50, answerWithinMs: 1000 })
  closers.push(notifications.close)
  const heard: string[] = []
  notifications.on('something_changed', (what) => heard.push(what))
  await notifications.ready()

  const gap = new Promise<boolean>((resolve) =>
    notifications.onGap(() => resolve(notifications.isListening())),
  )
  proxy.forget()
  expect(await gap).toBe(false)
  await until(async () => notifications.isListening())
  await tell(database.connection, 'something_changed', 'heard again')
  await until(async () => heard.includes('heard again'))
  expect(proxy.count().open).toBe(1)
})

test('a silent connection is noticed within 12 seconds, so that an ended session lives no longer', async () => {
  const database = await cloneDatabase(inject('cluster'))
  closers.push(database.drop)
  const proxy = await startDatabaseProxy(database.connection)
  closers.push(proxy.close)
  const notifications = await openNotifications(proxy.connection)
  closers.push(notifications.close)
  proxy.forget()
  const silentSince = performance.now()
  await new Promise<void>((resolve) => notifications.onGap(resolve))
  expect(performance.now() - silentSince).toBeLessThan(12_000)
})

test('behind a proxy that drops notifications, the portal does not start and says what to do', async () => {
  const database = await cloneDatabase(inject('cluster'))
  closers.push(database.drop)
  const deaf = await startDatabaseProxy(database.connection, { isDeaf: true })
  closers.push(deaf.close)
  const { user, host, port } = deaf.connection as ClusterAddress
  const url = `postgres://${user}@${host}:${port}/${database.connection.database}?sslmode=disable`
  const start = promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: { ...process.env, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' },
  })
  closers.push(async () => start.child.kill('SIGKILL'))
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'DATABASE_URL leads through a pooler that lends its connections by transaction: what the database tells (NOTIFY) does not arrive here, and lists would be stale. Set DATABASE_DIRECT_URL to the way around the pooler.\n',
  })
})

test('a portal that receives its own notification may start', async () => {
  const database = await cloneDatabase(inject('cluster'))
  closers.push(database.drop)
  expect(await hearsNotifications(database.connection, database.connection)).toBe(true)
})

async function tell(connection: Connection, channel: string, payload: string) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('select pg_notify($1, $2)', [channel, payload])
  await client.end()
}
