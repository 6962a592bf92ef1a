import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import type { PreparedReading } from './attendance-preparing.ts'
import { preparedOf } from './attendance-preparing.ts'
import type { Unread } from './attendance-reading.ts'
import { readerVersion, storedKind } from './attendance-reading.ts'

/** Selects a report's reading by the newest version of the readers that could read it. */
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

/** Stores a reading with all its rows. A second one by the same version of the readers changes nothing. */
export async function insertReading(
  { tx, clock }: Pick<Work, 'tx' | 'clock'>,
  reportId: number,
  reading: PreparedReading | Unread,
) {
  const found =
    'refused' in reading
      ? preparedOf({
          reader: readerVersion,
          kind: 'list',
          encoding: '',
          separator: null,
          zone: null,
          zoneFrom: 'nobody',
          day: null,
          dayFrom: 'nobody',
          days: [],
          visits: [],
          answers: [],
          totals: [],
        })
      : reading
  const inserted = await tx
    .insertInto('attendanceReadings')
    .values({
      attendanceReportId: reportId,
      reader: found.reader,
      format: found.kind,
      encoding: found.encoding,
      kind: storedKind(found.kind),
      separator: found.separator,
      timeZone: found.zone,
      days: found.days,
      saidHash: Buffer.from(found.saidHash),
      readAt: clock(),
      visits: found.described.visits,
      answers: found.described.answers,
      totals: found.totals,
      ...('refused' in reading && { refused: reading.refused }),
    })
    .onConflict((conflict) => conflict.columns(['attendanceReportId', 'reader']).doNothing())
    .returning('attendanceReadingId')
    .executeTakeFirst()
  if (!inserted) return
  const readingId = inserted.attendanceReadingId
  // A statement can't have a parameter for each field of thousands of rows.
  await sql`
    insert into attendance_visits (attendance_reading_id, place, registrant_id, email, name, role, medium, status, joined_at,
      left_at, line, sheet, flaws)
    select ${readingId}, row_number() over (), "registrantId", email, name, role, medium, status, "joinedAt", "leftAt", line, sheet, flaws
    from jsonb_to_recordset(${found.visits}::jsonb) as visit
      ("registrantId" text, email text, name text, role text, medium text, status text, "joinedAt" timestamptz, "leftAt" timestamptz,
        line integer, sheet text, flaws jsonb)`.execute(tx)
  await sql`
    insert into attendance_answers (attendance_reading_id, place, registrant_id, email, name, question, answer, answered_at,
      answered_on, line, sheet, flaws, session, nth)
    select ${readingId}, row_number() over (), "registrantId", email, name, question, answer, "answeredAt", "on", line, sheet, flaws,
      session, nth
    from jsonb_to_recordset(${found.answers}::jsonb) as answer
      ("registrantId" text, email text, name text, question text, answer text, "answeredAt" timestamptz, "on" date, line integer,
        sheet text, flaws jsonb, session text, nth integer)`.execute(tx)
}

/** SQL: true for reports that no current or newer version of the readers has read. */
export const isUnread = sql<boolean>`repeats_report_id is null and not exists (
  select from attendance_readings reading
  where reading.attendance_report_id = attendance_reports.attendance_report_id
    and substring(reader from '[0-9]+$')::integer >= substring(${readerVersion} from '[0-9]+$')::integer)`
