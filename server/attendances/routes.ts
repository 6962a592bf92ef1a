import * as attendances from '#contract/attendances/calls.ts'
import { acceptForms, receiveFile } from '#server/core/http/received-file.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { openTurns } from '#server/core/turns.ts'
import type { Services } from '#server/services.ts'
import { serveWrite, write } from '#server/work.ts'
import { wantReport } from './attendance-fetches.ts'
import { readAttendanceApart } from './attendance-readers.ts'
import { uploadReport } from './attendance-uploads.ts'
import { isZone } from './attendance-zones.ts'
import { findSlotAttendance, getSources, getUploaded } from './queries.ts'

/** The most files received or waiting to be read at once, which limits their memory. */
const mostAtOnce = 8

export function serveAttendances(gate: Gate, services: Services): void {
  const turns = openTurns(mostAtOnce)
  const { db } = services
  serve(gate, attendances.getSlotAttendance, ({ query }) => findSlotAttendance(services, query.eventSlotId))
  serveWrite(gate, services, attendances.fetchAttendance, (work, { body }) =>
    wantReport(work, body.eventSlotId),
  )
  acceptForms(gate, (gate) => {
    serve(gate, attendances.uploadAttendance, ({ caller, params, request }) =>
      turns.visit(async () => {
        const { bytes, name, texts } = await receiveFile(request, attendances.attendanceField, {
          mostBytes: attendances.mostAttendanceBytes,
          tooLarge: new Refusal('ATTENDANCE_TOO_LARGE'),
        })
        const zone = zoneGiven(texts)
        const reading = await turns.next(() => readAttendanceApart(bytes, zone))
        const isPreview = texts.get(attendances.attendancePreviewField) === 'true'
        const upload = { ...params, file: bytes, fileName: name, reading, zone, isPreview }
        return write(services, caller, (work) => uploadReport(work, upload))
      }),
    )
  })
  serve(gate, attendances.readInZone, ({ caller, params, body: { timeZone } }) =>
    turns.visit(async () => {
      refuseUnknownZone(timeZone)
      const report = await getUploaded(db, params.reportId)
      const reading = await turns.next(() => readAttendanceApart(report.file, timeZone))
      // A report that names its zone is read in it, whatever else is asked.
      if ('refused' in reading || reading.zoneFrom !== 'caller') throw new Refusal('ZONE_NAMED')
      const upload = { ...report, reading, zone: timeZone, isPreview: false }
      return write(services, caller, (work) => uploadReport(work, upload))
    }),
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

function zoneGiven(texts: Map<string, string>): string | undefined {
  const zone = texts.get(attendances.attendanceZoneField)
  if (zone) refuseUnknownZone(zone)
  return zone || undefined
}

function refuseUnknownZone(zone: string): void {
  if (!isZone(zone)) refuseFields({ [attendances.attendanceZoneField]: 'There is no such time zone' })
}

function extensionOf(fileName: string): string {
  return /\.(csv|tsv|txt|xlsx)$/i.exec(fileName)?.[0] ?? '.csv'
}
