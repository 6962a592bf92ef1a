import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { contactSupport } from '#contract/foundation/support/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { cloneDatabase } from '#test/database.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { startOwnDatabase } from '#test/own-database.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const message = { name: 'Pat', email: 'pat@example.com', message: 'Is anybody there?' }

describe('a call is answered 503 with Retry-After if', () => {
  let app: TestApp
  const logLines: string[] = []
  beforeAll(async () => {
    app = await startApp({ works: false, environment: { LOG_LEVEL: 'error' }, logLines })
    await app.query(
      'create function fail() returns trigger language plpgsql as $$ begin end $$;' +
        'create trigger fail before insert on mails execute function fail()',
    )
    return () => app.close()
  })

  test.each([
    ['the disk is full', '53100'],
    ['there are too many connections', '53300'],
    ['the database is read-only', '25006'],
    ['the database is stopping', '57P01'],
    ['the database has crashed', '57P02'],
    ['the database is starting', '57P03'],
    ['the connection is broken', '08006'],
    ['another transaction changed the same row', '40001'],
    ['transactions wait for each other', '40P01'],
    ['the statement takes too long', '57014'],
    ['the transaction is idle for too long', '25P03'],
  ])('%s (%s)', async (_, code) => {
    await app.query(
      `create or replace function fail() returns trigger language plpgsql as
       $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
    )
    const { status, headers, failure } = await app.send(contactSupport, message)
    expect([status, failure?.code, headers['retry-after']]).toEqual([503, 'NOT_READY', '5'])
    expect(logLines.splice(0).map((line) => JSON.parse(line))).toEqual([
      {
        level: 'error',
        at: expect.any(String),
        requestId: failure?.requestId,
        code,
        reason: 'no',
        msg: 'not ready',
      },
    ])
  })
})

test('after a failover to a standby no bug is reported, and everything works after the promotion', async () => {
  const database = await startOwnDatabase()
  closers.push(database.close)
  const environment = { RATE_LIMIT: 'on' }
  const app = await startApp({ works: false, connection: database.connection, environment })
  closers.push(app.close)
  const write = async () => (await app.send(contactSupport, message)).status
  expect(await write()).toBe(200)

  await database.becomeStandby()
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) statuses.push(await write())
  expect([...new Set(statuses)]).toEqual([503])
  await database.promote()
  await until(async () => (await write()) === 200)
})

test('a silent database is reported as unavailable, and the next call uses another connection', async () => {
  const database = await cloneDatabase(inject('cluster'))
  closers.push(database.drop)
  const proxy = await startDatabaseProxy(database.connection)
  const app = await startApp({ works: false, connection: proxy.connection, patienceMs: 300 })
  closers.push(app.close, proxy.close)
  const ask = () => app.request({ url: '/api/check-email-exists?email=a%40example.com' })
  expect((await ask()).statusCode).toBe(200)

  proxy.forget()
  const answer = await ask()
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect((await ask()).statusCode).toBe(200)
})

test('a call that waits for the database beyond the silence limit of its connection is answered, not cut off', async () => {
  const logLines: string[] = []
  const options = { works: false, environment: { LOG_LEVEL: 'warn' }, logLines }
  const app = await startApp({ ...options, times: { silentForMs: 300 } })
  closers.push(app.close)
  const { host, port } = await app.listen()
  const locked = await app.services.pool.connect()
  await locked.query('begin; lock table users')
  const answer = await fetch(`http://${host}:${port}/api/check-email-exists?email=a%40example.com`)
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('connection')]).toEqual([
    503,
    '5',
    'close',
  ])
  expect(await answer.json()).toMatchObject({ code: 'NOT_READY' })
  await locked.query('rollback')
  locked.release()
  // The call ends afterwards; its answer is not sent twice.
  const { pool } = app.services
  await until(async () => pool.idleCount === pool.totalCount)
  await app.request({ url: '/api/check-email-exists?email=a%40example.com' })
  expect(logLines).toEqual([])
})
