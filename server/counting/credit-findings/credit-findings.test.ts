import { beforeEach, expect, test } from 'vitest'
import { subjectOfReport } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays, shownDay } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant, firstDayOf, portalZone, seasonOf } from '#contract/core/season.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import {
  getRegistrationFinding,
  getSlotFindings,
  getWaits,
} from '#contract/counting/credit-findings/calls.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { readAttendanceFile } from '#server/attendance/attendances/attendance-file.ts'
import { preparedOf } from '#server/attendance/attendances/attendance-preparing.ts'
import { keepReport } from '#server/attendance/attendances/attendance-reports.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { noPollsAsked, setReportsAside, uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import {
  byHand,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { loseJobs } from '#test/queue.ts'
import { countSlot } from './credit-findings.ts'
import { sweepCounts } from './jobs.ts'

let event: Awaited<ReturnType<typeof givenEvent>>
let slot: number
let on: PlainDate
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app)
  slot = event.slotIds[0]
  await heldOn(addDays(easternDay(new Date()), 1))
})

/** Moves the slot to a day. On the next day its reports are not final. */
async function heldOn(day: PlainDate) {
  on = day
  await app.update(
    'eventSlots',
    { startOn: on, endOn: on, startTime: '08:00', endTime: '12:00' },
    { eventSlotId: slot },
  )
}
const lastWeek = () => addDays(easternDay(new Date()), -7)
const at = (time: PlainTime) => easternInstant(on, time)

test('a report becomes a finding for everybody registered, with a code for each hour and the reason', async () => {
  const [all, late, absent] = [await givenRegistered(), await givenRegistered(), await givenRegistered()]
  await upload([row(all.email, '08:00', '12:00'), row(late.email, '08:06', '12:00')])
  const { people, agenda, rule, isSettled, waits } = await show()
  expect(rule.name).toBe('hours-2/2026.1')
  // Nobody has uploaded poll answers, or said that there were none.
  expect([isSettled, waits]).toMatchObject([false, [{ kind: 'no-polls', facts: { on } }]])
  expect(of(people, all)).toMatchObject({
    hours: 0,
    isDecided: false,
    note: null,
    next: 'nothing',
    shortBy: null,
    found: {
      hours: 0,
      possibleHours: 4,
      minutes: 200,
      reason: 'open',
      why: 'Not all reports and polls are in yet',
    },
    codes: ['open', 'open', 'open', 'open'],
  })
  expect(of(people, late)).toMatchObject({ codes: ['too-short', 'open', 'open', 'open'], shortBy: 1 })
  expect(of(people, absent)).toMatchObject({ found: { reason: 'no-visits' }, next: 'nothing' })
  expect(agenda.map(({ present, earned }) => [present, earned])).toEqual([2, 2, 2, 2].map((n) => [n, 0]))
  const detail = await why(of(people, late)?.registrationId)
  expect(detail.sentences[2]).toBe(
    `Hour 1, ${shownDay(on)}: 44 of 50 minutes; 45 are needed. They were away 8:00 AM – 8:06 AM.`,
  )
  expect(detail.visits).toMatchObject([{ role: 'attendee', medium: 'online' }])
  expect(detail.crowd).toMatchObject([{ startAt: at('08:00') }])
  expect(detail.crowd[0]?.present.slice(0, 8)).toEqual([1, 1, 1, 1, 1, 1, 2, 2])
})

test('a day after the slot the reports are final, and the hours can be credited', async () => {
  const person = await givenRegistered()
  await upload([row(person.email, '08:00', '12:00')])
  const before = await findingsOf()
  await heldOn(lastWeek())
  await upload([row(person.email, '08:00', '12:00')])
  await app.write(sweepCounts)
  await app.untilJobsAreDone()
  const { people, isSettled } = await show()
  expect(isSettled).toBe(true)
  expect(of(people, person)).toMatchObject({ found: { hours: 4, reason: 'full' }, next: 'write' })
  expect(await findingsOf()).toEqual([...before, { hours: 4, isFinal: true }])
})

test('counting the same evidence again changes nothing, and a corrected report adds a finding', async () => {
  const person = await givenRegistered()
  const rows = [row(person.email, '08:00', '10:00'), row(person.email, '10:00', '12:00')]
  await upload(rows)
  const once = await findingsOf()
  await count()
  await upload([...rows, ...rows].reverse())
  expect(await findingsOf()).toEqual(once)
  await setReportsAside(app, slot)
  await upload([row(person.email, '08:00', '11:00')])
  expect(await findingsOf()).toHaveLength(2)
  expect(of((await show()).people, person)?.codes).toEqual(['open', 'open', 'open', 'not-there'])
})

test('rows of strangers wait, never matched by name, and a decision about them survives a corrected report', async () => {
  const person = await givenRegistered()
  const name = await nameOf(person)
  await noPollsAsked(app, slot, on)
  await upload([
    row('other@example.com', '08:00', '12:00', name),
    row('', '08:00', '12:00', '+1 303 555 0102'),
  ])
  const { waits, people } = await show()
  expect(
    waits.map(({ kind, name, candidates }) => [kind, name, candidates.map(({ email }) => email)]),
  ).toEqual([
    ['no-email', '+1 303 555 0102', []],
    ['unknown-email', name, [person.email]],
  ])
  expect(of(people, person)?.found.reason).toBe('no-visits')
  const unknown = waits[1] as (typeof waits)[number]
  await decide({ subject: unknown.subject, registrationIds: [of(people, person)?.registrationId ?? 0] })
  await setReportsAside(app, slot)
  await upload([row('other@example.com', '08:00', '11:00', 'Another Name')])
  const after = await show()
  expect(after.waits).toEqual([])
  expect(of(after.people, person)?.codes).toEqual(['open', 'open', 'open', 'not-there'])
})

test('hours that a person decided name them, and the detail has the ledger and the certificate', async () => {
  const person = await givenRegistered()
  await upload([row(person.email, '08:00', '12:00')])
  const before = of((await show()).people, person)
  expect(before).toMatchObject({ isDecided: false, decidedBy: null })
  const { registrationId = 0, version = 0 } = before ?? {}
  await app.send(generateCertificate, byHand({ registrationId, hours: 3, version }), administrator)
  expect(of((await show()).people, person)).toMatchObject({
    hours: 3,
    isDecided: true,
    decidedBy: 'Portal Administrator',
  })
  const { certificateLink, ledger } = await why(registrationId)
  expect(certificateLink).toContain('certificate=')
  expect(ledger).toMatchObject([{ act: 'set', hours: 3, decidedBy: 'Portal Administrator' }])
})

test('a slot is being counted until a change of one of its registrations is counted', async () => {
  const person = await givenRegistered()
  await upload([row(person.email, '08:00', '12:00')])
  expect((await show()).isCounting).toBe(false)
  const changed = [{ registrationId: await idOf(person) }]
  const inAnHour = { afterSeconds: 3600 }
  await app.write(({ addJobs }) => addJobs('recount', changed, inAnHour))
  expect((await show()).isCounting).toBe(true)
})

test('a slot is being counted until its automation and its bulk jobs are done', async () => {
  const inAnHour = { afterSeconds: 3600 }
  const automates = [{ eventId: event.eventId }]
  await app.write(({ addJobs }) => addJobs('automate', automates, inAnHour))
  expect((await show()).isCounting).toBe(true)
  await loseJobs(app, 'automate')
  expect((await show()).isCounting).toBe(false)
  await app.query(
    `insert into bulk_jobs (kind, action, asked_at, total)
     values ('credit', jsonb_build_object('kind', 'credit', 'isFound', true, 'eventSlotId', $1::integer), now(), 1)`,
    [slot],
  )
  expect((await show()).isCounting).toBe(true)
})

test('a person of the other slot of the event counts here, and says so', async () => {
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event, { slot: 1 })
  await upload([row(person.email, '08:00', '12:00')])
  expect(of((await show()).people, person)).toMatchObject({ note: 'other-slot', found: { minutes: 200 } })
})

test('if most people miss the same hour, the slot says so and proposes the hour as it was taught', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, givenRegistered))
  await noPollsAsked(app, slot, on)
  await upload(people.flatMap(({ email }) => [row(email, '07:55', '09:18'), row(email, '09:24', '12:00')]))
  const { waits } = await show()
  expect(waits).toMatchObject([
    { kind: 'same-hour-missed', facts: { missed: 1, share: { people: 6, of: 6 } } },
  ])
  expect(waits[0]?.facts.proposal?.[1]?.pieces).toEqual([
    [at('09:00').toISOString(), at('09:18').toISOString()],
    [at('09:24').toISOString(), at('09:56').toISOString()],
  ])
})

test('a row that says that somebody stayed for decades holds up no count', async () => {
  const people = [await givenRegistered(), await givenRegistered()]
  const decades = `Yes,Decades,decades@example.com,1971-01-01 08:00:00,${on} 12:00:00`
  await upload([...people.map(({ email }) => row(email, '08:00', '12:00')), decades])
  expect((await show()).people.map(({ codes }) => codes)).toEqual(people.map(() => Array(4).fill('open')))
})

test('times that are off by whole hours are told', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, givenRegistered))
  await noPollsAsked(app, slot, on)
  await upload(people.map(({ email }) => row(email, '05:00', '09:00')))
  expect((await show()).waits).toMatchObject([
    { kind: 'times-off', facts: { off: { hours: -3, timeZone: portalZone } } },
  ])
})

test.each<[string, (people: Person[]) => Person[], PlainTime, number]>([
  ['fewer people', (people) => people.slice(1), '12:00', 1],
  ['a shorter span', (people) => people, '11:59', 2],
])(
  'a fetched version with %s than the one before waits, until it is set aside',
  async (_, left, to, count) => {
    const people = [await givenRegistered(), await givenRegistered()]
    await noPollsAsked(app, slot, on)
    const versionOf = (those: Person[], until: PlainTime) =>
      fetched(those.map(({ email }) => row(email, '08:00', until)))
    await versionOf(people, '12:00')
    expect((await show()).waits).toEqual([])
    await versionOf(left(people), to)
    const { waits } = await show()
    expect(waits).toMatchObject([
      { kind: 'smaller-version', facts: { share: { people: count, of: 2 }, report: { name: 'Zoom' } } },
    ])
    const subject = subjectOfReport(waits[0]?.facts.report?.sha256 ?? '')
    await app.services.db
      .insertInto('attendanceDecisions')
      .values({ eventSlotId: slot, act: 'set-aside', reason: 'Test', subject })
      .execute()
    await app.write((work) => countSlot(work, { eventSlotId: slot }))
    expect((await show()).waits).toEqual([])
  },
)

test('a canceled registration whose person came waits, and counts once it is restored', async () => {
  const person = await givenRegistered()
  const id = await idOf(person)
  const reason = 'Test'
  await heldOn(lastWeek())
  await noPollsAsked(app, slot, on)
  await app.send(deleteRegistration, { registrationId: id, reason }, administrator)
  await upload([row(person.email, '08:00', '12:00')])
  expect((await show()).waits).toMatchObject([{ kind: 'canceled', email: person.email }])
  expect((await getAllWaits()).flatMap(({ waits }) => waits.map(({ kind }) => kind))).toEqual(['canceled'])
  await app.send(restoreRegistration, { registrationId: id }, administrator)
  await app.untilJobsAreDone()
  const { waits, people } = await show()
  expect(waits).toEqual([])
  expect(of(people, person)).toMatchObject({ next: 'write', found: { hours: 4 } })
})

test('a row of somebody who has canceled is not proposed to people of that name, nor are they to others', async () => {
  const [gone, other] = [await givenRegistered(), await givenRegistered()]
  const named = { firstName: 'José', lastName: 'Núñez' }
  await app.services.db
    .updateTable('users')
    .set(named)
    .where('userId', 'in', [gone.userId, other.userId])
    .execute()
  await app.send(deleteRegistration, { registrationId: await idOf(gone), reason: 'Test' }, administrator)
  await heldOn(lastWeek())
  const unknown = 'unknown@example.com'
  await upload([
    row(gone.email, '08:00', '12:00', 'Jose Nunez'),
    row(unknown, '08:00', '12:00', 'J. (Nunez Jose)'),
  ])
  const { waits } = await show()
  const waitsOf = (email: string) => waits.filter((each) => each.email === email)
  expect(waitsOf(gone.email)).toMatchObject([{ kind: 'canceled' }])
  expect(waitsOf(unknown)).toMatchObject([{ kind: 'unknown-email', candidates: [{ email: other.email }] }])
})

test.each([
  ['of the renewal year before, because its last days are answered in the next one', -1, 1],
  ['of older ones not any more', -2, 0],
])('the queue has what waits at slots %s', async (_, years, slots) => {
  await heldOn(firstDayOf(seasonOf(new Date()) + years))
  await noPollsAsked(app, slot, on)
  await upload([row('nobody@example.com', '08:00', '12:00')])
  expect((await show()).waits).toMatchObject([{ kind: 'unknown-email' }])
  expect(await getAllWaits()).toHaveLength(slots)
})

function of<Row extends { userId: string }>(people: readonly Row[], { userId }: Person): Row | undefined {
  return people.find((each) => each.userId === userId)
}

async function why(registrationId = 0) {
  const query = { eventSlotId: slot, registrationId }
  return await app.dataOf(getRegistrationFinding, { query }, administrator)
}

async function getAllWaits() {
  const { slots } = await app.dataOf(getWaits, {}, administrator)
  return slots.filter(({ eventSlotId }) => eventSlotId === slot)
}

async function idOf({ userId }: Person) {
  const rows = await app.query('select registration_id from registrations where user_id = $1', [userId])
  return rows[0].registration_id
}

async function nameOf({ userId }: Person) {
  const rows = await app.query(
    "select first_name || ' ' || last_name as name from users where user_id = $1",
    [userId],
  )
  return rows[0].name
}

async function findingsOf() {
  return app.services.db
    .selectFrom('creditFindings')
    .select(['hours', 'isFinal'])
    .where('eventSlotId', '=', slot)
    .orderBy('creditFindingId')
    .execute()
}

function count() {
  return app.write((work) => countSlot(work, { eventSlotId: slot }))
}

async function decide(decision: { subject: string; registrationIds: number[] }) {
  await app.services.db
    .insertInto('attendanceDecisions')
    .values({ eventSlotId: slot, act: 'match', reason: 'Test', ...decision })
    .execute()
  await count()
}

async function givenRegistered() {
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event)
  return person
}

function row(email: string, from: string, to: string, name = 'Pat') {
  return `Yes,${name},${email},${on} ${from},${on} ${to}`
}

function show() {
  return app.dataOf(getSlotFindings, { query: { eventSlotId: slot } }, administrator)
}

const csvOf = (rows: string[]) => ['Attended,User Name,Email,Join Time,Leave Time', ...rows].join('\n')

/** Stores the rows as the webinar platform's report of one instance. */
async function fetched(rows: string[]) {
  const file = Buffer.from(csvOf(rows))
  const reading = await readAttendanceFile(file, { zone: portalZone })
  if ('refused' in reading) throw new Error(reading.refused)
  await app.write(async (work) => {
    const named = { origin: 'platform', originName: 'Zoom', instance: '1' } as const
    const stored = { ...named, reading: preparedOf(reading), sources: [], file }
    await keepReport(work, { slot: await getSlot(work.tx, slot), ...stored })
  })
  await app.untilJobsAreDone()
}

async function upload(rows: string[]) {
  const csv = csvOf(rows)
  const { status } = await uploadAttendanceFile(app, csv, { eventSlotId: slot, by: administrator })
  expect(status).toBe(200)
  await app.untilJobsAreDone()
}
