import type { AttendanceOrigin } from '#contract/attendance/attendances/calls.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { AttendanceSource } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import type { PreparedReading } from './attendance-preparing.ts'
import { insertReading, newestReading } from './attendance-readings.ts'

interface NewReport {
  slot: Slot
  origin: AttendanceOrigin
  originName: string
  /** The webinar's instance, or the door, of which this is a version; null for an upload. */
  instance: string | null
  reading: PreparedReading
  /** The webinar platform's answers; empty for an upload. */
  sources: AttendanceSource[]
  /** The bytes of an upload. */
  file?: Buffer
  /** The zone that a file's sender named. */
  timeZone?: string | undefined
  /** All times are in that zone, whatever the file says. */
  zoneWins?: boolean
  /** The sender's day for times without a date. */
  timesOn?: PlainDate | undefined
}

/**
 * Stores a report as received. An upload repeats an earlier upload of the slot that says the same. Another
 * report repeats its instance's newest one, if that says the same.
 */
export async function keepReport(
  work: Work,
  { slot, origin, originName, instance, reading, sources, file, ...sent }: NewReport,
): Promise<{ reportId: number; isNew: boolean }> {
  const { tx, clock, actingUserId } = work
  const { eventSlotId, webinarId } = slot
  // Locks the slot, so the second of two equal reports finds the first one.
  await findSlot(tx, eventSlotId, { isLocked: true })
  const saidHash = Buffer.from(reading.saidHash)
  const newest = await tx
    .selectFrom('attendanceReports as report')
    .leftJoinLateral(newestReading, (join) => join.onTrue())
    .select(['report.attendanceReportId as reportId', 'reading.saidHash'])
    .where('eventSlotId', '=', eventSlotId)
    .where('repeatsReportId', 'is', null)
    .where('origin', '=', origin)
    .where('instance', 'is not distinct from', instance)
    .$if(origin === 'upload', (reports) => reports.where('reading.saidHash', '=', saidHash))
    .orderBy('report.attendanceReportId', 'desc')
    .limit(1)
    .executeTakeFirst()
  const repeated = newest?.saidHash?.equals(saidHash) ? newest.reportId : null
  const { reportId } = await tx
    .insertInto('attendanceReports')
    .values({
      eventSlotId,
      webinarId,
      origin,
      originName,
      instance,
      saidHash,
      repeatsReportId: repeated,
      uploadedBy: origin === 'upload' ? (actingUserId ?? null) : null,
      receivedAt: clock(),
      sources: JSON.stringify(sources),
      file: file ?? null,
      timeZone: sent.timeZone ?? null,
      zoneWins: sent.zoneWins ?? false,
      timesOn: sent.timesOn ?? null,
    })
    .returning('attendanceReportId as reportId')
    .executeTakeFirstOrThrow()
  if (repeated !== null) return { reportId: repeated, isNew: false }
  await insertReading(work, reportId, reading)
  const activity = origin === 'upload' ? 'attendance-uploaded' : 'attendance-received'
  await happened(work, [{ activity, ...ofSlot(slot) }])
  return { reportId, isNew: true }
}
