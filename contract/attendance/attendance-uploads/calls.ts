import * as z from 'zod/mini'
import { slotNamed } from '#contract/attendance/attendances/report-calls.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { comparedText } from '#contract/core/fields.ts'
import { idNames, idText, instant, onWire } from '#contract/core/wire.ts'

/** A sentence about a report, with what an administrator can do. */
export const ReportProblem = z.object({
  /** The file's line, counted from 1; null for the whole report. */
  line: z.nullable(z.int()),
  problem: z.string(),
  /** An earlier report in which people have more. It can be set aside in the same step; `label` is the offer. */
  earlier: z.optional(z.object({ reportId: z.int(), label: z.string() })),
  /** The slot whose report it seems to be. */
  slot: z.optional(onWire(idNames, slotNamed)),
  /** The decisions that keep it set aside. */
  decisionIds: z.optional(z.array(z.int())),
})
export type ReportProblem = z.output<typeof ReportProblem>

/** The fields that compare a report with those that already count. */
const compared = {
  /** Sentences about the added people, minutes and answers. */
  adds: z.array(z.string()),
  /** Doubts about the whole report. */
  problems: z.array(ReportProblem),
}

export const attendanceField = 'file'

/** The form field for the zone of a file's times if the file names none. */
export const attendanceZoneField = 'time_zone'

/** The form field that puts all times into the named zone, whatever the file says. */
export const attendanceZoneWinsField = 'zone_wins'

/** The form field for the day of times without a date. */
export const attendanceDayField = 'times_on'

/** The form field that only asks how a file is read: nothing is stored. */
export const attendancePreviewField = 'preview'

/** The form field that accepts a file of another webinar. */
export const attendanceConfirmedField = 'is_confirmed'

/** The form field for the reports to set aside once the file is stored. */
export const attendanceAsideField = 'sets_aside'

export const mostAttendanceBytes = 50 * 1024 * 1024

const ReadRow = z.object({
  /** Counted from 1. */
  line: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** 'waiting': in a waiting room; 'answer': of a poll. */
  as: z.enum(['present', 'waiting', 'absent', 'host', 'panelist', 'answer']),
  /** The join time, or the time of an answer; null if unknown. */
  from: z.nullable(instant()),
  /** The leave time. */
  to: z.nullable(instant()),
})
export type ReadRow = z.output<typeof ReadRow>

export const UploadedAttendance = z.object({
  /** null: nothing was stored. `problems` says why, unless it was a preview. */
  reportId: z.nullable(z.int()),
  /** false: an earlier upload says the same; `reportId` is its id. The file is stored, too. */
  isNew: z.boolean(),
  /** null: not a readable report. */
  kind: z.nullable(z.enum(['attendance', 'polls'])),
  /** The kind in words: "Zoom's attendee report". */
  about: z.string(),
  /** The zone of times without one; null if there are none, or nobody named one. */
  timeZone: z.nullable(z.string()),
  /** The file names no zone, so the sender must. */
  asksForZone: z.boolean(),
  /** The days of the slot to choose from, because the file has times without dates. Absent: it has none. */
  askedDays: z.optional(z.array(z.string())),
  /** With `askedDays`, the day of these times: the chosen one, or one above the table. Absent: they need one. */
  day: z.optional(z.string()),
  /** The Eastern days that the report covers, YYYY-MM-DD. */
  days: z.array(z.string()),
  /** All rows, including flawed ones, hosts and absent people. */
  rows: z.int(),
  /** The visits and answers that count. */
  visits: z.int(),
  answers: z.int(),
  firstRows: z.array(ReadRow),
  /** The slot's days with an attendee or panelist in a taught hour, YYYY-MM-DD. */
  covers: z.array(z.string()),
  /** The file names another webinar, so it needs the sender's confirmation. */
  isOfOtherWebinar: z.boolean(),
  ...compared,
  /** The reason of a refusal; or doubts about the whole file, and up to a hundred flawed rows. */
  problems: z.array(ReportProblem),
})
export type UploadedAttendance = z.output<typeof UploadedAttendance>

export const uploadAttendance = endpoint({
  route: 'POST /private/attendance-uploads/:event_slot_id',
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
  route: 'POST /private/attendance-reports/:reportId/zone',
  access: 'registrations:write',
  summary:
    'Reads an uploaded report again, with all its times in another zone, whatever it names, and stores it as a new report of the same bytes.',
  params: z.object({ reportId: idText() }),
  body: onWire({ timeZone: attendanceZoneField }, { timeZone: comparedText(noZone, 64) }),
  data: UploadedAttendance,
  refusals: ['ATTENDANCE_NOT_FOUND', 'SLOT_NOT_FOUND', 'ZONE_NAMED', 'NOT_READY'],
})

export const getFetchedNotes = endpoint({
  route: 'GET /private/attendance-reports/fetched',
  access: 'registrations:read',
  summary:
    'What the reports of the last fetch of a slot added to what counted before, and who has less in them.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: z.object({ notes: z.array(z.object({ reportId: z.int(), ...compared })) }),
  refusals: ['SLOT_NOT_FOUND'],
})
