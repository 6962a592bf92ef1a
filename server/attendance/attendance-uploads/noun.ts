import * as uploads from '#contract/attendance/attendance-uploads/calls.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { readAttendanceApart } from '#server/attendance/attendances/attendance-readers.ts'
import type { SentWith } from '#server/attendance/attendances/attendance-tables.ts'
import { isZone } from '#server/attendance/attendances/attendance-zones.ts'
import { getUploaded } from '#server/attendance/attendances/queries.ts'
import { acceptForms, receiveFile } from '#server/core/http/received-file.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { refuseWithout, serve } from '#server/core/http/serve.ts'
import { openTurns } from '#server/core/turns.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { noun } from '#server/noun.ts'
import { rolledBack, write } from '#server/work.ts'
import { findFetchedNotes } from './attendance-upload-notes.ts'
import { previewReport, uploadAttendance } from './attendance-uploads.ts'

/** The most files received or waiting to be read at the same time, to limit memory. */
const mostAtOnce = 8

export default noun({
  calls: [uploads],
  serve(gate, services) {
    const turns = openTurns(mostAtOnce)
    const { db } = services
    serve(gate, uploads.getFetchedNotes, async ({ query }) => {
      const slot = await getSlot(db, query.eventSlotId)
      return { notes: await findFetchedNotes(db, slot, services.clock()) }
    })
    acceptForms(gate, (gate) => {
      serve(gate, uploads.uploadAttendance, ({ caller, params, request }) =>
        turns.visit(caller, async () => {
          const { bytes, name, texts } = await receiveFile(request, uploads.attendanceField, {
            mostBytes: uploads.mostAttendanceBytes,
            tooLarge: new Refusal('ATTENDANCE_TOO_LARGE'),
          })
          const sentWith = choicesIn(texts)
          const reading = await readAttendanceApart(bytes, sentWith)
          const upload = { ...params, file: bytes, fileName: name, reading, sentWith }
          if (texts.get(uploads.attendancePreviewField) === 'true') {
            return rolledBack(services, caller, (work) => previewReport(work, upload))
          }
          const setsAside = reportsNamed(texts, caller)
          const isConfirmed = texts.get(uploads.attendanceConfirmedField) === 'true'
          return write(services, caller, (work) =>
            uploadAttendance(work, { ...upload, isConfirmed, setsAside }),
          )
        }),
      )
    })
    serve(gate, uploads.readInZone, ({ caller, params, body: { timeZone } }) =>
      turns.visit(caller, async () => {
        refuseUnknownZone(timeZone)
        const { timesOn, ...report } = await getUploaded(db, params.reportId)
        const sentWith = { zone: timeZone, zoneWins: true, day: timesOn ?? undefined }
        const reading = await readAttendanceApart(report.file, sentWith)
        const upload = { ...report, reading, sentWith, isConfirmed: true }
        return write(services, caller, (work) => uploadAttendance(work, upload))
      }),
    )
  },
})

/** Returns what the sender of a file chose. Refuses an unknown zone, and a day that is none. */
function choicesIn(texts: Map<string, string>): SentWith {
  const [zone, day] = [texts.get(uploads.attendanceZoneField), texts.get(uploads.attendanceDayField)]
  if (zone) refuseUnknownZone(zone)
  if (day && !isPlainDate(day)) {
    refuseFields({ [uploads.attendanceDayField]: 'There is no such day' })
  }
  return {
    zone: zone || undefined,
    zoneWins: Boolean(zone) && texts.get(uploads.attendanceZoneWinsField) === 'true',
    day: day && isPlainDate(day) ? day : undefined,
  }
}

/** Returns the earlier reports that a file's sender sets aside. Refuses with NOT_PERMITTED, as a decision would. */
function reportsNamed(texts: Map<string, string>, caller: Caller) {
  const named = texts.get(uploads.attendanceAsideField)
  if (!named) return []
  refuseWithout(caller, 'credits:write')
  return named.split(',').map((id) => (/^\d{1,9}$/.test(id) ? Number(id) : 0))
}

function refuseUnknownZone(zone: string) {
  if (!isZone(zone)) refuseFields({ [uploads.attendanceZoneField]: 'There is no such time zone' })
}
