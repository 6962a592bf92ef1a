import { sql } from 'kysely'
import type { SlotAttendance } from '#contract/attendances/calls.ts'
import { nextFetchAt } from '#contract/attendances/rules.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db, Services } from '#server/services.ts'
import { getSlot, isSlotInPerson } from '#server/slots/queries.ts'
import { nameOfUser } from '#server/users/queries.ts'
import { saysAnything, sourcesOf } from './attendance-choice.ts'
import type { StoredReport } from './attendance-evidence.ts'
import { newestReading } from './attendance-readings.ts'

/** Tells whether an administrator has requested a report since the webinar platform last answered. */
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
  const [days, held] = [sourcesOf(found, reports), await findHeld(db, reports)]
  const shown = new Set(days.flatMap(({ visits, answers }) => [...visits, ...answers]))
  return {
    ...{ eventId, eventName, slot, webinarId, isInPerson },
    reports: reports.map(({ readingId, ...report }) => ({
      ...report,
      ...held.get(readingId),
      isShown: shown.has(report.reportId),
    })),
    days,
    fetching: {
      isRunning: webinarId !== null && fetch !== undefined && isWanted(fetch),
      askedAt: fetch?.askedAt ?? null,
      problem: fetch?.problem ?? '',
      nextAt: webinarId === null ? null : nextFetchAt(slot, clock()),
    },
  }
}

/** Returns when people were in each of several instances, by the readings of their reports. */
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

/** Returns the bytes of a report as received. Refuses with ATTENDANCE_NOT_FOUND. */
export async function getSources(db: Db, reportId: number) {
  const report = await db
    .selectFrom('attendanceReports')
    .select(['originName', sql<Buffer>`received_bytes(file, sources)`.as('bytes')])
    .select((row) => row('file', 'is not', null).as('isFile'))
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirst()
  if (!report) throw new Refusal('ATTENDANCE_NOT_FOUND')
  return report
}

/** Returns an uploaded file. Refuses with ATTENDANCE_NOT_FOUND, and with ZONE_NAMED for an answer of the webinar platform. */
export async function getUploaded(db: Db, reportId: number) {
  const report = await db
    .selectFrom('attendanceReports')
    .select(['eventSlotId', 'file', 'originName as fileName'])
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirst()
  if (!report) throw new Refusal('ATTENDANCE_NOT_FOUND')
  if (!report.file) throw new Refusal('ZONE_NAMED')
  return { ...report, file: report.file }
}

/** Returns a slot's reports with their newest readings, newest first. */
export async function findReports(db: Db, eventSlotId: number): Promise<StoredReport[]> {
  const reports = await db
    .selectFrom('attendanceReports as report')
    .innerJoinLateral(newestReading, (join) => join.onTrue())
    .leftJoin('users', 'users.userId', 'uploadedBy')
    .select(['report.attendanceReportId as reportId', 'attendanceReadingId as readingId'])
    .select(['origin', 'originName', 'instance', 'receivedAt', 'users.email', nameOfUser.as('name')])
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
    .execute()
  return reports.flatMap(({ name, email, ...report }) =>
    saysAnything(report) ? [{ ...report, repeats: report.repeats ?? 0, uploadedBy: name || email }] : [],
  )
}
