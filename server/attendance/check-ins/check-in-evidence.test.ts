import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { checkIn, checkOut } from '#contract/attendance/check-ins/calls.ts'
import { doorRegistrantId } from '#contract/attendance/check-ins/registrant-ids.ts'
import { enterSheet } from '#contract/attendance/check-ins/sheet-calls.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'
import { readAttendanceFile } from '#server/attendance/attendances/attendance-file.ts'
import { preparedOf } from '#server/attendance/attendances/attendance-preparing.ts'
import { keepReport } from '#server/attendance/attendances/attendance-reports.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import { expectSuccess } from '#test/app.ts'
import { forgedPack } from '#test/forged-packs.ts'
import type { Person } from '#test/given.ts'
import { givenCredit } from '#test/given.ts'
import {
  administrator,
  app,
  event,
  givenRegistered,
  heldOn,
  hoursOf,
  idOf,
  on,
  slot,
  startWithHeldSlot,
} from '#test/held-slot.ts'
import { equal, unpackedPack, verdictOn } from '#test/inspection-packs.ts'
import { reportDoors } from './jobs.ts'

startWithHeldSlot()

const day = addDays(on, 4)

beforeEach(async () => {
  await heldOn(day)
  await app.query(`update events set is_in_person = true where event_id = ${event.eventId}`)
})

test('an inspector recounts the hours from the check-ins and typed times of a pack', async () => {
  const [scanned, typed] = [await givenRegistered(), await givenRegistered()]
  await send(scanned, checkIn, '08:00')
  await send(scanned, checkOut, '12:00')
  await typeSheet(typed, '08:00', '10:00')
  await count()
  expect([await hoursOf(scanned), await hoursOf(typed)]).toEqual([4, 2])
  await givenCredit(app, administrator, await idOf(scanned), 4)
  await app.untilJobsAreDone()
  const files = await pack()
  const [path = '', bytes] = [...files].find(([name]) => name.startsWith('evidence/')) ?? []
  const [source] = JSON.parse(String(bytes))
  const { visits } = JSON.parse(source.body)
  expect(visits.map(({ origin }: { origin: string }) => origin)).toEqual(['door', 'sheet'])
  expect(String(files.get('evidence.csv'))).toMatch(/"Report \d+, check-ins"/)
  expect(await verdictOn(files)).toEqual(equal)
  const longer = (text: string) => text.replace('T15:00:00.000Z', 'T17:00:00.000Z')
  const forged = forgedPack(files, { edits: { [path]: longer } })
  expect(await verdictOn(forged)).toEqual([1, expect.stringMatching(/^Not equal: /)])
})

test('a CSV report of the door that an earlier version kept counts, until the check-ins say something else', async () => {
  const [person, gone] = [await givenRegistered(), await givenRegistered()]
  await send(person, checkIn, '08:00')
  await send(person, checkOut, '10:00')
  const [registrantId, deleted] = [doorRegistrantId(await idOf(person)), doorRegistrantId(2_000_000_000)]
  const utc = (time: PlainTime) => easternInstant(day, time).toISOString().slice(0, 19).replace('T', ' ')
  const lines = [
    `Start Time,${utc('08:00')} UTC`,
    'Registrant ID,Name,Email,Medium,Join Time (UTC),Leave Time (UTC)',
    `${registrantId},Pat,${person.email},in person,${utc('08:00')},${utc('10:00')}`,
    `${deleted},,,in person,${utc('09:00')},`,
  ]
  await keepCsv(lines.join('\r\n'))
  await count()
  expect(await hoursOf(person)).toBe(2)
  expect(await originNames()).toEqual([`door-${slot}.csv`])
  await send(person, checkOut, '12:00')
  await send(gone, checkIn, '11:00')
  await count()
  expect(await hoursOf(person)).toBe(4)
  expect(await originNames()).toEqual([`door-${slot}.csv`, 'Check-in'])
  const rows = await app.query(
    `select registrant_id as who, email from attendance_visits where attendance_reading_id =
      (select max(attendance_reading_id) from attendance_readings) order by place`,
  )
  expect(rows.at(-1)).toEqual({ who: deleted, email: null })
  expect(await verdictOn(await pack())).toEqual(equal)
})

/** Keeps a report as earlier versions wrote it. */
async function keepCsv(text: string) {
  const file = Buffer.from(text)
  const reading = await readAttendanceFile(file)
  if ('refused' in reading) throw new Error(reading.refused)
  await app.write(async (work) => {
    const held = await findSlot(work.tx, slot)
    if (!held) throw new Error('There is no such slot.')
    const named = { origin: 'door', originName: `door-${slot}.csv`, instance: 'door' } as const
    await keepReport(work, { slot: held, ...named, reading: preparedOf(reading), sources: [], file })
  })
}

async function originNames(): Promise<unknown[]> {
  const rows = await app.query(
    `select origin_name as name from attendance_reports where event_slot_id = ${slot} order by attendance_report_id`,
  )
  return rows.map(({ name }) => name)
}

function pack(): Promise<Map<string, Buffer>> {
  return unpackedPack(app, { eventSlotId: slot }, administrator.token)
}

async function send(person: Person, call: typeof checkIn | typeof checkOut, time: PlainTime) {
  const body = { registrationId: await idOf(person), at: easternInstant(day, time) }
  await expectSuccess(app.send(call, body, administrator))
}

async function typeSheet(person: Person, from: PlainTime, to: PlainTime) {
  const registrationId = await idOf(person)
  const changes = [
    { registrationId, act: 'in' as const, time: from, checkInId: randomUUID() },
    { registrationId, act: 'out' as const, time: to, checkInId: randomUUID() },
  ]
  const body = { eventSlotId: slot, day, changes }
  await expectSuccess(app.send(enterSheet, body, administrator))
}

async function count() {
  await reportDoors(app.services)
  await app.untilJobsAreDone()
}
