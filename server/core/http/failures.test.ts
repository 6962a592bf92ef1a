import { afterEach, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { breakConnections } from '#test/database.ts'

let app: TestApp
afterEach(() => app.close())

test('a bug is answered with only its request id, and logged in full under that id', async () => {
  const logLines: string[] = []
  app = await startApp({ works: false, environment: { LOG_LEVEL: 'info' }, logLines })
  await app.query('alter table users rename to hidden_users')
  const answer = await app.request({ url: '/api/check-email-exists?email=pat%40example.com' })
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    {
      error: true,
      code: 'BUG',
      message:
        'Something went wrong on our side. Please try again. If it keeps happening, send support the request ID.',
      requestId: answer.headers['x-request-id'],
    },
  ])
  const logged = logLines.map((line) => JSON.parse(line)).find(({ level }) => level === 'error')
  expect(logged).toMatchObject({ requestId: answer.headers['x-request-id'], msg: 'failed' })
  expect(logged.err.stack).toContain('relation "users" does not exist')
})

test('each call but a health check logs one line with its route (not its address), its answer and its time', async () => {
  const logLines: string[] = []
  app = await startApp({ works: false, environment: { LOG_LEVEL: 'info' }, logLines })
  expect((await app.request({ url: '/api/health' })).statusCode).toBe(200)
  const answer = await app.request({ url: '/api/public/certificates/the-code-of-somebody' })
  expect(logLines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'info',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/public/certificates/:code',
      status: 404,
      ms: expect.any(Number),
    },
  ])
})

test('a database restart costs a client at most another try', async () => {
  app = await startApp()
  const ready = async () => (await app.request({ url: '/api/ready' })).statusCode
  expect(await ready()).toBe(200)
  const ask = async () =>
    (await app.request({ url: '/api/check-email-exists?email=a%40example.com' })).statusCode
  const asked: Promise<number>[] = []
  for (let round = 0; round < 5; round++) {
    asked.push(...Array.from({ length: 20 }, ask))
    await breakConnections(app.connection)
  }
  const statuses = await Promise.all(asked)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await until(async () => (await ask()) === 200 && (await ready()) === 200)
})
