import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternInstant, easternTime } from '#contract/core/season.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { findEventBasis } from '#server/counting/credit-findings/credit-finding-basis.ts'
import { countEvent } from '#server/counting/credit-findings/credit-finding-counting.ts'
import { findSlotsOfEvent } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import { cloneDatabase, migrations } from '#test/database.ts'
import { daysOf } from './attendance-days.ts'
import { findSlotRows } from './attendance-evidence.ts'
import { findReplacedReports } from './attendance-replaced.ts'
import { findReports } from './queries.ts'

// Reports that a newer one hid before the rule hours-2 are set aside by the upgrade, so that the same rows count.

const [first, second] = ['2027-02-09', '2027-02-10'] as const
const who = ['ada', 'ben', 'eve'] as const

/** A visit or, without an end, an answer: 'ada 1 08:00-12:00' or 'ada 1 08:25'. */
type Row = `${(typeof who)[number]} ${1 | 2 | 3} ${string}`

interface Given {
  rows: Row[]
  origin?: 'platform' | 'upload' | 'door'
  /** Reports with the same text have the same bytes. */
  bytes?: string
  webinarId?: string
  /** A report that says nothing new has no reading. */
  repeats?: number
}

interface Scenario {
  /** Oldest first. */
  reports: Given[]
  counted: Row[]
  /** The places of the reports that are set aside, with the days and rows if not all. */
  aside: string[]
  hours: Partial<Record<(typeof who)[number], number>>
}

const ada1: Row = 'ada 1 08:00-12:00'
const ada2: Row = 'ada 2 08:00-12:00'
const ben1: Row = 'ben 1 08:00-12:00'
const adaAnswers: Row[] = ['ada 1 08:25', 'ada 1 09:25', 'ada 1 10:25', 'ada 1 11:25']
const benAnswers: Row[] = ['ben 1 08:25', 'ben 1 09:25', 'ben 1 10:25', 'ben 1 11:25']

const scenarios: Record<string, Scenario> = {
  'a whole report': {
    reports: [{ rows: [ada1, ben1] }, { rows: ['ada 1 08:00-10:00'] }],
    counted: ['ada 1 08:00-10:00'],
    aside: ['0'],
    hours: { ada: 2, ben: 0 },
  },
  'one day of two': {
    reports: [{ rows: [ada1, ada2, ben1] }, { rows: ['ada 2 08:00-09:00'] }],
    counted: [ada1, ben1, 'ada 2 08:00-09:00'],
    aside: ['0 2'],
    hours: { ada: 5, ben: 4 },
  },
  'the first day, by a stray row': {
    reports: [{ rows: [ada1] }, { rows: [ada2, 'eve 1 16:30-16:40'] }],
    counted: [ada2, 'eve 1 16:30-16:40'],
    aside: ['0'],
    hours: { ada: 4 },
  },
  'one day of a visit over the night': {
    reports: [{ rows: ['ada 1 08:00-36:00', ben1] }, { rows: ['ben 2 08:00-09:00'] }],
    counted: ['ada 1 08:00-22:00', ben1, 'ben 2 08:00-09:00'],
    aside: ['0 2'],
    hours: { ada: 4, ben: 5 },
  },
  'nothing, if the same bytes came again': {
    reports: [{ rows: [ada1] }, { rows: [], bytes: '0', repeats: 0 }],
    counted: [ada1],
    aside: [],
    hours: { ada: 4 },
  },
  'nothing, if the same bytes were read in another zone': {
    reports: [
      { rows: ['ada 1 09:00-13:00'], bytes: 'x' },
      { rows: [ada1], bytes: 'x' },
    ],
    counted: [ada1],
    aside: [],
    hours: { ada: 4 },
  },
  'both readings of bytes that a later file hid': {
    reports: [{ rows: ['ada 1 09:00-13:00'], bytes: 'x' }, { rows: [ada1], bytes: 'x' }, { rows: [ben1] }],
    counted: [ben1],
    aside: ['0'],
    hours: { ada: 0, ben: 4 },
  },
  'older polls': {
    reports: [
      { rows: [ada1, ben1] },
      { rows: ['ada 1 08:25', 'ben 1 08:25'] },
      { rows: [...adaAnswers, ...benAnswers.slice(1)] },
    ],
    counted: [ada1, ben1, ...adaAnswers, ...benAnswers.slice(1)],
    aside: ['1'],
    hours: { ada: 4, ben: 3 },
  },
  'the visits of a fetched report whose answers count': {
    reports: [
      { rows: [ada1, ben1, ...adaAnswers, ...benAnswers], origin: 'platform' },
      { rows: [ada1, 'ben 1 08:00-10:00'] },
    ],
    counted: [...adaAnswers, ...benAnswers, ada1, 'ben 1 08:00-10:00'],
    aside: ['0 visits'],
    hours: { ada: 4, ben: 2 },
  },
  'the answers of one day of a fetched report whose visits count': {
    reports: [
      { rows: [ada1, ada2, ben1, ...adaAnswers, ...benAnswers, 'ada 2 08:25'], origin: 'platform' },
      { rows: [...adaAnswers, ...benAnswers.slice(0, 2)] },
    ],
    counted: [ada1, ada2, ben1, 'ada 2 08:25', ...adaAnswers, ...benAnswers.slice(0, 2)],
    aside: ['0 1 answers'],
    hours: { ben: 2 },
  },
  'a day altogether, and the visits of another': {
    reports: [
      { rows: [ada1, ada2, 'ada 2 08:25'], origin: 'platform' },
      { rows: ['ada 1 08:00-10:00', 'ada 2 08:00-11:00'] },
      { rows: ['ada 1 08:26'] },
    ],
    counted: ['ada 2 08:25', 'ada 1 08:00-10:00', 'ada 2 08:00-11:00', 'ada 1 08:26'],
    aside: ['0 1', '0 2 visits'],
    hours: {},
  },
  'no earlier versions of the door': {
    reports: [
      { rows: [ada1], origin: 'door' },
      { rows: ['ada 1 08:00-11:00', ada2], origin: 'door' },
    ],
    counted: ['ada 1 08:00-11:00', ada2],
    aside: [],
    hours: { ada: 7 },
  },
  'the door, behind a list': {
    reports: [
      { rows: [ada1], origin: 'door' },
      { rows: ['ada 1 08:00-11:00'], origin: 'door' },
      { rows: ['ada 1 08:00-10:00'] },
    ],
    counted: ['ada 1 08:00-10:00'],
    aside: ['0', '1'],
    hours: { ada: 2 },
  },
  'all versions of a fetch behind a list, up to one that has a day of its own': {
    reports: [
      { rows: [ben1], origin: 'platform' },
      { rows: [ada1, ada2], origin: 'platform' },
      { rows: [ada1, ben1], origin: 'platform' },
      { rows: ['ada 1 08:00-11:00'] },
    ],
    counted: ['ada 1 08:00-11:00', ada2],
    aside: ['1 1', '2'],
    hours: { ada: 7, ben: 0 },
  },
  'a version of other days before the one that counts': {
    reports: [
      { rows: [ada1], origin: 'platform' },
      { rows: ['ada 3 08:00-12:00'], origin: 'platform' },
    ],
    counted: [ada1],
    aside: ['1'],
    hours: { ada: 4 },
  },
  'no earlier fetch of one webinar': {
    reports: [
      { rows: [ada1], origin: 'platform' },
      { rows: [ada1, ada2], origin: 'platform' },
    ],
    counted: [ada1, ada2],
    aside: [],
    hours: { ada: 8 },
  },
  'no fetch of the webinar that a slot had before': {
    reports: [
      { rows: [ada1], origin: 'platform', webinarId: '8000' },
      { rows: [ada2], origin: 'platform' },
    ],
    counted: [ada1, ada2],
    aside: [],
    hours: { ada: 8 },
  },
  'nothing of files of different days': {
    reports: [{ rows: [ada1] }, { rows: [ada2] }],
    counted: [ada1, ada2],
    aside: [],
    hours: { ada: 8 },
  },
}
const names = Object.keys(scenarios)

let db: Db
let closeAll: () => Promise<void>
beforeAll(async () => {
  const database = await cloneDatabase(inject('cluster'))
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(migrations, folder, { recursive: true })
  const opened = openDatabase<Tables>(database.connection)
  const { pool } = opened
  await pool.query('drop schema public cascade; create schema public')
  const later = (await readdir(folder)).filter((name) => name >= '0110')
  for (const name of later) await rename(join(folder, name), join(folder, `${name}.later`))
  await migrate(pool, folder)
  for (const name of names) await givenReports(name, (text, values) => pool.query(text, values))
  // Where hours were counted before, the rule stays hours-1 until an administrator applies another one.
  await pool.query(`insert into credit_findings (registration_id, event_slot_id, credit_rule_id, evidence_hash, hours, minutes, reason,
      is_final, finding, input)
    select registration_id, event_slot_id, credit_rule_id, '', 0, 0, 'no-visits', true, '{}', '{}' from registrations, credit_rules
    order by 1 limit 1`)
  for (const name of later) await rename(join(folder, `${name}.later`), join(folder, name))
  await migrate(pool, folder)
  db = opened.db as Kysely<Tables> as Db
  closeAll = async () => {
    await opened.close()
    await database.drop()
    await rm(folder, { recursive: true })
  }
})
afterAll(() => closeAll())

test.each(Object.entries(scenarios))('an upgrade sets aside %s', async (name, { counted, aside }) => {
  const { eventSlotId, slot } = await slotOf(name)
  const reports = await findReports(db, eventSlotId)
  const { visits, answers } = await findSlotRows(db, slot, reports)
  const said = [
    ...visits.map(({ email, joinedAt, leftAt }) => rowOf(email, joinedAt, leftAt)),
    ...answers.map(({ email, at }) => rowOf(email, at, null)),
  ]
  expect(said.sort()).toEqual([...counted].sort())
  const decided = await db
    .selectFrom('attendanceDecisions')
    .select(['act', 'subject', 'reason', 'decidedBy'])
    .where('eventSlotId', '=', eventSlotId)
    .orderBy('subject')
    .execute()
  const hashes = reports.toReversed().map(({ sha256 }) => sha256)
  const subjects = aside.map((words) => {
    const [place = '', ...parts] = words.split(' ')
    const days = parts.map((part) => (part === '1' ? first : part === '2' ? second : part))
    return ['report', hashes[Number(place)], ...days].join(' ')
  })
  expect(decided).toEqual(
    subjects
      .sort()
      .map((subject) => ({ act: 'set-aside', subject, reason: 'replaced before hours-2', decidedBy: null })),
  )
})

test.each(Object.entries(scenarios))('the hours are what they were: %s', async (name, { hours }) => {
  const { slot } = await slotOf(name)
  const now = new Date('2027-03-01T00:00Z')
  const { people, ...basis } = await findEventBasis(
    db,
    slot.eventId,
    await findSlotsOfEvent(db, slot.eventId),
    now,
  )
  const { counted } = await countEvent({ ...basis, people })
  const found = people.flatMap(({ email, registrationId }) => {
    const finding = counted.find((each) => each.registrationId === registrationId)?.finding
    const person = email.split('@')[0] as (typeof who)[number]
    return finding && person in hours ? [[person, finding.hours]] : []
  })
  expect(Object.fromEntries(found)).toEqual(hours)
})

test('what an upgrade has set aside is listed until somebody decides about it', async () => {
  const listed = async () => (await findReplacedReports(db)).slots
  const expected = Object.entries(scenarios).filter(([, { aside }]) => aside.length > 0)
  const slots = await listed()
  expect(slots.map(({ eventName }) => eventName).sort()).toEqual(expected.map(([name]) => name).sort())
  const [slot] = slots.filter(({ eventName }) => eventName === 'a day altogether, and the visits of another')
  expect(slot?.reports).toMatchObject([
    {
      originName: 'file 0',
      setAside: [
        { on: first, part: null, reason: 'replaced before hours-2' },
        { on: second, part: 'visits', reason: 'replaced before hours-2' },
      ],
    },
  ])
  for (const act of ['set-aside', 'withdraw'] as const) {
    const [{ eventSlotId = 0, reports = [] } = {}] = await listed()
    const subjects = reports.flatMap(({ setAside }) => setAside.map(({ subject }) => subject))
    for (const subject of subjects) {
      await db
        .insertInto('attendanceDecisions')
        .values({ eventSlotId, act, subject, reason: 'Test' })
        .execute()
    }
    expect((await listed()).map((each) => each.eventSlotId)).not.toContain(eventSlotId)
  }
})

async function slotOf(name: string) {
  const slot = await db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select('eventSlotId')
    .where('eventName', '=', name)
    .executeTakeFirstOrThrow()
  const [found] = (await findSlotsOfEvent(db, (await eventOf(name)) ?? 0)).filter(
    ({ eventSlotId }) => eventSlotId === slot.eventSlotId,
  )
  if (!found) throw new Error(`There is no slot of ${name}`)
  return { ...slot, slot: found }
}

async function eventOf(name: string): Promise<number | undefined> {
  const event = await db
    .selectFrom('events')
    .select('eventId')
    .where('eventName', '=', name)
    .executeTakeFirst()
  return event?.eventId
}

/** Inserts an event with a slot of two days, three registrations, and reports as the version before stored them. */
async function givenReports(
  name: string,
  query: (text: string, values: unknown[]) => Promise<{ rows: { id: number }[] }>,
): Promise<void> {
  const insert = async (text: string, values: unknown[]) => (await query(text, values)).rows[0]?.id ?? 0
  const eventId = await insert('insert into events (event_name) values ($1) returning event_id as id', [name])
  const slotId = await insert(
    `insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time, webinar_id)
     values ($1, 2, $2, $3, '08:00', '12:00', '8001') returning event_slot_id as id`,
    [eventId, first, second],
  )
  await query(
    `insert into users (email) select unnest($1::text[]) || '@example.com' on conflict do nothing`,
    [who],
  )
  await query(
    'insert into registrations (user_id, event_id, event_slot_id) select user_id, $1, $2 from users',
    [eventId, slotId],
  )
  const ids: number[] = []
  for (const [place, report] of (scenarios[name] as Scenario).reports.entries()) {
    const { rows, origin = 'upload', bytes = String(place), webinarId = '8001', repeats } = report
    const [sources, file] =
      origin === 'platform' ? [JSON.stringify([{ address: bytes, body: '' }]), null] : ['[]', bytes]
    const reportId = await insert(
      `insert into attendance_reports (event_slot_id, webinar_id, origin, origin_name, received_at, sources, file, said_hash, repeats_report_id)
       values ($1, $2, $3, $8, $4, $5, $6, '', $7) returning attendance_report_id as id`,
      [
        slotId,
        webinarId,
        origin,
        new Date(Date.UTC(2027, 1, 12, place)),
        sources,
        file,
        repeats === undefined ? null : ids[repeats],
        `file ${place}`,
      ],
    )
    ids.push(reportId)
    if (repeats !== undefined) continue
    const read = rows.map(timesOf)
    const visits = read.filter(({ leftAt }) => leftAt)
    const answers = read.filter(({ leftAt }) => !leftAt)
    const readingId = await insert(
      `insert into attendance_readings (attendance_report_id, reader, kind, format, encoding, days, visits, answers, said_hash)
       values ($1, 'reports-2', $2, '', '', $3, $4, $5, '') returning attendance_reading_id as id`,
      [
        reportId,
        visits.length > 0 ? 'attendance' : 'polls',
        daysOf(read.flatMap((each) => [each.joinedAt, each.leftAt])),
        visits.length,
        answers.length,
      ],
    )
    await query(
      `insert into attendance_visits (attendance_reading_id, place, email, name, joined_at, left_at)
       select $1, row_number() over (), email, '', "joinedAt", "leftAt"
       from jsonb_to_recordset($2) row (email text, "joinedAt" timestamptz, "leftAt" timestamptz)`,
      [readingId, JSON.stringify(visits)],
    )
    await query(
      `insert into attendance_answers (attendance_reading_id, place, email, name, question, answer, answered_at)
       select $1, row_number() over (), email, '', 'Still there? ' || "joinedAt", 'Yes', "joinedAt"
       from jsonb_to_recordset($2) row (email text, "joinedAt" timestamptz)`,
      [readingId, JSON.stringify(answers)],
    )
  }
}

/** Reads a row; the hours of a time go on after midnight. */
function timesOf(row: Row) {
  const [, person, day, from = '', to] = /^(\w+) (\d) ([\d:]+)(?:-([\d:]+))?$/.exec(row) ?? []
  const on = addDays(first, Number(day) - 1)
  return { email: `${person}@example.com`, joinedAt: at(on, from), leftAt: to ? at(on, to) : null }
}

function at(on: PlainDate, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number)
  return new Date(easternInstant(on, '00:00').getTime() + ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000)
}

/** Returns a counted row in the words of a scenario. */
function rowOf(email: string | null, from: Date | null, to: Date | null): Row {
  const day = from && from < at(first, '22:00') ? 1 : 2
  const times = [from, to].flatMap((instant) => (instant ? easternTime(instant) : []))
  return `${email?.split('@')[0] as 'ada'} ${day} ${times.join('-')}`
}
