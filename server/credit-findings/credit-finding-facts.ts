import { sql } from 'kysely'
import { slotDays } from '#contract/slots/times.ts'
import { sourcesOf } from '#server/attendances/attendance-choice.ts'
import { findSlotRows, type StoredReport } from '#server/attendances/attendance-evidence.ts'
import { findReports } from '#server/attendances/queries.ts'
import type { Db } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { getSlotHours, type SlotHours } from '#server/slots/slot-hours.ts'
import type { StandingDecision } from './credit-finding-evidence.ts'

/** Webinar platforms correct their reports for about a day. */
export const settlesAfterMs = 24 * 3_600_000

/** The figures and the agenda of a slot, and the decisions about it. */
export interface SlotFacts extends SlotHours {
  /** The newest decision about each subject that was not withdrawn. */
  decisions: Map<string, StandingDecision>
  /** When the slot ends, and when its reports become final by themselves. */
  endsAt: Date
  settlesAt: Date
}

/** Returns by what the hours of a slot are counted. */
export async function findSlotFacts(db: Db, slot: Slot): Promise<SlotFacts> {
  const [hours, decisions] = await Promise.all([
    getSlotHours(db, slot.eventSlotId),
    findStandingDecisions(db, slot.eventSlotId),
  ])
  const endsAt = slotDays(slot).at(-1)?.endAt ?? new Date(0)
  return { ...hours, decisions, endsAt, settlesAt: new Date(endsAt.getTime() + settlesAfterMs) }
}

async function findStandingDecisions(db: Db, eventSlotId: number): Promise<Map<string, StandingDecision>> {
  const rows = await db
    .selectFrom('attendanceDecisions')
    .select(['act', 'subject', 'registrationIds', 'fromAt', 'toAt', 'decidedAt'])
    .where('eventSlotId', '=', eventSlotId)
    .orderBy('attendanceDecisionId')
    .execute()
  const newest = new Map(rows.map((row) => [row.subject, row]))
  return new Map(
    [...newest].flatMap(([subject, { act, ...row }]) =>
      act === 'withdraw' ? [] : [[subject, { ...row, act }]],
    ),
  )
}

/** Returns the rows of a slot's reports, the days that they cover, and how many people each day's reports name. */
export async function findSlotReports(db: Db, slot: Slot) {
  const reports = await findReports(db, slot.eventSlotId)
  const covered = sourcesOf(slot, reports).filter(({ visits }) => visits.length > 0)
  const [rows, peopleByDay] = await Promise.all([
    findSlotRows(db, slot, reports),
    countPeople(db, slot, reports),
  ])
  const [reportId] = covered[0]?.visits ?? []
  const shown = reports.find((report) => report.reportId === reportId)
  return {
    rows,
    coveredDays: new Set<string>(covered.map(({ on }) => on)),
    isAllCovered: covered.length === slotDays(slot).length,
    peopleByDay,
    firstReport: shown && { reportId: shown.reportId, timeZone: await findZone(db, shown) },
  }
}

async function findZone(db: Db, { readingId }: StoredReport): Promise<string | null> {
  const reading = await db
    .selectFrom('attendanceReadings')
    .select('timeZone')
    .where('attendanceReadingId', '=', readingId)
    .executeTakeFirst()
  return reading?.timeZone ?? null
}

/** Counts the people of each day that several attendance reports cover: in the newest one, and the most in an earlier one. */
async function countPeople(db: Db, slot: Slot, reports: readonly StoredReport[]) {
  const about = reports.filter(({ kind, visits }) => kind === 'attendance' && visits > 0)
  const covering = slotDays(slot).map(({ on }) => ({
    on,
    readingIds: about.filter(({ days }) => days.includes(on)).map(({ readingId }) => readingId),
  }))
  const several = covering.filter(({ readingIds }) => readingIds.length > 1)
  if (several.length === 0) return []
  const { rows } = await sql<{ readingId: number; on: string; people: number }>`
    select attendance_reading_id as reading_id, (joined_at at time zone 'America/New_York')::date::text as on,
      count(distinct coalesce(registrant_id, lower(email), name))::int as people
    from attendance_visits
    where attendance_reading_id = any(${several.flatMap(({ readingIds }) => readingIds)}::integer[]) and status = 'present'
    group by 1, 2`.execute(db)
  return several.map(({ on, readingIds: [newest, ...earlier] }) => {
    const peopleIn = (readingId?: number) =>
      rows.find((row) => row.readingId === readingId && row.on === on)?.people ?? 0
    return { on, now: peopleIn(newest), before: Math.max(...earlier.map(peopleIn)) }
  })
}
