import { afterEach, expect, test } from 'vitest'
import { until } from '#test/app.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { startOwnDatabase } from '#test/own-database.ts'
import { openNotices } from './notices.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('while PostgreSQL lets nobody listen, it is asked now and then and no connection is left behind', async () => {
  const database = await startOwnDatabase()
  closers.push(database.close)
  const proxy = await startDatabaseProxy(database.connection)
  closers.push(proxy.close)
  const notices = await openNotices(proxy.connection)
  closers.push(notices.close)
  notices.on('something_changed', () => {})
  await notices.ready()

  await database.becomeStandby()
  await until(async () => !notices.isListening())
  const before = proxy.count().made
  await until(async () => proxy.count().made >= before + 3)
  expect(proxy.count().open).toBeLessThanOrEqual(1)
  await database.promote()
  await until(async () => notices.isListening())
})
