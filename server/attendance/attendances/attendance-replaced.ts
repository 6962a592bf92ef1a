import { sql } from 'kysely'
import { readSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { getReplacedReports } from '#contract/attendance/attendances/report-calls.ts'
import { replacedReason } from '#contract/attendance/attendances/report-calls.ts'
import type { Data } from '#contract/core/endpoint.ts'
import type { Db } from '#server/services.ts'

/** Returns the reports set aside by an upgrade, while that decision is the newest about them; latest slot first. */
export async function findReplacedReports(db: Db): Promise<Data<typeof getReplacedReports>> {
  const rows = await db
    .selectFrom('attendanceDecisions as decision')
    .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'decision.eventSlotId')
    .innerJoin('events', 'events.eventId', 'slot.eventId')
    .innerJoin('attendanceReports as report', (join) =>
      join
        .onRef('report.eventSlotId', '=', 'decision.eventSlotId')
        .on(sql<boolean>`encode(bytes_hash, 'hex') = split_part(subject, ' ', 2)`),
    )
    .distinctOn('decision.attendanceDecisionId')
    .select(['decision.attendanceDecisionId as decisionId', 'subject', 'reason', 'decidedAt'])
    .select(['attendanceReportId as reportId', 'originName', 'receivedAt'])
    .select(['slot.eventSlotId', 'eventName', 'startOn', 'endOn', 'startTime', 'endTime'])
    .where('act', '=', 'set-aside')
    .where('subject', 'like', 'report %')
    .where('reason', '=', replacedReason)
    .where('decidedBy', 'is', null)
    .where('slot.deletedAt', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from attendance_decisions later where later.event_slot_id = decision.event_slot_id and later.subject = decision.subject
          and later.attendance_decision_id > decision.attendance_decision_id)`,
    )
    .orderBy('decision.attendanceDecisionId')
    .orderBy('attendanceReportId')
    .execute()
  const slots = [...Map.groupBy(rows, ({ eventSlotId }) => eventSlotId).values()].map((ofSlot) => {
    const [{ eventSlotId, eventName, startOn, endOn, startTime, endTime }] = ofSlot as [(typeof rows)[number]]
    const reports = [...Map.groupBy(ofSlot, ({ reportId }) => reportId)].sort(([a], [b]) => a - b)
    return {
      eventSlotId,
      eventName,
      slot: { startOn, endOn, startTime, endTime },
      reports: reports.map(([, [first, ...others]]) => {
        const { originName, receivedAt } = first as (typeof rows)[number]
        const setAside = [first as (typeof rows)[number], ...others].map(
          ({ decisionId, subject, reason, decidedAt }) => {
            const { on = null, part = null } = readSubject(subject)
            return { decisionId, subject, on, part, reason, decidedBy: null, decidedAt }
          },
        )
        return { originName, receivedAt, setAside }
      }),
    }
  })
  return { slots: slots.sort((a, b) => b.slot.startOn.localeCompare(a.slot.startOn)) }
}
