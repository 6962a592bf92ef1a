import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { readSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { AttendanceReport } from '#contract/attendance/attendances/calls.ts'
import type { ReportSize } from '#contract/attendance/attendances/reports.ts'
import { countingReports } from '#contract/attendance/attendances/reports.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { isSlotInPerson } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import type { ChosenReport } from './attendance-choice.ts'
import { chosenReports, countedRows } from './attendance-choice.ts'

/** A report with its newest reading. */
export interface StoredReport extends Omit<AttendanceReport, 'counts' | 'covers'> {
  readingId: number
}

const asciiOf = (email: string) => email.replaceAll(/[^!-~]/g, '')

/** Selects rows that may be of some subjects. Compare them by `subjectOfRow`, because SQL compares emails by ASCII. */
export function rowsOf(subjects: readonly string[]) {
  const named = subjects.map(readSubject)
  const ids = named.flatMap(({ registrantId }) => registrantId || [])
  const emails = named.flatMap(({ registrantId, email = '' }) => (registrantId ? [] : asciiOf(email)))
  return sql<boolean>`(registrant_id = any(${ids}::text[]) or coalesce(registrant_id, '') = ''
    and (lower(regexp_replace(coalesce(email, ''), '[^!-~]', '', 'g')) = any(${emails}::text[]) or email ~ '[<:]'))`
}

/**
 * Returns the counting rows of a slot's reports, and these reports (`countedRows`). `which` narrows them to
 * some people.
 */
export async function findSlotRows<Report extends ChosenReport & Pick<StoredReport, 'readingId'>>(
  db: Db,
  slot: Slot,
  reports: readonly Report[],
  which = { visits: sql`true`, answers: sql`true` },
) {
  const used = countingReports(chosenReports(reports))
  const readingIds = used.map(({ readingId }) => readingId)
  const [others, visits, answers] = await Promise.all([
    findOthers(db, slot),
    inPortions(readingIds, (isNext) =>
      db
        .selectFrom('attendanceVisits')
        .select(['attendanceReadingId', 'registrantId', 'email', 'name', 'joinedAt', 'leftAt'])
        .select(['role', 'status', 'medium', 'place'])
        .where(sql<boolean>`${isNext} and ${which.visits}`)
        .orderBy('place')
        .limit(mostRowsAtOnce)
        .execute(),
    ),
    inPortions(readingIds, (isNext) =>
      db
        .selectFrom('attendanceAnswers')
        .select(['attendanceReadingId', 'registrantId', 'email', 'name', 'question', 'answer', 'answeredAt'])
        .select(['answeredOn', 'session', 'nth', 'place'])
        .where(sql<boolean>`${isNext} and ${which.answers}`)
        .orderBy('place')
        .limit(mostRowsAtOnce)
        .execute(),
    ),
  ])
  const visitsOf = Map.groupBy(visits, ({ attendanceReadingId }) => attendanceReadingId)
  const answersOf = Map.groupBy(answers, ({ attendanceReadingId }) => attendanceReadingId)
  const read = used.map((report) => ({
    ...report,
    rows: {
      visits: visitsOf.get(report.readingId) ?? [],
      answers: answersOf.get(report.readingId) ?? [],
    },
  }))
  return countedRows({ ...slot, isInPerson: await isSlotInPerson(db, slot) }, others, read)
}

/** 20,000 rows in one answer would hold up other requests while they become objects. */
const mostRowsAtOnce = 1000

/** Reads the rows of readings in portions. `isNext` is the condition on the next rows of a reading. */
async function inPortions<Row extends { place: number }>(
  readingIds: readonly number[],
  read: (isNext: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const readingId of readingIds) {
    let portion: Row[] = []
    do {
      const after = portion.at(-1)?.place ?? 0
      portion = await read(sql`attendance_reading_id = ${readingId} and place > ${after}`)
      rows.push(...portion)
    } while (portion.length === mostRowsAtOnce)
  }
  return rows
}

/** Returns, by reading, its number of people, and the seconds from the first join to the last leave. */
export async function findReportSizes(
  db: Db,
  readingIds: readonly number[],
): Promise<Map<number, ReportSize>> {
  const { rows } = await sql<ReportSize & { readingId: number }>`
    select attendance_reading_id as reading_id, count(distinct coalesce(registrant_id, lower(email), name))::int as people,
      coalesce(extract(epoch from max(left_at) - min(joined_at)), 0)::float as seconds
    from attendance_visits where attendance_reading_id = any(${readingIds}::integer[]) and status = 'present'
    group by 1`.execute(db)
  return new Map(rows.map(({ readingId, ...size }) => [readingId, size]))
}

/** Returns the times of the other slots that share the webinar. */
export async function findOthers(
  db: Db,
  { eventSlotId, webinarId }: Pick<Slot, 'eventSlotId' | 'webinarId'>,
): Promise<SlotTime[]> {
  if (webinarId === null) return []
  return db
    .selectFrom('eventSlots')
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .where('webinarId', '=', webinarId)
    .where('eventSlotId', '<>', eventSlotId)
    .where('deletedAt', 'is', null)
    .execute()
}
