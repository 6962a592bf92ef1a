import { beforeAll, expect, test } from 'vitest'
import {
  cancelRegistration,
  getRegisteredEvents,
  registerForEvent,
} from '#contract/registrations/registrations/calls.ts'
import { getWebinarRoom, tellPresence } from '#contract/webinars/webinar-rooms/calls.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import { readAttendanceAnswers } from '#server/attendance/attendances/attendance-answers.ts'
import { evidenceOf } from '#server/attendance/attendances/attendance-reading.ts'
import { expectRefusal } from '#test/app.ts'
import {
  choiceOf,
  givenEvent,
  givenPersonUnmailed,
  givenSession,
  prepared,
  preparedApp,
} from '#test/given.ts'

// Its slot is on February 9 and 10, 2027, from 8:00 to 12:00 Eastern.
const dayBefore = '2027-02-08T12:00Z'
const asItOpens = '2027-02-09T12:55Z'
const betweenDays = '2027-02-09T18:00Z'
const onDayTwo = '2027-02-10T14:00Z'
const afterIt = '2027-02-10T17:00Z'

let registrationId: number
let code: string
// No process runs its jobs, so the sync lags.
const app = preparedApp({ works: false })
const event = prepared(() => givenEvent(app))
const person = prepared(() => givenPersonUnmailed(app))
beforeAll(async () => {
  const body = choiceOf(event)
  registrationId = (await app.dataOf(registerForEvent, { body }, person)).registration.registrationId
  const rows = await app.query('select join_code from registrations')
  code = rows[0].join_code
})

test('before its time the join link says when the room opens', async () => {
  set(dayBefore)
  const { data } = await join()
  expect(data).toMatchObject({
    state: 'before',
    eventName: event.eventName,
    joinUrl: null,
    opensAt: new Date(asItOpens),
    startsAt: new Date('2027-02-09T13:00Z'),
  })
})

test('without a webinar the join link says that there is none yet', async () => {
  set(asItOpens)
  expect((await join()).data.state).toBe('unannounced')
  const slotId = event.slotIds[0]
  const webinars = app.services.db.updateTable('eventSlots').set({ webinarId: '8001' })
  await webinars.where('eventSlotId', '=', slotId).execute()
})

test('a person who joins in time is registered at the webinar platform at once and led into the room', async () => {
  const { data } = await join()
  expect(data).toMatchObject({
    state: 'ready',
    joinUrl: expect.stringMatching(/^http:\/\/localhost:3000\/webinar\/[\w-]{36}$/),
  })
  expect((await join()).data.joinUrl).toBe(data.joinUrl)
  // The page shows the portal's own link as well.
  const [held] = (await app.dataOf(getRegisteredEvents, {}, await session())).registeredEvents
  expect(held?.joinUrl).toBe(`http://localhost:3000/join/${registrationId}/${code}`)
})

test('between the days the join link names the next day, and after the last day it says that the webinar is over', async () => {
  set(betweenDays)
  expect((await join()).data).toMatchObject({ state: 'before', opensAt: new Date('2027-02-10T12:55Z') })
  set(afterIt)
  expect((await join()).data.state).toBe('over')
})

test('a person in the room gets a visit with its times, and another visit after a pause', async () => {
  set(asItOpens)
  const seatCode = (await join()).data.joinUrl?.split('/').at(-1) ?? ''
  const seat = { params: { seatCode } }
  expect(await app.dataOf(getWebinarRoom, seat)).toMatchObject({ topic: event.eventName, state: 'open' })
  await app.call(tellPresence, seat)
  app.pass({ minutes: 1 })
  await app.call(tellPresence, seat)
  app.pass({ minutes: 10 })
  await app.call(tellPresence, seat)
  const [{ instance, sources = [] } = {}] = await app.services.webinar.getAttendance('8001')
  const { visits } = evidenceOf(readAttendanceAnswers(sources))
  expect(
    visits.map(({ email, joinedAt, leftAt }) => [email, Math.round((+leftAt - +joinedAt) / 1000)]),
  ).toEqual([
    [person.email, 60],
    [person.email, 0],
  ])
  expect([instance, sources.length]).toEqual(['8001', 1])
})

test('the room says when it opens, when it closes and that it is over, and records nobody while it is closed', async () => {
  set(asItOpens)
  const seat = { params: { seatCode: (await join()).data.joinUrl?.split('/').at(-1) ?? '' } }
  const noted = await visits()
  for (const [instant, room, code] of [
    [dayBefore, { state: 'before', opensAt: new Date(asItOpens), endsAt: null }, 'ROOM_CLOSED'],
    [betweenDays, { state: 'before', opensAt: new Date('2027-02-10T12:55Z') }, 'ROOM_CLOSED'],
    [onDayTwo, { state: 'open', opensAt: null, endsAt: new Date('2027-02-10T17:00Z') }, undefined],
    [afterIt, { state: 'over', opensAt: null, startsAt: null }, 'ROOM_CLOSED'],
  ] as const) {
    set(instant)
    expect(await app.dataOf(getWebinarRoom, seat)).toMatchObject(room)
    await expectRefusal(app.call(tellPresence, seat), code)
  }
  expect(await visits()).toBe(noted + 1)
})

test.each([
  ['an unknown registration', () => ({ registrationId: 999, code })],
  ['a wrong code', () => ({ registrationId, code: '00000000-0000-4000-8000-000000000000' })],
])('a join link with %s leads nowhere', async (_, params) => {
  await expectRefusal(app.call(joinWebinar, { params: params(), query: {} }), 'JOIN_LINK_NOT_FOUND')
})

test('the join link tells a person who canceled so', async () => {
  set(asItOpens)
  await app.send(cancelRegistration, { eventId: event.eventId }, await session())
  expect((await join()).data).toMatchObject({ state: 'canceled', joinUrl: null })
})

function join() {
  return app.call(joinWebinar, { params: { registrationId, code }, query: {} })
}

async function visits() {
  const held = await app.services.webinar.getAttendance('8001')
  return readAttendanceAnswers(held.flatMap(({ sources }) => sources)).visits.length
}

/** Starts another session, because the clock jumps past the end of the old one. */
function session() {
  return givenSession(app, person.userId)
}

function set(instant: string) {
  app.pass({ minutes: (Date.parse(instant) - app.services.clock().getTime()) / 60_000 })
}
