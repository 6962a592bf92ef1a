import { expect, test } from 'vitest'
import { changeSlot } from '#contract/events/slots/calls.ts'
import { getBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { cancelRegistration } from '#contract/registrations/registrations/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import {
  delinkWebinar,
  getNewestWebinarSync,
  getWebinarStats,
  getWebinarSync,
  syncWebinar,
} from '#contract/webinars/webinars/calls.ts'
import { expectRefusal, startApp, until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  cancelOwn,
  givenAdministrator,
  givenPersonUnmailed,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { givenRegistrations, givenWebinarEvent, held, hurryWebinars, register, sync } from '#test/webinars.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
const event = prepared(() => givenWebinarEvent(app, ['8001', '8002']))

test('a person who registers gets a join URL automatically, and only one', async () => {
  const person = await givenPersonUnmailed(app)
  await register(app, person, event, 0)
  await until(async () => (await held(app, person))?.joinUrl !== null)
  await register(app, person, event, 0)
  await app.untilJobsAreDone()
  expect(await known('8001', person)).toBe(1)
})

test('a person who moves is removed from the old webinar and added to the new one', async () => {
  const person = await givenPersonUnmailed(app)
  await register(app, person, event, 0)
  await app.untilJobsAreDone()
  const old = (await held(app, person))?.joinUrl
  await register(app, person, event, 1)
  // From here on there is none, or the new webinar's.
  expect((await held(app, person))?.joinUrl).not.toBe(old)
  await app.untilJobsAreDone()
  expect([await known('8001', person), await known('8002', person)]).toEqual([0, 1])
  expect((await held(app, person))?.joinUrl).not.toBe(null)
})

test('a person who cancels is removed at once, and a person whom an administrator deletes a minute later', async () => {
  const [canceling, deleted] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  for (const person of [canceling, deleted]) await register(app, person, event, 0)
  await app.untilJobsAreDone()
  const registrationId = (await held(app, deleted))?.registrationId ?? 0
  await cancelOwn(app, canceling, event)
  await app.send(deleteRegistration, { registrationId }, administrator)
  await app.untilJobsAreDone()
  expect([await known('8001', canceling), await known('8001', deleted)]).toEqual([0, 1])
  await hurryWebinars(app)
  await app.untilJobsAreDone()
  expect(await known('8001', deleted)).toBe(0)
})

test('a person with two slots of one webinar stays on it until both are canceled', async () => {
  const person = await givenPersonUnmailed(app)
  const events = [await givenWebinarEvent(app, ['8500']), await givenWebinarEvent(app, ['8500'])]
  for (const each of events) await register(app, person, each)
  await app.untilJobsAreDone()
  for (const [left, { eventId }] of [1, 0].map((left) => [left, events[left] as EventWithSlots] as const)) {
    await app.send(cancelRegistration, { eventId }, person)
    await app.untilJobsAreDone()
    expect(await known('8500', person)).toBe(left)
  }
})

test('a sync matches the people who are there, adds the missing ones, reports each, and can be repeated', async () => {
  const slot = (await givenWebinarEvent(app, ['8100'])).slotIds[0]
  const [there, , nameless] = await givenRegistrations(app, slot, 3)
  await app.services.webinar.addRegistrant('8100', {
    email: there?.email.toUpperCase() ?? '',
    firstName: 'A',
    lastName: 'B',
  })
  await app.query("update users set first_name = '' where user_id = $1", [nameless?.userId])
  const first = await sync(app, administrator, slot)
  expect(first).toMatchObject({ state: 'done', total: 3, done: 3, problem: '' })
  expect(first.counts).toEqual({ added: 1, matched: 1, removed: 0, refused: 1, deferred: 0 })
  expect(first.failures).toMatchObject([
    { email: nameless?.email, why: 'There is no name to register them with.', tryAt: null },
  ])
  const second = await sync(app, administrator, slot, { usesEmailAsName: true })
  expect(second.counts).toEqual({ added: 1, matched: 0, removed: 0, refused: 0, deferred: 0 })
  expect((await sync(app, administrator, slot)).total).toBe(0)
  const stats = await app.call(getWebinarStats, { query: { eventSlotId: slot } }, administrator)
  expect(stats.data).toEqual({ webinarId: '8100', registrations: 3, withJoinUrl: 3 })
})

test('a delink removes the links at once and everybody from the webinar, until the next sync', async () => {
  const slot = (await givenWebinarEvent(app, ['8200'])).slotIds[0]
  const people = await givenRegistrations(app, slot, 2)
  await sync(app, administrator, slot)
  const { jobId } = await app.dataOf(delinkWebinar, { body: { eventSlotId: slot } }, administrator)
  expect((await statsOf(slot)).withJoinUrl).toBe(0)
  await until(async () => (await show(jobId)).state !== 'running')
  expect((await show(jobId)).counts.removed).toBe(2)
  expect(await known('8200', people[0] as Person)).toBe(0)
  expect((await sync(app, administrator, slot)).counts.added).toBe(2)
})

test('two administrators who begin a sync at once begin one sync', async () => {
  // No job runs here, so the first sync is not over when the second begins.
  const idle = await startApp({ works: false })
  const { token } = await givenAdministrator(idle)
  const slot = (await givenWebinarEvent(idle, ['8300'])).slotIds[0]
  const begin = () => idle.call(syncWebinar, { body: { eventSlotId: slot } }, token)
  const [one, other] = await Promise.all([begin(), begin()])
  expect(one.data.jobId).toBe(other.data.jobId)
  const newest = await idle.call(getNewestWebinarSync, { query: { eventSlotId: slot } }, token)
  expect(newest.data.sync).toMatchObject({ jobId: one.data.jobId, startedBy: 'Portal Administrator' })
  await idle.close()
})

test('the webinar of a slot cannot be replaced before it is delinked if people have its links', async () => {
  const slot = (await givenWebinarEvent(app, ['8400'])).slotIds[0]
  await givenRegistrations(app, slot, 1)
  await sync(app, administrator, slot)
  const time = { startOn: '2027-02-20', endOn: '2027-02-20', startTime: '08:00', endTime: '12:00' } as const
  const body = { eventSlotId: slot, focusId: 2, ...time, webinarId: '8401' }
  await expectRefusal(app.send(changeSlot, body, administrator), 'WEBINAR_LINKED')
})

test('nobody is registered for the webinar of a slot that is over', async () => {
  const slot = (await givenWebinarEvent(app, ['8600'])).slotIds[0]
  await givenRegistrations(app, slot, 1)
  await app.query(
    "update event_slots set start_on = '2026-01-20', end_on = '2026-01-20' where event_slot_id = $1",
    [slot],
  )
  expect(await sync(app, administrator, slot)).toMatchObject({
    state: 'done',
    total: 0,
    problem: 'This time slot is over. No new people are registered for the webinar.',
  })
})

test('the record of a sync keeps its figures even if its people are deleted later', async () => {
  const slot = (await givenWebinarEvent(app, ['8650'])).slotIds[0]
  await givenRegistrations(app, slot, 2)
  const first = await sync(app, administrator, slot)
  await app.query('delete from webinar_registrants where webinar_id = $1', ['8650'])
  expect(await show(first.jobId)).toEqual(first)
  expect(first).toMatchObject({ total: 2, done: 2, counts: { added: 2 } })
})

test('the call for jobs also returns a sync and a delink', async () => {
  const slot = (await givenWebinarEvent(app, ['8660'])).slotIds[0]
  const [, nameless] = await givenRegistrations(app, slot, 2)
  await app.query("update users set first_name = '' where user_id = $1", [nameless?.userId])
  const { jobId } = await sync(app, administrator, slot)
  const job = (id: string) => app.dataOf(getBulkJob, { params: { jobId: id } }, administrator)
  expect(await job(jobId)).toMatchObject({
    jobId,
    kind: 'sync',
    state: 'done',
    total: 2,
    done: 2,
    changed: 1,
    failures: [{ who: "O'Brien", why: 'There is no name to register them with.' }],
  })
  const delink = await app.dataOf(delinkWebinar, { body: { eventSlotId: slot } }, administrator)
  await until(async () => (await job(delink.jobId)).state === 'done')
  expect(await job(delink.jobId)).toMatchObject({ kind: 'delink', canUndo: false })
})

test('a registration for a slot without a webinar leaves no job, and is in the sync once the slot has one', async () => {
  const both = await givenWebinarEvent(app, [null, '8701'])
  const [slot] = both.slotIds
  const [early, elsewhere] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  expect(await matchings(await register(app, early, both, 0))).toBe(0)
  expect(await matchings(await register(app, elsewhere, both, 1))).toBe(1)
  const slots = app.services.db.updateTable('eventSlots').set({ webinarId: '8700' })
  await slots.where('eventSlotId', '=', slot).execute()
  expect((await sync(app, administrator, slot)).counts.added).toBe(1)
  expect(await known('8700', early)).toBe(1)
})

test('a slot without a webinar cannot be synced', async () => {
  const slot = (await givenWebinarEvent(app, [null])).slotIds[0]
  const answer = await app.send(syncWebinar, { eventSlotId: slot }, administrator)
  expect(answer.failure?.code).toBe('WEBINAR_MISSING')
})

function show(jobId: string) {
  return app.dataOf(getWebinarSync, { params: { jobId } }, administrator)
}

function statsOf(eventSlotId: number) {
  return app.dataOf(getWebinarStats, { query: { eventSlotId } }, administrator)
}

/** Counts the jobs that match a registration, including finished ones. */
async function matchings(registrationId: number) {
  const jobs = await jobsOf(app, 'match-webinar')
  return jobs.filter(({ data }) => data.registrationId === registrationId).length
}

/** Counts a person's registrants at the webinar platform. */
async function known(webinarId: string, { email }: Person) {
  let times = 0
  for await (const page of app.services.webinar.listRegistrants(webinarId)) {
    times += page.filter((registrant) => registrant.email === email).length
  }
  return times
}
