import * as z from 'zod/mini'
import { slotNamed } from '#contract/attendance/attendances/report-calls.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { idNames, idText, instant, onWire } from '#contract/core/wire.ts'

/** A sentence about a report, with what an administrator may do about it. */
export const ReportProblem = z.object({
  /** The line of the file, counted from 1; null if it concerns the whole report. */
  line: z.nullable(z.int()),
  problem: z.string(),
  /** An earlier report in which people have more, which can be set aside in the same step: `label` is the offer. */
  earlier: z.optional(z.object({ reportId: z.int(), label: z.string() })),
  /** The slot whose report it looks like. */
  slot: z.optional(onWire(idNames, slotNamed)),
  /** The decisions by which it stays set aside. */
  decisionIds: z.optional(z.array(z.int())),
})
export type ReportProblem = z.output<typeof ReportProblem>

/** The fields of what a report says beyond those that count already. */
const compared = {
  /** Sentences about the people, minutes and answers that it adds. */
  adds: z.array(z.string()),
  /** Doubts about the whole report. */
  problems: z.array(ReportProblem),
}

/** The form field that holds the file. */
export const attendanceField = 'file'

/** The form field that names the zone of a file's times if the file names none. */
export const attendanceZoneField = 'time_zone'

/** The form field by which all times are in the named zone, whatever the file names. */
export const attendanceZoneWinsField = 'zone_wins'

/** The form field that names the day of times without a date. */
export const attendanceDayField = 'times_on'

/** The form field that asks only how a file is read: nothing is stored. */
export const attendancePreviewField = 'preview'

/** The form field by which a file that names another webinar is kept. */
export const attendanceConfirmedField = 'is_confirmed'

/** The form field that names the reports that are set aside once the file is stored. */
export const attendanceAsideField = 'sets_aside'

/** The most bytes of a file. */
export const mostAttendanceBytes = 50 * 1024 * 1024

/** One row as it is understood. */
const ReadRow = z.object({
  /** Counted from 1. */
  line: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** 'waiting': in a waiting room; 'answer': of a poll. */
  as: z.enum(['present', 'waiting', 'absent', 'host', 'panelist', 'answer']),
  /** The join time, or the time of an answer; null if the row does not tell. */
  from: z.nullable(instant()),
  /** The leave time. */
  to: z.nullable(instant()),
})
export type ReadRow = z.output<typeof ReadRow>

export const UploadedAttendance = z.object({
  /** null: nothing was stored. `problems` say why, unless it was a preview. */
  reportId: z.nullable(z.int()),
  /** false: an earlier upload says the same, and `reportId` names it. The file is kept, too. */
  isNew: z.boolean(),
  /** null: none of the reports that can be read. */
  kind: z.nullable(z.enum(['attendance', 'polls'])),
  /** The kind in words: "Zoom's attendee report". */
  about: z.string(),
  /** The zone of times that name none; null if there are none, or nobody has named one. */
  timeZone: z.nullable(z.string()),
  /** The file names no zone, so the sender has to. */
  asksForZone: z.boolean(),
  /** The days of the slot, of which the sender has to choose one: the file has times without dates. Absent: it has none. */
  askedDays: z.optional(z.array(z.string())),
  /** With `askedDays`, the day of these times: the chosen one, or one above the table. Absent: they need one. */
  day: z.optional(z.string()),
  /** The Eastern days that the report covers, YYYY-MM-DD. */
  days: z.array(z.string()),
  /** All rows, also those with a flaw, of hosts and of people who did not come. */
  rows: z.int(),
  /** The visits and answers that count. */
  visits: z.int(),
  answers: z.int(),
  firstRows: z.array(ReadRow),
  /** The days of the slot with an attendee or panelist in a taught hour, YYYY-MM-DD. */
  covers: z.array(z.string()),
  /** The file names another webinar, so it is only kept once the sender confirms it. */
  isOfOtherWebinar: z.boolean(),
  ...compared,
  /** The reason of a refusal; or doubts about the whole file, and up to a hundred rows with a flaw. */
  problems: z.array(ReportProblem),
})
export type UploadedAttendance = z.output<typeof UploadedAttendance>

export const uploadAttendance = endpoint({
  method: 'POST',
  path: '/private/attendance-uploads/:event_slot_id',
  access: 'registrations:write',
  summary:
    "Stores the webinar platform's attendee or poll report, or another list of attendees (text or .xlsx, 50 MB and 20,000 rows at most), as a report of a slot. Every row is read; those with a flaw are named.",
  params: onWire(idNames, { eventSlotId: idText() }),
  fileField: attendanceField,
  formFields: {
    [attendanceZoneField]:
      "The time zone of the file's times, like America/New_York; required if the file names none.",
    [attendanceZoneWinsField]: "'true': all times are in this time zone, whatever the file names.",
    [attendanceDayField]: 'The day of times without a date, YYYY-MM-DD, one of the days of the slot.',
    [attendancePreviewField]: "'true': only returns how the file is read.",
    [attendanceConfirmedField]: "'true': the file is kept although it names another webinar.",
    [attendanceAsideField]:
      'The ids of earlier reports of the slot, with commas: they are set aside once the file is stored, which needs the permission credits:write.',
  },
  large: {
    mostBytes: 64 * 1024 * 1024,
    why: 'A report has up to 50 MB. Longer forms are still read to their end, so that the sender gets the reason.',
    perPerson: 100,
  },
  data: UploadedAttendance,
  refusals: ['SLOT_NOT_FOUND', 'SUBJECT_UNKNOWN', 'FORM_EXPECTED', 'ATTENDANCE_TOO_LARGE', 'NOT_READY'],
})

const noZone = 'Please name a time zone'

export const readInZone = endpoint({
  method: 'POST',
  path: '/private/attendance-reports/:reportId/zone',
  access: 'registrations:write',
  summary:
    'Reads an uploaded report again, with all its times in another zone, whatever it names, and stores it as a new report of the same bytes.',
  params: z.object({ reportId: idText() }),
  body: onWire(
    { timeZone: attendanceZoneField },
    { timeZone: z.string({ error: noZone }).check(z.maxLength(64, { error: noZone })) },
  ),
  data: UploadedAttendance,
  refusals: ['ATTENDANCE_NOT_FOUND', 'SLOT_NOT_FOUND', 'ZONE_NAMED', 'NOT_READY'],
})

export const getFetchedNotes = endpoint({
  method: 'GET',
  path: '/private/attendance-reports/fetched',
  access: 'registrations:read',
  summary:
    'What the reports of the last fetch of a slot added to what counted before, and who has less in them.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: z.object({ notes: z.array(z.object({ reportId: z.int(), ...compared })) }),
  refusals: ['SLOT_NOT_FOUND'],
})
