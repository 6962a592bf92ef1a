import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { getAttendanceSources, getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { checkIn, checkOut, undoCheckIn } from '#contract/attendance/check-ins/calls.ts'
import { enterSheet } from '#contract/attendance/check-ins/sheet-calls.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { expectSuccess } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { reportDoors } from './jobs.ts'

let event: EventWithSlots
let person: Person
let registrationId: number
let now = at('1 08:00')
const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
// Each test has its own seminar in person, from 8 to 12 on 9 and 10 February.
beforeEach(async () => {
  now = at('1 08:00')
  event = await givenEvent(app, { focusId: 4 })
  person = await givenPersonUnmailed(app)
  registrationId = await givenRegistration(app, person, event)
})

// Four hours a day, of two courses each.
const courses = 8
const [all, none] = [Array(courses).fill('earned'), Array(courses).fill('no-report')]

test('a day is reported from the minute in which it ends', async () => {
  await check(checkIn, '9 07:50')
  await check(checkOut, '9 11:58')
  expect(await codesAt('9 11:59')).toBeUndefined()
  expect(await codesAt('9 12:00')).toEqual([...all, ...none])
})

test('a day that has begun is reported once it is over, with the days before', async () => {
  await check(checkIn, '9 07:50')
  await check(checkOut, '9 12:05')
  await check(checkIn, '10 07:50')
  expect(await codesAt('10 08:00')).toEqual([...all, ...none])
  await check(checkOut, '10 11:59')
  expect(await codesAt('10 12:00')).toEqual([...all, ...all])
})

test('a day without a visit is not in the report', async () => {
  const { checkInId } = await check(checkIn, '9 07:50')
  await undo(checkInId)
  expect(await codesAt('9 12:00')).toBeUndefined()
  expect(await reports()).toEqual([])
  await check(checkIn, '10 07:50')
  await check(checkOut, '10 12:05')
  expect(await codesAt('10 12:10')).toEqual([...none, ...all])
})

test.each([
  ['of everybody', false],
  ['of one of two people', true],
])('visits %s that are taken back after the report do not count', async (_, isAnotherThere) => {
  const wrong = [await check(checkIn, '9 07:50'), await check(checkOut, '9 12:00')]
  const other = await givenPersonUnmailed(app)
  now = at('1 08:00')
  const otherId = await givenRegistration(app, other, event)
  if (isAnotherThere) {
    await check(checkIn, '9 07:50', otherId)
    await check(checkOut, '9 11:59', otherId)
  }
  expect(await codesAt('9 12:00')).toEqual([...all, ...none])
  now = at('9 12:10')
  for (const { checkInId } of wrong) await undo(checkInId)
  const absent = Array(courses).fill('not-there')
  // Without a visit of anybody, the report covers no day.
  expect(await codesAt('9 12:15')).toEqual(isAnotherThere ? [...absent, ...none] : undefined)
  await check(checkIn, '10 07:50')
  await check(checkOut, '10 12:00')
  expect(await codesAt('10 12:00')).toEqual([...(isAnotherThere ? absent : none), ...all])
})

test('an uploaded list counts if the only check-in of its day was taken back', async () => {
  const { checkInId } = await check(checkIn, '9 07:50')
  await undo(checkInId)
  now = at('9 12:00')
  const list = `User Name,Email,Join Time,Leave Time\nPat,${person.email},2027-02-09 08:00,2027-02-09 12:00\n`
  const by = { ...administrator, token: await token() }
  await uploadAttendanceFile(app, list, { eventSlotId: event.slotIds[0], by })
  expect(await codesAt('9 12:05')).toEqual([...all, ...none])
  expect((await reports()).map(({ origin }) => origin)).toEqual(['upload'])
})

test('a deleted slot has no report, and does not hold up the others', async () => {
  const deleted = { eventSlotId: event.slotIds[0], registrationId }
  event = await givenEvent(app, { focusId: 4 })
  registrationId = await givenRegistration(app, await givenPersonUnmailed(app), event)
  await check(checkIn, '9 07:50', deleted.registrationId)
  await check(checkIn, '9 07:51')
  await app.update('eventSlots', { deletedAt: now }, { eventSlotId: deleted.eventSlotId })
  expect(await codesAt('9 12:00')).toEqual([...Array(courses).fill('unknown'), ...none])
})

test('a report has each visit of each registration with its origin, in UTC', async () => {
  const other = await givenPersonUnmailed(app)
  const otherId = await givenRegistration(app, other, event)
  await givenName(other, '', '')
  const early = await givenPersonUnmailed(app)
  const atOtherSlot = await givenRegistration(app, early, event, { slot: 1 })
  await check(checkIn, '9 07:50:01.9')
  await check(checkOut, '9 10:00')
  await check(checkIn, '9 10:20', atOtherSlot)
  await check(checkIn, '9 10:30')
  const typed = { registrationId: otherId, act: 'out', time: '11:59', checkInId: randomUUID() } as const
  now = at('9 11:59')
  const body = { eventSlotId: event.slotIds[0], day: '2027-02-09' as const, changes: [typed] }
  await expectSuccess(app.send(enterSheet, body, await token()))
  // PostgreSQL lists a changed row last.
  await app.update('registrations', { cancelledAt: now }, { registrationId })
  await codesAt('9 12:00')
  const [report, ...more] = await reports()
  expect([report?.originName, more]).toEqual(['Check-in', []])
  const [{ address, body: text }, ...others] = JSON.parse(await sourcesOf(report?.reportId))
  expect([address, others]).toEqual(['door', []])
  const who = { registrationId, name: "Pat O'Brien", email: person.email, origin: 'door' }
  const typedVisit = { registrationId: otherId, name: '', email: other.email, origin: 'sheet' }
  const utc = (time: string) => `2027-02-09T${time}.000Z`
  expect(JSON.parse(text)).toEqual({
    days: ['2027-02-09'],
    visits: [
      { ...who, inAt: utc('12:50:01'), outAt: utc('15:00:00') },
      { ...who, inAt: utc('15:30:00'), outAt: null },
      { ...typedVisit, inAt: null, outAt: utc('16:59:00') },
      // Registered for the afternoon, and here in the morning.
      { ...who, registrationId: atOtherSlot, email: early.email, inAt: utc('15:20:00'), outAt: null },
    ],
  })
})

/** '9 08:00': on 9 February, Eastern. */
function at(time: string) {
  const [date = '', clock] = time.split(' ')
  return new Date(`2027-02-${date.padStart(2, '0')}T${clock}-05:00`)
}

/** Starts another session: those of administrators end after half an hour without a call. */
function token() {
  return givenSession(app, administrator.userId)
}

async function check(call: typeof checkIn | typeof checkOut, time: string, id = registrationId) {
  now = at(time)
  return await app.dataOf(call, { body: { registrationId: id } }, await token())
}

async function undo(undoneId: string) {
  await expectSuccess(app.send(undoCheckIn, { undoneId }, await token()))
}

/** Writes the reports that are due at a time. Returns a code for each hour of the slot; undefined if nobody was counted. */
async function codesAt(time: string): Promise<string[] | undefined> {
  now = at(time)
  await reportDoors(app.services)
  await app.untilJobsAreDone()
  const query = { eventSlotId: event.slotIds[0] }
  const { people } = await app.dataOf(getSlotFindings, { query }, await token())
  return people.find((each) => each.registrationId === registrationId)?.codes
}

async function givenName({ userId }: Person, firstName: string, lastName: string) {
  await app.update('users', { firstName, lastName }, { userId })
}

async function reports() {
  const query = { eventSlotId: event.slotIds[0] }
  return (await app.dataOf(getSlotAttendance, { query }, await token())).reports
}

async function sourcesOf(reportId = 0) {
  const url = `/api${getAttendanceSources.path.replace(':reportId', String(reportId))}`
  const headers = { authorization: `Bearer ${await token()}` }
  return (await app.request({ method: 'GET', url, headers })).body
}
