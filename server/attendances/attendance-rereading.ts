import { portalZone } from '#contract/core/season.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Db, Services } from '#server/services.ts'
import { type Work, write } from '#server/work.ts'
import { readAttendanceAnswers } from './attendance-answers.ts'
import type { PreparedReading } from './attendance-preparing.ts'
import { preparedOf } from './attendance-preparing.ts'
import { readAttendanceApart } from './attendance-readers.ts'
import { readerVersion, type Unread } from './attendance-reading.ts'
import { insertReading } from './attendance-readings.ts'

/** A report as its bytes are read now. */
export interface FreshReading {
  reportId: number
  reading: PreparedReading | Unread
}

/** Newer than every version of the readers. */
const newest = readerVersion.replace(/\d+$/, '999999999')

/** Reads the bytes of a report again, a file in a thread of its own. */
async function readBytes(report: {
  file: Buffer | null
  sources: { address: string; body: string }[]
  timeZone: string | null
}): Promise<PreparedReading | Unread> {
  const { file, sources, timeZone } = report
  // Earlier versions of the readers took times without a zone as Eastern.
  return file ? readAttendanceApart(file, timeZone ?? portalZone) : preparedOf(readAttendanceAnswers(sources))
}

/** Reads the bytes of all reports of a slot again. Stores nothing. */
export async function readReports(db: Db, eventSlotId: number): Promise<FreshReading[]> {
  const reports = await db
    .selectFrom('attendanceReports')
    .select(['attendanceReportId as reportId', 'file', 'sources', 'timeZone'])
    .where('eventSlotId', '=', eventSlotId)
    .where('repeatsReportId', 'is', null)
    .orderBy('attendanceReportId')
    .execute()
  const fresh: FreshReading[] = []
  for (const { reportId, ...report } of reports) {
    fresh.push({ reportId, reading: await readBytes(report) })
  }
  return fresh
}

/** Stores readings so that they are the newest ones. The transaction has to be rolled back. */
export async function insertFreshReadings(work: Work, fresh: readonly FreshReading[]): Promise<void> {
  for (const { reportId, reading } of fresh) {
    if (!('refused' in reading)) await insertReading(work, reportId, { ...reading, reader: newest })
  }
}

/** Reads the bytes of a report that an earlier version of the readers has read. May run twice: the second reading is not stored. */
export async function readReportAgain(
  services: Services,
  { reportId }: Jobs['read-attendance'],
): Promise<void> {
  const report = await services.db
    .selectFrom('attendanceReports')
    .select(['eventSlotId', 'file', 'sources', 'timeZone'])
    .where('attendanceReportId', '=', reportId)
    .executeTakeFirst()
  if (!report) return
  const { eventSlotId, ...received } = report
  const reading = await readBytes(received)
  await write(services, undefined, async (work) => {
    await insertReading(work, reportId, reading)
    await work.addJobs('count-hours', [{ eventSlotId }])
  })
}
