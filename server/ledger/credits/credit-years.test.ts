import { beforeEach, expect, test } from 'vitest'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { getBulkJob, startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { renewalYears } from '#contract/registrations/registrations/renewal-years.ts'
import { until } from '#test/app.ts'
import { noPollsAsked, uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { textOf } from '#test/certificates.ts'
import type { Person } from '#test/given.ts'
import { byHand, givenEvent, givenRegistration } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()

const days = ['2026-03-31', '2026-04-01'] as const
const reason = 'Was there'
let both: Person
let second: Person
beforeEach(async () => {
  const { db } = held.app.services
  await db
    .updateTable('events')
    .set({ deletedAt: new Date() })
    .where('eventId', '<>', held.event.eventId)
    .execute()
  await holdOn(held.slot, ...days)
  both = await held.givenRegistered()
  second = await held.givenRegistered()
  // The dashboard counts the hours of people registered for an event of its year.
  const next = await givenEvent(held.app)
  for (const person of [both, second])
    await givenRegistration(held.app, person, next, { by: held.administrator })
})

test('hours by the rule count in the renewal year of the days that somebody attended', async () => {
  await held.upload([...days.map((day) => stay(both, day)), stay(second, days[1])].join('\n'))
  await credit()
  expect(await yearsOf(both)).toEqual({ 2026: inYear(4), 2027: inYear(4) })
  expect(await yearsOf(second)).toEqual({ 2026: inYear(0), 2027: inYear(4) })
  expect(await dashboards()).toEqual([
    { none: 1, some: 1, enough: 0 },
    { none: 0, some: 2, enough: 0 },
  ])
})

test('hours of another slot count in the year of its days, although the registered slot was a year before', async () => {
  const [march, april] = held.event.slotIds
  await holdOn(march, '2026-03-30', '2026-03-31')
  await holdOn(april, '2026-04-01', '2026-04-02')
  const rows = [stay(both, '2026-04-01'), stay(both, '2026-04-02'), stay(second, '2026-04-02')]
  const others = await held.givenRegistered()
  await held.upload(['2026-03-30', '2026-03-31'].map((day) => stay(others, day)).join('\n'))
  const report = [held.heading, ...rows, ''].join('\n')
  await uploadAttendanceFile(held.app, report, { eventSlotId: april, by: held.administrator })
  await held.app.untilJobsAreDone()
  await credit(april)
  expect(await yearsOf(both)).toEqual({ 2026: inYear(0), 2027: inYear(8) })
  expect(await yearsOf(second)).toEqual({ 2026: inYear(0), 2027: inYear(4) })
  expect(await dashboards()).toEqual([
    { none: 3, some: 0, enough: 0 },
    { none: 0, some: 1, enough: 1 },
  ])
})

test("a person's hours go to the attended days first, then to the others, or to the days that are given", async () => {
  await held.upload([...days.map((day) => stay(both, day)), stay(second, days[1])].join('\n'))
  await credit()
  await decide(8)
  expect(await yearsOf(second)).toEqual({ 2026: inYear(4), 2027: inYear(4) })
  expect(await dashboards()).toEqual(days.map(() => ({ none: 0, some: 2, enough: 0 })))
  // The same number as the rule's, but manual.
  await decide(4)
  expect(await yearsOf(second)).toEqual({ 2026: inYear(0), 2027: inYear(4) })
  await decide(4, [{ on: days[0], hours: 4 }])
  expect(await yearsOf(second)).toEqual({ 2026: inYear(4), 2027: inYear(0) })
  const body = { registrationId: await held.idOf(second), reason }
  await held.app.send(releaseHours, body, held.administrator)
  expect(await yearsOf(second)).toEqual({ 2026: inYear(0), 2027: inYear(4) })
})

test('an undone credit leaves the hours on the days from before', async () => {
  const others = days.map((day) => stay(both, day))
  await held.upload([...others, stay(second, days[1])].join('\n'))
  await credit()
  await held.upload([...others, stay(second, days[0], '10:00'), stay(second, days[1])].join('\n'))
  const jobId = await credit()
  expect(await yearsOf(second)).toEqual({ 2026: inYear(2), 2027: inYear(4) })
  const given = { params: { jobId }, body: { reason: 'Not yet' } }
  await ended((await held.app.dataOf(undoBulkJob, given, held.administrator)).jobId)
  expect(await yearsOf(second)).toEqual({ 2026: inYear(0), 2027: inYear(4) })
})

test('the days are what they were after the slot has moved', async () => {
  await held.upload([...days.map((day) => stay(both, day)), stay(second, days[1])].join('\n'))
  const told = async () => {
    const [event] = (await held.app.dataOf(getRegisteredEvents, {}, second)).registeredEvents
    return [event?.byDay, event?.hoursBySeason]
  }
  expect(await told()).toEqual([undefined, undefined])
  await credit()
  const known = [[{ on: days[1], hours: 4 }], { 2027: 4 }]
  expect(await told()).toEqual(known)
  await holdOn(held.slot, '2026-04-20', '2026-04-21')
  expect(await told()).toEqual(known)
})

test('a credit from before days were stored counts where its finding has it, if its slot spans two years', async () => {
  await held.upload([...days.map((day) => stay(both, day)), stay(second, days[1])].join('\n'))
  await held.app.query(`
    alter table credits disable trigger append_only;
    insert into credits (registration_id, minutes, source, credit_finding_id)
    select registration_id, 240, 'attendance', credit_finding_id
    from credit_counts where registration_id = ${await held.idOf(second)};
    alter table credits enable trigger append_only`)
  await held.app.send(
    generateCertificate,
    { registrationId: await held.idOf(both), hours: 1 },
    held.administrator,
  )
  const [event] = (await held.app.dataOf(getRegisteredEvents, {}, second)).registeredEvents
  expect([event?.byDay, event?.hoursBySeason]).toEqual([undefined, { 2027: 4 }])
  expect(await listedUnder(second, 2026)).toBe('none')
  expect(await listedUnder(second, 2027)).toBe('some')
})

function stay({ email }: Person, day: string, from = '08:00') {
  return `Yes,Pat,${email},${day} ${from},${day} 12:00`
}

async function holdOn(eventSlotId: number, startOn: `${number}-${number}-${number}`, endOn: typeof startOn) {
  await held.app.update(
    'eventSlots',
    { startOn, endOn, startTime: '08:00', endTime: '12:00' },
    { eventSlotId },
  )
  await noPollsAsked(held.app, eventSlotId, startOn, endOn)
}

async function decide(hours: number, byDay?: { on: (typeof days)[number]; hours: number }[]) {
  const body = byHand({ registrationId: await held.idOf(second), hours, reason, byDay })
  const { failure } = await held.app.send(generateCertificate, body, held.administrator)
  expect(failure).toBe(undefined)
}

/** Credits everyone who qualifies at a slot, and returns the job. */
async function credit(eventSlotId = held.slot) {
  const action = { kind: 'credit-found', eventSlotId } as const
  const body = { action, registrations: { filter: {} } }
  const { data, failure } = await held.app.send(startBulkJob, body, held.administrator)
  expect(failure).toBeUndefined()
  await ended(data.jobId)
  return data.jobId
}

async function ended(jobId: string) {
  const progress = () => held.app.dataOf(getBulkJob, { params: { jobId } }, held.administrator)
  await until(async () => (await progress()).state === 'done')
  await held.app.untilJobsAreDone()
  expect((await progress()).failures).toEqual([])
}

/** The card, the list's filter by hours, and the renewal file of a year with these hours. */
function inYear(hours: number) {
  const listed = hours >= 8 ? 'enough' : hours > 0 ? 'some' : 'none'
  return { earned: hours, listed, hasCertificates: hours > 0, filed: hours }
}

async function yearsOf(person: Person) {
  const { registeredEvents } = await held.app.dataOf(getRegisteredEvents, {}, person)
  const years = renewalYears(registeredEvents, '2026-04-02')
  const shown = years.map(async ({ season, hoursEarned, hasCertificates }) => {
    const { rawPayload } = await held.app.request({
      url: `/api/private/certificates/${season}/pdf`,
      headers: { authorization: `Bearer ${person.token}` },
    })
    const text = await textOf(new Uint8Array(rawPayload))
    const filed = Number(new RegExp(`by 31 Mar ${season}: (\\d+) of 8 hours`).exec(text)?.[1])
    return [
      season,
      { earned: hoursEarned, hasCertificates, filed, listed: await listedUnder(person, season) },
    ] as const
  })
  return Object.fromEntries(await Promise.all(shown))
}

/** Without a year, the list has the registrations of all years, and counts the hours of 2027. */
async function listedUnder({ email }: Person, season: number) {
  const found: string[] = []
  for (const credited of ['none', 'some', 'enough'] as const) {
    const query = { search: email, credited, ...(season === 2026 && { year: season }) }
    const { registrations } = await held.app.dataOf(getAllRegisteredUsers, { query }, held.administrator)
    if (registrations.length > 0) found.push(credited)
  }
  return found.join()
}

async function dashboards() {
  await held.app.query('delete from dashboards')
  const years = [2026, 2027].map((year) =>
    held.app.call(getDashboard, { query: { year } }, held.administrator),
  )
  return (await Promise.all(years)).map(({ data }) => data.hours)
}
