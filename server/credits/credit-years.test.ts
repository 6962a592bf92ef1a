import { beforeEach, expect, test } from 'vitest'
import { getBulkJob, startBulkJob } from '#contract/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/bulk-jobs/undo.ts'
import { generateCertificate } from '#contract/certificates/calls.ts'
import { releaseHours } from '#contract/credits/calls.ts'
import { getDashboard } from '#contract/dashboard/calls.ts'
import { getAllRegisteredUsers } from '#contract/registration-lists/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/calls.ts'
import { renewalYears } from '#contract/registrations/renewal-years.ts'
import { until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenEvent, givenRegistration } from '#test/given.ts'
import {
  administrator,
  app,
  event,
  givenRegistered,
  idOf,
  slot,
  startWithHeldSlot,
  upload,
} from '#test/held-slot.ts'

startWithHeldSlot()

const days = ['2026-03-31', '2026-04-01'] as const
let both: Person
let second: Person
beforeEach(async () => {
  const { db } = app.services
  await db
    .updateTable('events')
    .set({ deletedAt: new Date() })
    .where('eventId', '<>', event.eventId)
    .execute()
  await db
    .updateTable('eventSlots')
    .set({ startOn: days[0], endOn: days[1] })
    .where('eventSlotId', '=', slot)
    .execute()
  both = await givenRegistered()
  second = await givenRegistered()
  // The dashboard counts the hours of people who are registered for an event of its year.
  const next = await givenEvent(app)
  for (const person of [both, second]) await givenRegistration(app, person, next, { by: administrator })
})

test('hours by the rule count in the renewal year of the days that somebody attended', async () => {
  await upload([...days.map((day) => stay(both, day)), stay(second, days[1])].join('\n'))
  await credit()
  expect(await yearsOf(both)).toEqual({ 2026: inYear(4), 2027: inYear(4) })
  expect(await yearsOf(second)).toEqual({ 2026: inYear(0), 2027: inYear(4) })
  expect(await dashboards()).toEqual([
    { none: 1, some: 1, enough: 0 },
    { none: 0, some: 2, enough: 0 },
  ])
})

test("a person's hours fill the days in order, until they are released to the rule", async () => {
  await upload([...days.map((day) => stay(both, day)), stay(second, days[1])].join('\n'))
  await credit()
  const registrationId = await idOf(second)
  const reason = 'Was there'
  await app.call(generateCertificate, { body: { registrationId, hours: 8, reason } }, administrator.token)
  expect(await yearsOf(second)).toEqual({ 2026: inYear(4), 2027: inYear(4) })
  expect(await dashboards()).toEqual(days.map(() => ({ none: 0, some: 2, enough: 0 })))
  // The same number as the rule's, but decided.
  await app.call(generateCertificate, { body: { registrationId, hours: 4, reason } }, administrator.token)
  expect(await yearsOf(second)).toEqual({ 2026: inYear(4), 2027: inYear(0) })
  await app.call(releaseHours, { body: { registrationId, reason } }, administrator.token)
  expect(await yearsOf(second)).toEqual({ 2026: inYear(0), 2027: inYear(4) })
})

test('an undone credit leaves the hours on the days of the finding before', async () => {
  const others = days.map((day) => stay(both, day))
  await upload([...others, stay(second, days[1])].join('\n'))
  await credit()
  await upload([...others, stay(second, days[0], '10:00'), stay(second, days[1])].join('\n'))
  const jobId = await credit()
  expect(await yearsOf(second)).toEqual({ 2026: inYear(2), 2027: inYear(4) })
  const given = { params: { jobId }, body: { reason: 'Not yet' } }
  await ended((await app.call(undoBulkJob, given, administrator.token)).data.jobId)
  expect(await yearsOf(second)).toEqual({ 2026: inYear(0), 2027: inYear(4) })
})

test('a slot within one renewal year says nothing about its finding', async () => {
  const split = async () =>
    (await app.call(getRegisteredEvents, {}, second.token)).data.registeredEvents[0]?.hoursBySeason
  await upload([...days.map((day) => stay(both, day)), stay(second, days[1])].join('\n'))
  expect(await split()).toBeUndefined()
  await credit()
  expect(await split()).toEqual({ 2026: 0, 2027: 4 })
  await app.services.db
    .updateTable('eventSlots')
    .set({ startOn: '2026-04-02', endOn: '2026-04-03' })
    .where('eventSlotId', '=', slot)
    .execute()
  expect(await split()).toBeUndefined()
})

function stay({ email }: Person, day: string, from = '08:00'): string {
  return `Yes,Pat,${email},${day} ${from},${day} 12:00`
}

/** Credits everybody who qualifies, and returns the job. */
async function credit(): Promise<string> {
  const action = { kind: 'credit-found', eventSlotId: slot } as const
  const body = { action, registrations: { filter: {} } }
  const { data, failure } = await app.call(startBulkJob, { body }, administrator.token)
  expect(failure).toBeUndefined()
  await ended(data.jobId)
  return data.jobId
}

async function ended(jobId: string): Promise<void> {
  const progress = async () => (await app.call(getBulkJob, { params: { jobId } }, administrator.token)).data
  await until(async () => (await progress()).state === 'done')
  await app.untilJobsAreDone()
  expect((await progress()).failures).toEqual([])
}

/** The card, the list's filter by hours, and the PDF of a renewal year with these hours. */
function inYear(hours: number) {
  return { earned: hours, listed: hours > 0 ? 'some' : 'none', hasCertificates: hours > 0, pdf: hours > 0 }
}

async function yearsOf(person: Person) {
  const { registeredEvents } = (await app.call(getRegisteredEvents, {}, person.token)).data
  const years = renewalYears(registeredEvents, '2026-04-02')
  const shown = years.map(async ({ season, hoursEarned, hasCertificates }) => {
    const pdf = await app.request({
      url: `/api/private/certificates/${season}/pdf`,
      headers: { authorization: `Bearer ${person.token}` },
    })
    return [
      season,
      {
        ...{ earned: hoursEarned, hasCertificates },
        listed: await listedUnder(person, season),
        pdf: pdf.statusCode === 200,
      },
    ] as const
  })
  return Object.fromEntries(await Promise.all(shown))
}

/** Without a year, the list has the registrations of all years, and counts the hours of 2027. */
async function listedUnder({ email }: Person, season: number): Promise<string> {
  const found: string[] = []
  for (const credited of ['none', 'some', 'enough'] as const) {
    const query = { search: email, credited, ...(season === 2026 && { year: season }) }
    const { registrations } = (await app.call(getAllRegisteredUsers, { query }, administrator.token)).data
    if (registrations.length > 0) found.push(credited)
  }
  return found.join()
}

async function dashboards() {
  await app.services.pool.query('delete from dashboards')
  const years = [2026, 2027].map((year) => app.call(getDashboard, { query: { year } }, administrator.token))
  return (await Promise.all(years)).map(({ data }) => data.hours)
}
