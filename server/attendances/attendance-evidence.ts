import { sql } from 'kysely'
import { readSubject } from '#contract/attendance-decisions/subjects.ts'
import type { AttendanceReport } from '#contract/attendances/calls.ts'
import { readingsOf } from '#contract/attendances/readings.ts'
import { isStayAt } from '#contract/attendances/rules.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { slotDays } from '#contract/slots/times.ts'
import type { Db } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'

/** A report with its newest reading. */
export interface StoredReport extends Omit<AttendanceReport, 'isShown'> {
  readingId: number
}

/** Returns the reports that count for each day of a slot. */
export function sourcesOf(slot: SlotTime, reports: readonly StoredReport[]) {
  const bare = reports.map((report) => readingWith(report, [], []))
  return readingsOf(bare, slotDays(slot)).sources
}

function readingWith<Visit, Answer>(report: StoredReport, visits: Visit[], answers: Answer[]) {
  return {
    ...report,
    days: report.days as PlainDate[],
    visits: report.visits > 0 ? visits : null,
    answers: report.answers > 0 ? answers : null,
  }
}

const asciiOf = (email: string) => email.replaceAll(/[^!-~]/g, '')

/** Selects the rows that may be of some subjects. They have to be compared by `subjectOfRow`, because SQL compares emails by their ASCII. */
export function rowsOf(subjects: readonly string[]) {
  const named = subjects.map(readSubject)
  const ids = named.flatMap(({ registrantId }) => registrantId || [])
  const emails = named.flatMap(({ registrantId, email = '' }) => (registrantId ? [] : asciiOf(email)))
  return sql<boolean>`(registrant_id = any(${ids}::text[]) or coalesce(registrant_id, '') = ''
    and lower(regexp_replace(coalesce(email, ''), '[^!-~]', '', 'g')) = any(${emails}::text[]))`
}

/**
 * Returns the rows of a slot's reports, each day by the newest report that covers it: of every role, also from a waiting room and with
 * flaws. Rows that are only about another slot with the same webinar are left out.
 */
export async function findSlotRows(
  db: Db,
  slot: Slot,
  reports: readonly StoredReport[],
  which = { visits: sql`true`, answers: sql`true` },
) {
  const days = slotDays(slot)
  const counting = new Set(sourcesOf(slot, reports).flatMap(({ visits, answers }) => [...visits, ...answers]))
  const used = reports.filter(({ reportId }) => counting.has(reportId))
  const readingIds = used.map(({ readingId }) => readingId)
  const condition = sql`attendance_reading_id = any(${readingIds}::integer[])`
  const [others, visits, answers] = await Promise.all([
    findOthers(db, slot),
    db
      .selectFrom('attendanceVisits')
      .select(['attendanceReadingId', 'registrantId', 'email', 'name', 'joinedAt', 'leftAt'])
      .select(['role', 'status', (row) => row.fn.coalesce('medium', sql.lit('online' as const)).as('medium')])
      .where(sql<boolean>`${condition} and ${which.visits}`)
      .orderBy('place')
      .execute(),
    db
      .selectFrom('attendanceAnswers')
      .select(['attendanceReadingId', 'registrantId', 'email', 'name', 'question', 'answer', 'answeredAt'])
      .select('answeredOn')
      .where(sql<boolean>`${condition} and ${which.answers}`)
      .orderBy('place')
      .execute(),
  ])
  const visitsOf = Map.groupBy(visits, ({ attendanceReadingId }) => attendanceReadingId)
  const answersOf = Map.groupBy(answers, ({ attendanceReadingId }) => attendanceReadingId)
  const readings = used.map((report) => {
    // An answer that names neither its time nor its day is shown on the first day of the report.
    const firstDay = days.find(({ on }) => report.days.includes(on))?.on ?? null
    return readingWith(
      report,
      (visitsOf.get(report.readingId) ?? []).map((row) => ({ ...row, isWaiting: row.status === 'waiting' })),
      (answersOf.get(report.readingId) ?? []).map((row) => ({
        ...row,
        ...{ at: row.answeredAt, on: row.answeredOn ?? firstDay },
      })),
    )
  })
  const counted = readingsOf(readings, days)
  return {
    ...counted,
    visits: counted.visits.filter(({ joinedAt, leftAt }) => isHere(joinedAt, leftAt)),
    answers: counted.answers.filter(({ answeredAt }) => isHere(answeredAt, answeredAt)),
  }

  function isHere(from: Date | null, to: Date | null): boolean {
    const joinedAt = from ?? to
    if (!joinedAt) return true
    return isStayAt(slot, others, { joinedAt, leftAt: to && to > joinedAt ? to : joinedAt })
  }
}

/** Returns the other slots that share the webinar. */
async function findOthers(db: Db, { eventSlotId, webinarId }: Slot): Promise<SlotTime[]> {
  if (webinarId === null) return []
  return db
    .selectFrom('eventSlots')
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .where('webinarId', '=', webinarId)
    .where('eventSlotId', '<>', eventSlotId)
    .where('deletedAt', 'is', null)
    .execute()
}
