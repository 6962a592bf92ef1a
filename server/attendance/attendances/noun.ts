import * as attendances from '#contract/attendance/attendances/calls.ts'
import * as reports from '#contract/attendance/attendances/report-calls.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { aboutSlot, job, minute, noun, tries } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { fetchAttendance } from './attendance-fetches.ts'
import { findReplacedReports } from './attendance-replaced.ts'
import { readReportAgain } from './attendance-rereading.ts'
import { expireAttendances, fetchReport, sweepAttendances } from './jobs.ts'
import { findSlotAttendance, getSources } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    'fetch-attendance': { eventSlotId: number }
    /** Reads a report's bytes again with a newer version of the readers. */
    'read-attendance': { reportId: number }
    /** Finds slots with due or requested attendance, and reports to read again, without a job. */
    'sweep-attendances': Record<string, never>
  }
}

export default noun({
  calls: [attendances, reports],
  serve(gate, services) {
    const { db } = services
    serve(gate, attendances.getSlotAttendance, ({ query }) => findSlotAttendance(services, query.eventSlotId))
    serve(gate, reports.getReplacedReports, () => findReplacedReports(db))
    serveWrite(gate, services, attendances.fetchAttendance, (work, body) =>
      fetchAttendance(work, body.eventSlotId),
    )
    serveFile(gate, attendances.getAttendanceSources, async ({ params, reply }) => {
      const { bytes, isFile, originName } = await getSources(db, params.reportId)
      return reply
        .type('application/octet-stream')
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="attendance-${params.reportId}${isFile ? extensionOf(originName) : '.json'}"`,
        )
        .send(bytes)
    })
  },
  jobs: [
    // After these attempts, the sweep continues during an outage.
    job('fetch-attendance', {
      run: fetchReport,
      follows: { 'attendance-asked': aboutSlot({ isUrgent: true }) },
      ...tries(4, 5 * minute),
      retryDelay: 15,
      expireInSeconds: 30 * minute,
      atOnce: 2,
    }),
    job('read-attendance', {
      run: readReportAgain,
      ...tries(4, 5 * minute),
      retryDelay: 15,
      expireInSeconds: 5 * minute,
      atOnce: 1,
    }),
    job('sweep-attendances', { verb: sweepAttendances, cron: '*/5 * * * *' }),
  ],
  expire: expireAttendances,
})

function extensionOf(fileName: string) {
  return /\.(csv|tsv|txt|xlsx)$/i.exec(fileName)?.[0] ?? '.csv'
}
