import { afterAll, beforeEach, expect, test } from 'vitest'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { deleteSlot } from '#contract/events/slots/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import { getWaitlists, joinWaitlist } from '#contract/registrations/waitlists/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp, until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
} from '#test/given.ts'
import { expirePlaces, sweepWaitlists, updateWaitlist } from './jobs.ts'

/** A portal whose jobs wait. The only seat of the event's first slot is taken. */
let app: TestApp
let administrator: Person
let event: EventWithSlots
let holder: Person
beforeEach(async () => {
  app ??= await startApp({ works: false })
  // By day, so that seats are offered.
  app.pass({ minutes: (Date.parse('2027-01-11T15:00Z') - app.services.clock().getTime()) / 60_000 })
  administrator = await givenAdministrator(app)
  event = await givenEvent(app)
  await app.query(`update event_slots set capacity = 1 where event_slot_id = ${event.slotIds[0]}`)
  holder = await givenPersonUnmailed(app)
  await givenRegistration(app, holder, event)
})
afterAll(() => app.close())

test("a person's page has their waits, without the code of an offer", async () => {
  const [first, second] = [await givenWaiting(), await givenWaiting()]
  const waitsOn = async ({ userId }: Person) =>
    (await app.dataOf(getAccount, { query: { userId } }, administrator)).waits
  expect(await waitsOn(second)).toMatchObject([{ eventSlotId: event.slotIds[0], place: 2, offerCode: null }])
  await app.query(`update event_slots set capacity = 2 where event_slot_id = ${event.slotIds[0]}`)
  await app.write((work) => updateWaitlist(work, { eventSlotId: event.slotIds[0] }))
  expect(await waitsOn(first)).toMatchObject([{ place: 0, offeredUntil: expect.any(Date), offerCode: null }])
})

test('a merge hands a wait over; a wait of both accounts continues once', async () => {
  const [kept, absorbed, other] = [await givenWaiting(), await givenWaiting(), await givenWaiting()]
  const next = await givenEvent(app)
  await app.query(`update event_slots set capacity = 1 where event_slot_id = ${next.slotIds[0]}`)
  await givenRegistration(app, holder, next)
  await join(absorbed, next)
  await merge(kept, absorbed)
  expect((await waitsOf(kept)).map(({ eventId, place }) => [eventId, place])).toEqual([
    [event.eventId, 1],
    [next.eventId, 1],
  ])
  expect((await waitsOf(other))[0]?.place).toBe(2)
})

test.each(['kept', 'absorbed'])(
  'of two waits for a slot, a merge keeps the offered one, here of the %s account',
  async (whose) => {
    const [first, next, second] = [await givenWaiting(), await givenWaiting(), await givenWaiting()]
    await app.query(`update event_slots set capacity = 2 where event_slot_id = ${event.slotIds[0]}`)
    await update()
    const [kept, absorbed] = whose === 'kept' ? [first, second] : [second, first]
    await merge(kept, absorbed)
    await update()
    expect((await waitsOf(kept)).map(({ place }) => place)).toEqual([0])
    expect((await waitsOf(next)).map(({ place }) => place)).toEqual([1])
  },
)

test('of two waits for a slot, a merge keeps the one with the better place, and the history has the other', async () => {
  const [absorbed, other, kept] = [await givenWaiting(), await givenWaiting(), await givenWaiting()]
  await merge(kept, absorbed)
  expect([(await waitsOf(kept))[0]?.place, (await waitsOf(other))[0]?.place]).toEqual([1, 2])
  const [newest] = await historyOf(app, administrator, { userId: kept.userId, activity: 'waitlist-left' })
  expect(newest).toMatchObject({
    event: { eventName: event.eventName },
    reason: 'Waited twice when two accounts were merged',
  })
})

test('an account that is deleted leaves the waitlist, and its offered seat goes to the next person', async () => {
  const [first, second] = [await givenWaiting(), await givenWaiting()]
  await app.query(`update event_slots set capacity = 2 where event_slot_id = ${event.slotIds[0]}`)
  await update()
  expect((await waitsOf(first))[0]?.place).toBe(0)
  await expectSuccess(app.send(deleteAccount, { email: first.email }, first))
  await app.write(sweepWaitlists)
  await update()
  expect((await waitsOf(second))[0]?.place).toBe(0)
  const { waitlists } = await app.dataOf(getWaitlists, {}, administrator)
  const own = waitlists.find(({ eventSlotId }) => eventSlotId === event.slotIds[0])
  expect(own?.entries.map(({ email }) => email)).toEqual([second.email])
})

test('the list of events shows the seat that was offered to a deleted account', {
  timeout: 10_000,
}, async () => {
  const first = await givenWaiting()
  await app.query(`update event_slots set capacity = 2 where event_slot_id = ${event.slotIds[0]}`)
  await update()
  const { notifications } = app.services
  const isHeard = new Promise<void>((resolve) => notifications.on('heard', () => resolve()))
  await notifications.ready()
  await app.query('notify heard')
  await isHeard
  const seatsLeft = async () => {
    const { events } = await app.dataOf(getAllEvents, { query: {} }, holder)
    return events.find(({ eventSlotId }) => eventSlotId === event.slotIds[0])?.seatsLeft
  }
  expect(await seatsLeft()).toBe(0)
  await expectSuccess(app.send(deleteAccount, { email: first.email }, first))
  await until(async () => (await seatsLeft()) === 1)
})

test('people who wait for a slot that is deleted are emailed once', async () => {
  const [first, second] = [await givenWaiting(), await givenWaiting()]
  const [held] = (await app.dataOf(getRegisteredEvents, {}, holder)).registeredEvents
  const deletion = { body: { registrationId: held?.registrationId as number } }
  await expectSuccess(app.call(deleteRegistration, deletion, administrator))
  const body = { eventSlotId: event.slotIds[0] }
  await expectSuccess(app.send(deleteSlot, body, administrator))
  await app.write(sweepWaitlists)
  for (const _ of [1, 2]) await update()
  expect([await waitsOf(first), await waitsOf(second)]).toEqual([[], []])
  const mails = await app.query(
    `select subject from mails where to_address in ('${first.email}', '${second.email}')`,
  )
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill(`Time slot canceled: ${event.eventName}`))
  const [newest] = await historyOf(app, administrator, { userId: first.userId })
  expect(newest?.activity).toBe('wait-ended')
})

test('waits are deleted a year after their slot', async () => {
  const person = await givenWaiting()
  const count = async () => {
    await app.write(expirePlaces)
    return app.query(`select from waitlist_entries where user_id = '${person.userId}'`)
  }
  const day = 24 * 60
  app.pass({ minutes: 394 * day })
  expect(await count()).toHaveLength(1)
  app.pass({ minutes: 3 * day })
  expect(await count()).toEqual([])
})

async function givenWaiting() {
  const person = await givenPersonUnmailed(app)
  await join(person, event)
  return person
}

async function join({ token }: Person, { slotIds }: EventWithSlots) {
  await expectSuccess(app.send(joinWaitlist, { eventSlotId: slotIds[0] }, token))
}

async function merge(kept: Person, absorbed: Person) {
  const body = { userId: kept.userId, absorbedId: absorbed.userId, ending: [] }
  await expectSuccess(app.send(mergeAccounts, body, administrator))
}

function update() {
  return app.write((work) => updateWaitlist(work, { eventSlotId: event.slotIds[0] }))
}

async function waitsOf({ token }: Person) {
  return (await app.dataOf(getRegisteredEvents, {}, token)).waitlist
}
