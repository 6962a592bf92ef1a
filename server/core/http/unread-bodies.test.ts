import { afterEach, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { rawClient } from '#test/raw-client.ts'

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

const post = (path: string, headers: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`
const support = '/api/public/contact-support'
const upload = '/api/private/attendance-uploads/1'

test.each([
  [
    'a body that is too large',
    413,
    post(support, 'Content-Type: application/json\r\nContent-Length: 1000000'),
  ],
  ['a body of the wrong type', 415, post(support, 'Content-Type: text/plain\r\nContent-Length: 1000')],
  [
    'an endless body without a session',
    401,
    post('/api/private/sign-out', 'Content-Type: application/json\r\nTransfer-Encoding: chunked'),
  ],
  ['a large one where nothing is', 404, post('/api/nothing', 'Content-Length: 1000000')],
])('%s is refused before it is read', async (_, status, head) => {
  app = await startApp({ works: false })
  const client = await rawClient(await app.listen(), head)
  const answer = await client.untilClosed()
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: true })
})

test('a request that never ends is given up', async () => {
  app = await startApp({ works: false, times: { requestWithinMs: 200 } })
  const address = await app.listen()
  const clients = [
    await rawClient(address),
    await rawClient(address, 'GET /api/health HT'),
    await rawClient(address, post(support, 'Content-Type: application/json\r\nContent-Length: 1000')),
  ]
  for (const client of clients)
    expect(await client.untilClosed()).toMatch(/^(HTTP\/1\.1 400 .*"MALFORMED".*)?$/s)
})

test('a form may arrive slowly, in minutes, but only where a call takes one', async () => {
  app = await startApp({ works: false, times: { requestWithinMs: 200 } })
  const address = await app.listen()
  const formOf = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10'
  const form = await rawClient(address, post(upload, formOf))
  for (const head of [
    post(support, 'Content-Type: application/json\r\nContent-Length: 10'),
    post(support, formOf),
  ])
    await (await rawClient(address, head)).untilClosed()
  form.socket.write('0123456789')
  await until(async () => form.said() !== '')
  expect(form.said()).toMatch(/^HTTP\/1\.1 401 /)
})

test('a refusal waits for the body, so a proxy can send the next call through the connection', async () => {
  app = await startApp({ works: false })
  const address = await app.listen()
  const client = await rawClient(
    address,
    `${post(upload, 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10')}01234`,
  )
  await fetch(`http://${address.host}:${address.port}/api/health`)
  expect(client.said()).toBe('')
  client.socket.write('56789GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect((await client.untilClosed()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200'])
})

test('a client that disconnects in the middle of a body logs no error', async () => {
  const logLines: string[] = []
  const left = await startApp({ works: false, environment: { LOG_LEVEL: 'info' }, logLines })
  const address = await left.listen()
  const head = post(support, 'Content-Type: application/json\r\nContent-Length: 1000')
  const client = await rawClient(address, `${head}{"name"`)
  expect((await fetch(`http://${address.host}:${address.port}/api/health`)).status).toBe(200)
  client.socket.destroy()
  await left.close()
  const told = logLines.map((line) => JSON.parse(line))
  expect(told.filter(({ level }) => level !== 'info')).toEqual([])
})
