import { beforeEach, describe, expect, test } from 'vitest'
import type { UploadedAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { portalZone } from '#contract/core/season.ts'
import type { AttendanceUpload } from '#test/attendance-uploads.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { castDays, castOf } from '#test/cast.ts'
import { csvOf, newZoomReport, oldZoomReport, zoomPollReport } from '#test/cast-reports.ts'
import { attendancesOf } from '#test/counted-attendances.ts'
import type { Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { turnsOf } from '#test/turns.ts'
import { workbookOf } from '#test/workbooks.ts'

let event: Awaited<ReturnType<typeof givenEvent>>
let slot: number
const app = preparedApp()
const administrator = preparedAdministrator(app)
const colleague = prepared(() => givenAdministrator(app, 'colleague@example.com'))
beforeEach(async () => {
  event = await givenEvent(app)
  slot = event.slotIds[0]
})

const heading = 'Attended,User Name,Email,Join Time,Leave Time'
const listOf = (...rows: string[]) => `${[heading, ...rows].join('\n')}\n`
const row = (email: string, more = '') => `Yes,P,${email},2027-02-09 08:00,2027-02-09 09:30${more}`

const nobodyOfOurs = expect.stringContaining('No one in this report is registered for this event')

describe("another webinar's report is told and not refused:", () => {
  const [day] = castDays
  const preview = { time_zone: portalZone, preview: 'true' }

  test.each([
    ['an attendee report', () => csvOf(oldZoomReport(castOf({ prefix: 'stranger' }), day))],
    ['a poll report', () => csvOf(zoomPollReport(castOf({ prefix: 'stranger' }), day))],
  ])('%s that names nobody of ours', async (_, fileOf) => {
    await givenRegistered()
    await heldAsCast()
    for (const texts of [preview, { time_zone: portalZone }]) {
      const { body } = await upload(fileOf(), { texts })
      expect(body.data.problems[0]).toEqual({ line: null, problem: nobodyOfOurs })
    }
    expect((await show()).reports).toHaveLength(1)
  })

  test('a report that names another webinar than the slot', async () => {
    const person = await givenRegistered()
    await setWebinar('99289110036')
    await heldAsCast()
    const cast = castOf()
    cast[0] = {
      ...cast[0],
      visits: cast[0]?.visits.map((visit) => ({ ...visit, email: person.email })),
    } as never
    for (const [on, report] of [
      [castDays[0], oldZoomReport],
      [castDays[1], newZoomReport],
    ] as const) {
      // One of the cast has forwarded their link.
      const shared = expect.stringMatching(
        / has the names '.+' and '.+': the rows of both count for one person\.$/,
      )
      expect(doubtsIn(await upload(csvOf(report(cast, on))))).toEqual([shared])
      const other = await upload(csvOf(report(cast, on, '811 1111 2222')))
      expect(doubtsIn(other)).toEqual([expect.stringContaining('is of the webinar 811 1111 2222.'), shared])
    }
  })

  test.each<[string, (person: Person) => Promise<string> | string]>([
    ['by their email in capitals', (person) => row(person.email.toUpperCase())],
    ['by an email with an invisible character', (person) => row(`\u200b${person.email}`)],
    [
      'by the email that the webinar platform was told',
      async (person) => {
        await setRegistrant(person, { email: 'told.elsewhere@example.com' })
        return row('Told.Elsewhere@example.com')
      },
    ],
    [
      'by the registrant id',
      async (person) => {
        await setRegistrant(person, { registrantId: 'zr-1' })
        return row('nobody@example.com', ',zr-1')
      },
    ],
  ])('but not if one row names somebody registered: %s', async (_, rowOf) => {
    await setWebinar('99289110036')
    const person = await givenRegistered()
    const list = listOf(row('stranger@example.com'), await rowOf(person))
    const { body } = await upload(list.replace('Leave Time', 'Leave Time,Registrant ID'))
    expect(body.data.problems).toEqual([])
  })

  test('but not if somebody is registered for the other slot of the event', async () => {
    const person = await givenPersonUnmailed(app)
    await givenRegistration(app, person, event, { slot: 1 })
    expect((await upload(listOf(row(person.email)))).body.data.problems).toEqual([])
  })

  test('and nothing is told of a report without any ids and emails', async () => {
    await givenRegistered()
    expect((await upload(listOf(row('')))).body.data.problems).toEqual([])
  })
})

test('of two administrators who upload the same file at once, one report counts, and both get an answer', async () => {
  const person = await givenRegistered()
  const answers = await Promise.all(
    [administrator, colleague].map((by) => upload(listOf(row(person.email)), { by })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ body }) => body.data.isNew).sort()).toEqual([false, true])
  expect(new Set(answers.map(({ body }) => body.data.reportId)).size).toBe(1)
  expect((await show()).reports.map(({ repeats }) => repeats)).toEqual([1])
  expect(await minutesOf(person)).toBe(90)
})

test('of two administrators who upload different files at once, both reports are kept and count together', async () => {
  const person = await givenRegistered()
  const answers = await Promise.all([
    upload(listOf(row(person.email)), { by: administrator }),
    upload(listOf(row(person.email).replace('08:00', '07:30')), { by: colleague }),
  ])
  expect(answers.map(({ body }) => body.data.isNew)).toEqual([true, true])
  expect((await show()).reports.map(({ counts }) => counts)).toEqual([true, true])
  expect(await minutesOf(person)).toBe(120)
})

test('the value that a formula stored is read, and nothing is calculated', async () => {
  const person = await givenRegistered()
  const cells = [
    'Yes',
    'P',
    { xml: `<c t="str"><f>CONCAT("x",1/0)</f><v>${person.email}</v></c>` },
    { xml: '<c><f>NOW()+1000</f><v>46427.333333333336</v></c>' },
    { xml: '<c><f>D2*0</f><v>46427.375</v></c>' },
  ]
  await upload(workbookOf({ Report: [heading.split(','), cells] }), { name: 'day-1.xlsx' })
  expect(await minutesOf(person)).toBe(60)
})

test.each([
  ['a zip bomb', () => workbookOf({ Report: [] }, { more: [bomb] }), /unpacks to more than 256 MB/],
  ['one column', () => 'pat@example.com\nkim@example.com\n', /without columns/],
  ['no column', () => '', /is empty/],
  ['20,001 rows', () => listOf() + `${row('p@example.com')}\n`.repeat(20_001), /more than 20,000 rows/],
])('%s is refused with words, and nothing is stored', async (_, fileOf, words) => {
  const { status, body } = await upload(fileOf())
  expect([status, body.data]).toMatchObject([
    200,
    { reportId: null, kind: null, problems: [{ line: null, problem: expect.stringMatching(words) }] },
  ])
  expect((await show()).reports).toEqual([])
})

const bomb = { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(300 * 1024 * 1024, ' ') }

test('a report of 20,000 rows is stored whole and counted, while others are answered', async () => {
  const people = await givenRegistrants(200)
  const lines = Array.from({ length: 19_999 }, (_, place) => {
    const minute = String(place % 60).padStart(2, '0')
    const times = `2027-02-09 ${8 + (place % 4)}:${minute},2027-02-09 ${9 + (place % 4)}:${minute}`
    return `Yes,P,${people[place % 200]},${times},${String(place).padEnd(180, '.')}`
  })
  let answer: Awaited<ReturnType<typeof upload>> | undefined
  const storing = await turnsOf(async () => {
    answer = await upload(listOf(...lines))
  })
  const data: UploadedAttendance = answer?.body.data
  expect(data).toMatchObject({ isNew: true, rows: 19_999, visits: 19_999, problems: [] })
  const stored = await app.query(
    `select count(*)::integer as rows, max(place)::integer as last, max(line)::integer as line from attendance_visits
     join attendance_readings using (attendance_reading_id) where attendance_readings.attendance_report_id = ${data.reportId}`,
  )
  expect(stored).toEqual([{ rows: 19_999, last: 19_999, line: 20_000 }])
  const counting = await turnsOf(() => app.untilJobsAreDone())
  const found = await app.query(
    `select count(*)::integer as people from credit_counts where event_slot_id = ${slot}`,
  )
  expect(found).toEqual([{ people: 200 }])
  // Only a coarse guard: this process also sends the file.
  expect(Math.max(storing.longest, counting.longest)).toBeLessThan(200)
}, 240_000)

test('a name that repeats a month does not hold up the reader', async () => {
  const begun = performance.now()
  const { body } = await upload(
    listOf(`Yes,${'mon'.repeat(40)}!1,ada@example.com,2027-02-09 07:58,2027-02-09 12:02`),
  )
  expect(body.data).toMatchObject({ visits: 1 })
  expect(performance.now() - begun).toBeLessThan(5000)
})

/** Registers people for the slot, and returns their emails. */
async function givenRegistrants(count: number) {
  const rows = await app.query(
    `with people as (
       insert into users (email, first_name, last_name)
       select 'row' || number || '@example.com', 'P', 'Number ' || number from generate_series(1, ${count}) number returning user_id, email
     ), registered as (
       insert into registrations (user_id, event_id, event_slot_id) select user_id, ${event.eventId}, ${slot} from people
     )
     select email from people`,
  )
  return rows.map(({ email }) => email)
}

/** Moves the slot to the days of the cast. */
async function heldAsCast() {
  const [startOn, endOn] = castDays
  await app.update('eventSlots', { startOn, endOn }, { eventSlotId: slot })
}

async function givenRegistered() {
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event)
  return person
}

/** Returns the problems of a whole file. */
function doubtsIn({ body }: Awaited<ReturnType<typeof upload>>) {
  const problems: { line: number | null; problem: string }[] = body.data.problems
  return problems.filter(({ line }) => line === null).map(({ problem }) => problem)
}

async function setWebinar(webinarId: string) {
  const { db } = app.services
  await db.updateTable('eventSlots').set({ webinarId }).where('eventSlotId', '=', slot).execute()
}

async function setRegistrant({ userId }: Person, told: { email?: string; registrantId?: string }) {
  const { db } = app.services
  const { registrationId } = await db
    .selectFrom('registrations')
    .select('registrationId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  await app.untilJobsAreDone()
  await db
    .updateTable('webinarRegistrants')
    .set({ ...told, webinarId: '99289110036' })
    .where('registrationId', '=', registrationId)
    .execute()
}

function upload(file: string | Buffer, more: Partial<AttendanceUpload> = {}) {
  return uploadAttendanceFile(app, file, { eventSlotId: slot, by: administrator, ...more })
}

async function minutesOf(person: Person) {
  const [attendance] = await attendancesOf(app, person, administrator.token)
  return attendance?.minutes
}

function show() {
  return app.dataOf(getSlotAttendance, { query: { eventSlotId: slot } }, administrator)
}
