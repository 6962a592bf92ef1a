import { beforeAll, expect, test } from 'vitest'
import { addWalkIn, checkIn, checkOut } from '#contract/attendance/check-ins/calls.ts'
import { exportDoorDay, getDoorDay } from '#contract/attendance/check-ins/days.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { expectSuccess } from '#test/app.ts'
import type { EventWithSlots } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

// A seminar in person on two days, and what else is on, before and after them.
const [dayBefore, first, second] = ['2027-02-08', '2027-02-09', '2027-02-10'] as const
let now = new Date('2027-02-01T12:00Z')
const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
const seminar = prepared(() => givenEvent(app, { eventName: 'Seminar', focusId: 4 }))
beforeAll(async () => {
  const [earlier, later] = [await givenEvent(app, { focusId: 4 }), await givenEvent(app, { focusId: 4 })]
  await heldOn(earlier, dayBefore)
  await heldOn(later, '2027-02-11')
  await givenNamed('Vera Virtual', await givenEvent(app))
  await givenNamed('Ed Earlier', earlier)
  await givenNamed('Lea Later', later)
  const [zoe] = [await givenNamed('Zoe abel', seminar), await givenNamed('Bo Baker', seminar)]
  const cam = await givenNamed('Cam Canceled', seminar)
  const gone = await givenNamed('Gus Gone', seminar)
  await givenNamed('', seminar)
  now = at(first, '08:00')
  await check(checkIn, zoe)
  await check(checkIn, gone)
  const body = { eventSlotId: seminar.slotIds[0], email: 'will@example.com', ...namesOf('Will Walkin') }
  await expectSuccess(app.send(addWalkIn, body, await token()))
  now = at(first, '10:00')
  await check(checkOut, zoe)
  now = at(first, '10:30')
  await check(checkIn, zoe)
  now = at(first, '12:05')
  await check(checkOut, zoe)
  for (const registrationId of [cam, gone]) {
    await app.update('registrations', { cancelledAt: now }, { registrationId })
  }
  now = at(second, '09:00')
  await check(checkIn, zoe)
})

test('a day lists everybody of its in-person slots by last name, canceled ones only if they came', async () => {
  const people = await peopleOf(first)
  expect(people.map(({ name }) => name)).toEqual([
    'No name',
    'Zoe abel',
    'Bo Baker',
    'Gus Gone',
    'Will Walkin',
  ])
  expect(people.map(({ isCanceled }) => isCanceled)).toEqual([false, false, false, true, false])
  expect((await peopleOf(dayBefore)).map(({ name }) => name)).toEqual(['Ed Earlier'])
})

test('each day of a slot has its own visits, and its own walk-ins', async () => {
  const shown = (await peopleOf(second)).map(({ name, isWalkIn, visits }) => ({ name, isWalkIn, visits }))
  expect(shown).toEqual([
    { name: 'No name', isWalkIn: false, visits: [] },
    { name: 'Zoe abel', isWalkIn: false, visits: [{ inAt: at(second, '09:00'), outAt: null }] },
    { name: 'Bo Baker', isWalkIn: false, visits: [] },
    { name: 'Will Walkin', isWalkIn: false, visits: [] },
  ])
  const walkIns = (await peopleOf(first)).filter(({ isWalkIn }) => isWalkIn)
  expect(walkIns.map(({ name }) => name)).toEqual(['Will Walkin'])
})

test('the CSV file has the first arrival and the last leaving, and a dash for times that nobody noted', async () => {
  const lines = (await csvOf(first)).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\ufeffName,Email,Company,Event,Time Slot,Walk-in,Canceled,In,Out')
  const times = lines.slice(1).map((line) => line.split(',').slice(5).join(','))
  expect(times).toEqual([
    '--,--,--,--',
    '--,--,8:00 AM EST,12:05 PM EST',
    '--,--,--,--',
    '--,Yes,8:00 AM EST,--',
    'Yes,--,8:00 AM EST,--',
  ])
})

function at(day: PlainDate, time: string) {
  return new Date(`${day}T${time}:00-05:00`)
}

/** Starts another session: those of administrators end after half an hour without a call. */
function token() {
  return givenSession(app, administrator.userId)
}

function namesOf(name: string) {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { firstName, lastName }
}

/** Registers somebody with this name; '' has no name yet. Returns the registration's id. */
async function givenNamed(name: string, event: EventWithSlots) {
  const person = await givenPersonUnmailed(app)
  const registrationId = await givenRegistration(app, person, event)
  await app.update('users', namesOf(name), { userId: person.userId })
  return registrationId
}

async function heldOn({ eventId }: EventWithSlots, day: PlainDate) {
  await app.update('eventSlots', { startOn: day, endOn: day }, { eventId })
}

async function check(call: typeof checkIn | typeof checkOut, registrationId: number) {
  await expectSuccess(app.send(call, { registrationId }, await token()))
}

async function peopleOf(day: PlainDate) {
  return (await app.dataOf(getDoorDay, { query: { day } }, await token())).people
}

async function csvOf(day: PlainDate) {
  const [year, month, date] = day.split('-')
  const url = `/api${exportDoorDay.path}?day=${date}/${month}/${year}`
  const headers = { authorization: `Bearer ${await token()}` }
  return (await app.request({ method: 'GET', url, headers })).body
}
