import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccountData } from '#contract/accounts/calls.ts'
import { getActivities } from '#contract/activities/calls.ts'
import {
  fetchAttendance,
  getAccountAttendances,
  getAttendanceSources,
  getSlotAttendance,
  mostAttendanceBytes,
} from '#contract/attendances/calls.ts'
import { easternDay } from '#contract/core/season.ts'
import { tellPresence } from '#contract/webinar-rooms/calls.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import { forgetAttendances } from './jobs.ts'

let app: TestApp
let administrator: Person
let slot: number
let event: Awaited<ReturnType<typeof givenEvent>>
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  event = await givenEvent(app)
  slot = event.slotIds[0]
})

const heading = 'Attended,User Name,Email,Join Time,Leave Time'
const listOf = (...rows: string[]) => `${[heading, ...rows].join('\n')}\n`
const row = (name: string, email: string, from = '08:00', to = '09:30') =>
  `Yes,${name},${email},2027-02-09 ${from},2027-02-09 ${to}`

test('the built-in room reports who was in it when the portal asks', async () => {
  const person = await givenPersonUnmailed(app)
  const on = easternDay(app.services.clock())
  const allDay = { startOn: on, endOn: on, startTime: '00:00', endTime: '23:59' } as const
  await app.services.db
    .updateTable('eventSlots')
    .set({ webinarId: `room ${slot}`, ...allDay })
    .where('eventSlotId', '=', slot)
    .execute()
  const joined = { email: person.email, firstName: 'Pat', lastName: 'Example' }
  const { registrantId } = await app.services.webinar.addRegistrant(`room ${slot}`, joined)
  for (let times = 0; times < 3; times++) {
    expect((await app.call(tellPresence, { params: { registrantId } })).failure).toBe(undefined)
    app.pass({ minutes: 1 })
  }
  await app.call(fetchAttendance, { body: { eventSlotId: slot } }, administrator.token)
  await until(async () => (await show()).reports.length === 1)
  expect((await show()).people).toMatchObject([{ registrationId: null, email: person.email, minutes: 2 }])
  expect((await show()).reports[0]?.originName).toBe('The built-in room')
})

test('the history shows who asked for a report and that one was received', async () => {
  await app.services.db
    .updateTable('eventSlots')
    .set({ webinarId: `room ${slot}` })
    .where('eventSlotId', '=', slot)
    .execute()
  await app.call(fetchAttendance, { body: { eventSlotId: slot } }, administrator.token)
  await app.untilJobsAreDone()
  await app.call(fetchAttendance, { body: { eventSlotId: slot } }, administrator.token)
  await app.untilJobsAreDone()
  const query = { eventId: event.eventId }
  const { activities } = (await app.call(getActivities, { query }, administrator.token)).data
  expect(activities.map(({ activity, actedBy }) => [activity, actedBy?.name])).toEqual([
    ['attendance-asked', 'Portal Administrator'],
    ['attendance-received', undefined],
    ['attendance-asked', 'Portal Administrator'],
  ])
  expect(new Set(activities.map(({ item }) => item)).size).toBe(1)
})

test('an uploaded report is stored, matched by email and shown together with absentees', async () => {
  const [pat, absent] = [await givenRegistered(), await givenRegistered()]
  const csv = listOf(
    row('P', pat.email.toUpperCase()),
    row('P', pat.email, '09:00', '10:00'),
    row('G', 'guest@example.com'),
  )
  const { body } = await upload(csv)
  expect(body.data).toMatchObject({ isNew: true, visits: 3, problems: [] })
  const shown = await show()
  expect(shown.reports).toMatchObject([
    { origin: 'upload', originName: 'day-1.csv', uploadedBy: 'Portal Administrator', visits: 3 },
  ])
  expect(
    shown.people.map(({ email, minutes, registrationId }) => [email, minutes, registrationId !== null]),
  ).toEqual([
    [pat.email, 120, true],
    [absent.email, 0, true],
    ['guest@example.com', 90, false],
  ])
  expect(await sourcesOf(body.data.reportId)).toBe(csv)
  const account = await app.call(
    getAccountAttendances,
    { query: { userId: pat.userId } },
    administrator.token,
  )
  expect(account.data.attendances).toMatchObject([{ eventSlotId: slot, minutes: 120, answers: [] }])
  const own = await app.request({
    url: `/api${getAccountData.path}`,
    headers: { authorization: `Bearer ${pat.token}` },
  })
  expect(own.json().attendances).toMatchObject([{ eventName: event.eventName, minutes: 120 }])
  expect(own.payload).not.toContain('guest@example.com')
  const history = await app.call(getActivities, { query: { eventId: event.eventId } }, administrator.token)
  expect(history.data.activities.filter(({ activity }) => activity === 'attendance-uploaded')).toHaveLength(1)
})

test('the same report again is not stored; a corrected one is stored beside the first', async () => {
  const first = await upload(listOf(row('G', 'guest@example.com')))
  expect((await upload(listOf(row('G', 'guest@example.com')))).body.data).toMatchObject({
    isNew: false,
    reportId: first.body.data.reportId,
  })
  const uploads = Array.from({ length: 8 }, () =>
    upload(listOf(row('G', 'guest@example.com', '08:00', '11:00'))),
  )
  expect((await Promise.all(uploads)).filter(({ body }) => body.data.isNew)).toHaveLength(1)
  const { reports, people } = await show()
  expect(reports).toHaveLength(2)
  expect(people.map(({ minutes }) => minutes)).toEqual([180])
})

test('a person who registers for the slot later is matched with an earlier report', async () => {
  const person = await givenPersonUnmailed(app)
  await upload(listOf(row('P', person.email)))
  expect((await show()).people.map(({ registrationId }) => registrationId)).toEqual([null])
  await givenRegistration(app, person, event)
  expect((await show()).people).toMatchObject([{ userId: person.userId, minutes: 90 }])
})

test("a person's own attendance equals the one on the slot's page, whatever data they share with others", async () => {
  const webinarId = `matched ${slot}`
  const { db } = app.services
  await db.updateTable('eventSlots').set({ webinarId }).where('eventSlotId', '=', slot).execute()
  const people = [await givenRegistered(), await givenRegistered(), await givenRegistered()] as const
  const [first, second, third] = people
  // The webinar platform knows the second person by the email of the first, and the third by another email.
  for (const [person, email, registrantId] of [
    [second, first.email, 'id-2'],
    [third, 'third.elsewhere@example.com', 'id-3'],
  ] as const) {
    const { registrationId } = await db
      .selectFrom('registrations')
      .select('registrationId')
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('webinarRegistrants')
      .set({ email, registrantId })
      .where('registrationId', '=', registrationId)
      .execute()
  }
  await upload(
    listOf(
      row('A', first.email),
      row('B', second.email, '08:00', '08:30'),
      row('C', 'THIRD.elsewhere@example.com', '08:00', '08:20'),
      row('C', third.email, '09:00', '09:20'),
      row('G', 'guest@example.com'),
    ),
  )
  const shown = (await show()).people
  for (const { userId, token } of people) {
    const { minutes, visits } = shown.find((each) => each.userId === userId) ?? {}
    const own = await app.request({
      url: `/api${getAccountData.path}`,
      headers: { authorization: `Bearer ${token}` },
    })
    const [attendance] = own.json().attendances
    expect([attendance.minutes, attendance.visits.length]).toEqual([minutes, visits?.length])
  }
})

test('each slot under a shared webinar shows its own people', async () => {
  await app.services.db
    .updateTable('eventSlots')
    .set({ webinarId: `shared ${slot}` })
    .where('eventId', '=', event.eventId)
    .execute()
  await upload(listOf(row('M', 'morning@example.com'), row('A', 'afternoon@example.com', '13:00', '16:00')))
  expect((await show()).people.map(({ email }) => email)).toEqual(['morning@example.com'])
})

describe('nothing of an invalid report is stored:', () => {
  test.each<[string, string, { line: number | null; problem: string }[]]>([
    [
      'a line without a time',
      listOf(row('G', 'guest@example.com'), 'Yes,H,host@example.com,soon,2027-02-09 09:00'),
      [{ line: 3, problem: "'Join Time' is no date and time: 'soon'." }],
    ],
    [
      'a list of something else',
      'name,age\nPat,40\n',
      [
        {
          line: null,
          problem:
            "No line names the columns 'Email', 'Join Time' and 'Leave Time'. Is it the webinar platform's attendee report?",
        },
      ],
    ],
  ])('%s', async (_, csv, problems) => {
    expect((await upload(csv)).body.data).toEqual({ reportId: null, isNew: false, visits: 0, problems })
    expect((await show()).reports).toEqual([])
  })
})

test.each<[string, () => Promise<{ status: number; body: { code: string } }>, number, string]>([
  ['more than 2 MB', () => upload('x'.repeat(mostAttendanceBytes + 1)), 413, 'ATTENDANCE_TOO_LARGE'],
  ['a report for an unknown slot', () => upload(listOf(), 2_000_000_000), 404, 'SLOT_NOT_FOUND'],
  [
    'a report by a person who is no administrator',
    async () => upload(listOf(), slot, await tokenOfPerson()),
    403,
    'NOT_ADMINISTRATOR',
  ],
])('an upload of %s is refused', async (_, send, status, code) => {
  expect(await send()).toMatchObject({ status, body: { code } })
})

test('a slot without a webinar has nobody to ask, and an unknown report has no sources', async () => {
  const asked = await app.call(fetchAttendance, { body: { eventSlotId: slot } }, administrator.token)
  expect(asked.failure?.code).toBe('WEBINAR_MISSING')
  expect(await sourcesOf(2_000_000_000)).toContain('ATTENDANCE_NOT_FOUND')
})

describe('the database', () => {
  test.each([
    ['attendance_reports', "update attendance_reports set sources = '[]'"],
    ['attendance_reports', 'update attendance_reports set uploaded_by = null'],
    ['attendance_reports', 'delete from attendance_reports'],
    ['attendance_visits', 'update attendance_visits set left_at = joined_at'],
    ['attendance_visits', 'delete from attendance_visits'],
    ['attendance_answers', "update attendance_answers set answer = ''"],
  ])('does not change %s: %s', async (table, statement) => {
    await upload(listOf(row('G', 'guest@example.com')))
    await expect(app.services.pool.query(statement)).rejects.toThrow(`${table} is append-only`)
  })

  test('deletes reports after three years, together with their visits', async () => {
    await upload(listOf(row('G', 'guest@example.com')))
    await app.services.pool.query(
      `insert into attendance_reports (event_slot_id, origin, origin_name, received_at, sources, said_hash)
        values ($1, 'upload', 'old.csv', now() - interval '3 years 1 day', '[]', '')`,
      [slot],
    )
    await write(app.services, undefined, forgetAttendances)
    expect((await show()).reports.map(({ originName }) => originName)).toEqual(['day-1.csv'])
  })
})

async function givenRegistered(): Promise<Person> {
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event)
  return person
}

async function tokenOfPerson(): Promise<string> {
  return (await givenPersonUnmailed(app)).token
}

async function show() {
  return (await app.call(getSlotAttendance, { query: { eventSlotId: slot } }, administrator.token)).data
}

async function upload(csv: string, eventSlotId = slot, token = administrator.token) {
  const payload = new FormData()
  payload.set('file', new Blob([csv]), 'day-1.csv')
  const answer = await app.request({
    method: 'POST',
    url: `/api/private/attendance-uploads/${eventSlotId}`,
    payload: payload as never,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function sourcesOf(reportId: number): Promise<string> {
  const url = `/api${getAttendanceSources.path.replace(':reportId', String(reportId))}`
  return (await app.request({ url, headers: { authorization: `Bearer ${administrator.token}` } })).body
}
