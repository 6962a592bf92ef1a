import * as attendances from '#contract/attendances/calls.ts'
import { acceptForms, receiveFile } from '#server/core/http/received-file.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { getUser } from '#server/users/queries.ts'
import { serveWrite, write } from '#server/work.ts'
import { wantReport } from './attendance-fetches.ts'
import { uploadReport } from './attendance-reports.ts'
import { findAttendancesOf, findSlotAttendance, getSources } from './queries.ts'

export function serveAttendances(gate: Gate, services: Services): void {
  const { db } = services
  serve(gate, attendances.getSlotAttendance, ({ query }) => findSlotAttendance(services, query.eventSlotId))
  serve(gate, attendances.getAccountAttendances, async ({ query }) => {
    const { userId } = await getUser(db, query.userId)
    return { attendances: await findAttendancesOf(db, userId) }
  })
  serveWrite(gate, services, attendances.fetchAttendance, (work, { body }) =>
    wantReport(work, body.eventSlotId),
  )
  acceptForms(gate, (gate) => {
    serve(gate, attendances.uploadAttendance, async ({ caller, params, request }) => {
      const { bytes, name } = await receiveFile(request, attendances.attendanceField, {
        mostBytes: attendances.mostAttendanceBytes,
        tooLarge: new Refusal('ATTENDANCE_TOO_LARGE'),
      })
      return write(services, caller, (work) => uploadReport(work, { ...params, file: bytes, fileName: name }))
    })
  })
  serveFile(gate, attendances.getAttendanceSources, async ({ params, reply }) => {
    const { file, sources } = await getSources(db, params.reportId)
    return reply
      .type('application/octet-stream')
      .header('cache-control', 'no-store')
      .header(
        'content-disposition',
        `attachment; filename="attendance-${params.reportId}.${file ? 'csv' : 'json'}"`,
      )
      .send(file ?? Buffer.from(JSON.stringify(sources, undefined, 2)))
  })
}
