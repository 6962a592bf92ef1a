import { once } from 'node:events'
import { expect, test } from 'vitest'
import { exportRegisteredUsersCsv } from '#contract/registrations/registration-lists/calls.ts'
import { startApp, until } from '#test/app.ts'
import { givenAdministrator } from '#test/given.ts'
import { rawClient } from '#test/raw-client.ts'

const csv = `/api${exportRegisteredUsersCsv.path}`
const post = 'POST /api/public/contact-support HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const body = '{"name": "Pat", "email": "pat@example.com", "message": "Hello"}'

test('no client can delay the shutdown beyond the deadline', async () => {
  const app = await startApp({ works: false, times: { endWithinMs: 300 } })
  const address = await app.listen()
  // The answer exceeds the socket buffers, with few people, because inserting people is slow.
  await app.query(
    `with people as (insert into users (email) select 'many' || n || '@example.com' from generate_series(1, 2000) n returning *),
     events as (insert into events (event_name) select 'Many ' || n from generate_series(1, 30) n returning *),
     slots as (
       insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
       select event_id, 2, '2027-02-09', '2027-02-10', '08:00', '12:00' from events returning *
     )
     insert into registrations (user_id, event_id, event_slot_id)
     select user_id, event_id, event_slot_id from people cross join slots`,
  )
  const { token } = await givenAdministrator(app)

  await rawClient(address)
  await rawClient(address, 'GET /api/health HT')
  await rawClient(address, `${post}Content-Length: 1000\r\n\r\n`)
  await rawClient(address, `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam`)
  const reader = await rawClient(
    address,
    `GET ${csv} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  await once(reader.socket, 'data')
  reader.socket.pause()

  const start = performance.now()
  await app.close()
  expect(performance.now() - start).toBeGreaterThan(290)
  expect(performance.now() - start).toBeLessThan(5000)
})

test('during the shutdown, calls that have begun are answered, and late ones get 503 with Retry-After', async () => {
  const app = await startApp({ works: false })
  const address = await app.listen()
  const begun = await rawClient(address, `${post}Content-Length: ${body.length}\r\n\r\n`)
  const late = await rawClient(address, 'GET /api/health HTTP/1.1\r\nHost')
  // A complete call follows, so their data has been read.
  expect((await fetch(`http://${address.host}:${address.port}/api/health`)).status).toBe(200)

  const ended = app.close()
  await until(() =>
    fetch(`http://${address.host}:${address.port}/api/health`).then(
      () => false,
      () => true,
    ),
  )
  begun.socket.write(body)
  late.socket.write(': x\r\n\r\n')
  expect(await begun.untilClosed()).toMatch(/^HTTP\/1\.1 200 /)
  const answer = await late.untilClosed()
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toMatch(/^retry-after: 5\r$/im)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: true, code: 'NOT_READY' })
  await ended
})
