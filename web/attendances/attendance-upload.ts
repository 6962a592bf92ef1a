import {
  attendancePreviewField,
  attendanceZoneField,
  type UploadedAttendance,
  uploadAttendance,
} from '#contract/attendances/calls.ts'
import { sendFile } from '#web/core/api/upload.ts'

export interface Upload {
  eventSlotId: number
  file: File
  /** The zone of the file's times, unless the file names one. */
  zone: string
}

/** Asks how a file is read; stores nothing. */
export function previewUpload(upload: Upload): Promise<UploadedAttendance> {
  return send(upload, { [attendancePreviewField]: 'true' })
}

/** Stores a file as a report. */
export function keepUpload(upload: Upload): Promise<UploadedAttendance> {
  return send(upload, {})
}

function send(
  { eventSlotId, file, zone }: Upload,
  texts: Record<string, string>,
): Promise<UploadedAttendance> {
  return sendFile(uploadAttendance, { params: { eventSlotId } }, file, {
    texts: { [attendanceZoneField]: zone, ...texts },
  })
}
