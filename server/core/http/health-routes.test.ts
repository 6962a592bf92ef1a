import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { superuser } from '@portal/embedded-postgres'
import { Client } from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { breakConnections, cloneDatabase } from '#test/database.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'

const alerts = join(import.meta.dirname, '../../../deploy/alerts.yml')

let app: TestApp
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await app.close()
})

test('a working portal is alive and ready', async () => {
  app = await startApp({ works: false })
  expect((await app.request({ url: '/api/health' })).json()).toEqual({ error: false, data: { status: 'ok' } })
  expect((await app.request({ url: '/api/ready' })).json()).toEqual({
    error: false,
    data: {
      database: 'ok',
      jobs: 'ok',
      failingJobs: [],
      clock: 'ok',
      clockSetBackAt: null,
      webinar: 'ok',
      webinarAwaySince: null,
      mail: 'ok',
      mailAwaySince: null,
      identity: 'ok',
      identityAwaySince: null,
    },
  })
})

test('a portal that has lost its database or queue stays alive, but is not ready', async () => {
  app = await startApp({ works: false })
  await app.services.jobs.close(0)
  const answer = await app.request({ url: '/api/ready' })
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'NOT_READY'])
  expect(answer.json().fields).toEqual({ jobs: 'do not run' })
  expect((await app.request({ url: '/api/health' })).statusCode).toBe(200)
})

describe('a portal that is not ready says what is wrong', () => {
  const ready = () => app.request({ url: '/api/ready' })
  const alter = async (change: string) => {
    const client = new Client({ ...app.connection, user: superuser })
    await client.connect()
    const { rows } = await client.query('select current_database() as name')
    await client.query(`alter database ${rows[0].name} ${change}`)
    await client.end()
    await breakConnections({ ...app.connection, user: superuser }, 'portal')
  }

  test.each([
    ['is read-only', 'set default_transaction_read_only = on', 'takes no writes'],
    ['has no room on its disk', 'set temp_file_limit = 0', 'takes no writes'],
    ['has no connection left', 'connection limit 0', 'has too many connections'],
  ])('while the database %s', async (_, change, words) => {
    app = await startApp({ works: false })
    await alter(change)
    await until(async () => (await ready()).json().fields?.database === words)
    const answer = await ready()
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '5',
      {
        error: true,
        code: 'NOT_READY',
        message: `The portal is not ready: the database ${words}.`,
        fields: { database: words },
        requestId: answer.headers['x-request-id'],
      },
    ])
  })

  test('while it receives no notifications from the database', async () => {
    app = await startApp({ works: false })
    await breakConnections(app.connection, 'portal notifications')
    await until(async () => (await ready()).json().fields?.database === 'is not heard')
    await until(async () => (await ready()).statusCode === 200)
  })

  test('within 2 seconds while nothing answers', async () => {
    const database = await cloneDatabase(inject('cluster'))
    const proxy = await startDatabaseProxy(database.connection)
    app = await startApp({ works: false, connection: proxy.connection })
    closers.push(proxy.close, database.drop)
    expect((await ready()).statusCode).toBe(200)
    proxy.silence()
    const start = performance.now()
    const answers = await Promise.all([ready(), ready(), ready()])
    expect(performance.now() - start).toBeLessThan(2500)
    for (const answer of answers)
      expect(answer.json()).toMatchObject({
        code: 'NOT_READY',
        fields: { database: 'does not answer' },
      })
  })
})

test('the metrics name each route with its answers, and are served to this machine only', async () => {
  app = await startApp({ works: false })
  await app.request({ url: '/api/public/certificates/the-code-of-somebody' })
  const { statusCode, headers, body } = await app.request({ url: '/api/metrics' })
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/public/certificates/:code",status="404"} 1',
  )
  expect(body).not.toContain('the-code-of-somebody')
  for (const request of [{ remoteAddress: '10.0.0.7' }, { headers: { 'x-forwarded-for': '127.0.0.1' } }]) {
    expect((await app.request({ url: '/api/metrics', ...request })).statusCode).toBe(404)
  }
})

test('deploy/alerts.yml uses only metrics that exist', async () => {
  app = await startApp({ works: false })
  const { body } = await app.request({ url: '/api/metrics' })
  const measured = [...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  const asked = [...(await readFile(alerts, 'utf8')).matchAll(/^ +expr: .*?(\w+?)(?:_count)?\{/gm)].map(
    ([, name]) => name,
  )
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((name) => name !== 'up' && !measured.includes(name))).toEqual([])
})

test('with a public PUBLIC_URL, a proxy on this machine reads no metrics, even without forwarding headers', async () => {
  app = await startApp({ works: false, environment: { PUBLIC_URL: 'https://portal.example.com' } })
  const throughProxy = { url: '/api/metrics', headers: { host: '127.0.0.1:3000' } }
  expect((await app.request(throughProxy)).statusCode).toBe(404)
})

test('behind a proxy, the metrics need the token', async () => {
  const token = 'a-token-of-twenty-characters'
  app = await startApp({ works: false, environment: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: token } })
  const statusFor = async (bearer: string | undefined) =>
    (
      await app.request({
        url: '/api/metrics',
        remoteAddress: '10.0.0.7',
        headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      })
    ).statusCode
  expect([await statusFor(token), await statusFor(`${token}x`), await statusFor(undefined)]).toEqual([
    200, 404, 404,
  ])
  expect((await app.request({ url: '/api/metrics' })).statusCode).toBe(404)
})
