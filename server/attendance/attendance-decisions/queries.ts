import { sql } from 'kysely'
import type { AttendanceDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { readSubject, subjectOfRow } from '#contract/attendance/attendance-decisions/subjects.ts'
import { rowsOf } from '#server/attendance/attendances/attendance-evidence.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { nameOfUser } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

export interface About {
  eventSlotId: number
  subject: string
}

/** Returns the newest answer about a subject, which may be a withdrawal. */
export function findNewestDecision(db: Db, { eventSlotId, subject }: About) {
  return db
    .selectFrom('attendanceDecisions')
    .select(['attendanceDecisionId as decisionId', 'act'])
    .where('eventSlotId', '=', eventSlotId)
    .where('subject', '=', subject)
    .orderBy('attendanceDecisionId', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns a subject's rows in any report of the slot, including reports that don't count. */
export async function findRowsOf(db: Db, { eventSlotId, subject }: About) {
  if (readSubject(subject).about !== 'rows') return []
  const { rows } = await sql<{
    registrantId: string | null
    email: string | null
    name: string
    from: Date | null
    to: Date | null
  }>`
    select registrant_id, email, name, "from", "to"
    from attendance_readings join attendance_reports using (attendance_report_id)
    cross join lateral (
      select registrant_id, email, name, joined_at as "from", left_at as "to" from attendance_visits visit
      where visit.attendance_reading_id = attendance_readings.attendance_reading_id
      union all
      select registrant_id, email, name, answered_at, null from attendance_answers answer
      where answer.attendance_reading_id = attendance_readings.attendance_reading_id
    ) said
    where event_slot_id = ${eventSlotId} and ${rowsOf([subject])}`.execute(db)
  return rows.filter((row) => subjectOfRow(row) === subject)
}

/** Returns true if a report or a code of the slot asked a question at the time in the subject. */
async function isQuestionPut(db: Db, { eventSlotId, subject }: About) {
  const { about, question, at } = readSubject(subject)
  if (about !== 'question') return false
  const isAt = (time: string) => (at ? sql`date_trunc('milliseconds', ${sql.ref(time)}) = ${at}` : sql`true`)
  const { rows } = await sql`
    select from attendance_reports report
    join attendance_readings reading on reading.attendance_report_id = report.attendance_report_id
    join attendance_answers answer on answer.attendance_reading_id = reading.attendance_reading_id
    where event_slot_id = ${eventSlotId} and question = ${question} and ${isAt('answer.answeredAt')}
    union all
    select from poll_codes code left join poll_code_answers given on given.poll_code_id = code.poll_code_id
    where event_slot_id = ${eventSlotId} and question = ${question} and (${isAt('code.opensAt')} or ${isAt('given.answeredAt')})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns true if this subject appears in the slot's reports, queue or answers. */
export async function isSubjectKnown(db: Db, about: About): Promise<boolean> {
  const { eventSlotId, subject } = about
  const waiting = await db
    .selectFrom('creditWaits')
    .select('subject')
    .where('eventSlotId', '=', eventSlotId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const isNamed = waiting !== undefined || (await findNewestDecision(db, about)) !== undefined
  if (isNamed || (await hasReport(db, about))) return true
  return (await findRowsOf(db, about)).length > 0 || (await isQuestionPut(db, about))
}

/** Returns true if a subject is a report of the slot, or one of the slot's days in it. */
async function hasReport(db: Db, { eventSlotId, subject }: About) {
  const { sha256, on } = readSubject(subject)
  if (!sha256) return false
  const report = await db
    .selectFrom('attendanceReports')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'attendanceReports.eventSlotId')
    .select('attendanceReportId')
    .where('attendanceReports.eventSlotId', '=', eventSlotId)
    .where(sql<boolean>`bytes_hash = decode(${sha256}, 'hex')`)
    .where(sql<boolean>`coalesce(${on ?? null}::date between start_on and end_on, true)`)
    .executeTakeFirst()
  return report !== undefined
}

/** Returns the slot's reports in the subjects by hash, each the first one with its bytes. */
export async function findNamedReports(
  db: Db,
  eventSlotId: number,
  subjects: readonly string[],
): Promise<Map<string, { originName: string; receivedAt: Date }>> {
  const hashes = subjects.flatMap((subject) => readSubject(subject).sha256 ?? [])
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('attendanceReports')
    .select(['originName', 'receivedAt', sql<string>`encode(bytes_hash, 'hex')`.as('sha256')])
    .where('eventSlotId', '=', eventSlotId)
    .where(sql<boolean>`encode(bytes_hash, 'hex') = any(${hashes}::text[])`)
    .orderBy('attendanceReportId', 'desc')
    .execute()
  return new Map(rows.map(({ sha256, ...report }) => [sha256, report]))
}

/** Returns registrations with their events and people. */
export function findSubjectRegistrations(db: Db, registrationIds: number[]) {
  return db
    .selectFrom('registrations')
    .select(['registrationId', 'eventId', 'userId'])
    .where(sql<boolean>`registration_id = any(${registrationIds}::integer[])`)
    .where('userId', 'is not', null)
    .execute()
}

/** Returns all answers about a slot, newest first, with their withdrawals. Refuses with SLOT_NOT_FOUND. */
export async function findDecisions(db: Db, eventSlotId: number): Promise<AttendanceDecision[]> {
  await getSlot(db, eventSlotId)
  const rows = await db
    .selectFrom('attendanceDecisions as decision')
    .leftJoin('users', 'users.userId', 'decidedBy')
    .leftJoin('credits', 'credits.creditId', 'decision.creditId')
    .select(['attendanceDecisionId as decisionId', 'decision.act', 'subject', 'registrationIds'])
    .select(['fromAt as from', 'toAt as to', 'decision.reason', 'fileName', 'decision.decidedAt'])
    .select(['credits.minutes', 'credits.registrationId as creditedId', 'users.email', nameOfUser.as('name')])
    .where('eventSlotId', '=', eventSlotId)
    .orderBy('attendanceDecisionId', 'desc')
    .execute()
  const [people, reports] = await Promise.all([
    findNames(db, [...new Set(rows.flatMap(({ registrationIds }) => registrationIds))]),
    findNamedReports(
      db,
      eventSlotId,
      rows.map(({ subject }) => subject),
    ),
  ])
  const later = new Map<string, (typeof rows)[number]>()
  return rows.flatMap((row) => {
    const { act, subject, registrationIds, minutes, creditedId, name, email, ...decision } = row
    const next = later.get(subject)
    later.set(subject, row)
    if (act === 'withdraw') return []
    return {
      ...decision,
      act,
      subject,
      decidedBy: name || email,
      isNewest: next === undefined,
      registrations: registrationIds.flatMap((id) => people.get(id) ?? []),
      report: reports.get(readSubject(subject).sha256 ?? '') ?? null,
      credit:
        minutes === null ? null : { hours: minutes / 60, isElsewhere: creditedId !== registrationIds[0] },
      withdrawal:
        next?.act === 'withdraw'
          ? { reason: next.reason, decidedBy: next.name || next.email, decidedAt: next.decidedAt }
          : null,
    }
  })
}

async function findNames(db: Db, registrationIds: number[]) {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrationId', 'email', nameOfUser.as('name')])
    .where(sql<boolean>`registration_id = any(${registrationIds}::integer[])`)
    .execute()
  return new Map(rows.map((row) => [row.registrationId, row]))
}

/** Returns an answer's file. Refuses with DECISION_NOT_FOUND. */
export async function getFileOf(db: Db, decisionId: number): Promise<{ file: Buffer; fileName: string }> {
  const decision = await db
    .selectFrom('attendanceDecisions')
    .select(['file', 'fileName'])
    .where('attendanceDecisionId', '=', decisionId)
    .executeTakeFirst()
  if (!decision?.file) throw new Refusal('DECISION_NOT_FOUND')
  return { ...decision, file: decision.file }
}

/** Returns the answers about a person's registrations, newest first, without other people. */
export async function findDecisionsAbout(db: Db, registrationIds: number[]) {
  return db
    .selectFrom('attendanceDecisions')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'attendanceDecisions.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['eventName', 'act', 'fromAt as from', 'toAt as to', 'reason', 'fileName', 'decidedAt'])
    .where(sql<boolean>`registration_ids && ${registrationIds}::integer[]`)
    .orderBy('attendanceDecisionId', 'desc')
    .execute()
}
