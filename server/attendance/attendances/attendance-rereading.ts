import type { Jobs } from '#server/jobs.ts'
import type { Db, Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { readAttendanceAnswers } from './attendance-answers.ts'
import type { PreparedReading } from './attendance-preparing.ts'
import { preparedOf } from './attendance-preparing.ts'
import { readAttendanceApart } from './attendance-readers.ts'
import type { Unread } from './attendance-reading.ts'
import { readerVersion } from './attendance-reading.ts'
import { insertReading } from './attendance-readings.ts'
import type { StoredChoices } from './attendance-sent.ts'
import { sentWith } from './attendance-sent.ts'

/** A report as its bytes are read now. */
export interface FreshReading {
  reportId: number
  reading: PreparedReading | Unread
}

/** Newer than every version of the readers. */
const newest = readerVersion.replace(/\d+$/, '999999999')

/** Reads the bytes of a report again. */
async function readBytes({
  file,
  sources,
  ...sent
}: {
  file: Buffer | null
  sources: { address: string; body: string }[]
} & StoredChoices): Promise<PreparedReading | Unread> {
  if (!file) return preparedOf(readAttendanceAnswers(sources))
  const reading = await readAttendanceApart(file, sentWith(sent))
  // Earlier versions of the readers accepted such a file, and asked for no day. Their reading stays.
  const isDayless = !('refused' in reading) && reading.dayFrom === 'nobody'
  return isDayless ? { refused: 'The times in this file have no dates.' } : reading
}

/** Reads the bytes of all reports of a slot again. Stores nothing. */
export async function readReports(db: Db, eventSlotId: number): Promise<FreshReading[]> {
  const reports = await db
    .selectFrom('attendanceReports')
    .select(['attendanceReportId as reportId', 'file', 'sources', 'timeZone', 'zoneWins', 'timesOn'])
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

/** Stores readings as the newest ones. The transaction must be rolled back. */
export async function insertFreshReadings(work: Work, fresh: readonly FreshReading[]) {
  for (const { reportId, reading } of fresh) {
    if (!('refused' in reading)) await insertReading(work, reportId, { ...reading, reader: newest })
  }
}

/**
 * Reads a report's bytes again after an earlier version of the readers. May run twice: the second reading is
 * not stored.
 */
export async function readReportAgain(services: Services, { reportId }: Jobs['read-attendance']) {
  const report = await services.db
    .selectFrom('attendanceReports')
    .select(['eventSlotId', 'file', 'sources', 'timeZone', 'zoneWins', 'timesOn'])
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
