import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getOverlapAlarms, seeOverlaps } from '#contract/counting/unusual-credits/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { jobHandlers } from '#server/nouns.ts'
import { expectSuccess } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenCredit, givenRegistration, historyOf } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()
let person: Person
let other: EventWithSlots
let first: number
let second: number
beforeEach(async () => {
  person = await held.givenRegistered()
  other = await held.givenHeldEvent()
  first = await held.idOf(person)
  second = await givenRegistration(held.app, person, other, { by: held.administrator })
  await credit(first, 4)
  await credit(second, 4)
})

const credit = (registrationId: number, hours: number) =>
  givenCredit(held.app, held.administrator, registrationId, hours)
const withdraw = (registrationId: number) =>
  held.app.send(generateCertificate, { registrationId, hours: 0, reason: 'Twice' }, held.administrator)

/** Runs the nightly job as the queue does: without data. */
const runNightly = () =>
  jobHandlers(held.app.services)['name-overlaps'](null as never, { isLast: true } as never)

const alarms = async () => (await held.app.dataOf(getOverlapAlarms, {}, held.administrator)).overlaps
const named = async (registrationId: number) =>
  (await historyOf(held.app, held.administrator, { registrationId })).filter(
    ({ activity }) => activity === 'overlap-named',
  )
const see = async (overlapIds: number[]) =>
  (await held.app.send(seeOverlaps, { overlapIds }, held.administrator)).failure?.code

test('the nightly job names an overlap that stands once, however often it runs', async () => {
  await runNightly()
  await Promise.all([runNightly(), runNightly()])
  expect(await named(second)).toMatchObject([
    {
      person: { userId: person.userId },
      event: { eventId: other.eventId },
      actedBy: null,
      item: expect.stringContaining(held.event.eventName),
    },
  ])
  expect(await named(first)).toEqual([])
  expect((await alarms())[0]).toEqual({
    overlapId: expect.any(Number),
    season: seasonOfDay(held.on),
    name: await held.nameOf(person),
    eventNames: [other.eventName, held.event.eventName],
  })
})

test('an alarm ends with a credit, and another credit for the same time is named again', async () => {
  await runNightly()
  const before = (await alarms()).length
  await withdraw(second)
  expect(await alarms()).toHaveLength(before - 1)
  await runNightly()
  await credit(second, 3)
  expect(await alarms()).toHaveLength(before - 1)
  await runNightly()
  expect(await named(second)).toHaveLength(2)
  expect(await alarms()).toHaveLength(before)
})

test('a merge of two accounts that were credited for the same time names the overlap at once', async () => {
  const before = (await alarms()).length
  const twin = await held.givenRegistered()
  const merged = await givenRegistration(held.app, twin, await held.givenHeldEvent(), {
    by: held.administrator,
  })
  await credit(merged, 4)
  const body = { userId: person.userId, absorbedId: twin.userId, ending: [await held.idOf(twin)] }
  await expectSuccess(held.app.send(mergeAccounts, body, held.administrator))
  await held.app.untilJobsAreDone()
  // Includes both credits of the surviving account, which overlap each other.
  expect(await named(merged)).toHaveLength(2)
  expect(await alarms()).toHaveLength(before + 3)
})

test('an undo that puts back hours for the same time names the overlap at once', async () => {
  const body = {
    startKey: randomUUID(),
    registrations: { ids: [second] },
    action: { kind: 'credit' as const, hours: 0, reason: 'The wrong list' },
  }
  const { jobId } = (await held.app.send(startBulkJob, body, held.administrator)).data
  await held.app.untilJobsAreDone()
  expect(await named(second)).toEqual([])
  const undo = { params: { jobId }, body: { startKey: randomUUID(), reason: 'The right list' } }
  await expectSuccess(held.app.call(undoBulkJob, undo, held.administrator))
  await held.app.untilJobsAreDone()
  expect(await held.creditedTo(person)).toBe(8)
  expect(await named(second)).toHaveLength(1)
})

test('an alarm ends when somebody has seen it, without a change of hours', async () => {
  await runNightly()
  const overlapIds = (await alarms()).map(({ overlapId }) => overlapId)
  expect([await see(overlapIds), await see(overlapIds)]).toEqual([undefined, 'NOTHING_CHANGES'])
  await runNightly()
  expect(await alarms()).toEqual([])
  expect(await held.creditedTo(person)).toBe(8)
  const history = await historyOf(held.app, held.administrator, { registrationId: second })
  expect(history[0]).toMatchObject({
    activity: 'overlap-seen',
    actedBy: { userId: held.administrator.userId },
  })
})

test('seeing one alarm leaves the others, and says who has seen it', async () => {
  const neighbor = await held.givenRegistered()
  await credit(await held.idOf(neighbor), 4)
  await credit(await givenRegistration(held.app, neighbor, other, { by: held.administrator }), 4)
  await runNightly()
  const [newest, older] = await alarms()
  expect(await see([newest?.overlapId ?? 0])).toBe(undefined)
  const ids = (await alarms()).map(({ overlapId }) => overlapId)
  expect(ids).toContain(older?.overlapId)
  expect(ids).not.toContain(newest?.overlapId)
  const seen = `select ended_by from credit_overlaps where credit_overlap_id = ${newest?.overlapId}`
  expect(await held.app.query(seen)).toEqual([{ ended_by: held.administrator.userId }])
})

test.each([
  ['later', () => second],
  ['earlier', () => first],
])(
  'an alarm ends with another credit of the %s registration, before the next night',
  async (_, registration) => {
    await runNightly()
    const [alarm] = await alarms()
    await credit(registration(), 3)
    expect((await alarms()).map(({ overlapId }) => overlapId)).not.toContain(alarm?.overlapId)
  },
)

test('an administrator who may not credit cannot end an alarm', async () => {
  await runNightly()
  const overlapIds = (await alarms()).map(({ overlapId }) => overlapId)
  const observer = await givenAdministrator(held.app, 'viewer@example.com', 'viewer')
  const { failure } = await held.app.send(seeOverlaps, { overlapIds }, observer)
  expect(failure?.code).toBe('NOT_PERMITTED')
  expect(await alarms()).toHaveLength(overlapIds.length)
})

test('one course twice, at other times, raises no alarm', async () => {
  const neighbor = await held.givenRegistered()
  const again = await held.givenHeldEvent()
  await held.heldOn(addDays(held.on, -2), again.slotIds[0])
  const registrationId = await givenRegistration(held.app, neighbor, again, { by: held.administrator })
  await held.app.query(
    `update events set course_number = 'C-1' where event_id in (${held.event.eventId}, ${again.eventId})`,
  )
  await credit(await held.idOf(neighbor), 4)
  await credit(registrationId, 4)
  await runNightly()
  const overlaps = `select from credit_overlaps join credits using (credit_id)
    where registration_id in (${registrationId}, ${await held.idOf(neighbor)})`
  expect(await held.app.query(overlaps)).toEqual([])
})

test('a pair that is named later names no earlier pair again', async () => {
  await runNightly()
  const third = await givenRegistration(held.app, person, await held.givenHeldEvent(), {
    by: held.administrator,
  })
  await credit(third, 4)
  await runNightly()
  expect([(await named(second)).length, (await named(third)).length]).toEqual([1, 2])
})

test('an alarm ends when the slot gets another time', async () => {
  await runNightly()
  const [alarm] = await alarms()
  await held.app.update(
    'eventSlots',
    { startTime: '13:00', endTime: '17:00' },
    { eventSlotId: other.slotIds[0] },
  )
  await runNightly()
  expect((await alarms()).map(({ overlapId }) => overlapId)).not.toContain(alarm?.overlapId)
})
