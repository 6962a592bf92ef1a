import { once } from 'node:events'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { contactSupport } from '#contract/foundation/support/calls.ts'
import { startApp, until } from '#test/app.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { startOwnDatabase } from '#test/own-database.ts'
import type { Connection } from './connection.ts'
import { readConnection } from './connection-url.ts'
import { openDatabase } from './database.ts'
import { openNotifications } from './notifications.ts'

type OwnDatabase = Awaited<ReturnType<typeof startOwnDatabase>>

let one: OwnDatabase
let other: OwnDatabase
let primaries: OwnDatabase[]
beforeAll(async () => {
  one = await startOwnDatabase()
  other = await startOwnDatabase()
  primaries = [one, other]
  return () => Promise.all([one.close(), other.close()])
})

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Lets one of the two servers accept writes, or neither. */
async function arrange(primary: OwnDatabase | undefined) {
  for (const database of [one, other]) {
    const isPrimary = primaries.includes(database)
    if (database === primary && !isPrimary) await database.promote()
    if (database !== primary && isPrimary) await database.becomeStandby()
  }
  primaries = primary ? [primary] : []
}

test('of several hosts, the one that takes writes is used, wherever the list has it', async () => {
  await arrange(other)
  for (const hosts of [
    [one, other],
    [other, one],
  ]) {
    const { pool, close } = openDatabase(toHosts(hosts.map(({ connection }) => connection)))
    expect(await socketOf(pool)).toBe(other.connection.host)
    await close()
  }
})

test('after a failover the first call finds the new primary', async () => {
  await arrange(one)
  const { pool, close } = openDatabase(toHosts([one.connection, other.connection]))
  closers.push(close)
  expect(await socketOf(pool)).toBe(one.connection.host)
  await arrange(undefined)
  await arrange(other)
  expect(await socketOf(pool)).toBe(other.connection.host)
})

test('the first connection to a host that no longer takes writes fails, and the next reaches the new primary', async () => {
  await arrange(one)
  const connection = toHosts([one.connection, other.connection])
  const before = openDatabase(connection)
  const client = await before.pool.connect()
  const ended = once(client, 'end')
  client.release()
  await before.close()
  await ended
  await arrange(undefined)
  await arrange(other)
  const { pool, close } = openDatabase(connection)
  closers.push(close)
  await expect(pool.query('select')).rejects.toThrow('it takes no writes')
  expect(await socketOf(pool)).toBe(other.connection.host)
})

test('a connection that breaks does not end the others while the primary stays the same', async () => {
  await arrange(one)
  const { pool, close } = openDatabase(toHosts([one.connection, other.connection]))
  closers.push(close)
  const [kept, broken] = [await pool.connect(), await pool.connect()]
  const { rows } = await broken.query('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => broken.once('end', resolve))
  await kept.query('select pg_terminate_backend($1)', [rows[0].pid])
  await ended
  broken.release(true)
  expect(await socketOf(pool)).toBe(one.connection.host)
  expect((await kept.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  kept.release()
})

test('while no host takes writes, calls are answered 503, and work within a second of the promotion', async () => {
  await arrange(one)
  const app = await startApp({ works: false, connection: toHosts([one.connection, other.connection]) })
  closers.push(app.close)
  const body = { name: 'Pat', email: 'pat@example.com', message: 'Is anybody there?' }
  const write = async () => (await app.send(contactSupport, body)).status
  expect(await write()).toBe(200)

  await arrange(undefined)
  const statuses = new Set<number>()
  for (let round = 0; round < 5; round++) statuses.add(await write())
  expect([...statuses]).toEqual([503])
  await arrange(other)
  const promoted = performance.now()
  await until(async () => (await write()) === 200)
  await until(async () => app.services.notifications.isListening())
  expect(performance.now() - promoted).toBeLessThan(1000)
})

test('after a host loses power and another takes over, all connections to the lost host are dropped', async () => {
  await arrange(one)
  const [first, second] = [
    await startDatabaseProxy(one.connection),
    await startDatabaseProxy(other.connection),
  ]
  const { user, database } = one.connection
  const url = `postgres://${user}@127.0.0.1:${first.port},127.0.0.1:${second.port}/${database}?sslmode=disable`
  const connection = readConnection(url)
  const { pool, close } = openDatabase(connection)
  const notifications = await openNotifications(connection, { heartbeatMs: 50, answerWithinMs: 1000 })
  closers.push(first.close, second.close, close, notifications.close)
  const client = await pool.connect()
  const held = expect(client.query('select pg_sleep(60)')).rejects.toThrow('Connection terminated')

  first.silence()
  await other.promote()
  primaries.push(other)
  await until(async () => notifications.isListening() && second.count().open > 0)
  await held
  client.release()
  expect((await pool.query('show transaction_read_only')).rows).toEqual([{ transaction_read_only: 'off' }])
  await until(async () => first.count().open === 0)
})

test('while the only host is silent, every kind of call is answered 503', async () => {
  await arrange(one)
  const proxy = await startDatabaseProxy(one.connection)
  const { user, database } = one.connection
  const connection = readConnection(
    `postgres://${user}@127.0.0.1:${proxy.port}/${database}?connect_timeout=1`,
  )
  const app = await startApp({ works: false, connection, patienceMs: 200 })
  closers.push(proxy.close, app.close)
  const body = { name: 'Pat', email: 'pat@example.com', message: 'Is anybody there?' }
  const write = async () => (await app.send(contactSupport, body)).status
  expect(await write()).toBe(200)
  proxy.silence()
  expect([await write(), await write(), await write()]).toEqual([503, 503, 503])
})

test('each host gets as long as connect_timeout allows', async () => {
  const silent = [await startDatabaseProxy(one.connection), await startDatabaseProxy(other.connection)]
  for (const proxy of silent) proxy.silence()
  const [hosts, { user }] = [silent.map(({ port }) => `127.0.0.1:${port}`), one.connection]
  const { pool, close } = openDatabase(readConnection(`postgres://${user}@${hosts}/portal?connect_timeout=1`))
  closers.push(...silent.map((proxy) => proxy.close), close)
  const asked = performance.now()
  await expect(pool.query('select')).rejects.toThrow('none of its hosts can be used')
  expect(performance.now() - asked).toBeLessThan(1900)
})

test('if no host can be used, the error names the reason for each', async () => {
  await arrange(undefined)
  const nobody = { ...other.connection, host: '/not/there' }
  const { pool, close } = openDatabase(toHosts([one.connection, nobody]))
  closers.push(close)
  await expect(pool.query('select 1')).rejects.toThrow(
    /^none of its hosts can be used \(\S+ it takes no writes; \/not\/there:\d+ connect ENOENT/,
  )
})

function toHosts(hosts: Connection[]): Connection {
  const [{ user, database } = {}] = hosts
  const list = (of: (host: Connection) => unknown) => encodeURIComponent(hosts.map(of).join())
  const port = list((host) => host.port)
  return readConnection(`postgres://${user}@/${database}?host=${list(({ host }) => host)}&port=${port}`)
}

async function socketOf(pool: ReturnType<typeof openDatabase>['pool']) {
  const client = await pool.connect()
  client.release()
  return client.host
}
