import { expect, test } from 'vitest'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { addDays, shownDay } from '#contract/core/plain-dates.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import { administratorRoles } from '#contract/people/administrators/roles.ts'
import type { Person } from '#test/given.ts'
import { byHand, cancelOwn, givenAdministrator, givenPersonUnmailed, givenSession } from '#test/given.ts'
import {
  administrator,
  app,
  at,
  event,
  givenRegistered,
  heldOn,
  idOf,
  on,
  row,
  slot,
  startWithHeldSlot,
  upload,
} from '#test/held-slot.ts'

startWithHeldSlot()

const day = shownDay(on)

test('a person sees their hours hour by hour, with a sentence for each that is missing', async () => {
  const person = await givenRegistered()
  await upload([row(person.email, '08:00', '10:05'), row(person.email, '10:12', '12:00')].join('\n'))
  const [finding] = await own(person)
  expect(finding).toMatchObject({
    registrationId: await idOf(person),
    eventSlotId: slot,
    state: 'counted',
    isFinal: true,
    standing: null,
    hours: 3,
    possibleHours: 4,
    about: null,
    asksAt: null,
    certificateCode: null,
  })
  expect(finding?.hourByHour).toMatchObject([
    { number: 1, code: 'earned-no-poll', minutes: 50, taughtMinutes: 50, sentence: null },
    { number: 2, code: 'earned-no-poll' },
    {
      number: 3,
      code: 'too-short',
      minutes: 43,
      neededMinutes: 45,
      away: [{ startAt: at('10:05'), endAt: at('10:12') }],
      sentence: `Hour 3, ${day}: 43 of 50 minutes; 45 are needed. You were away 10:05 AM – 10:12 AM.`,
    },
    { number: 4, code: 'earned-no-poll' },
  ])
})

test('the credit that stands comes first, with the reason of the person who decided it', async () => {
  const person = await givenRegistered()
  await upload(row(person.email, '08:00', '11:00'))
  expect((await own(person))[0]).toMatchObject({ standing: null, hours: 3 })
  const body = { registrationId: await idOf(person), hours: 4, reason: 'Stayed by phone' }
  const { link } = (await app.send(generateCertificate, byHand(body), administrator)).data
  expect((await own(person))[0]).toMatchObject({
    standing: { hours: 4, isDecided: true, reason: 'Stayed by phone' },
    hours: 3,
    certificateCode: new URL(link).searchParams.get('certificate'),
  })
})

test('nobody sees the hours of another person, in whatever role', async () => {
  const person = await givenRegistered()
  await upload(row(person.email, '08:00', '12:00'))
  const others = await Promise.all(
    administratorRoles.map(async (role) => {
      const { userId } = await givenAdministrator(app, `own-${role}@example.com`, role)
      return givenSession(app, userId)
    }),
  )
  const stranger = await givenPersonUnmailed(app)
  for (const token of [stranger.token, ...others]) {
    const { status, data } = await app.call(getOwnFindings, {}, token)
    expect([status, data]).toEqual([200, { findings: [] }])
  }
  expect((await app.call(getOwnFindings, {}, 'nonsense')).status).toBe(401)
  expect(await own(person)).toHaveLength(1)
})

test('a canceled registration and a slot to come show nothing', async () => {
  const [canceled, coming] = [await givenRegistered(), await givenRegistered()]
  await cancelOwn(app, canceled, event)
  await heldOn(addDays(on, 14))
  expect([await own(canceled), await own(coming)]).toEqual([[], []])
})

test('without a webinar, hours wait for an administrator, for a month', async () => {
  const person = await givenRegistered()
  expect(await own(person)).toMatchObject([{ state: 'awaited', hours: 0, possibleHours: 4, asksAt: null }])
  await heldOn(addDays(on, -24))
  expect(await own(person)).toEqual([])
})

test('during an event in the embedded room, hours are counted as far as they are known', async () => {
  const person = await givenRegistered()
  await visit(person, ['08:00', '09:00'], ['09:10', '10:20'])
  const [sofar] = await own(person, '10:20')
  expect(sofar).toMatchObject({
    state: 'so-far',
    isFinal: false,
    standing: null,
    possibleHours: 4,
    asksAt: at('12:10'),
  })
  expect(sofar?.hourByHour.map(({ code, minutes }) => [code, minutes])).toEqual([
    ['open', 50],
    ['too-short', 40],
    ['under-way', 20],
    ['to-come', 0],
  ])
  const { db } = app.services
  const stored = db.selectFrom('creditFindings').select('hours')
  expect(await stored.where('registrationId', '=', await idOf(person)).execute()).toEqual([])
})

test('a poll answered by code counts at once, and one without an answer may still come', async () => {
  const { db } = app.services
  const person = await givenRegistered()
  await visit(person, ['08:00', '10:20'])
  const given = (code: string, from: PlainTime, to: PlainTime) => ({
    eventSlotId: slot,
    code,
    question: code,
    opensAt: at(from),
    closesAt: at(to),
  })
  const codes = [given('AAAA2', '08:40', '08:50'), given('BBBB2', '09:40', '09:50')]
  const inserted = await db.insertInto('pollCodes').values(codes).returning('pollCodeId').execute()
  const [first] = inserted
  await db
    .insertInto('pollCodeAnswers')
    .values({
      pollCodeId: first?.pollCodeId ?? 0,
      registrationId: await idOf(person),
      answeredAt: at('08:41'),
    })
    .execute()
  const codesAt = async (time: PlainTime) => (await own(person, time))[0]?.hourByHour.map(({ code }) => code)
  expect(await codesAt('09:30')).toEqual(['earned', 'under-way', 'to-come', 'to-come'])
  expect(await codesAt('10:20')).toEqual(['earned', 'open', 'under-way', 'to-come'])
  expect((await own(person, '10:20'))[0]).toMatchObject({ hours: 1 })
})

test('on the second day of a series, the first counts by its report and the second by the room', async () => {
  const { db } = app.services
  const first = addDays(on, -1)
  await db.updateTable('eventSlots').set({ startOn: first }).where('eventSlotId', '=', slot).execute()
  const person = await givenRegistered()
  await upload(`Yes,Pat,${person.email},${first} 08:00,${first} 10:00`)
  await visit(person, ['08:00', '09:00'])
  const [sofar] = await own(person, '09:30')
  expect(sofar).toMatchObject({ state: 'so-far', possibleHours: 8, isFinal: false })
  expect(sofar?.hourByHour.map(({ on, number, minutes }) => [on, number, minutes])).toEqual([
    ...[50, 50, 0, 0].map((minutes, place) => [first, place + 1, minutes]),
    ...[50, 0, 0, 0].map((minutes, place) => [on, place + 1, minutes]),
  ])
})

/** Lets a person visit the slot's embedded room. */
async function visit(person: Person, ...visits: [from: PlainTime, to: PlainTime][]) {
  const { db, webinar } = app.services
  const webinarId = `own-${slot}`
  await db.updateTable('eventSlots').set({ webinarId }).where('eventSlotId', '=', slot).execute()
  const { email } = person
  const { registrantId } = await webinar.addRegistrant(webinarId, { email, firstName: 'Pat', lastName: 'E' })
  const registrationId = await idOf(person)
  await db
    .insertInto('platformIdentities')
    .values({ registrationId, webinarId, registrantId, email })
    .execute()
  const rows = visits.map(([from, to]) => ({ registrantId, joinedAt: at(from), leftAt: at(to) }))
  await db.insertInto('webinarRoomVisits').values(rows).execute()
}

/** Returns what a person sees, now or at a time of the slot's day. */
async function own({ token }: Person, time?: PlainTime) {
  const minutes = time ? (at(time).getTime() - app.services.clock().getTime()) / 60_000 : 0
  app.pass({ minutes })
  const { status, data } = await app.call(getOwnFindings, {}, token)
  app.pass({ minutes: -minutes })
  expect(status).toBe(200)
  return data.findings
}
