import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import { portalZone } from '#contract/core/season.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { readAttendanceAnswers } from './attendance-answers.ts'
import { evidenceOf } from './attendance-matching.ts'
import { readAttendanceApart } from './attendance-readers.ts'
import type { Reading, Unread } from './attendance-reading.ts'
import { readerVersion } from './attendance-reading.ts'

/** Returns a hash of all rows of a reading. It does not depend on their order. */
export function saidHashOf({ visits, answers }: Pick<Reading, 'visits' | 'answers'>): Buffer {
  const said = [
    ...visits.map((it) => [
      ...[it.registrantId, it.email, it.name, it.joinedAt, it.leftAt],
      ...[it.role, it.medium, it.status, it.flaws],
    ]),
    ...answers.map((it) => [
      ...[it.registrantId, it.email, it.name, it.question, it.answer, it.answeredAt, it.on, it.flaws],
      'answer',
    ]),
  ]
  const lines = said.map((each) => JSON.stringify(each)).sort()
  return createHash('sha256').update(lines.join('\n')).digest()
}

/** Selects the reading of a report by the newest version of the readers that could read it. */
export function newestReading(
  from: ExpressionBuilder<Tables & { report: Tables['attendanceReports'] }, 'report'>,
) {
  return (
    from
      .selectFrom('attendanceReadings')
      .select(['attendanceReadingId', 'kind', 'visits', 'answers', 'attendanceReadings.saidHash'])
      // The driver parses no arrays of dates.
      .select(sql<string[]>`to_jsonb(days)`.as('days'))
      .whereRef('attendanceReadings.attendanceReportId', '=', 'report.attendanceReportId')
      .where('refused', '=', '')
      .orderBy(readerNumber, 'desc')
      .limit(1)
      .as('reading')
  )
}

const readerNumber = sql<number>`substring(reader from '[0-9]+$')::integer`

/** Stores a reading with all its rows. The second one by the same version of the readers changes nothing. */
export async function insertReading(
  { tx, clock }: Pick<Work, 'tx' | 'clock'>,
  reportId: number,
  reading: Reading | Unread,
): Promise<void> {
  const found: Reading =
    'refused' in reading
      ? {
          ...{ reader: readerVersion, kind: 'list', encoding: '', separator: null, zone: null },
          ...{ zoneFrom: 'nobody', days: [], visits: [], answers: [] },
        }
      : reading
  const { visits, answers } = found
  const counted = evidenceOf(found)
  const inserted = await tx
    .insertInto('attendanceReadings')
    .values({
      ...{ attendanceReportId: reportId, reader: found.reader, format: found.kind, encoding: found.encoding },
      ...{ kind: found.kind === 'zoom-polls' ? 'polls' : 'attendance', separator: found.separator },
      ...{ timeZone: found.zone, days: found.days, saidHash: saidHashOf(found), readAt: clock() },
      ...{ visits: counted.visits.length, answers: counted.answers.length },
      ...('refused' in reading && { refused: reading.refused }),
    })
    .onConflict((conflict) => conflict.columns(['attendanceReportId', 'reader']).doNothing())
    .returning('attendanceReadingId')
    .executeTakeFirst()
  if (!inserted) return
  // A statement can't have a parameter for each field of thousands of rows, so they are one JSON.
  await sql`
    insert into attendance_visits (attendance_reading_id, place, registrant_id, email, name, role, medium, status, joined_at, left_at,
      line, sheet, flaws)
    select ${inserted.attendanceReadingId}, row_number() over (), "registrantId", email, name, role, medium, status, "joinedAt", "leftAt",
      line, sheet, flaws
    from jsonb_to_recordset(${JSON.stringify(visits)}) as visit
      ("registrantId" text, email text, name text, role text, medium text, status text, "joinedAt" timestamptz, "leftAt" timestamptz,
        line integer, sheet text, flaws jsonb)`.execute(tx)
  await sql`
    insert into attendance_answers (attendance_reading_id, place, registrant_id, email, name, question, answer, answered_at, answered_on,
      line, sheet, flaws)
    select ${inserted.attendanceReadingId}, row_number() over (), "registrantId", email, name, question, answer, "answeredAt", "on",
      line, sheet, flaws
    from jsonb_to_recordset(${JSON.stringify(answers)}) as answer
      ("registrantId" text, email text, name text, question text, answer text, "answeredAt" timestamptz, "on" date,
        line integer, sheet text, flaws jsonb)`.execute(tx)
}

/** Reads the bytes of a report that an earlier version of the readers has read. May run twice: the second reading is not stored. */
export async function readReportAgain(
  services: Services,
  { reportId }: Jobs['read-attendance'],
): Promise<void> {
  const report = await services.db
    .selectFrom('attendanceReports')
    .select(['file', 'sources', 'timeZone'])
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirst()
  if (!report) return
  const { file, sources, timeZone } = report
  // Earlier versions took times without a zone as Eastern.
  const reading = file
    ? await readAttendanceApart(file, timeZone ?? portalZone)
    : readAttendanceAnswers(sources)
  await write(services, undefined, (work) => insertReading(work, reportId, reading))
}

/** Selects the reports that no current or newer version of the readers has read. */
export const isUnread = sql<boolean>`repeats_report_id is null and not exists (
  select from attendance_readings reading
  where reading.attendance_report_id = attendance_reports.attendance_report_id
    and substring(reader from '[0-9]+$')::integer >= substring(${readerVersion} from '[0-9]+$')::integer)`
