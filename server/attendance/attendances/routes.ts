import * as attendances from '#contract/attendance/attendances/calls.ts'
import * as reports from '#contract/attendance/attendances/report-calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { wantReport } from './attendance-fetches.ts'
import { findReplacedReports } from './attendance-replaced.ts'
import { findSlotAttendance, getSources } from './queries.ts'

export function serveAttendances(gate: Gate, services: Services): void {
  const { db } = services
  serve(gate, attendances.getSlotAttendance, ({ query }) => findSlotAttendance(services, query.eventSlotId))
  serve(gate, reports.getReplacedReports, () => findReplacedReports(db))
  serveWrite(gate, services, attendances.fetchAttendance, (work, { body }) =>
    wantReport(work, body.eventSlotId),
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
}

function extensionOf(fileName: string): string {
  return /\.(csv|tsv|txt|xlsx)$/i.exec(fileName)?.[0] ?? '.csv'
}
