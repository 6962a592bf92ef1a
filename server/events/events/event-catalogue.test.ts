import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { addEvent, changeEvent, deleteEvent } from '#contract/events/events/edits.ts'
import { stateHours } from '#contract/events/slots/agenda-calls.ts'
import { addSlot, changeSlot, deleteSlot } from '#contract/events/slots/calls.ts'
import { addSpeaker, changeSpeaker, cloneSpeaker, deleteSpeaker } from '#contract/events/speakers/edits.ts'
import { addSponsor, changeSponsor, deleteSponsor, featureSponsor } from '#contract/events/sponsors/edits.ts'
import type { TestApp } from '#test/app.ts'
import { until } from '#test/app.ts'
import {
  givenEvent,
  givenLogo,
  givenPersonUnmailed,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const person = prepared(() => givenPersonUnmailed(app))
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))
beforeAll(async () => {
  await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2026', focusId: 3, year: 2026 })
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

describe('what administrators change shows in a process that has the list:', () => {
  const slotTime = { focusId: 2, startOn: '2027-03-02', endOn: '2027-03-02' } as const
  const of: Record<'eventId' | 'eventSlotId' | 'speakerId' | 'sponsorId', number> = {
    eventId: 0,
    eventSlotId: 0,
    speakerId: 0,
    sponsorId: 0,
  }
  let logo: string
  beforeAll(async () => {
    logo = await givenLogo(app)
    const body = { eventName: 'Written step by step' }
    of.eventId = (await byAdministrator(addEvent, { body })).eventId
  })

  test.each<[what: string, act: () => Promise<object>]>([
    ['a slot', () => byAdministrator(addSlot, { body: slotAt('08:00', '12:00') })],
    ['another slot', () => byAdministrator(addSlot, { body: slotAt('13:00', '17:00') })],
    [
      'the time of a slot',
      () =>
        byAdministrator(changeSlot, { body: { ...slotAt('14:00', '18:00'), eventSlotId: of.eventSlotId } }),
    ],
    [
      'the venue',
      () =>
        byAdministrator(changeEvent, {
          body: { eventId: of.eventId, eventName: 'Written', venue: 'Hangar 4' },
        }),
    ],
    ['a speaker', () => byAdministrator(addSpeaker, { body: { ...of, companyName: 'Ferrule', logo } })],
    [
      'the name of a speaker',
      () => byAdministrator(changeSpeaker, { body: { ...of, companyName: 'Gusset', logo } }),
    ],
    ['a speaker once more', () => byAdministrator(cloneSpeaker, { body: of })],
    ['a speaker who leaves', () => byAdministrator(deleteSpeaker, { body: of })],
    ['a sponsor', () => byAdministrator(addSponsor, { body: { ...of, companyName: 'Shim', logo } })],
    [
      'the name of a sponsor',
      () => byAdministrator(changeSponsor, { body: { ...of, companyName: 'Spacer', logo } }),
    ],
    ['the featured sponsor', () => byAdministrator(featureSponsor, { body: of })],
    ['a sponsor who leaves', () => byAdministrator(deleteSponsor, { body: of })],
    [
      'the hours as taught',
      () => {
        const pieces: [string, string][] = [['2027-03-02T19:00:00.000Z', '2027-03-02T19:45:00.000Z']]
        const hours = [{ on: slotTime.startOn, pieces, value: 60 }]
        return byAdministrator(stateHours, {
          body: { ...of, reason: 'It ended early', readAgendaId: null, hours },
        })
      },
    ],
    [
      'the figures of the year',
      async () => {
        const { valid } = await byAdministrator(getCreditRules, { query: { season: 2027 } })
        const { ruleId: readRuleId, figures: before } = valid.virtual
        const figures = { ...before, neededMinutes: 44 }
        const body = { season: 2027, isInPerson: false, reason: 'Decided', readRuleId, figures }
        return byAdministrator(makeFiguresValid, { body })
      },
    ],
    ['a slot that is deleted', () => byAdministrator(deleteSlot, { body: of })],
    ['an event that is deleted', () => byAdministrator(deleteEvent, { body: { eventId: of.eventId } })],
  ])('%s', { timeout: 10_000 }, async (_, act) => {
    const list = async () => (await ask(other)).payload
    const before = await list()
    Object.assign(of, await act())
    await until(async () => (await list()) !== before)
  })

  function slotAt(startTime: PlainTime, endTime: PlainTime) {
    return { ...slotTime, startTime, endTime, eventId: of.eventId, webinarId: null }
  }
})

test('invalid years in requests do not evict a real year from the cache', async () => {
  for (let year = 3000; year < 3030; year++) expect(await namesOf(app, { year: String(year) })).toEqual([])
  await namesOf(app, { year: '2027' })
  const [name] = await namesOf(app, { year: '2027' })
  await namesOf(app, { from: '1000' })
  // Only verbs notify, so a cached list stays as it was.
  await app.services.pool.query(
    `update events set event_name = 'Changed in silence' where event_id = ${event.eventId}`,
  )
  expect((await namesOf(app, { year: '2027' }))[0]).toBe(name)
  // All years before the first possible one share a list.
  expect(await namesOf(app, { from: '1001' })).toContain(name)
  await rename(name ?? '')
})

test('nothing is cached while the database cannot send notifications of changes', async () => {
  await namesOf(other)
  await app.query(
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

function rename(eventName: string) {
  return byAdministrator(changeEvent, { body: { eventId: event.eventId, eventName } })
}

function byAdministrator<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Data<E>> {
  return app.dataOf(endpoint, input, administrator)
}
