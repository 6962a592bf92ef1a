import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AttendanceOrigin } from '#contract/attendances/calls.ts'
import { happened, ofSlot } from '#server/activities/activities.ts'
import type { AttendanceSource } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Tx } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { findSlot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import type { Evidence } from './attendance-matching.ts'
import type { Reading } from './attendance-reading.ts'

interface NewReport {
  slot: Slot
  origin: AttendanceOrigin
  originName: string
  reading: Reading
  /** The answers of the webinar platform; none for an upload. */
  sources: AttendanceSource[]
  /** The bytes of an upload. */
  file?: Buffer
}

/**
 * Stores a report of a slot if it differs: an upload from the newest report, a fetched one from the last fetched one. So an upload
 * stays the newest until the webinar platform corrects its own report.
 */
export async function keepReport(
  work: Work,
  { slot, origin, originName, reading, sources, file }: NewReport,
): Promise<{ reportId: number; isNew: boolean }> {
  const { tx, clock, actingUserId } = work
  const { eventSlotId, webinarId } = slot
  // Locks the slot, so the second of two equal reports finds the first one.
  await findSlot(tx, eventSlotId, { isLocked: true })
  const newest = await tx
    .selectFrom('attendanceReports')
    .select(['attendanceReportId as reportId', 'saidHash', 'origin'])
    .where('eventSlotId', '=', eventSlotId)
    .$if(origin === 'platform', (reports) => reports.where('origin', '=', 'platform'))
    .orderBy('attendanceReportId', 'desc')
    .limit(1)
    .executeTakeFirst()
  const said = evidenceOf(reading)
  const saidHash = hashOf(said)
  if (newest?.origin === origin && newest.saidHash.equals(saidHash)) {
    return { reportId: newest.reportId, isNew: false }
  }
  const { reportId } = await tx
    .insertInto('attendanceReports')
    .values({
      ...{ eventSlotId, webinarId, origin, originName, saidHash },
      uploadedBy: origin === 'upload' ? (actingUserId ?? null) : null,
      receivedAt: clock(),
      sources: JSON.stringify(sources),
      file: file ?? null,
    })
    .returning('attendanceReportId as reportId')
    .executeTakeFirstOrThrow()
  await insertSaid(tx, reportId, said)
  const activity = origin === 'upload' ? 'attendance-uploaded' : 'attendance-received'
  await happened(work, [{ activity, ...ofSlot(slot) }])
  return { reportId, isNew: true }
}

/**
 * Returns the visits and answers of a reading that count: of everybody but hosts, outside of the waiting room. A visit without a usable
 * end has no minutes, but its person came.
 */
export function evidenceOf({ visits, answers }: Pick<Reading, 'visits' | 'answers'>): Evidence {
  return {
    visits: visits.flatMap(({ role, status, registrantId, email, name, joinedAt, leftAt }) => {
      if (role === 'host' || status !== 'present' || !joinedAt) return []
      const end = leftAt && leftAt > joinedAt ? leftAt : joinedAt
      return [{ registrantId, email, name, joinedAt, leftAt: end }]
    }),
    answers: answers
      .filter(({ question, answer }) => question !== '' && answer !== '')
      .map(({ registrantId, email, question, answer, answeredAt }) => ({
        ...{ registrantId, email, question, answer, answeredAt },
      })),
  }
}

/** Returns a hash that does not depend on the order of visits and answers. */
function hashOf({ visits, answers }: Evidence): Buffer {
  const said = [
    ...visits.map((it) => [it.registrantId, it.email, it.name, it.joinedAt, it.leftAt]),
    ...answers.map((it) => [it.registrantId, it.email, it.question, it.answer, it.answeredAt, 'answer']),
  ]
  const lines = said.map((each) => JSON.stringify(each)).sort()
  return createHash('sha256').update(lines.join('\n')).digest()
}

async function insertSaid(tx: Tx, reportId: number, { visits, answers }: Evidence): Promise<void> {
  // A statement can't have a parameter for each field of thousands of rows, so they are one JSON.
  await sql`
    insert into attendance_visits (attendance_report_id, place, registrant_id, email, name, joined_at, left_at)
    select ${reportId}, row_number() over (), "registrantId", email, name, "joinedAt", "leftAt"
    from jsonb_to_recordset(${JSON.stringify(visits)}) as visit
      ("registrantId" text, email text, name text, "joinedAt" timestamptz, "leftAt" timestamptz)`.execute(tx)
  await sql`
    insert into attendance_answers (attendance_report_id, place, registrant_id, email, question, answer, answered_at)
    select ${reportId}, row_number() over (), "registrantId", email, question, answer, "answeredAt"
    from jsonb_to_recordset(${JSON.stringify(answers)}) as answer
      ("registrantId" text, email text, question text, answer text, "answeredAt" timestamptz)`.execute(tx)
}
