import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/attendance/check-ins/calls.ts'
import * as days from '#contract/attendance/check-ins/days.ts'
import { emailHash } from '#contract/attendance/check-ins/email-hash.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { makeTicket } from '#server/registrations/tickets/tickets.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPerson, givenRegistration, preparedApp } from '#test/given.ts'

const day = '2027-02-09'
const morning = new Date('2027-02-09T05:30Z')
let now = morning
let event: EventWithSlots
let person: Person
let registrationId: number
const app = preparedApp({ clock: () => now })
beforeEach(async () => {
  now = morning
  event = await givenEvent(app, { eventName: 'South Carolina IA Seminar 2027', focusId: 4 })
  person = await givenPerson(app, { profile: { firstName: 'Dana', lastName: 'Quill' } })
  registrationId = await givenRegistration(app, person, event)
  now = at('07:52')
})

describe('the list of a door', () => {
  test('has everybody of the in-person events of the day, without their emails', async () => {
    await givenRegistration(app, person, await givenEvent(app))
    const { data, wire } = await list()
    const { eventId, slotIds } = event
    expect(data.slots.filter((slot) => slot.eventId === eventId).map((slot) => slot.eventSlotId)).toEqual(
      slotIds,
    )
    const ofPerson = data.people.filter(({ name }) => name === 'Dana Quill')
    expect(ofPerson.find((each) => each.registrationId === registrationId)).toEqual({
      registrationId,
      eventSlotId: slotIds[0],
      name: 'Dana Quill',
      companyName: 'Example Aviation',
      phoneEnding: '0100',
      isCanceled: false,
      isWalkIn: false,
      ticketNumber: 1,
      visits: [],
      emailHash: await emailHash(data.salt, person.email.toUpperCase()),
    })
    expect(JSON.stringify(wire)).not.toContain(person.email)
    expect(data.now).toEqual(now)
  })

  test('is for the front desk that of today only; who reads registrations may see any day', async () => {
    await expectRefusal(list('2027-02-10'), 'NOT_THIS_DAY')
    const data = await app.dataOf(
      calls.getDoorList,
      { query: { day: '2027-02-10' } },
      await tokenOf('administrator'),
    )
    expect(data.people.map((each) => each.registrationId)).toContain(registrationId)
    const before = await app.call(
      calls.getDoorList,
      { query: { day: '2027-02-01' } },
      await tokenOf('administrator'),
    )
    expect(before.data).toMatchObject({ people: [], nextDay: day })
  })

  test('names people who wait for a seat apart', async () => {
    const [eventSlotId] = event.slotIds
    const { userId, email } = await givenPerson(app, { profile: { firstName: 'Wes', lastName: 'Waits' } })
    await app.services.db
      .insertInto('waitlistEntries')
      .values({ eventSlotId, userId, turn: 1, joinedAt: now })
      .execute()
    const { salt, waitlisted } = (await list()).data
    expect(waitlisted).toEqual([
      {
        eventSlotId,
        name: 'Wes Waits',
        companyName: 'Example Aviation',
        phoneEnding: '0100',
        emailHash: await emailHash(salt, email),
      },
    ])
  })

  test("is today's by the portal's clock if no day is asked for", async () => {
    now = at('23:59')
    const data = await app.dataOf(calls.getDoorList, { query: {} }, await tokenOf('front-desk'))
    expect(data).toMatchObject({ day, now })
  })

  test('has no email of a person without a name', async () => {
    await app.update('users', { firstName: '', lastName: '' }, { userId: person.userId })
    expect(await onList()).toMatchObject({ name: 'No name' })
  })

  test('shows canceled registrations as canceled', async () => {
    await cancel()
    expect(await onList()).toMatchObject({ isCanceled: true })
  })
})

describe('a check-in', () => {
  test('by a ticket checks in, and again says since when', async () => {
    const ticket = await ticketOf(registrationId)
    expect((await checkIn({ ticket })).data).toMatchObject({
      registrationId,
      name: 'Dana Quill',
      email: person.email,
      was: null,
      at: at('07:52'),
    })
    now = at('07:58')
    expect((await checkIn({ ticket })).data).toMatchObject({ was: 'in', at: at('07:52') })
    now = at('16:00')
    expect((await checkOut({ registrationId })).data).toMatchObject({ was: 'in', at: at('16:00') })
    expect(await onList()).toMatchObject({ visits: [{ inAt: at('07:52'), outAt: at('16:00') }] })
    expect(await history()).toEqual(['checked-out', 'checked-in'])
  })

  test('is refused for a forged or replaced ticket, a canceled registration and another day', async () => {
    const ticket = await ticketOf(registrationId)
    await expectRefusal(checkIn({ ticket: `${ticket.slice(0, -6)}AAAAAA` }), 'TICKET_INVALID')
    await expectRefusal(checkIn({}), 'REGISTRATION_NOT_FOUND')
    await app.services.db
      .insertInto('tickets')
      .values({ registrationId, number: 2, replacedAt: now })
      .execute()
    await expectRefusal(checkIn({ ticket }), 'TICKET_REPLACED')
    await expectSuccess(checkIn({ ticket: await ticketOf(registrationId) }))
    const later = await givenRegistration(app, person, await givenEvent(app, { focusId: 4, year: 2028 }))
    await expectRefusal(checkIn({ registrationId: later }), 'NOT_OF_THIS_DAY')
    await cancel()
    await expectRefusal(checkIn({ registrationId }), 'REGISTRATION_CANCELED')
    const virtual = await givenRegistration(app, person, await givenEvent(app))
    await expectRefusal(checkIn({ registrationId: virtual }), 'REGISTRATION_NOT_FOUND')
  })

  test('that waited for the network is stored once, at its own time, even after a cancellation', async () => {
    now = at('12:00')
    await cancel()
    const sent = { registrationId, at: at('08:05'), checkInId: randomUUID() }
    const answers = await Promise.all([checkIn(sent), checkIn(sent)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await checkIn(sent)).data.visits).toEqual([{ inAt: at('08:05'), outAt: null }])
    expect(await history()).toEqual(['checked-in'])
  })

  test('that waited is refused if the ticket was replaced, or the registration canceled, before its time', async () => {
    const old = await ticketOf(registrationId)
    now = at('08:00')
    await app.services.db
      .insertInto('tickets')
      .values({ registrationId, number: 2, replacedAt: now })
      .execute()
    now = at('12:00')
    await expectRefusal(checkIn({ ticket: old, at: at('08:00') }), 'TICKET_REPLACED')
    await expectRefusal(checkIn({ ticket: old, at: at('11:00') }), 'TICKET_REPLACED')
    await expectSuccess(checkIn({ ticket: old, at: at('07:59') }))
    await cancel()
    now = at('16:00')
    await expectRefusal(checkIn({ registrationId, at: at('15:59') }), 'REGISTRATION_CANCELED')
    await expectSuccess(checkIn({ registrationId, at: at('11:59') }))
  })

  test('that waited is refused on a day that its slot does not have', async () => {
    const sent = { registrationId: await givenOfNextYear(), at: now }
    await expectRefusal(checkIn(sent), 'NOT_OF_THIS_DAY')
    await cancel(sent.registrationId)
    await expectRefusal(checkIn(sent), 'REGISTRATION_CANCELED')
  })

  test('of an earlier day is answered without name and email', async () => {
    const sent = { registrationId, at: now }
    expect((await checkIn(sent)).data.email).toBe(person.email)
    now = new Date('2027-02-10T00:00:00-05:00')
    expect((await checkIn(sent, 'administrator')).data).toMatchObject({
      name: '',
      email: '',
      at: at('07:52'),
    })
  })

  test('that waited for more than seven days is refused', async () => {
    now = new Date('2027-02-16T08:00:00-05:00')
    await expectSuccess(checkIn({ registrationId, at: at('08:00') }, 'administrator'))
    expect((await checkOut({ registrationId, at: at('07:59') }, 'administrator')).failure).toMatchObject({
      code: 'SCAN_TOO_OLD',
      message: 'This check-in is older than 7 days. Enter its time on the sign-in sheet.',
    })
    expect(await history()).toEqual(['checked-in'])
  })

  test('that is sent again is answered as it was stored, however old it is by then', async () => {
    const sent = { registrationId, checkInId: randomUUID(), at: at('07:50') }
    const { data } = await checkIn(sent)
    now = new Date('2027-02-20T08:00:00-05:00')
    expect((await checkIn(sent)).data).toEqual({ ...data, name: '', email: '' })
    expect(await history()).toEqual(['checked-in'])
  })

  test('is refused if another check-in has its id', async () => {
    const checkInId = randomUUID()
    const other = await givenOther()
    const answers = await Promise.all([
      checkIn({ registrationId, checkInId }),
      checkIn({ registrationId: other, checkInId }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const again = [
      await checkIn({ registrationId: other, checkInId }),
      await checkIn({ registrationId, checkInId }),
      await checkOut({ registrationId, checkInId }),
      await undo(checkInId, { checkInId }),
    ]
    const codes = again.map(({ failure }) => failure?.code ?? 'stored')
    expect(codes.slice(0, 2).sort()).toEqual(['SCAN_ID_TAKEN', 'stored'])
    expect(codes.slice(2)).toEqual(['SCAN_ID_TAKEN', 'SCAN_ID_TAKEN'])
  })

  test('of two doors agrees, in whatever order they are sent: first in, last out', async () => {
    now = at('18:00')
    await checkOut({ registrationId, at: at('16:10') })
    await checkIn({ registrationId, at: at('08:04') })
    await checkIn({ registrationId, at: at('08:01') })
    const { data } = await checkOut({ registrationId, at: at('16:02') })
    expect(data).toMatchObject({ at: at('16:10'), visits: [{ inAt: at('08:01'), outAt: at('16:10') }] })
  })

  test('is never later than its arrival, whatever the clock of a phone says', async () => {
    const { data } = await checkIn({ registrationId, at: at('09:30') })
    expect(data.at).toEqual(at('07:52'))
  })

  test('can be taken back, and the history shows both', async () => {
    const { checkInId } = (await checkIn({ registrationId })).data
    expect((await undo(checkInId)).data.visits).toEqual([])
    expect((await undo(checkInId)).data.visits).toEqual([])
    expect(await history()).toEqual(['check-in-undone', 'checked-in'])
    await expectRefusal(undo(randomUUID()), 'REGISTRATION_NOT_FOUND')
  })
})

test("the day's list has who is expected, came or walked in, and goes into a CSV file", async () => {
  const absent = await givenRegistration(app, await givenPerson(app), event)
  await checkIn({ registrationId })
  const walkInId = (await walkIn({ email: 'day@example.com' })).data.registrationId
  now = at('16:00')
  await checkOut({ registrationId })
  await cancel()
  const query = { day } as const
  const { people } = await app.dataOf(days.getDoorDay, { query }, await tokenOf('administrator'))
  const own = (id: number) => people.find((each) => each.registrationId === id)
  expect(own(registrationId)).toMatchObject({
    email: person.email,
    isWalkIn: false,
    isCanceled: true,
    slot: '8:00 AM – 12:00 PM EST',
    endAt: at('12:00'),
    visits: [{ inAt: at('07:52'), outAt: at('16:00') }],
  })
  expect([own(walkInId)?.isWalkIn, own(absent)?.visits]).toEqual([true, []])
  const atDoor = (await list()).data.people
  expect(atDoor.filter(({ isWalkIn }) => isWalkIn).map((each) => each.registrationId)).toEqual([walkInId])
  const url = `/api${days.exportDoorDay.path}?day=09/02/2027`
  const csvFor = async (role: AdministratorRole) =>
    app.request({ method: 'GET', url, headers: { authorization: `Bearer ${await tokenOf(role)}` } })
  const { body } = await csvFor('exporting-viewer')
  expect(body).toContain(`Dana Quill,${person.email},Example Aviation,`)
  expect(body).toContain(',--,Yes,7:52 AM EST,4:00 PM EST')
  expect((await csvFor('front-desk')).statusCode).toBe(403)
})

test("the day's list counts the check-ins that came late, with a time that the device says", async () => {
  const other = await givenOther()
  const lateCheckIns = async (id: number) => {
    const query = { day } as const
    const { people } = await app.dataOf(days.getDoorDay, { query }, await tokenOf('administrator'))
    return people.find((each) => each.registrationId === id)?.lateCheckIns
  }
  await checkIn({ registrationId: other })
  now = at('12:00')
  await checkIn({ registrationId: other, at: new Date(now.getTime() - 59_000) })
  expect(await lateCheckIns(other)).toBe(0)
  const { checkInId } = (await checkIn({ registrationId, at: at('08:00') })).data
  // A front desk cannot pass off a check-in as typed from a sheet.
  await checkOut({ registrationId, at: at('11:00'), how: 'sheet' })
  expect([await lateCheckIns(registrationId), await lateCheckIns(other)]).toEqual([2, 0])
  await undo(checkInId)
  expect(await lateCheckIns(registrationId)).toBe(1)
})

let signIns = 0
/** Signs in anew: the sessions of administrators end after half an hour without a call. */
async function tokenOf(role: AdministratorRole) {
  return (await givenAdministrator(app, `${role}${++signIns}@example.com`, role)).token
}

function at(time: string) {
  return new Date(`${day}T${time}:00-05:00`)
}

async function list(of: typeof day | '2027-02-10' = day) {
  return app.call(calls.getDoorList, { query: { day: of } }, await tokenOf('front-desk'))
}

async function onList() {
  return (await list()).data.people.find((each) => each.registrationId === registrationId)
}

async function checkIn(body: Input<typeof calls.checkIn>['body'], role: AdministratorRole = 'front-desk') {
  return app.send(calls.checkIn, body, await tokenOf(role))
}

async function checkOut(body: Input<typeof calls.checkOut>['body'], role: AdministratorRole = 'front-desk') {
  return app.send(calls.checkOut, body, await tokenOf(role))
}

async function walkIn({ email }: { email: string }) {
  const body = { eventSlotId: event.slotIds[0], email, firstName: 'Wanda', lastName: 'Example' }
  return app.send(calls.addWalkIn, body, await tokenOf('front-desk'))
}

async function undo(undoneId: string, own: { checkInId?: string } = {}) {
  return app.send(calls.undoCheckIn, { undoneId, ...own }, await tokenOf('front-desk'))
}

async function givenOther(of = event) {
  const setUp = now
  now = morning
  const id = await givenRegistration(app, await givenPerson(app), of)
  now = setUp
  return id
}

async function givenOfNextYear() {
  return givenOther(await givenEvent(app, { focusId: 4, year: 2028 }))
}

function ticketOf(id: number) {
  const clock = () => now
  return app.services.db.transaction().execute((tx) => makeTicket({ tx, clock }, id))
}

async function cancel(id = registrationId) {
  await app.update('registrations', { cancelledAt: now }, { registrationId: id })
}

async function history() {
  const query = { userId: person.userId }
  const { activities } = await app.dataOf(getActivities, { query }, await tokenOf('administrator'))
  return activities.map(({ activity }) => activity).filter((each) => /check|cancel/.test(each))
}
