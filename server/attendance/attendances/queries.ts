import { sql } from 'kysely'
import type { SlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { countingReports } from '#contract/attendance/attendances/reports.ts'
import { nextFetchAt } from '#contract/attendance/attendances/rules.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { getSlot, isSlotInPerson } from '#server/events/slots/queries.ts'
import { getSlotHours } from '#server/events/slots/slot-hours.ts'
import { nameOfUser, nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { chosenReports, isSetAside, saysAnything, setAsideOf } from './attendance-choice.ts'
import type { StoredReport } from './attendance-evidence.ts'
import { newestReading } from './attendance-readings.ts'

/** Returns true if an administrator requested a report since the webinar platform last answered. */
export function isWanted({ wantedAt, askedAt }: { wantedAt: Date | null; askedAt: Date | null }): boolean {
  return wantedAt !== null && (askedAt === null || askedAt < wantedAt)
}

/** Returns a slot's reports, and which of them count. Refuses with SLOT_NOT_FOUND. */
export async function findSlotAttendance(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  eventSlotId: number,
): Promise<SlotAttendance> {
  const found = await getSlot(db, eventSlotId)
  const { eventId, eventName, webinarId, startOn, endOn, startTime, endTime } = found
  const slot = { startOn, endOn, startTime, endTime }
  const [isInPerson, reports, fetch] = await Promise.all([
    isSlotInPerson(db, found),
    findReports(db, eventSlotId),
    db
      .selectFrom('attendanceFetches')
      .select(['wantedAt', 'askedAt', 'problem'])
      .where('eventSlotId', '=', eventSlotId)
      .executeTakeFirst(),
  ])
  const [covers, held] = await Promise.all([findCovers(db, found), findHeld(db, reports)])
  const counting = new Set(countingReports(chosenReports(reports)).map(({ reportId }) => reportId))
  return {
    eventId,
    eventName,
    slot,
    webinarId,
    isInPerson,
    reports: reports.map((report) => {
      const { readingId, ...shown } = report
      const isOut = (on: string) => isSetAside(report.setAside, { on, part: 'visits' })
      return {
        ...shown,
        ...held.get(readingId),
        counts: counting.has(report.reportId),
        covers: (covers.get(readingId) ?? []).filter((on) => !isOut(on)),
      }
    }),
    fetching: {
      isRunning: webinarId !== null && fetch !== undefined && isWanted(fetch),
      askedAt: fetch?.askedAt ?? null,
      problem: fetch?.problem ?? '',
      nextAt: webinarId === null ? null : nextFetchAt(slot, clock()),
    },
  }
}

/** Returns when people were in each of several instances, by reading. */
async function findHeld(db: Db, reports: readonly StoredReport[]) {
  const fetched = reports.filter(({ origin, instance }) => origin === 'platform' && instance !== null)
  if (new Set(fetched.map(({ instance }) => instance)).size < 2) return new Map<number, never>()
  const rows = await db
    .selectFrom('attendanceVisits')
    .select((row) => [
      'attendanceReadingId',
      row.fn.min('joinedAt').as('from'),
      row.fn.max('leftAt').as('to'),
    ])
    .where(
      'attendanceReadingId',
      'in',
      fetched.map(({ readingId }) => readingId),
    )
    .where('status', '=', 'present')
    .groupBy('attendanceReadingId')
    .execute()
  return new Map(
    rows.flatMap(({ attendanceReadingId, from, to }) =>
      from && to && attendanceReadingId !== null ? [[attendanceReadingId, { held: { from, to } }]] : [],
    ),
  )
}

/** Returns a report's bytes as received. Refuses with ATTENDANCE_NOT_FOUND. */
export async function getSources(db: Db, reportId: number) {
  return db
    .selectFrom('attendanceReports')
    .select(['originName', sql<Buffer>`received_bytes(file, sources)`.as('bytes')])
    .select((row) => row('file', 'is not', null).as('isFile'))
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirstOrThrow(refusing('ATTENDANCE_NOT_FOUND'))
}

/** Returns an uploaded file. Refuses with ATTENDANCE_NOT_FOUND, and with ZONE_NAMED for a webinar platform's answer. */
export async function getUploaded(db: Db, reportId: number) {
  const report = await db
    .selectFrom('attendanceReports')
    .select(['eventSlotId', 'file', 'originName as fileName', 'timesOn'])
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirstOrThrow(refusing('ATTENDANCE_NOT_FOUND'))
  if (!report.file) throw new Refusal('ZONE_NAMED')
  return { ...report, file: report.file }
}

/** Returns a slot's reports with their newest readings, newest first. */
export async function findReports(db: Db, eventSlotId: number): Promise<StoredReport[]> {
  const [reports, decisions] = await Promise.all([
    db
      .selectFrom('attendanceReports as report')
      .innerJoinLateral(newestReading, (join) => join.onTrue())
      .leftJoin('users', 'users.userId', 'uploadedBy')
      .select(['report.attendanceReportId as reportId', 'attendanceReadingId as readingId', 'instance'])
      .select(['origin', 'originName', 'receivedAt', 'users.email', nameOfUser.as('name')])
      .select(['kind', 'days', 'visits', 'answers', sql<string>`encode(bytes_hash, 'hex')`.as('sha256')])
      .select((row) => [
        row
          .selectFrom('attendanceReports as repeat')
          .select(({ fn }) => fn.countAll<number>().as('repeats'))
          .whereRef('repeat.eventSlotId', '=', 'report.eventSlotId')
          .whereRef('repeat.repeatsReportId', '=', 'report.attendanceReportId')
          .as('repeats'),
      ])
      .where('report.eventSlotId', '=', eventSlotId)
      .orderBy('report.attendanceReportId', 'desc')
      .execute(),
    findReportDecisions(db, eventSlotId),
  ])
  return reports.filter(saysAnything).map(({ name, email, repeats, ...report }) => ({
    ...report,
    repeats: repeats ?? 0,
    uploadedBy: name || email,
    setAside: setAsideOf(decisions, report.sha256).map(({ act: _, subject: __, ...decision }) => decision),
  }))
}

/** Returns the newest decision about each report of a slot, or a part of one. */
async function findReportDecisions(db: Db, eventSlotId: number) {
  return db
    .selectFrom('attendanceDecisions')
    .leftJoin('users', 'users.userId', 'decidedBy')
    .distinctOn('subject')
    .select(['attendanceDecisionId as decisionId', 'act', 'subject', 'reason', 'decidedAt'])
    .select(nameOrEmailOf().as('decidedBy'))
    .where('eventSlotId', '=', eventSlotId)
    .where('subject', 'like', 'report %')
    .orderBy('subject')
    .orderBy('attendanceDecisionId', 'desc')
    .execute()
}

/**
 * Returns the days covered by each reading of a slot, or by one reading: those with an attendee or panelist
 * in a taught hour.
 */
export async function findCovers(
  db: Db,
  { eventSlotId }: Pick<Slot, 'eventSlotId'>,
  readingId?: number,
): Promise<Map<number, string[]>> {
  const { agenda } = await getSlotHours(db, eventSlotId)
  const pieces = agenda.flatMap(({ on, pieces }) =>
    pieces.map(({ startAt, endAt }) => ({ on, startAt, endAt })),
  )
  // The search for each piece ends at its first row, so nearly all rows of a large report are skipped.
  const { rows } = await sql<{ readingId: number; days: string[] }>`
    select attendance_reading_id as reading_id, array_agg(distinct "on" order by "on") as days
    from attendance_reports join attendance_readings reading using (attendance_report_id)
    cross join jsonb_to_recordset(${JSON.stringify(pieces)}) piece ("on" text, "startAt" timestamptz, "endAt" timestamptz)
    where event_slot_id = ${eventSlotId} and coalesce(attendance_reading_id = ${readingId ?? null}::integer, true)
      and (
        select true from attendance_visits visit
        where visit.attendance_reading_id = reading.attendance_reading_id and role <> 'host' and status = 'present'
          and coalesce(joined_at, left_at) < "endAt" and (case when left_at > joined_at then left_at > "startAt"
            else coalesce(joined_at, left_at) >= "startAt" end)
        limit 1
      )
    group by 1`.execute(db)
  return new Map(rows.map(({ readingId, days }) => [readingId, days]))
}
