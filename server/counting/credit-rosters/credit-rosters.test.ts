import { beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import type { RosterScope } from '#contract/counting/credit-rosters/calls.ts'
import {
  differenceColumns,
  exportRoster,
  getDueRosters,
  getRoster,
  reportRoster,
  rosterColumns,
} from '#contract/counting/credit-rosters/calls.ts'
import { changedFields, changeOf } from '#contract/counting/credit-rosters/rows.ts'
import { deleteAccount, getAccountData } from '#contract/office/accounts/calls.ts'
import { updateProfile } from '#contract/people/users/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenCredit,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const first = 'Tue 09 Feb 2027: 4 hours · '

let event: EventWithSlots
let person: Person
let registrationId: number
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app, { eventName: 'Fall Turbine', focusId: 3 })
  await app.query(`update events set course_number = 'C-1' where event_id = ${event.eventId}`)
  person = await givenPersonUnmailed(app)
  registrationId = await givenRegistration(app, person, event)
})

const credit = (hours = 8, id = registrationId) => givenCredit(app, administrator, id, hours)

async function rosterOf(scope: RosterScope = { eventId: event.eventId }) {
  const { failure, data } = await app.call(getRoster, { query: scope }, administrator)
  expect(failure).toBe(undefined)
  return data
}

async function report(scope: RosterScope = { eventId: event.eventId }, by = administrator) {
  const { state } = await rosterOf(scope)
  return app.send(reportRoster, { ...scope, state }, by)
}

/** Returns the kinds of differences, with what changed. */
async function differences(scope?: RosterScope) {
  const { rows } = await rosterOf(scope)
  return rows.flatMap((row) => (changeOf(row) ? [[changeOf(row), ...changedFields(row)]] : []))
}

async function rename(changes: Partial<Input<typeof updateProfile>['body']>, who = person) {
  const body = { ...completeProfile, ...changes }
  await expectSuccess(app.send(updateProfile, body, who))
}

async function file(query: Record<string, string | number>, token = administrator.token) {
  const { payload } = await app.request({
    url: `/api${exportRoster.path}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${token}` },
  })
  return payload.replace('\ufeff', '').trimEnd().split('\r\n')
}

test('a roster has the people with standing credit, with email, days, hours and course number', async () => {
  await givenRegistration(app, await givenPersonUnmailed(app), event)
  expect((await rosterOf()).rows).toEqual([])
  await credit(7)
  const byDay = [
    { on: '2027-02-09', hours: 4 },
    { on: '2027-02-10', hours: 3 },
  ]
  const now = { name: "Pat O'Brien", email: person.email, hours: 7, byDay, courseNumber: 'C-1' }
  const expected = {
    registrationId,
    eventName: 'Fall Turbine',
    eventSlotId: event.slotIds[0],
    was: null,
    now,
  }
  expect((await rosterOf()).rows).toMatchObject([expected])
  expect((await rosterOf({ eventSlotId: event.slotIds[0] })).rows).toMatchObject([expected])
  expect((await rosterOf({ eventSlotId: event.slotIds[1] })).rows).toEqual([])
  const ofYear = (year: number) =>
    rosterOf({ year }).then(({ rows }) => rows.some((row) => row.registrationId === registrationId))
  expect([await ofYear(2027), await ofYear(2026), await ofYear(2028)]).toEqual([true, false, false])
  expect(await file({ event_id: event.eventId })).toEqual([
    rosterColumns.join(','),
    `Pat O'Brien,${person.email},Fall Turbine,09 Feb 2027; 10 Feb 2027,7,2027-02-09: 4; 2027-02-10: 3,C-1`,
  ])
})

test('the email of the FAASafety.gov account replaces the email, and blank restores it', async () => {
  await credit()
  await rename({ faaSafetyEmail: ' Pat@faa.example ' })
  expect((await rosterOf()).rows[0]?.now?.email).toBe('Pat@faa.example')
  await rename({})
  expect((await rosterOf()).rows[0]?.now?.email).toBe('Pat@faa.example')
  await rename({ faaSafetyEmail: '' })
  expect((await rosterOf()).rows[0]?.now?.email).toBe(person.email)
  const body = { ...completeProfile, faaSafetyEmail: 'not an email' }
  const { failure } = await app.send(updateProfile, body, person)
  expect(failure?.fields).toHaveProperty('faaSafetyEmail')
})

describe('after a report', () => {
  beforeEach(async () => {
    await credit(8)
    expect((await report()).data).toEqual({ rows: 1 })
  })

  test('nothing differs, the report is noted with who and when, and the history has it', async () => {
    expect(await differences()).toEqual([])
    const { reports } = await rosterOf()
    expect(reports).toMatchObject([{ rows: 1, reportedBy: 'Portal Administrator' }])
    expect(Math.abs((reports[0]?.reportedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
    const [entry] = await historyOf(app, administrator, {
      eventId: event.eventId,
      activity: 'roster-reported',
    })
    expect(entry).toMatchObject({
      item: 'Fall Turbine: 1 added',
      event: { eventId: event.eventId },
      actedBy: { email: administrator.email },
    })
    await expectRefusal(report(), 'NOTHING_TO_DO')
  })

  test('the person sees the date, until it is taken back', async () => {
    const reportedAt = async () => {
      const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, person)
      return registeredEvents[0]?.reportedAt
    }
    const [report1] = (await rosterOf()).reports
    expect(await reportedAt()).toEqual(report1?.reportedAt)
    await withdraw()
    expect(await reportedAt()).toEqual(report1?.reportedAt)
    await report()
    expect(await reportedAt()).toBe(undefined)
  })

  test.each<[string, () => Promise<unknown>, unknown[]]>([
    [
      'changed hours',
      () => credit(6),
      ['changed', 'Hours 8 → 6', `Days ${first}Wed 10 Feb 2027: 4 hours → ${first}Wed 10 Feb 2027: 2 hours`],
    ],
    ['a withdrawn certificate', () => withdraw(), ['taken-back']],
    ['a corrected name', () => rename({ lastName: 'Brien' }), ['changed', "Name Pat O'Brien → Pat Brien"]],
    [
      'a new person',
      async () => credit(8, await givenRegistration(app, await givenPersonUnmailed(app), event)),
      ['added'],
    ],
    [
      'another course number',
      () =>
        app.services.pool.query(`update events set course_number = null where event_id = ${event.eventId}`),
      ['changed', 'Course number C-1 → none'],
    ],
  ])('%s is a difference until it is reported', async (_, change, difference) => {
    await change()
    expect(await differences()).toEqual([difference])
    expect((await report()).data).toEqual({ rows: 1 })
    expect(await differences()).toEqual([])
  })

  test('the file of differences has what changed', async () => {
    await credit(6)
    const [header, ...lines] = await file({ event_id: event.eventId, only: 'differences' })
    expect(header).toBe([...rosterColumns, ...differenceColumns].join(','))
    expect(lines).toEqual([expect.stringMatching(/,C-1,Changed,Hours 8 → 6; Days /)])
    await withdraw()
    expect(await file({ event_id: event.eventId, only: 'differences' })).toEqual([
      header,
      expect.stringMatching(/,8,.*,C-1,Removed,--$/),
    ])
    expect(await file({ event_id: event.eventId })).toEqual([rosterColumns.join(',')])
  })

  test('a credit taken back and given again is added', async () => {
    await withdraw()
    await report()
    await credit()
    expect(await differences()).toEqual([['added']])
  })

  test('the account can be deleted: the emails go, the report stays, and nothing differs', async () => {
    await rename({ faaSafetyEmail: 'pat@faa.example', lastName: 'Brien' })
    await report()
    const { payload } = await app.request({
      url: `/api${getAccountData.path}`,
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(JSON.parse(payload)).toMatchObject({
      profile: { faaSafetyEmail: 'pat@faa.example' },
      creditRosters: [
        { eventName: 'Fall Turbine', content: { name: 'Pat Brien', email: 'pat@faa.example' } },
        { content: { email: person.email } },
      ],
    })
    const body = { email: person.email }
    await expectSuccess(app.send(deleteAccount, body, person))
    const [row] = (await rosterOf()).rows
    expect(row?.was).toMatchObject({ name: 'Pat Brien', email: '', hours: 8 })
    expect(row?.now).toEqual(row?.was)
    const rows = await app.query(
      `select from credit_roster_rows where content::text like '%pat@faa.example%'`,
    )
    expect(rows).toEqual([])
  })
})

test('a report of rows that changed since they were read is refused', async () => {
  await credit(8)
  const { state } = await rosterOf()
  await credit(7)
  const body = { eventId: event.eventId, state }
  const { failure } = await app.send(reportRoster, body, administrator)
  expect(failure?.code).toBe('CHANGED_MEANWHILE')
  expect(await differences()).toEqual([['added']])
})

test('two reports at the same moment report each row once', async () => {
  await credit()
  const outcomes = await Promise.all([report(), report()])
  expect(outcomes.map(({ failure }) => failure?.code).sort()).toEqual(['NOTHING_TO_DO', undefined].sort())
})

test('an event that is due is named until it is reported, and again with a difference', async () => {
  const due = async () => {
    const data = await app.dataOf(getDueRosters, {}, administrator)
    return data.due.filter(({ eventId }) => eventId === event.eventId)
  }
  expect(await due()).toEqual([])
  await credit()
  const { eventId } = event
  expect(await due()).toEqual([{ eventId, eventName: 'Fall Turbine', differences: 1, isReported: false }])
  await report({ eventSlotId: event.slotIds[0] })
  expect(await due()).toEqual([])
  await credit(7)
  expect(await due()).toMatchObject([{ differences: 1, isReported: true }])
})

test('no cell runs as a formula', async () => {
  await rename({ firstName: '=1+1', faaSafetyEmail: '+a@faa.example' })
  await credit()
  expect((await file({ event_id: event.eventId }))[1]).toMatch(/^'=1\+1 O'Brien,'\+a@faa\.example,/)
})

describe('a roster is refused', () => {
  test.each([
    ['without a scope', {}, 'event_id'],
    ['with two scopes', { event_id: '1', year: '2027' }, 'event_id'],
    ['with a wrong event', { event_id: 'x' }, 'event_id'],
    ['with a wrong slot', { event_slot_id: '-1' }, 'event_slot_id'],
    ['with a wrong year', { year: '27' }, 'year'],
  ])('%s, with the name of the field', async (_, query, field) => {
    for (const { path } of [getRoster, exportRoster]) {
      const { payload } = await app.request({
        url: `/api${path}`,
        query: query as Record<string, string>,
        headers: { authorization: `Bearer ${administrator.token}` },
      })
      expect(JSON.stringify(JSON.parse(payload))).toContain(`"${field}"`)
    }
  })

  test.each([{}, { event_id: 1, year: 2027 }])(
    'as reported with %j, with the name of the field',
    async (scope) => {
      const { payload } = await app.request({
        method: 'POST',
        url: `/api${reportRoster.path}`,
        headers: { authorization: `Bearer ${administrator.token}` },
        payload: { ...scope, state: '0'.repeat(64) },
      })
      expect(Object.keys(JSON.parse(payload).fields ?? JSON.parse(payload).data?.fields ?? {})).toEqual([
        'event_id',
      ])
    },
  )

  test.each([
    [{ eventId: 2_000_000_000 }, 'EVENT_NOT_FOUND'],
    [{ eventSlotId: 2_000_000_000 }, 'SLOT_NOT_FOUND'],
  ])('of an unknown %j', async (query, code) => {
    const body = { ...query, state: '0'.repeat(64) }
    const answers = [
      await app.call(getRoster, { query }, administrator),
      await app.call(exportRoster, { query }, administrator),
      await app.send(reportRoster, body, administrator),
    ]
    expect(answers.map(({ failure }) => failure?.code)).toEqual([code, code, code])
  })

  test('to a viewer, and its report to a viewer with exports', async () => {
    await credit()
    const viewer = await givenAdministrator(app, 'viewer@example.com', 'viewer')
    const exporting = await givenAdministrator(app, 'exporting@example.com', 'exporting-viewer')
    const query = { eventId: event.eventId }
    const codeOf = async (who: Person) => (await app.call(getRoster, { query }, who)).failure?.code
    expect([await codeOf(viewer), await codeOf(exporting)]).toEqual(['NOT_PERMITTED', undefined])
    await expectRefusal(report(undefined, exporting), 'NOT_PERMITTED')
  })
})

test('what was reported and the differences always equal the current roster', async () => {
  const people = [person]
  const ids = [registrationId]
  for (let more = 0; more < 3; more++) {
    const other = await givenPersonUnmailed(app)
    people.push(other)
    ids.push(await givenRegistration(app, other, event, { slot: more % 2 }))
  }
  let seed = 20_270_209
  const pick = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const scopes = [
    { eventId: event.eventId },
    { eventSlotId: event.slotIds[0] },
    { eventSlotId: event.slotIds[1] },
  ]
  for (let step = 0; step < 30; step++) {
    const at = pick(4)
    const act = pick(5)
    if (act < 2) await credit(1 + pick(8), ids[at])
    if (act === 2) await withdraw(ids[at])
    if (act === 3) await rename({ lastName: `Lee${'x'.repeat(pick(3))}` }, people[at])
    if (act === 4) await report(scopes[pick(3)])
    for (const scope of scopes) {
      const { rows } = await rosterOf(scope)
      const known = new Map(rows.flatMap(({ registrationId: id, was }) => (was ? [[id, was]] : [])))
      expect(known).toEqual(await reportedIn(scope))
      for (const row of rows) {
        if (changeOf(row) === 'taken-back') known.delete(row.registrationId)
        else if (changeOf(row) && row.now) known.set(row.registrationId, row.now)
      }
      const current = await standingIn(scope)
      expect(new Map([...known].map(([id, { hours }]) => [id, hours]))).toEqual(current)
    }
  }
})

/** Returns the newest reported content of each registration of a scope, read directly. */
async function reportedIn({ eventId = 0, eventSlotId = 0 }: RosterScope) {
  const rows = await app.query(
    `select * from (select distinct on (registration_id) registration_id as id, event_slot_id, content
      from credit_roster_rows order by registration_id, credit_roster_id desc) newest
    join event_slots using (event_slot_id)
    where content is not null and (event_id = $1 or event_slot_id = $2)`,
    [eventId, eventSlotId],
  )
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/** Returns the standing hours of each registration of a scope, read directly. */
async function standingIn({ eventId = 0, eventSlotId = 0 }: RosterScope) {
  const rows = await app.query(
    `select registration_id as id, standing.hours from registrations held
    join lateral standing_credit(held.registration_id) standing on true
    where standing.hours > 0 and cancelled_at is null and (event_id = $1 or event_slot_id = $2)`,
    [eventId, eventSlotId],
  )
  return new Map(rows.map(({ id, hours }) => [id, hours]))
}

async function withdraw(id = registrationId) {
  const body = { registrationId: id, hours: 0, reason: 'Withdrawn' }
  await app.send(generateCertificate, body, administrator)
}
