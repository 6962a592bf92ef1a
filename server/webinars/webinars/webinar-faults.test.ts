import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { syncWebinar } from '#contract/webinars/webinars/calls.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { FakeZoom } from '#test/fake-zoom.ts'
import { startFakeZoom } from '#test/fake-zoom.ts'
import type { Person } from '#test/given.ts'
import { cancelOwn, givenAdministrator, givenPersonUnmailed } from '#test/given.ts'
import type { Fault } from '#test/http-faults.ts'
import {
  givenRegistrations,
  givenWebinarEvent,
  held,
  hurryWebinars,
  onZoom,
  register,
  sync,
  untilSynced,
} from '#test/webinars.ts'
import { sweepWebinars } from './jobs.ts'
import { matchRegistrant } from './webinar-registering.ts'
import type { ClaimedRegistrant } from './webinar-registrants.ts'
import { claimRegistrant, planRegistrants } from './webinar-registrants.ts'

let zoom: FakeZoom
let app: TestApp
let administrator: Person
let webinarId: string
beforeAll(async () => {
  zoom = await startFakeZoom({ clock: () => app?.services.clock() ?? new Date() })
  app = await startApp({ environment: onZoom(zoom) })
  administrator = await givenAdministrator(app)
})
beforeEach(() => {
  zoom.limit('Light', 1000)
  zoom.limit('Medium', 1000)
  webinarId = zoom.givenWebinar()
  zoom.calls.splice(0)
})
afterAll(async () => {
  await app.close()
  await zoom.close()
})

describe('a person who registers while the webinar platform', () => {
  test.each<[string, Fault]>([
    ['fails before it registers them', 'before'],
    ['fails after it registered them', 'after'],
    ['hangs up after it registered them', 'hang-up'],
    ['answers nonsense after it registered them', 'nonsense'],
  ])('%s is registered there once', async (_, fault) => {
    const event = await givenWebinarEvent(app, [webinarId])
    const person = await givenPersonUnmailed(app)
    zoom.faults.failNext(fault)
    await register(app, person, event)
    await until(async () => {
      await hurryWebinars(app)
      return (await held(app, person))?.joinUrl != null
    })
    expect(there()).toEqual([person.email])
    expect(added()).toBe(1)
  })
})

test('a move while the webinar platform is slow ends at the newest slot and nowhere else', async () => {
  const other = zoom.givenWebinar()
  const event = await givenWebinarEvent(app, [webinarId, other])
  const person = await givenPersonUnmailed(app)
  zoom.faults.slowBy(200)
  await register(app, person, event, 0)
  await until(async () => zoom.calls.length > 0)
  await register(app, person, event, 1)
  await until(async () => {
    await hurryWebinars(app)
    return there().length === 0 && there(other).length === 1
  })
  zoom.faults.slowBy(0)
  await until(async () => (await held(app, person))?.joinUrl != null)
})

test('a sync that loses some answers registers each person once and reports each as done', async () => {
  const event = await givenWebinarEvent(app, [webinarId])
  const people = await givenRegistrations(app, event.slotIds[0], 30)
  // At this point, the webinar and its list have been read.
  zoom.faults.failNext('after', 3, 10)
  const { state, total, done, failures } = await sync(app, administrator, event.slotIds[0])
  expect({ state, total, done, failures }).toEqual({ state: 'done', total: 30, done: 30, failures: [] })
  expect(there()).toEqual(people.map(({ email }) => email).sort())
  expect(added()).toBe(30)
})

test('two processes that run one sync register each person once', async () => {
  const other = await startApp({ environment: onZoom(zoom), sharing: app })
  const event = await givenWebinarEvent(app, [webinarId])
  await givenRegistrations(app, event.slotIds[0], 40)
  const { counts } = await sync(app, administrator, event.slotIds[0])
  expect(counts.added + counts.matched).toBe(40)
  expect(added()).toBe(40)
  await other.close()
})

test('work that a process claimed before it died is checked and finished', async () => {
  const event = await givenWebinarEvent(app, [webinarId])
  const [person] = await givenRegistrations(app, event.slotIds[0], 1)
  const dead = await startApp({ environment: onZoom(zoom), sharing: app, works: false })
  const { jobId } = await begin(event.slotIds[0])
  const first = await untilSynced(app, administrator, jobId)
  expect(first.counts.added).toBe(1)
  // Imitates a process that died right after Zoom registered the person.
  await app.query(
    "update webinar_registrants set state = 'wanted', registrant_id = null, join_url = null, is_asked = true where webinar_id = $1",
    [webinarId],
  )
  const rows = await app.query('select registration_id from webinar_registrants where webinar_id = $1', [
    webinarId,
  ])
  await claimRegistrant(dead.services, { registrationId: rows[0].registration_id })
  await dead.close()
  app.pass({ minutes: 3 })
  await sweepWebinars(app.services)
  await app.untilJobsAreDone()
  expect((await held(app, person as Person))?.joinUrl).not.toBe(null)
  expect(added()).toBe(1)
})

test('a worker whose claim has expired records nothing', async () => {
  const event = await givenWebinarEvent(app, [webinarId])
  const [person] = await givenRegistrations(app, event.slotIds[0], 1)
  const slow = await startApp({ environment: onZoom(zoom), sharing: app, works: false })
  await write(slow.services, undefined, (work) => planRegistrants(work, { eventSlotId: event.slotIds[0] }))
  const rows = await app.query(
    'select registration_id as "registrationId" from webinar_registrants where webinar_id = $1',
    [webinarId],
  )
  const claim = () => claimRegistrant(slow.services, rows[0])
  const late = (await claim()) as ClaimedRegistrant
  expect(await claim()).toBe(undefined)
  slow.pass({ minutes: 3 })
  const now = (await claim()) as ClaimedRegistrant
  await matchRegistrant(slow.services, { ...late, firstName: '' })
  expect(await held(app, person as Person)).toMatchObject({ joinUrl: null })
  await matchRegistrant(slow.services, now)
  expect((await held(app, person as Person))?.joinUrl).not.toBe(null)
  await slow.close()
})

test('a used-up daily quota is reported with the time it resets, and the sync continues then', async () => {
  const event = await givenWebinarEvent(app, [webinarId])
  await givenRegistrations(app, event.slotIds[0], 8)
  // The call that reads the webinar counts as well.
  zoom.leaveForToday('Light', 6)
  const { state, counts, failures } = await sync(app, administrator, event.slotIds[0])
  expect([state, counts.added + counts.deferred]).toEqual(['done', 8])
  expect(counts.deferred).toBeGreaterThan(0)
  const midnight = new Date(app.services.clock())
  midnight.setUTCHours(24, 0, 0, 0)
  expect(failures[0]).toMatchObject({ tryAt: midnight, why: expect.stringContaining('daily rate limit') })
  zoom.leaveForToday('Light', 1000)
  await sweepWebinars(app.services)
  await app.untilJobsAreDone()
  expect(there()).toHaveLength(counts.added)
  app.pass({ minutes: (midnight.getTime() - app.services.clock().getTime()) / 60_000 + 1 })
  await sweepWebinars(app.services)
  await until(async () => there().length === 8)
})

test('a refused person holds up nobody, and the failure quotes Zoom', async () => {
  const event = await givenWebinarEvent(app, [webinarId])
  const [host] = await givenRegistrations(app, event.slotIds[0], 3)
  const facts = zoom.webinars.get(webinarId)
  if (facts) facts.hostEmail = host?.email.toUpperCase() ?? ''
  const { counts, failures } = await sync(app, administrator, event.slotIds[0])
  expect([counts.added, counts.refused]).toEqual([2, 1])
  expect(failures).toMatchObject([{ email: host?.email, why: expect.stringContaining('hold the webinar') }])
})

test.each([
  ['does not know', () => '99999999999', 'does not exist', 0],
  ['says is over', () => zoom.givenWebinar({ isOver: true }), 'is over', 100],
])(
  "a webinar that Zoom %s stops the sync with Zoom's words and is not retried automatically",
  async (_, id, words, refused) => {
    const event = await givenWebinarEvent(app, [id()])
    // More people than concurrent calls.
    await givenRegistrations(app, event.slotIds[0], 100)
    expect(await sync(app, administrator, event.slotIds[0])).toMatchObject({
      state: 'stopped',
      problem: expect.stringContaining(words),
      counts: { refused },
    })
    // The comparison that follows a sync.
    await app.untilJobsAreDone()
    zoom.calls.splice(0)
    await sweepWebinars(app.services)
    await app.untilJobsAreDone()
    expect(zoom.calls).toEqual([])
  },
)

test('700 people who are already registered at Zoom are matched page by page, and nobody is added', async () => {
  const event = await givenWebinarEvent(app, [webinarId])
  await app.query(
    `with people as (
       insert into users (email, first_name, last_name)
       select 'sync' || number || '@example.com', 'Pat', 'Number' || number from generate_series(1, 700) number returning user_id
     )
     insert into registrations (user_id, event_id, event_slot_id) select user_id, $1, $2 from people`,
    [event.eventId, event.slotIds[0]],
  )
  for (let number = 1; number <= 700; number += 1) {
    zoom.register(webinarId, { email: `Sync${number}@Example.com`, firstName: 'Pat', lastName: '' })
  }
  const { counts } = await sync(app, administrator, event.slotIds[0])
  expect([counts.matched, counts.added, added()]).toEqual([700, 0, 0])
})

test("a person who exceeds Zoom's daily limit waits until tomorrow, and nobody else does", async () => {
  const event = await givenWebinarEvent(app, [webinarId])
  const [restless, calm] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  for (let time = 0; time < 3; time += 1) {
    await register(app, restless, event)
    await until(async () => there().length === 1)
    await cancelOwn(app, restless, event)
    await until(async () => there().length === 0)
  }
  await register(app, restless, event)
  await register(app, calm, event)
  await until(async () => (await held(app, calm))?.joinUrl != null)
  const waiting = async () => {
    const rows = app.services.db.selectFrom('webinarRegistrants').select(['state', 'problem'])
    return rows.where('email', '=', restless.email).executeTakeFirst()
  }
  await until(async () => (await waiting())?.state === 'deferred')
  expect((await waiting())?.problem).toContain('daily rate limit')
})

function begin(eventSlotId: number) {
  return app.dataOf(syncWebinar, { body: { eventSlotId } }, administrator)
}

/** Returns the emails registered at Zoom. */
function there(id = webinarId) {
  return [...(zoom.webinars.get(id)?.registrants.values() ?? [])].map(({ email }) => email).sort()
}

/** Counts the calls that added a person. */
function added() {
  return zoom.calls.filter(({ method, status }) => method === 'POST' && status === 201).length
}
