import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { mostAttendanceBytes } from '#contract/attendance/attendance-uploads/calls.ts'
import {
  fetchAttendance,
  getAttendanceSources,
  getSlotAttendance,
} from '#contract/attendance/attendances/calls.ts'
import { easternDay, portalZone } from '#contract/core/season.ts'
import { getRegistrationFinding } from '#contract/counting/credit-findings/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAccountData } from '#contract/office/accounts/calls.ts'
import { tellPresence } from '#contract/webinars/webinar-rooms/calls.ts'
import { sweepCounts } from '#server/counting/credit-findings/jobs.ts'
import { expectSuccess, until } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { attendancesOf, strangersAt } from '#test/counted-attendances.ts'
import type { Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { workbookOf } from '#test/workbooks.ts'
import { sweepAttendances } from './jobs.ts'

let slot: number
let event: Awaited<ReturnType<typeof givenEvent>>
const app = preparedApp()
const administrator = preparedAdministrator(app)
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
  await app.update('eventSlots', { webinarId: `room ${slot}`, ...allDay }, { eventSlotId: slot })
  const joined = { email: person.email, firstName: 'Pat', lastName: 'Example' }
  const { joinUrl } = await app.services.webinar.addRegistrant(`room ${slot}`, joined)
  const seatCode = joinUrl?.split('/').at(-1) ?? ''
  for (let times = 0; times < 3; times++) {
    await expectSuccess(app.call(tellPresence, { params: { seatCode } }))
    app.pass({ minutes: 1 })
  }
  await app.send(fetchAttendance, { eventSlotId: slot }, administrator)
  await until(async () => (await show()).reports.length === 1)
  expect(await strangers()).toEqual([[person.email, 2]])
  expect((await show()).reports[0]?.originName).toBe('the built-in room')
})

test('the history shows who asked for a report and that one was received', async () => {
  await app.update('eventSlots', { webinarId: `room ${slot}` }, { eventSlotId: slot })
  await app.send(fetchAttendance, { eventSlotId: slot }, administrator)
  await app.untilJobsAreDone()
  await app.send(fetchAttendance, { eventSlotId: slot }, administrator)
  await app.untilJobsAreDone()
  const query = { eventId: event.eventId }
  const { activities } = await app.dataOf(getActivities, { query }, administrator)
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
  expect(await attendances(pat)).toMatchObject([{ eventSlotId: slot, minutes: 120, answers: [] }])
  expect(await attendances(absent)).toMatchObject([{ eventSlotId: slot, minutes: 0, visits: [] }])
  expect(await strangers()).toEqual([['guest@example.com', 90]])
  expect(await sourcesOf(body.data.reportId)).toBe(csv)
  const own = await app.request({
    url: `/api${getAccountData.path}`,
    headers: { authorization: `Bearer ${pat.token}` },
  })
  expect(own.json().attendances).toMatchObject([{ eventName: event.eventName, minutes: 120 }])
  expect(own.json().findings).toMatchObject([
    { eventName: event.eventName, rule: 'hours-2/2026.1', isCurrent: true, sentences: expect.any(Array) },
  ])
  expect(own.payload).not.toContain('guest@example.com')
  const history = await app.call(getActivities, { query: { eventId: event.eventId } }, administrator)
  expect(history.data.activities.filter(({ activity }) => activity === 'attendance-uploaded')).toHaveLength(1)
})

test('the same report again is not stored; a corrected one is stored beside the first', async () => {
  const first = await upload(listOf(row('G', 'guest@example.com')))
  expect((await upload(listOf(row('G', 'guest@example.com')))).body.data).toMatchObject({
    isNew: false,
    reportId: first.body.data.reportId,
  })
  const uploads = Array.from({ length: 4 }, () =>
    upload(listOf(row('G', 'guest@example.com', '08:00', '11:00'))),
  )
  expect((await Promise.all(uploads)).filter(({ body }) => body.data.isNew)).toHaveLength(1)
  expect((await show()).reports).toHaveLength(2)
  expect(await strangers()).toEqual([['guest@example.com', 180]])
})

test('all reports of a day count together, and the page says which days each covers', async () => {
  const person = await givenRegistered()
  const of = (day: string, from: string, to: string) =>
    `${heading}\nYes,P,${person.email},2027-02-${day} ${from},2027-02-${day} ${to}\n`
  await upload(of('09', '08:00', '12:00'), { name: 'day-1.csv' })
  await upload(of('10', '08:00', '12:00'), { name: 'day-2.csv' })
  expect((await show()).reports).toMatchObject([
    { originName: 'day-2.csv', days: ['2027-02-10'], covers: ['2027-02-10'], counts: true, setAside: [] },
    { originName: 'day-1.csv', days: ['2027-02-09'], covers: ['2027-02-09'], counts: true, setAside: [] },
  ])
  expect(await attendances(person)).toMatchObject([{ minutes: 480 }])
  await upload(of('09', '07:45', '11:00'), { name: 'day-1-earlier.csv' })
  expect(await attendances(person)).toMatchObject([{ minutes: 495 }])
})

test('every row of a report is stored with its role, medium, line and flaws, also those that do not count', async () => {
  const csv = [
    'Attended,Role,User Name,Email,Join Time,Leave Time,In Waiting Room',
    'Yes,Host,H,h@example.com,2027-02-09 08:00,2027-02-09 12:00,No',
    'Yes,Panelist,P,p@example.com,2027-02-09 08:00,2027-02-09 12:00,No',
    'Yes,,W,w@example.com,2027-02-09 07:50,2027-02-09 08:00,Yes',
    'No,,A,a@example.com,--,--,',
    'Yes,,F,f@example.com,soon,2027-02-09 12:00,No',
  ].join('\n')
  const { body } = await upload(`${csv}\n`)
  const rows = await app.query(
    `select name, role, medium, status, line, flaws->0->>'code' as flaw from attendance_visits
     join attendance_readings using (attendance_reading_id)
     where attendance_readings.attendance_report_id = $1 order by place`,
    [body.data.reportId],
  )
  expect(rows.map((each) => Object.values(each))).toEqual([
    ['H', 'host', 'online', 'present', 2, null],
    ['P', 'panelist', 'online', 'present', 3, null],
    ['W', 'attendee', 'online', 'waiting', 4, null],
    ['A', 'attendee', 'online', 'absent', 5, null],
    ['F', 'attendee', 'online', 'present', 6, 'unreadable-time'],
  ])
  // A person whose times can't be read may have attended.
  expect(await strangers()).toEqual([
    ['f@example.com', 0],
    ['p@example.com', 240],
  ])
})

test('a report that covers no day of the slot is kept and listed, means nothing, and the answer says so', async () => {
  const person = await givenRegistered()
  const rows = [row('P', person.email), row('G', 'guest@example.com')]
  const { body } = await upload(listOf(...rows).replaceAll('2027-02', '2027-03'))
  expect(body.data).toMatchObject({
    isNew: true,
    days: ['2027-03-09'],
    problems: [{ line: null, problem: expect.stringContaining('covers no day of this time slot') }],
    covers: [],
  })
  expect((await show()).reports).toMatchObject([{ covers: [] }])
  expect(await strangers()).toEqual([])
})

test('a file that says nothing new is kept too, with the hash of its bytes', async () => {
  const csv = listOf(row('G', 'guest@example.com'))
  const first = await upload(csv)
  const again = await upload(csv.replace(heading, `Webinar of today\n${heading}`), { name: 'again.csv' })
  expect(again.body.data).toMatchObject({ isNew: false, reportId: first.body.data.reportId })
  const sha256 = createHash('sha256').update(csv).digest('hex')
  expect((await show()).reports).toMatchObject([{ originName: 'day-1.csv', sha256, repeats: 1 }])
  const rows = await app.query(
    'select attendance_report_id as id from attendance_reports where repeats_report_id = $1',
    [first.body.data.reportId],
  )
  expect(await sourcesOf(rows[0].id)).toContain('Webinar of today')
})

test('a report that an earlier version of the readers read is read again from its bytes, and then counts so', async () => {
  const person = await givenRegistered()
  const rows = await app.query(
    `insert into attendance_reports (event_slot_id, origin, origin_name, received_at, sources, file, said_hash)
     values ($1, 'upload', 'old.csv', now(), '[]', $2, '') returning attendance_report_id as id`,
    [slot, Buffer.from(listOf(row('P', person.email)))],
  )
  await app.query(
    `with reading as (
       insert into attendance_readings (attendance_report_id, reader, kind, format, encoding, days, visits, answers, said_hash)
       values ($1, 'reports-0', 'attendance', '', '', '{2027-02-09}', 1, 0, '') returning attendance_reading_id
     ) insert into attendance_visits (attendance_reading_id, place, email, name, joined_at, left_at)
     select attendance_reading_id, 1, $2, '', '2027-02-09 08:00-05', '2027-02-09 08:10-05' from reading`,
    [rows[0].id, person.email],
  )
  await app.write(sweepCounts)
  expect(await attendances(person)).toMatchObject([{ minutes: 10 }])
  const sweep = () => app.write(sweepAttendances)
  await sweep()
  expect(await attendances(person)).toMatchObject([{ minutes: 90 }])
  await sweep()
  expect((await jobsOf(app, 'read-attendance')).filter(({ isOpen }) => isOpen)).toEqual([])
})

test("a person's own attendance equals what the finding counted, whatever data they share with others", async () => {
  const webinarId = `matched ${slot}`
  const { db } = app.services
  await db.updateTable('eventSlots').set({ webinarId }).where('eventSlotId', '=', slot).execute()
  const people = [await givenRegistered(), await givenRegistered(), await givenRegistered()] as const
  const [first, second, third] = people
  const registrationIds: number[] = []
  await app.untilJobsAreDone()
  // The webinar platform knows the second person by the first one's email, and the third by another email.
  for (const [person, email, registrantId] of [
    [first, first.email, 'id-1'],
    [second, first.email, 'id-2'],
    [third, 'third.elsewhere@example.com', 'id-3'],
  ] as const) {
    const { registrationId } = await db
      .selectFrom('registrations')
      .select('registrationId')
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow()
    registrationIds.push(registrationId)
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
  await app.untilJobsAreDone()
  const counted: number[] = []
  for (const [place, { token }] of people.entries()) {
    const query = { eventSlotId: slot, registrationId: registrationIds[place] as number }
    const { wire } = await app.call(getRegistrationFinding, { query }, administrator)
    const own = await app.request({
      url: `/api${getAccountData.path}`,
      headers: { authorization: `Bearer ${token}` },
    })
    const [{ minutes, visits }] = own.json().attendances
    expect(wire).toMatchObject({ visits })
    counted.push(minutes)
  }
  // The first row has the email of two people.
  expect(counted).toEqual([0, 30, 40])
})

test('each slot under a shared webinar shows its own people', async () => {
  await app.update('eventSlots', { webinarId: `shared ${slot}` }, { eventId: event.eventId })
  await upload(listOf(row('M', 'morning@example.com'), row('A', 'afternoon@example.com', '13:00', '16:00')))
  expect(await strangers()).toEqual([['morning@example.com', 90]])
})

test('a report with a flawed row is stored, and the row is named', async () => {
  const person = await givenRegistered({ slot: 1 })
  const csv = listOf(
    row('G', person.email),
    'Yes,H,host@example.com,soon,2027-02-09 09:00',
    row('B', 'back@example.com', '10:00', '09:00'),
  )
  const { body } = await upload(csv.replace('G,', 'G\0,'))
  expect(body.data).toMatchObject({
    reportId: expect.any(Number),
    isNew: true,
    kind: 'attendance',
    days: ['2027-02-09'],
    rows: 3,
    visits: 2,
    problems: [
      { line: 3, problem: "'Join Time' is no date and time: 'soon'." },
      { line: 4, problem: "'Leave Time' is before 'Join Time'." },
    ],
  })
  expect(await attendances(person)).toMatchObject([{ eventSlotId: slot, minutes: 90 }])
  expect(await strangers()).toEqual([
    ['back@example.com', 0],
    ['host@example.com', 0],
  ])
})

test('a file that is none of the reports is not stored, and the answer says what it seems to be', async () => {
  expect((await upload('name,age\nPat,40\n')).body.data).toMatchObject({
    reportId: null,
    isNew: false,
    kind: null,
    rows: 0,
    problems: [{ line: null, problem: expect.stringContaining("a list with the columns 'name', 'age'") }],
  })
  expect((await show()).reports).toEqual([])
})

test('times are in the zone that the file names, else in the one that the sender names', async () => {
  const person = await givenRegistered()
  const csv = listOf(row('P', person.email))
  const [utc, central] = [{ time_zone: 'UTC' }, { time_zone: 'America/Chicago' }]
  expect((await upload(csv, { texts: {} })).body.data).toMatchObject({
    reportId: null,
    asksForZone: true,
    timeZone: null,
    problems: [{ line: null, problem: expect.stringContaining('time zone') }],
  })
  expect((await upload(csv, { texts: { time_zone: 'Mars' } })).body).toMatchObject({
    code: 'INVALID_FIELDS',
    fields: { time_zone: 'There is no such time zone' },
  })
  const starts: number[][] = []
  for (const [file, texts] of [
    [csv, central],
    [csv.replace('Join Time', 'Join Time (UTC)'), central],
    [csv.replace('Join Time', 'Join Time (CST)').replace('09:30', '09:31'), utc],
  ] as const) {
    expect((await upload(file, { texts })).body.data.isNew).toBe(true)
    starts.push((await attendances(person))[0]?.visits.map(({ joinedAt }) => joinedAt.getUTCHours()) ?? [])
  }
  expect(starts).toEqual([[14], [8, 14], [8, 14, 14]])
})

test('a preview says how a file is read, and stores nothing', async () => {
  const texts = { time_zone: 'America/New_York', preview: 'true' }
  const { email } = await givenRegistered()
  const { body } = await upload(listOf(row('P', email), 'No,R,r@example.com,--,--'), { texts })
  expect(body.data).toEqual({
    reportId: null,
    isNew: false,
    kind: 'attendance',
    about: 'a list of attendees',
    timeZone: 'America/New_York',
    asksForZone: true,
    days: ['2027-02-09'],
    rows: 2,
    visits: 1,
    answers: 0,
    problems: [],
    covers: ['2027-02-09'],
    isOfOtherWebinar: false,
    adds: ["Adds Pat O'Brien, with 90 minutes."],
    firstRows: [
      {
        line: 2,
        name: 'P',
        email,
        as: 'present',
        from: '2027-02-09T13:00:00.000Z',
        to: '2027-02-09T14:30:00.000Z',
      },
      { line: 3, name: 'R', email: 'r@example.com', as: 'absent', from: null, to: null },
    ],
  })
  expect((await show()).reports).toEqual([])
})

test("a poll report's answers are shown with the visits of the attendee report, whichever came last", async () => {
  const person = await givenRegistered()
  const polls = `User Name,User Email,Submitted Date/Time\nP,${person.email},2027-02-09 08:25:30,Which form?,FAA Form 337\n`
  expect((await upload(polls)).body.data).toMatchObject({ kind: 'polls', rows: 1, visits: 0, answers: 1 })
  expect(await attendances(person)).toMatchObject([{ minutes: 0, answers: [{ question: 'Which form?' }] }])
  await upload(listOf(row('P', person.email)))
  await upload(polls.replace('08:25:30', '08:25:31'))
  const { reports } = await show()
  expect(reports.map(({ visits, answers, counts }) => [visits, answers, counts])).toEqual([
    [0, 1, true],
    [1, 0, true],
    [0, 1, true],
  ])
  const answers = ['13:25:30', '13:25:31'].map((time) => ({
    question: 'Which form?',
    answer: 'FAA Form 337',
    answeredAt: new Date(`2027-02-09T${time}Z`),
  }))
  expect(await attendances(person)).toMatchObject([{ minutes: 90, answers }])
})

test('a workbook is stored as received', async () => {
  const person = await givenRegistered()
  const rows = [heading.split(','), ['Yes', 'P', person.email, 46427.333333333336, 46427.375]]
  const workbook = workbookOf({ Report: rows })
  const { body } = await upload(workbook, { name: 'day-1.xlsx' })
  expect(await attendances(person)).toMatchObject([{ eventSlotId: slot, minutes: 60 }])
  const answer = await requestSources(body.data.reportId)
  expect(answer.rawPayload.equals(workbook)).toBe(true)
  expect(answer.headers['content-disposition']).toContain(`attendance-${body.data.reportId}.xlsx`)
})

test.each<[string, () => Promise<{ status: number; body: { code: string } }>, number, string]>([
  ['more than 50 MB', () => upload('x'.repeat(mostAttendanceBytes + 1)), 413, 'ATTENDANCE_TOO_LARGE'],
  [
    'a report for an unknown slot',
    () => upload(listOf(), { eventSlotId: 2_000_000_000 }),
    404,
    'SLOT_NOT_FOUND',
  ],
  [
    'a report by a person who is no administrator',
    async () => upload(listOf(), { token: await tokenOfPerson() }),
    403,
    'NOT_ADMINISTRATOR',
  ],
])('an upload of %s is refused', async (_, send, status, code) => {
  expect(await send()).toMatchObject({ status, body: { code } })
})

test('a slot without a webinar has nobody to ask, and an unknown report has no sources', async () => {
  const asked = await app.send(fetchAttendance, { eventSlotId: slot }, administrator)
  expect(asked.failure?.code).toBe('WEBINAR_MISSING')
  expect(await sourcesOf(2_000_000_000)).toContain('ATTENDANCE_NOT_FOUND')
})

async function givenRegistered({ slot = 0 } = {}) {
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event, { slot })
  return person
}

async function tokenOfPerson() {
  return (await givenPersonUnmailed(app)).token
}

function show() {
  return app.dataOf(getSlotAttendance, { query: { eventSlotId: slot } }, administrator)
}

function attendances(person: Person) {
  return attendancesOf(app, person, administrator.token)
}

function strangers() {
  return strangersAt(app, slot, administrator.token)
}

interface Upload {
  eventSlotId?: number
  token?: string
  name?: string
  texts?: Record<string, string>
}

async function upload(
  file: string | Buffer,
  {
    eventSlotId = slot,
    token = administrator.token,
    name = 'day-1.csv',
    texts = { time_zone: portalZone },
  }: Upload = {},
) {
  return uploadAttendanceFile(app, file, { eventSlotId, by: { token }, name, texts })
}

async function sourcesOf(reportId: number) {
  return (await requestSources(reportId)).body
}

function requestSources(reportId: number) {
  const url = `/api${getAttendanceSources.path.replace(':reportId', String(reportId))}`
  return app.request({ url, headers: { authorization: `Bearer ${administrator.token}` } })
}
