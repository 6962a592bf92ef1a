import { beforeEach, describe, expect, test } from 'vitest'
import { readInZone } from '#contract/attendance/attendance-uploads/calls.ts'
import { portalZone } from '#contract/core/season.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { givenEvent, preparedAdministrator, preparedApp } from '#test/given.ts'
import { sweepAttendances } from './jobs.ts'
import { findReports } from './queries.ts'

let slot: number
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  slot = (await givenEvent(app)).slotIds[0]
})

const days = ['2027-02-09', '2027-02-10']
const heading = 'Name,Email,Join Time,Leave Time'
const dateless = 'Name,Email,Time In,Time Out\nAda,ada@example.com,7:58 AM,12:02 PM\n'
const dated = `${heading}\nAda,ada@example.com,2027-02-09 07:58,2027-02-09 12:02\n`
const inUtc = dated.replace('Join Time,Leave Time', 'Join Time (UTC),Leave Time (UTC)')

describe('of times without a date', () => {
  test('the upload asks for the day of the slot, and stores nothing without it', async () => {
    const { data } = await upload(dateless)
    expect(data).toMatchObject({ reportId: null, kind: 'attendance', askedDays: days, rows: 1 })
    expect(data).not.toHaveProperty('day')
    expect(data.problems).toEqual([
      {
        line: null,
        problem:
          'The times in this file have no dates. Please choose the day of this time slot on which they are.',
      },
    ])
    expect(await reports()).toEqual([])
  })

  test('a preview with the chosen day shows them, and the report is stored with it', async () => {
    const choices = { time_zone: 'America/Chicago', times_on: '2027-02-10' }
    const preview = await upload(dateless, { ...choices, preview: 'true' })
    expect(preview.data).toMatchObject({
      reportId: null,
      askedDays: days,
      day: '2027-02-10',
      days: ['2027-02-10'],
      problems: [{ problem: expect.stringContaining('No one in this report is registered') }],
      firstRows: [{ from: '2027-02-10T13:58:00.000Z', to: '2027-02-10T18:02:00.000Z' }],
    })
    expect((await upload(dateless, choices)).data).toMatchObject({ isNew: true })
    expect(await reports()).toEqual([
      { joinedAt: '2027-02-10T13:58:00.000Z', leftAt: '2027-02-10T18:02:00.000Z' },
    ])
  })

  test.each(['2027-02-11', '2027-02-31', 'Tuesday'])('the day %s is refused', async (day) => {
    const { code, fields } = await upload(dateless, { time_zone: portalZone, times_on: day })
    expect([code, Object.keys(fields)]).toEqual(['INVALID_FIELDS', ['times_on']])
  })

  test('a line above tells the day, and the sender may choose another', async () => {
    const titled = `Sign-in sheet, 02/09/2027\n${dateless}`
    const preview = await upload(titled, { time_zone: portalZone, preview: 'true' })
    expect(preview.data).toMatchObject({ askedDays: days, day: '2027-02-09', days: ['2027-02-09'] })
    const chosen = await upload(titled, { time_zone: portalZone, times_on: '2027-02-10' })
    expect(chosen.data).toMatchObject({ isNew: true, days: ['2027-02-10'] })
  })

  test('nobody is asked if each has its date', async () => {
    const { data } = await upload(dated, { time_zone: portalZone, preview: 'true' })
    expect(data).not.toHaveProperty('askedDays')
  })
})

describe('a zone that a file names', () => {
  test('counts, unless the sender chooses another for all times', async () => {
    const named = await upload(inUtc, { time_zone: portalZone, preview: 'true' })
    expect(named.data).toMatchObject({ timeZone: 'UTC', asksForZone: false })
    expect(named.data.firstRows[0].from).toBe('2027-02-09T07:58:00.000Z')
    const chosen = await upload(inUtc, { time_zone: 'America/Chicago', zone_wins: 'true' })
    expect(chosen.data).toMatchObject({ isNew: true, timeZone: 'America/Chicago' })
    expect(await reports()).toEqual([
      { joinedAt: '2027-02-09T13:58:00.000Z', leftAt: '2027-02-09T18:02:00.000Z' },
    ])
  })

  test('is no obstacle to reading a stored report in another zone', async () => {
    const { data } = await upload(inUtc)
    const read = await readAgainIn(data.reportId, portalZone)
    expect(read.data).toMatchObject({ isNew: true, days: ['2027-02-09'], timeZone: portalZone })
    expect(await reports()).toContainEqual({
      joinedAt: '2027-02-09T12:58:00.000Z',
      leftAt: '2027-02-09T17:02:00.000Z',
    })
  })

  test('and the day that the sender chose stays, when a report is read in another zone', async () => {
    const { data } = await upload(dateless, { time_zone: portalZone, times_on: '2027-02-10' })
    await readAgainIn(data.reportId, 'America/Denver')
    expect(await reports()).toContainEqual(expect.objectContaining({ joinedAt: '2027-02-10T14:58:00.000Z' }))
  })
})

describe('a stored report is read again', () => {
  test('as its sender chose', async () => {
    await upload(inUtc, { time_zone: 'America/Chicago', zone_wins: 'true' })
    await upload(dateless, { time_zone: portalZone, times_on: '2027-02-10' })
    const before = await reports()
    await readByEarlierVersion()
    await app.write(sweepAttendances)
    await app.untilJobsAreDone()
    expect(await reports()).toEqual(before)
    expect(await newestReaders()).toEqual(['reports-7', 'reports-7'])
  })

  test.each([
    ['has no usable time', `${heading}\nAda,ada@example.com,soon,later\nBen,ben@example.com,soon,later\n`],
    ['has times without a date', dateless],
    ['is none of the reports', 'Runway,Length\n11,5000\n'],
  ])('and what an earlier version read stays, if the file %s', async (_, file) => {
    const reportId = await givenStored(file)
    await app.write(sweepAttendances)
    await app.untilJobsAreDone()
    const [reading] = await app.query(
      `select refused <> '' as "isRefused" from attendance_readings where attendance_report_id = ${reportId} and reader = 'reports-7'`,
    )
    expect(reading).toEqual({ isRefused: true })
    expect(await reports()).toEqual([
      { joinedAt: '2027-02-09T13:00:00.000Z', leftAt: '2027-02-09T13:10:00.000Z' },
    ])
  })
})

test('totals, and the numbers of answers, are stored', async () => {
  await upload(
    'Attendee Details\nUser Name,Email,Join Time,Leave Time,Time in Session (minutes)\nAda,ada@example.com,2027-02-09 07:58,2027-02-09 12:02,64\n',
  )
  await upload(
    'User Name,User Email,Submitted Date/Time\nAda,ada@example.com,2027-02-09 08:25,Still there?,Yes\nAda,ada@example.com,2027-02-09 09:25,Still there?,Yes\n',
  )
  const ofSlot = `attendance_report_id in (select attendance_report_id from attendance_reports where event_slot_id = ${slot})`
  expect(
    await app.query(`select totals from attendance_readings where ${ofSlot} order by attendance_reading_id`),
  ).toEqual([
    { totals: [{ registrantId: null, email: 'ada@example.com', name: 'Ada', minutes: 64 }] },
    { totals: [] },
  ])
  expect(
    await app.query(
      `select session, nth from attendance_answers join attendance_readings using (attendance_reading_id)
       where attendance_readings.${ofSlot} order by place`,
    ),
  ).toEqual([1, 2].map((nth) => ({ session: null, nth })))
})

async function upload(file: string, texts: Record<string, string> = { time_zone: portalZone }) {
  return (await uploadAttendanceFile(app, file, { eventSlotId: slot, by: administrator, texts })).body
}

function readAgainIn(reportId: number, timeZone: string) {
  return app.call(readInZone, { params: { reportId }, body: { timeZone } }, administrator)
}

/** Returns the visits in the newest readings of the slot's reports, earliest first. */
async function reports() {
  const readings = (await findReports(app.services.db, slot)).map(({ readingId }) => readingId)
  const rows = await app.services.db
    .selectFrom('attendanceVisits')
    .select(['joinedAt', 'leftAt'])
    .where('attendanceReadingId', 'in', [0, ...readings])
    .orderBy('joinedAt')
    .execute()
  return JSON.parse(JSON.stringify(rows))
}

async function newestReaders() {
  const rows = await app.query(
    `select max(reader) as reader from attendance_readings join attendance_reports using (attendance_report_id)
     where event_slot_id = ${slot} group by attendance_report_id`,
  )
  return rows.map(({ reader }) => reader)
}

/** Marks the slot's readings as an earlier version's. */
async function readByEarlierVersion() {
  await app.query('alter table attendance_readings disable trigger user')
  await app.query(
    `update attendance_readings set reader = 'reports-1' from attendance_reports report
     where report.attendance_report_id = attendance_readings.attendance_report_id and event_slot_id = ${slot}`,
  )
  await app.query('alter table attendance_readings enable trigger user')
}

/** Stores a file with a visit of ten minutes, as an earlier version of the readers read it. */
async function givenStored(file: string) {
  const rows = await app.query(
    `with report as (
       insert into attendance_reports (event_slot_id, origin, origin_name, received_at, sources, file, said_hash, time_zone)
       values ($1, 'upload', 'old.csv', now(), '[]', $2, '', $3) returning attendance_report_id
     ), reading as (
       insert into attendance_readings (attendance_report_id, reader, kind, format, encoding, days, visits, answers, said_hash)
       select attendance_report_id, 'reports-1', 'attendance', '', '', '{2027-02-09}', 1, 0, '' from report
       returning attendance_reading_id, attendance_report_id
     ), visit as (
       insert into attendance_visits (attendance_reading_id, place, email, name, joined_at, left_at)
       select attendance_reading_id, 1, 'ada@example.com', '', '2027-02-09 08:00-05', '2027-02-09 08:10-05' from reading
     ) select attendance_report_id as id from reading`,
    [slot, Buffer.from(file), portalZone],
  )
  return rows[0].id
}
