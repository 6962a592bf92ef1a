import type { UploadedAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import {
  attendanceAsideField,
  attendanceConfirmedField,
  attendanceDayField,
  attendancePreviewField,
  attendanceZoneField,
  attendanceZoneWinsField,
  uploadAttendance,
} from '#contract/attendance/attendance-uploads/calls.ts'
import { sendFile } from '#web/core/api/upload.ts'

export interface Upload {
  eventSlotId: number
  file: File
  /** The zone of the file's times, unless the file names one. */
  zone: string
  /** The administrator chose this zone, whatever the file says. */
  zoneWins?: boolean
  /** The chosen day of undated times. */
  day?: string | undefined
  /** The earlier reports to set aside once the file is stored. */
  setsAside?: number[]
  /** The administrator accepts a file of another webinar. */
  isConfirmed?: boolean
}

/** Asks how a file is read; stores nothing. */
export function previewUpload(upload: Upload): Promise<UploadedAttendance> {
  return send(upload, { [attendancePreviewField]: 'true' })
}

/** Stores a file as a report. */
export function keepUpload(upload: Upload): Promise<UploadedAttendance> {
  const { setsAside = [], isConfirmed = false } = upload
  return send(upload, {
    ...(setsAside.length > 0 && { [attendanceAsideField]: setsAside.join() }),
    ...(isConfirmed && { [attendanceConfirmedField]: 'true' }),
  })
}

function send(
  { eventSlotId, file, zone, zoneWins, day }: Upload,
  texts: Record<string, string>,
): Promise<UploadedAttendance> {
  return sendFile(uploadAttendance, { params: { eventSlotId } }, file, {
    texts: {
      [attendanceZoneField]: zone,
      ...(zoneWins && { [attendanceZoneWinsField]: 'true' }),
      ...(day && { [attendanceDayField]: day }),
      ...texts,
    },
  })
}
