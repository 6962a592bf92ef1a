import { sql } from 'kysely'
import { readSubject } from '#contract/attendance-decisions/subjects.ts'
import type { AttendanceReport } from '#contract/attendances/calls.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import type { Db } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { countedRows, sourcesOf } from './attendance-choice.ts'

/** A report with its newest reading. */
export interface StoredReport extends Omit<AttendanceReport, 'isShown'> {
  readingId: number
}

const asciiOf = (email: string) => email.replaceAll(/[^!-~]/g, '')

/** Selects the rows that may be of some subjects. They have to be compared by `subjectOfRow`, because SQL compares emails by their ASCII. */
export function rowsOf(subjects: readonly string[]) {
  const named = subjects.map(readSubject)
  const ids = named.flatMap(({ registrantId }) => registrantId || [])
  const emails = named.flatMap(({ registrantId, email = '' }) => (registrantId ? [] : asciiOf(email)))
  return sql<boolean>`(registrant_id = any(${ids}::text[]) or coalesce(registrant_id, '') = ''
    and (lower(regexp_replace(coalesce(email, ''), '[^!-~]', '', 'g')) = any(${emails}::text[]) or email ~ '[<:]'))`
}

/** Returns the rows of a slot's reports that count (`countedRows`). `which` narrows them to some people. */
export async function findSlotRows(
  db: Db,
  slot: Slot,
  reports: readonly StoredReport[],
  which = { visits: sql`true`, answers: sql`true` },
) {
  const counting = new Set(sourcesOf(slot, reports).flatMap(({ visits, answers }) => [...visits, ...answers]))
  const used = reports.filter(({ reportId }) => counting.has(reportId))
  const readingIds = used.map(({ readingId }) => readingId)
  const condition = sql`attendance_reading_id = any(${readingIds}::integer[])`
  const [others, visits, answers] = await Promise.all([
    findOthers(db, slot),
    db
      .selectFrom('attendanceVisits')
      .select(['attendanceReadingId', 'registrantId', 'email', 'name', 'joinedAt', 'leftAt'])
      .select(['role', 'status', 'medium'])
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
  const read = used.map((report) => ({
    ...report,
    rows: {
      visits: visitsOf.get(report.readingId) ?? [],
      answers: answersOf.get(report.readingId) ?? [],
    },
  }))
  return countedRows(slot, others, read)
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
