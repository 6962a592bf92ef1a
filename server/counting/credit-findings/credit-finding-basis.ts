import { sql } from 'kysely'
import { slotSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { findSlotPeople } from '#server/attendance/attendance-uploads/attendance-upload-people.ts'
import type { StoredReport } from '#server/attendance/attendances/attendance-evidence.ts'
import { findSlotRows } from '#server/attendance/attendances/attendance-evidence.ts'
import { findReports } from '#server/attendance/attendances/queries.ts'
import { findCodeMoments } from '#server/attendance/poll-codes/queries.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { isSlotInPerson } from '#server/events/slots/queries.ts'
import type { SlotHours } from '#server/events/slots/slot-hours.ts'
import { findSlotHours } from '#server/events/slots/slot-hours.ts'
import type { Db } from '#server/services.ts'
import type { SlotBasis } from './credit-finding-counting.ts'
import type { StandingDecision } from './credit-finding-evidence.ts'

/** Webinar platforms correct their reports for about a day. */
export const settlesAfterMs = 24 * 3_600_000

/** A slot with everything that counts its hours. */
export type CountedSlot = SlotBasis &
  SlotHours & { slot: Slot; reports: StoredReport[]; endsAt: Date; settlesAt: Date }

/** Returns everything that counts an event's hours. */
export async function findEventBasis(db: Db, eventId: number, slots: readonly Slot[], now: Date) {
  const hours = await findSlotHours(
    db,
    slots.map(({ eventSlotId }) => eventSlotId),
  )
  const counted: CountedSlot[] = []
  for (const slot of slots) {
    const found = hours.get(slot.eventSlotId)
    if (found) counted.push(await findSlotBasis(db, slot, found, now))
  }
  return { slots: counted, ...(await findSlotPeople(db, { eventId, slots })) }
}

async function findSlotBasis(db: Db, slot: Slot, hours: SlotHours, now: Date): Promise<CountedSlot> {
  const { eventSlotId, webinarId } = slot
  const reports = await findReports(db, eventSlotId)
  const [decisions, codes, said, isInPerson] = await Promise.all([
    findStandingDecisions(db, eventSlotId),
    findCodeMoments(db, eventSlotId),
    findRowsAndTotals(db, slot, reports),
    isSlotInPerson(db, slot),
  ])
  const { endsAt, settlesAt } = settlingOf(slot)
  const time = { startOn: slot.startOn, endOn: slot.endOn, startTime: slot.startTime, endTime: slot.endTime }
  return {
    ...hours,
    slot,
    eventSlotId,
    webinarId,
    time,
    isInPerson,
    decisions,
    codes,
    ...said,
    figures: hours.rule.figures,
    reports,
    endsAt,
    settlesAt,
    isDue: now >= settlesAt,
    isSettledByHand: decisions.get(slotSubject)?.act === 'settle',
  }
}

/** Returns the rows and totals of the reports that count. */
export async function findRowsAndTotals(db: Db, slot: Slot, reports: Parameters<typeof findSlotRows>[2]) {
  const rows = await findSlotRows(db, slot, reports)
  const totals = await findTotals(
    db,
    rows.counting.map(({ readingId }) => readingId),
  )
  return { rows, totals }
}

/** Returns when a slot ends, and when its reports become final automatically. */
export function settlingOf(slot: SlotTime): { endsAt: Date; settlesAt: Date } {
  const endsAt = slotDays(slot).at(-1)?.endAt ?? new Date(0)
  return { endsAt, settlesAt: new Date(endsAt.getTime() + settlesAfterMs) }
}

/** Returns the newest decision about each subject of a slot, without withdrawn ones. */
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

/** Returns the totals that readings state for people, each with its report. */
async function findTotals(db: Db, readingIds: readonly number[]): Promise<SlotBasis['totals']> {
  const { rows } = await sql<SlotBasis['totals'][number]>`
    select attendance_report_id as report_id, "registrantId" as registrant_id, email, name, minutes
    from attendance_readings, jsonb_to_recordset(totals) as total ("registrantId" text, email text, name text, minutes float)
    where attendance_reading_id = any(${readingIds}::integer[])`.execute(db)
  return rows
}
