import { afterEach, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'

let app: TestApp
afterEach(() => app.close())

test('a portal that works is alive and ready', async () => {
  app = await startApp({ works: false })
  expect((await app.request({ url: '/api/health' })).json()).toEqual({ error: false, data: { status: 'ok' } })
  expect((await app.request({ url: '/api/ready' })).json()).toEqual({
    error: false,
    data: { database: 'ok', jobs: 'ok' },
  })
})

test('one whose database or queue is gone lives on, but is not ready', async () => {
  app = await startApp({ works: false })
  await app.services.jobs.close(0)
  const answer = await app.request({ url: '/api/ready' })
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'NOT_READY'])
  expect((await app.request({ url: '/api/health' })).statusCode).toBe(200)
})

test('the figures name each route with its answers, to this machine only', async () => {
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
