import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { checkIn, checkOut, undoCheckIn } from '#contract/attendance/check-ins/calls.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'
import { getSlotFindings, getWaits } from '#contract/counting/credit-findings/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import { updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import { expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenCredit } from '#test/given.ts'
import {
  administrator,
  app,
  creditedTo,
  event,
  findings,
  givenRegistered,
  heldOn,
  hoursOf,
  idOf,
  kinds,
  on,
  slot,
  startWithHeldSlot,
} from '#test/held-slot.ts'
import { reportDoors } from './jobs.ts'

startWithHeldSlot()

const day = addDays(on, 4)

beforeEach(async () => {
  await heldOn(day)
  const { eventId } = event
  await app.update('events', { isInPerson: true }, { eventId })
})

test('the check-ins of a day become its attendance report, and its hours are counted', async () => {
  const [whole, late] = [await givenRegistered(), await givenRegistered()]
  await check(whole, checkIn, '07:52')
  await check(whole, checkOut, '12:01')
  await check(late, checkIn, '09:30')
  await check(late, checkOut, '12:00')
  await count()
  expect([await hoursOf(whole), await hoursOf(late)]).toEqual([4, 2])
  expect(await origins()).toEqual(['door'])
  // A second run, and one without new check-ins, write nothing new.
  await count()
  expect(await origins()).toEqual(['door'])
})

test('several processes that report the same door write one report', async () => {
  const person = await givenRegistered()
  await checkWhole(person)
  await Promise.all([1, 2, 3].map(() => reportDoors(app.services)))
  expect(await origins()).toEqual(['door'])
})

test('all reports of the door are versions of one instance', async () => {
  const person = await givenRegistered()
  await check(person, checkIn, '08:00')
  await count()
  await check(person, checkOut, '12:00')
  await count()
  const { reports } = await app.dataOf(getSlotAttendance, { query: { eventSlotId: slot } }, administrator)
  expect(reports.map(({ instance }) => instance)).toEqual(['door', 'door'])
})

test('a person who changes their email afterwards keeps their visits', async () => {
  const person = await givenRegistered()
  await check(person, checkIn, '08:00')
  await check(person, checkOut, '12:00')
  await count()
  await app.update('users', { email: 'another-address@example.com' }, { userId: person.userId })
  await app.write(({ addJobs }) => addJobs('count-hours', [{ eventSlotId: slot }]))
  await count()
  expect(await origins()).toEqual(['door'])
  expect(await hoursOf(person)).toBe(4)
})

test('somebody who never checked out waits for a decision', async () => {
  const person = await givenRegistered()
  await check(person, checkIn, '08:00')
  await count()
  expect(await kinds()).toEqual(['unusable-times'])
  // The page with all questions leads to the sheet.
  const { slots } = await app.dataOf(getWaits, {}, administrator)
  expect(slots).toContainEqual(expect.objectContaining({ eventSlotId: slot, isInPerson: true }))
  // A leaving that was typed from the sign-in sheet later ends the wait.
  await check(person, checkOut, '12:00')
  await count()
  expect(await kinds()).toEqual([])
  expect(await hoursOf(person)).toBe(4)
})

test('somebody who checked out for a break, came back and never checked out waits, and keeps the sure hours', async () => {
  const person = await givenRegistered()
  await check(person, checkIn, '07:55')
  await check(person, checkOut, '10:00')
  await check(person, checkIn, '10:01')
  const { eventId } = event
  await expectSuccess(app.send(setAutomation, { eventId, mode: 'credit' }, administrator))
  await count()
  expect([await kinds(), await hoursOf(person), await creditedTo(person)]).toEqual([['unusable-times'], 2, 0])
  await check(person, checkOut, '12:00')
  await count()
  expect([await kinds(), await creditedTo(person)]).toEqual([[], 4])
})

test('a day that is not over has no report', async () => {
  await heldOn(addDays(on, 7))
  await app.update('eventSlots', { startTime: '00:00', endTime: '23:59' }, { eventSlotId: slot })
  const body = { registrationId: await idOf(await givenRegistered()) }
  await expectSuccess(app.send(checkIn, body, administrator))
  await count()
  expect(await origins()).toEqual([])
})

test('somebody who is moved to another slot of the day after its report keeps their hours', async () => {
  const other = event.slotIds[1]
  await heldOn(day, other)
  const [stays, mover] = [await givenRegistered(), await givenRegistered()]
  await move(stays)
  await checkWhole(stays)
  await checkWhole(mover)
  await count()
  await move(mover)
  await count()
  expect(await hoursAt(other, mover)).toBe(4)
  expect(await hoursAt(other, stays)).toBe(4)
})

test('somebody who is moved to a slot of another day keeps the hours of the day on which they came', async () => {
  await heldOn(addDays(day, 1), event.slotIds[1])
  const [stays, mover] = [await givenRegistered(), await givenRegistered()]
  await check(stays, checkIn, '08:00')
  await checkWhole(mover)
  await count()
  await move(mover)
  await check(stays, checkOut, '12:00')
  await count()
  expect([await hoursOf(stays), await hoursOf(mover)]).toEqual([4, 4])
})

test('somebody who comes to another slot of the day makes up for the hours that they miss in their own', async () => {
  const other = event.slotIds[1]
  await heldOn(day, other)
  await app.query(
    `update event_slots set start_time = '13:00', end_time = '17:00' where event_slot_id = ${other}`,
  )
  const [person, leaver] = [await givenRegistered(), await givenRegistered()]
  await check(person, checkIn, '07:55')
  await check(person, checkOut, '10:05')
  await check(person, checkIn, '12:50')
  await check(person, checkOut, '17:02')
  await checkWhole(leaver)
  await count()
  expect(await hoursOf(person)).toBe(4)
  const { people } = await app.dataOf(getSlotFindings, { query: { eventSlotId: other } }, administrator)
  expect(people.map(({ userId }) => userId)).not.toContain(leaver.userId)
})

test('a check-in that is committed just after a report has read them makes a newer report', async () => {
  const person = await givenRegistered()
  await check(person, checkIn, '08:00')
  await count()
  const { receivedAt } = await app.services.db
    .selectFrom('attendanceReports')
    .select('receivedAt')
    .where('eventSlotId', '=', slot)
    .executeTakeFirstOrThrow()
  await app.services.db
    .insertInto('checkIns')
    .values({
      checkInId: randomUUID(),
      registrationId: await idOf(person),
      dayOn: day,
      act: 'out',
      how: 'ticket',
      checkedAt: easternInstant(day, '12:00'),
      receivedAt: new Date(receivedAt.getTime() - 5),
    })
    .execute()
  await count()
  expect(await hoursOf(person)).toBe(4)
})

test('a report without a visit follows when all check-ins are taken back', async () => {
  const person = await givenRegistered()
  const sent = await checkWhole(person)
  await count()
  expect(await hoursOf(person)).toBe(4)
  for (const { checkInId: undoneId } of sent)
    await expectSuccess(app.send(undoCheckIn, { undoneId }, administrator))
  await count()
  expect(await origins()).toEqual(['door', 'door'])
  // No report covers the day anymore, so nobody is counted.
  expect(await hoursOf(person)).toBeUndefined()
})

test.each([
  ['credited', 4],
  ['not credited yet', 0],
])(
  'a deleted account keeps its row in a newer report if it is %s, without a name, and nothing waits',
  async (_, hours) => {
    const [person, other] = [await givenRegistered(), await givenRegistered()]
    await checkWhole(person)
    await check(other, checkIn, '08:00')
    await count()
    const registrationId = await idOf(person)
    if (hours > 0) await givenCredit(app, administrator, registrationId, hours)
    await app.untilJobsAreDone()
    await expectSuccess(app.send(deleteAccount, { email: person.email }, person))
    for (const time of ['11:00', '12:00'] as const) {
      await check(other, checkOut, time)
      await count()
      const nameless = { registrationId, name: '', email: '', inAt: `${day}T13:00:00.000Z` }
      expect(await newestVisits()).toContainEqual(expect.objectContaining(nameless))
    }
    expect(await kinds()).toEqual([])
  },
)

async function move(person: Person) {
  const { eventId, focusId, slotIds } = event
  const { userId } = person
  const body = { registrationId: await idOf(person), userId, eventId, newFocusId: focusId }
  const answer = await app.send(updateTimeslot, { ...body, newTimeSlotId: slotIds[1] }, administrator)
  expect(answer.failure).toBeUndefined()
}

async function hoursAt(eventSlotId: number, { userId }: Person) {
  const { people } = await app.dataOf(getSlotFindings, { query: { eventSlotId } }, administrator)
  return people.find((each) => each.userId === userId)?.found.hours
}

async function checkWhole(person: Person) {
  return [await check(person, checkIn, '08:00'), await check(person, checkOut, '12:00')]
}

async function check(person: Person, call: typeof checkIn | typeof checkOut, time: PlainTime) {
  const body = { registrationId: await idOf(person), at: easternInstant(day, time), how: 'sheet' as const }
  const { data, status } = await app.send(call, body, administrator)
  expect(status).toBe(200)
  return data
}

async function count() {
  await reportDoors(app.services)
  await app.untilJobsAreDone()
  await findings()
}

async function origins() {
  const query = { eventSlotId: slot }
  const { reports } = await app.dataOf(getSlotAttendance, { query }, administrator)
  return reports.map(({ origin }) => origin)
}

async function newestVisits(): Promise<unknown[]> {
  const { sources } = await app.services.db
    .selectFrom('attendanceReports')
    .select('sources')
    .where('eventSlotId', '=', slot)
    .orderBy('attendanceReportId', 'desc')
    .executeTakeFirstOrThrow()
  return JSON.parse(sources[0]?.body ?? '').visits
}
