import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAllEvents } from '#contract/events/events/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenEvent, givenPersonUnmailed } from '#test/given.ts'

let app: TestApp
let other: TestApp
let person: Person
let event: EventWithSlots

beforeAll(async () => {
  app = await startApp({ works: false })
  other = await startApp({ sharing: app, works: false })
  person = await givenPersonUnmailed(app)
  event = await givenEvent(app)
  await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2026', focusId: 3, year: 2026 })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const ask = (of: TestApp, headers: Record<string, string> = {}, year = '2027') =>
  of.request({
    url: '/api/private/get-all-events',
    query: { year },
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  })

const namesOf = async (of: TestApp, query: { year?: string; from?: string } = {}) =>
  (await of.call(getAllEvents, { query } as never, person.token)).data.events.map((row) => row.eventName)

test('the list holds every slot of the events of the year, or of all years', async () => {
  expect(await namesOf(app, { year: '2027' })).toEqual([event.eventName, event.eventName])
  expect(await namesOf(app, { year: '2026' })).toHaveLength(2)
  expect(await namesOf(app)).toHaveLength(4)
  expect(await namesOf(app, { year: '2001' })).toEqual([])
})

test('the list has the same bytes plain, as gzip and as Brotli', async () => {
  const plain = (await ask(app, { 'accept-encoding': 'identity' })).rawPayload
  const gzip = await ask(app, { 'accept-encoding': 'gzip' })
  const br = await ask(app, { 'accept-encoding': 'gzip, deflate, br' })
  expect([gzip.headers['content-encoding'], br.headers['content-encoding']]).toEqual(['gzip', 'br'])
  expect(gunzipSync(gzip.rawPayload)).toEqual(plain)
  expect(brotliDecompressSync(br.rawPayload)).toEqual(plain)
})

test('a client that already has the list is told so until it changes', async () => {
  const { etag } = (await ask(app)).headers
  const same = await ask(app, { 'if-none-match': String(etag) })
  expect([same.statusCode, same.payload]).toEqual([304, ''])
  await rename('Renamed once')
  await until(async () => (await ask(app, { 'if-none-match': String(etag) })).statusCode === 200)
})

test('every edit shows at once in every process', async () => {
  await Promise.all([namesOf(app), namesOf(other)])
  await rename('Renamed by hand')
  await until(async () => (await namesOf(app)).includes('Renamed by hand'))
  await until(async () => (await namesOf(other)).includes('Renamed by hand'))
})

test('invalid years in requests do not evict a real year from the cache', async () => {
  for (let year = 3000; year < 3030; year++) expect(await namesOf(app, { year: String(year) })).toEqual([])
  await namesOf(app, { year: '2027' })
  const [name] = await namesOf(app, { year: '2027' })
  await namesOf(app, { from: '1000' })
  // No notice is sent for this change, so a cached list stays as it was.
  await app.services.pool.query(`
    begin; alter table events disable trigger user;
    update events set event_name = 'Changed in silence' where event_id = ${event.eventId};
    alter table events enable trigger user; commit`)
  expect((await namesOf(app, { year: '2027' }))[0]).toBe(name)
  // All years before the first possible one share one list.
  expect(await namesOf(app, { from: '1001' })).toContain(name)
  await rename(name ?? '')
})

test('nothing is cached while the database cannot send notifications of changes', async () => {
  await namesOf(other)
  await app.services.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'portal notifications' and datname = current_database()`,
  )
  await until(async () => !other.services.notifications.isListening())
  await rename('Renamed unheard')
  expect(await namesOf(other)).toContain('Renamed unheard')
  await until(async () => other.services.notifications.isListening())
  await rename('Heard again')
  await until(async () => (await namesOf(other)).includes('Heard again'))
})

function rename(name: string) {
  return app.services.db
    .updateTable('events')
    .set({ eventName: name })
    .where('eventId', '=', event.eventId)
    .execute()
}
