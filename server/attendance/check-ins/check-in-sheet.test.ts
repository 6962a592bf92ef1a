import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIn, checkOut, getDoorList } from '#contract/attendance/check-ins/calls.ts'
import type { SheetChange } from '#contract/attendance/check-ins/sheet-calls.ts'
import { enterSheet } from '#contract/attendance/check-ins/sheet-calls.ts'
import { sheetTimes } from '#contract/attendance/check-ins/sheet-times.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { jobHandlers } from '#server/nouns.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPerson,
  givenRegistration,
  givenSession,
  historyOf,
  preparedApp,
} from '#test/given.ts'

const day = '2027-02-09'
let now: Date
let administrator: Person
let desk: Person
let event: EventWithSlots
let people: Person[]
let ids: [number, number]
const app = preparedApp({ clock: () => now })
beforeAll(async () => {
  now = new Date('2027-02-01T12:00Z')
  administrator = await givenAdministrator(app)
  desk = await givenAdministrator(app, 'desk@example.com', 'front-desk')
})
beforeEach(async () => {
  now = new Date('2027-02-01T12:00Z')
  event = await givenEvent(app, { focusId: 4 })
  people = [await givenPerson(app), await givenPerson(app, { profile: { firstName: 'Dana' } })]
  ids = (await Promise.all(people.map((person) => givenRegistration(app, person, event)))) as [number, number]
  // Three weeks after the event: the sheet was found late.
  now = new Date('2027-03-02T15:00Z')
})

test('a sheet is entered in one call, weeks later, and becomes the report of the door', async () => {
  const changes = [cell(0, 'in', '07:52'), cell(0, 'out', '12:00'), cell(1, 'in', '08:10')]
  await expectSuccess(enter(changes))
  expect(await times()).toEqual([
    { in: '07:52', out: '12:00' },
    { in: '08:10', out: null },
  ])
  await jobHandlers(app.services)['report-doors']({}, { isLast: true })
  const reports = await app.services.db
    .selectFrom('attendanceReports')
    .select('origin')
    .where('eventSlotId', '=', event.slotIds[0])
    .execute()
  expect(reports).toEqual([{ origin: 'door' }])
})

test('a call that is sent again stores nothing twice', async () => {
  const changes = [cell(0, 'in', '08:00'), cell(0, 'out', '12:00')]
  const answers = await Promise.all([enter(changes), enter(changes)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await storedCheckIns()).toEqual(['in sheet', 'out sheet'])
})

test('a correction takes the old time back, and both stay in the history', async () => {
  await enter([cell(0, 'in', '08:00'), cell(0, 'out', '12:00')])
  const correction = [cell(0, 'out', '11:30')]
  await enter(correction)
  await enter(correction)
  expect(await times()).toMatchObject([{ in: '08:00', out: '11:30' }, {}])
  await enter([cell(0, 'in', null), cell(0, 'out', null)])
  expect(await times()).toMatchObject([{ in: null, out: null }, {}])
  expect(await storedCheckIns()).toEqual([
    'in sheet',
    'out sheet',
    'out sheet',
    'undo sheet',
    'undo sheet',
    'undo sheet',
  ])
  const token = await givenSession(app, administrator.userId)
  const history = await historyOf(app, { ...administrator, token }, { userId: people[0]?.userId as string })
  expect(history.filter(({ activity }) => activity === 'check-in-undone')).toHaveLength(3)
})

test.each([
  ['a leaving before the arrival', '08:00', '07:00', 'LEFT_BEFORE_ARRIVAL'],
  ['an arrival at the same minute', '08:00', '08:00', 'LEFT_BEFORE_ARRIVAL'],
] as const)('%s is refused with the name, and nothing is stored', async (_, inTime, outTime, code) => {
  const answer = await enter([cell(0, 'in', '08:00'), cell(1, 'in', inTime), cell(1, 'out', outTime)])
  expect(answer.failure).toMatchObject({ code, message: expect.stringMatching(/^Dana /) })
  expect(await times()).toMatchObject([{ in: null }, { in: null }])
})

test('a time to come, another day and a registration of another slot are refused', async () => {
  now = new Date(`${day}T15:00Z`)
  await expectRefusal(enter([cell(0, 'out', '10:01')]), 'TIME_TO_COME')
  await expectSuccess(enter([cell(0, 'out', '10:00')]))
  await expectRefusal(enter([cell(0, 'in', '08:00')], { on: '2027-02-08' }), 'NOT_OF_THIS_DAY')
  now = new Date('2027-02-01T12:00Z')
  const other = {
    ...cell(0, 'in', '08:00'),
    registrationId: await givenRegistration(
      app,
      people[0] as Person,
      await givenEvent(app, { focusId: 4, year: 2028 }),
    ),
  }
  now = new Date(`${day}T15:00Z`)
  await expectRefusal(enter([other]), 'REGISTRATION_NOT_FOUND')
})

test('an arrival replaces leavings that were sent by mistake before it', async () => {
  now = new Date(`${day}T12:50Z`)
  await check(checkOut)
  now = new Date(`${day}T12:55Z`)
  await check(checkIn)
  now = new Date(`${day}T18:00Z`)
  expect(await times()).toMatchObject([{ in: '07:55', out: null }, {}])
  await expectSuccess(enter([cell(0, 'in', '08:00')]))
  expect(await times()).toMatchObject([{ in: '08:00', out: null }, {}])
  await expectSuccess(enter([cell(0, 'out', '12:00')]))
  expect(await times()).toMatchObject([{ in: '08:00', out: '12:00' }, {}])
})

test('an arrival after the only leaving is refused', async () => {
  await enter([cell(0, 'out', '12:00')])
  await expectRefusal(enter([cell(0, 'in', '13:00')]), 'LEFT_BEFORE_ARRIVAL')
  await expectSuccess(enter([cell(0, 'in', '08:00')]))
})

test('a change is refused if a check-in of somebody else has its id', async () => {
  const change = cell(0, 'in', '08:00')
  await enter([change])
  const other = { ...change, registrationId: ids[1] }
  await expectRefusal(enter([cell(1, 'out', '12:00'), other]), 'SCAN_ID_TAKEN')
  expect(await times()).toMatchObject([{ in: '08:00' }, { in: null, out: null }])
})

test('times are not entered for a virtual slot', async () => {
  event = await givenEvent(app)
  await expectRefusal(enter([cell(0, 'in', '08:00')]), 'SLOT_NOT_FOUND')
})

test('a refusal has no email of a person without a name', async () => {
  const [, { userId }] = people as [Person, Person]
  await app.update('users', { firstName: '', lastName: '' }, { userId })
  const { failure } = await enter([cell(1, 'in', '08:00'), cell(1, 'out', '07:00')])
  expect(failure?.message).toBe('No name: The departure time must be after the arrival time.')
})

test('the front desk enters the sheet of today only', async () => {
  await expectRefusal(enter([cell(0, 'in', '08:00')], { by: desk }), 'NOT_THIS_DAY')
  now = new Date(`${day}T15:00Z`)
  await expectSuccess(enter([cell(0, 'in', '08:00')], { by: desk }))
})

function cell(person: 0 | 1, act: 'in' | 'out', time: PlainTime | null): SheetChange {
  return { registrationId: ids[person], act, time, checkInId: randomUUID() }
}

async function enter(
  changes: SheetChange[],
  { on = day, by = administrator }: { on?: PlainDate; by?: Person } = {},
) {
  return app.send(
    enterSheet,
    { eventSlotId: event.slotIds[0], day: on, changes },
    await givenSession(app, by.userId),
  )
}

async function check(call: typeof checkIn | typeof checkOut) {
  const session = await givenSession(app, desk.userId)
  await expectSuccess(app.send(call, { registrationId: ids[0] }, session))
}

async function times() {
  const data = await app.dataOf(
    getDoorList,
    { query: { day } },
    await givenSession(app, administrator.userId),
  )
  return ids.map((id) =>
    sheetTimes(data.people.find(({ registrationId }) => registrationId === id)?.visits ?? []),
  )
}

async function storedCheckIns() {
  const rows = await app.services.db
    .selectFrom('checkIns')
    .select(['act', 'how'])
    .where('registrationId', '=', ids[0])
    .orderBy('act')
    .execute()
  return rows.map(({ act, how }) => `${act} ${how}`)
}
