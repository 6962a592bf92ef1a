import { beforeAll, describe, expect, test } from 'vitest'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import { jobHandlers } from '#server/nouns.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  cancelOwn,
  givenEvent,
  givenPersonUnmailed,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { givenJoinUrl } from '#test/webinars.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
const piston = prepared(() => givenEvent(app))
const turbine = prepared(() => givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027', focusId: 3 }))
const before = prepared(() => givenEvent(app, { eventName: 'Piston IA Renewal Series 2026', year: 2026 }))
beforeAll(async () => {
  await sql("update event_slots set webinar_id = 'w1' where event_slot_id = $1", [piston.slotIds[0]])

  const ada = await given({ state: 'Texas', aopaNumber: '1' })
  const bob = await given({ state: 'TX', aopaNumber: '2', nbaaNumber: '3' })
  const cy = await given({ state: 'Georgia', isAopMember: 'YES' })
  const dee = await given({ country: 'Georgia', state: 'Texas' })
  const eve = await given({ country: 'Georgia', state: 'Tbilisi', vaiNumber: '4' })
  const finn = await given({})

  await held(ada, piston, { on: '2026-09-01T03:30Z', isLinked: true, hours: 8 })
  await held(ada, turbine, { on: '2026-09-01T04:30Z', slot: 1 })
  await held(bob, piston, { on: '2026-09-01T04:40Z', hours: 4 })
  await held(cy, piston, { on: '2026-10-01T12:00Z', slot: 1 })
  await held(dee, piston, { on: '2026-10-01T12:00Z' })
  await held(eve, turbine, { on: '2026-10-02T12:00Z' })
  await held(bob, before, { on: '2025-10-02T12:00Z', hours: 8 })
  // Two registrations that don't count: one is canceled, and the other's account is deleted.
  await held(finn, piston, { on: '2026-10-02T12:00Z' })
  await cancelOwn(app, finn, piston)
  const nobodys = await held(finn, turbine, { on: '2026-10-02T12:00Z', hours: 8 })
  await sql('update registrations set user_id = null where registration_id = $1', [nobodys])
})

describe('the dashboard of a season', () => {
  test('counts registrations by slot, with the join URLs of a webinar', async () => {
    const { slots } = await dashboard()
    expect(
      slots.map(({ eventName, startTime, isWebinar, registrations, joinUrls }) => [
        eventName.split(' ')[0],
        startTime,
        isWebinar,
        registrations,
        joinUrls,
      ]),
    ).toEqual([
      ['Piston', '08:00', true, 3, 1],
      ['Turbine', '08:00', false, 1, 0],
      ['Piston', '13:00', false, 1, 0],
      ['Turbine', '13:00', false, 1, 0],
    ])
  })

  test('counts registrations by Eastern day, for this season and the previous one', async () => {
    const { days, lastSeasonDays } = await dashboard()
    expect(days).toEqual([
      { on: '2026-08-31', registrations: 1 },
      { on: '2026-09-01', registrations: 2 },
      { on: '2026-10-01', registrations: 2 },
      { on: '2026-10-02', registrations: 1 },
    ])
    expect(lastSeasonDays).toEqual([{ on: '2025-10-02', registrations: 1 }])
  })

  test('counts people once, by state or country and by membership', async () => {
    const { people, places, memberships } = await dashboard()
    expect(people).toBe(5)
    expect(places).toEqual([
      { country: 'United States', state: 'Texas', people: 2, registrations: 3 },
      { country: 'Georgia', state: null, people: 2, registrations: 2 },
      { country: 'United States', state: 'Georgia', people: 1, registrations: 1 },
    ])
    expect(memberships).toEqual({
      aopa: { people: 3, registrations: 4 },
      nbaa: { people: 1, registrations: 1 },
      vai: { people: 1, registrations: 1 },
      none: { people: 1, registrations: 1 },
    })
  })

  test('counts people by the hours credited to them in this renewal year only', async () => {
    expect((await dashboard()).hours).toEqual({ none: 3, some: 1, enough: 1 })
    const late = await givenEvent(app, { eventName: 'Late' })
    const [slot] = late.slotIds
    await sql('update event_slots set start_on = $2, end_on = $2 where event_id = $1', [
      late.eventId,
      '2026-12-05',
    ])
    const gus = await given({})
    // In the previous calendar year, but in this renewal year.
    await held(gus, { ...late, slotIds: [slot, slot] }, { hours: 4 })
    expect((await dashboard()).hours).toEqual({ none: 3, some: 2, enough: 1 })
    await held(gus, turbine, { hours: 4 })
    expect((await dashboard()).hours).toEqual({ none: 3, some: 1, enough: 2 })
    for (const { eventId } of [late, turbine])
      await sql('update registrations set cancelled_at = now() where user_id = $1 and event_id = $2', [
        gus.userId,
        eventId,
      ])
  })

  test('counts valid certificates and those whose email was sent', async () => {
    await issued()
    expect((await dashboard()).certificates).toEqual({ issued: 2, mailed: 0 })
    const { rows } = await sql(
      `insert into mails (cause, to_address, subject, html, text, status)
       select 'certificate ' || n, 'pat@example.com', '', '', '', case n when 1 then 'sent' else 'given-up' end
       from generate_series(1, 3) n returning mail_id`,
    )
    const [sent, failed, again] = rows.map((row) => row.mail_id)
    const { rows: certificates } = await sql(
      `select registration_id, certificate_id from certificates join registrations using (registration_id)
       where event_id = $1 and cancelled_at is null order by 1`,
      [piston.eventId],
    )
    const mail = (which: number, mailId: number) =>
      sql('insert into certificate_mails (registration_id, certificate_id, mail_id) values ($1, $2, $3)', [
        certificates[which].registration_id,
        certificates[which].certificate_id,
        mailId,
      ])
    await mail(0, sent)
    await mail(0, again)
    await mail(1, failed)
    expect((await dashboard()).certificates).toEqual({ issued: 2, mailed: 1 })
  })

  test('counts emails of the renewal year that failed or were given up', async () => {
    await sql('delete from mails where status <> $1', ['sent'])
    await sql(
      `insert into mails (cause, to_address, subject, html, text, status, created_at)
       select 'mail ' || row_number() over (), 'pat@example.com', '', '', '', status, at::timestamptz
       from (values ('failed', '2026-04-01 00:00-04'), ('given-up', '2027-03-31 23:59-04'), ('given-up', '2026-11-01'),
         ('given-up', '2027-04-01 00:00-04'), ('failed', '2026-03-31 23:59-04'), ('unknown', '2026-11-01'),
         ('queued', '2026-11-01')) mails (status, at)`,
    )
    expect((await dashboard()).mails).toEqual({ failed: 1, givenUp: 2 })
  })

  test('is of the requested season', async () => {
    const { season, slots, people, hours, days } = await dashboard(2026)
    expect([season, people, hours, days]).toEqual([
      2026,
      1,
      { none: 0, some: 0, enough: 1 },
      [{ on: '2025-10-02', registrations: 1 }],
    ])
    expect(
      slots.filter(({ eventId }) => eventId === before.eventId).map((slot) => slot.registrations),
    ).toEqual([1, 0])
  })

  test('is all zeros if there is no data', async () => {
    const nobody = { people: 0, registrations: 0 }
    expect(await dashboard(2024)).toMatchObject({
      people: 0,
      certificates: { issued: 0, mailed: 0 },
      mails: { failed: 0, givenUp: 0 },
      slots: [],
      days: [],
      lastSeasonDays: [],
      places: [],
      memberships: { aopa: nobody, nbaa: nobody, vai: nobody, none: nobody },
      hours: { none: 0, some: 0, enough: 0 },
    })
  })
})

describe('a stored count', () => {
  test('is shown for up to a minute, the same in every process, and then counted again', async () => {
    const other = await startApp({ sharing: app, works: false })
    const counted = await dashboard()
    const { rows } = await sql(
      'select fresh_until - counted_at <= $1::interval as is_short from dashboards',
      ['1 minute'],
    )
    expect(rows).toEqual([{ is_short: true }])
    // As if counting had found many rows.
    await sql("update dashboards set fresh_until = counted_at + interval '1 minute'")
    await held(await given({}), piston, {})
    const kept = await other.dataOf(getDashboard, { query: {} }, administrator)
    expect(kept).toEqual(counted)
    other.pass({ minutes: 1.1 })
    const anew = await other.dataOf(getDashboard, { query: {} }, administrator)
    expect(anew.people).toBe(counted.people + 1)
    expect(anew.asOf.getTime()).toBeGreaterThan(counted.asOf.getTime())
    await other.close()
  })

  test('is counted once for all who ask at the same moment', async () => {
    await sql('delete from dashboards')
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => app.call(getDashboard, { query: {} }, administrator)),
    )
    expect(new Set(answers.map(({ data }) => data.asOf.getTime())).size).toBe(1)
  })

  test('is made by a job before anybody asks', async () => {
    await sql('delete from dashboards')
    await jobHandlers(app.services)['count-dashboard']({}, { isLast: true })
    const { rows } = await sql('select season from dashboards')
    expect(rows).toEqual([{ season: 2027 }])
  })
})

test('a user cannot see the dashboard', async () => {
  const { token } = await givenPersonUnmailed(app)
  const { failure } = await app.call(getDashboard, { query: {} }, token)
  expect(failure?.code).toBe('NOT_ADMINISTRATOR')
})

/** Returns a recounted dashboard, even if a fresh count is stored. */
async function dashboard(year?: number) {
  await sql('delete from dashboards')
  return await app.dataOf(getDashboard, { query: year ? { year } : {} }, administrator)
}

async function given(profile: object) {
  const person = await givenPersonUnmailed(app)
  if (Object.keys(profile).length > 0) await app.update('users', profile, { userId: person.userId })
  return person
}

/** Registers a person for a slot of an event and returns the registration's id. */
async function held(
  person: Person,
  { eventId, slotIds, focusId }: EventWithSlots,
  details: { on?: string; slot?: 0 | 1; isLinked?: true; hours?: number },
) {
  const body = { eventId, eventSlotId: slotIds[details.slot ?? 0], focusId, userId: person.userId }
  // An administrator registers, because some of the events are over.
  const answer = await app.send(registerForEvent, body, administrator)
  const { registrationId } = answer.data.registration
  await sql(
    'update registrations set registered_at = coalesce($2, registered_at) where registration_id = $1',
    [registrationId, details.on],
  )
  if (details.isLinked) await givenJoinUrl(app, registrationId)
  const { hours } = details
  if (hours) {
    await app.write((work) => creditHours(work, byHand({ registrationId, hours, source: 'csv' })))
  }
  return registrationId
}

/** Runs the jobs that issue certificates for credited hours. */
async function issued() {
  for (const { data } of await jobsOf(app, 'issue-certificate'))
    await jobHandlers(app.services)['issue-certificate'](data, { isLast: true })
}

function sql(text: string, values?: unknown[]) {
  return app.services.pool.query(text, values)
}
