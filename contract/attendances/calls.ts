import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'

/** The origin of a report: the webinar platform, a list that an administrator has uploaded, or the scans at the door. */
export const attendanceOrigins = ['platform', 'upload', 'door'] as const
export type AttendanceOrigin = (typeof attendanceOrigins)[number]

const slotTime = { startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }

export const AttendanceReport = z.object({
  reportId: z.int(),
  origin: z.enum(attendanceOrigins),
  /** The name of the webinar platform or the file. */
  originName: z.string(),
  /** Name or email; null: nobody, or somebody who has deleted their account. */
  uploadedBy: z.nullable(z.string()),
  receivedAt: instant(),
  kind: z.enum(['attendance', 'polls', 'sign-in-sheet', 'statement']),
  /** The Eastern days that the report covers, YYYY-MM-DD. */
  days: z.array(z.string()),
  /** The SHA-256 of its sources, hexadecimal. */
  sha256: z.string(),
  /** How often the same was received again. */
  repeats: z.int(),
  /** The visits and answers that count. */
  visits: z.int(),
  answers: z.int(),
  /** It counts for a day of the slot, so it is shown. */
  isShown: z.boolean(),
  /** The webinar platform's id of the time that the webinar was held. Reports of one instance are versions of each other. null: an upload. */
  instance: z.nullable(z.string()),
  /** The first join and the last leave time of an instance, if the slot has reports of several. */
  held: z.optional(z.object({ from: instant(), to: instant() })),
})
export type AttendanceReport = z.output<typeof AttendanceReport>

export const SlotAttendance = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  slot: z.object(slotTime),
  webinarId: z.nullable(z.string()),
  /** In person: hours are counted from the door and the sign-in sheet. */
  isInPerson: z.boolean(),
  /** Newest first. */
  reports: z.array(AttendanceReport),
  /** The days of the slot, each with the reports that count for it. Without visits on any, attendance is unknown. */
  days: z.array(z.object({ on: wireDate, visits: z.array(z.int()), answers: z.array(z.int()) })),
  fetching: z.object({
    /** An administrator has asked for it, and the webinar platform has not answered yet. */
    isRunning: z.boolean(),
    askedAt: z.nullable(instant()),
    /** The reason for no answer, in the webinar platform's words; '' after an answer. */
    problem: z.string(),
    /** The next automatic fetch; null: none. */
    nextAt: z.nullable(instant()),
  }),
})
export type SlotAttendance = z.output<typeof SlotAttendance>

export const getSlotAttendance = endpoint({
  method: 'GET',
  path: '/private/attendances',
  access: 'registrations:read',
  summary: 'The reports of a slot, which of them count for each day, and when the next one is fetched.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: SlotAttendance,
  refusals: ['SLOT_NOT_FOUND'],
})

export const AccountAttendance = onWire(idNames, {
  registrationId: z.int(),
  eventSlotId: z.int(),
  eventName: z.string(),
  ...slotTime,
  /** Total minutes; overlapping visits count once. */
  minutes: z.int(),
  /** Ordered by start; empty: registered, and did not attend. */
  visits: z.array(z.object({ joinedAt: instant(), leftAt: instant() })),
  answers: z.array(
    z.object({
      question: z.string(),
      answer: z.string(),
      /** null if the webinar platform gives no time. */
      answeredAt: z.nullable(instant()),
    }),
  ),
})
export type AccountAttendance = z.output<typeof AccountAttendance>

export const getAccountAttendances = endpoint({
  method: 'GET',
  path: '/private/account-attendances',
  access: 'registrations:read',
  summary: "A person's visits and answers, by the last count of each slot that has a report.",
  query: onWire({ userId: 'user_id' }, { userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: z.object({ attendances: z.array(AccountAttendance) }),
  refusals: ['USER_NOT_FOUND'],
})

export const fetchAttendance = endpoint({
  method: 'POST',
  path: '/private/fetch-attendance',
  access: 'registrations:write',
  summary:
    'Fetches the reports of a slot from the webinar platform right away: one for each time that the webinar was held. They are stored as received; one that says nothing new changes nothing.',
  body: onWire(idNames, { eventSlotId: id() }),
  data: z.object({}),
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING'],
})

/** The form field that holds the file. */
export const attendanceField = 'file'

/** The form field that names the zone of a file's times if the file names none. */
export const attendanceZoneField = 'time_zone'

/** The form field that asks only how a file is read: nothing is stored. */
export const attendancePreviewField = 'preview'

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
  /** The Eastern days that the report covers, YYYY-MM-DD. */
  days: z.array(z.string()),
  /** All rows, also those with a flaw, of hosts and of people who did not come. */
  rows: z.int(),
  /** The visits and answers that count. */
  visits: z.int(),
  answers: z.int(),
  firstRows: z.array(ReadRow),
  /** The reason of a refusal; or doubts about the whole file, such as another webinar's, and up to a hundred rows with a flaw. */
  problems: z.array(
    z.object({
      /** Counted from 1; null if it concerns the whole file. */
      line: z.nullable(z.int()),
      problem: z.string(),
    }),
  ),
})
export type UploadedAttendance = z.output<typeof UploadedAttendance>

export const uploadAttendance = endpoint({
  method: 'POST',
  path: '/private/attendance-uploads/:event_slot_id',
  access: 'registrations:write',
  summary:
    "Stores the webinar platform's attendee or poll report, or another list of attendees (text or .xlsx, 50 MB and 200,000 rows at most), as a report of a slot. Every row is read; those with a flaw are named.",
  params: onWire(idNames, { eventSlotId: idText() }),
  fileField: attendanceField,
  formFields: {
    [attendanceZoneField]:
      "The time zone of the file's times, like America/New_York; required if the file names none.",
    [attendancePreviewField]: "'true': only returns how the file is read.",
  },
  // Larger bodies are still read to their end, because the sender has to get the answer.
  bodyLimit: 64 * 1024 * 1024,
  data: UploadedAttendance,
  refusals: ['SLOT_NOT_FOUND', 'FORM_EXPECTED', 'ATTENDANCE_TOO_LARGE', 'NOT_READY'],
})

const noZone = 'Please name a time zone'

export const readInZone = endpoint({
  method: 'POST',
  path: '/private/attendance-reports/:reportId/zone',
  access: 'registrations:write',
  summary:
    'Reads an uploaded report again, with its times in another zone, and stores it as a new report of the same bytes.',
  params: z.object({ reportId: idText() }),
  body: onWire(
    { timeZone: attendanceZoneField },
    { timeZone: z.string({ error: noZone }).check(z.maxLength(64, { error: noZone })) },
  ),
  data: UploadedAttendance,
  refusals: ['ATTENDANCE_NOT_FOUND', 'SLOT_NOT_FOUND', 'ZONE_NAMED', 'NOT_READY'],
})

export const getAttendanceSources = endpoint({
  method: 'GET',
  path: '/private/attendance-reports/:reportId/sources',
  access: 'exports:read',
  summary:
    'The sources of a report, for evidence: the uploaded file, or every answer of the webinar platform, letter for letter, as JSON.',
  params: z.object({ reportId: idText() }),
  file: 'application/octet-stream',
  refusals: ['ATTENDANCE_NOT_FOUND'],
})
