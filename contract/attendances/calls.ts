import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'

/** The origin of a report: the webinar platform, or a list that an administrator has uploaded. */
export const attendanceOrigins = ['platform', 'upload'] as const
export type AttendanceOrigin = (typeof attendanceOrigins)[number]

const visit = z.object({ joinedAt: instant(), leftAt: instant() })

const answer = z.object({
  question: z.string(),
  answer: z.string(),
  /** null if the webinar platform gives no time. */
  answeredAt: z.nullable(instant()),
})

export const Attendee = z.object({
  /** null: no registration matches this attendee. */
  registrationId: z.nullable(z.int()),
  userId: z.nullable(z.string()),
  /** '' if the webinar platform does not say who it was. */
  name: z.string(),
  email: z.nullable(z.string()),
  /** Total minutes; overlapping visits count once. */
  minutes: z.int(),
  /** Ordered by start; empty: registered, and did not attend. */
  visits: z.array(visit),
  answers: z.array(answer),
})
export type Attendee = z.output<typeof Attendee>

const slotTime = { startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }

export const AttendanceReport = z.object({
  reportId: z.int(),
  origin: z.enum(attendanceOrigins),
  /** The name of the webinar platform or the file. */
  originName: z.string(),
  /** Name or email; null: nobody, or somebody who has deleted their account. */
  uploadedBy: z.nullable(z.string()),
  receivedAt: instant(),
  visits: z.int(),
  answers: z.int(),
})
export type AttendanceReport = z.output<typeof AttendanceReport>

export const SlotAttendance = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  slot: z.object(slotTime),
  webinarId: z.nullable(z.string()),
  /** Newest first; the first one is shown. Empty: attendance is unknown, and `people` is empty. */
  reports: z.array(AttendanceReport),
  fetching: z.object({
    /** An administrator has asked for it, and the webinar platform has not answered yet. */
    isRunning: z.boolean(),
    askedAt: z.nullable(instant()),
    /** The reason for no answer, in the webinar platform's words; '' after an answer. */
    problem: z.string(),
    /** The next automatic fetch; null: none. */
    nextAt: z.nullable(instant()),
  }),
  people: z.array(Attendee),
})
export type SlotAttendance = z.output<typeof SlotAttendance>

export const getSlotAttendance = endpoint({
  method: 'GET',
  path: '/private/attendances',
  access: 'registrations:read',
  summary:
    'The attendance of a slot by the newest report: everybody registered or attending, with visits and answers.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: SlotAttendance,
  refusals: ['SLOT_NOT_FOUND'],
})

export const AccountAttendance = onWire(idNames, {
  registrationId: z.int(),
  eventSlotId: z.int(),
  eventName: z.string(),
  ...slotTime,
  minutes: z.int(),
  visits: z.array(visit),
  answers: z.array(answer),
})
export type AccountAttendance = z.output<typeof AccountAttendance>

export const getAccountAttendances = endpoint({
  method: 'GET',
  path: '/private/account-attendances',
  access: 'registrations:read',
  summary: "A person's visits to their slots, if there are reports.",
  query: onWire({ userId: 'user_id' }, { userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: z.object({ attendances: z.array(AccountAttendance) }),
  refusals: ['USER_NOT_FOUND'],
})

export const fetchAttendance = endpoint({
  method: 'POST',
  path: '/private/fetch-attendance',
  access: 'registrations:write',
  summary:
    'Fetches the report of a slot from the webinar platform at once. It is stored if it says something new.',
  body: onWire(idNames, { eventSlotId: id() }),
  data: z.object({}),
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING'],
})

/** The form field that holds the list. */
export const attendanceField = 'file'

/** The most bytes of a list. */
export const mostAttendanceBytes = 2 * 1024 * 1024

export const uploadAttendance = endpoint({
  method: 'POST',
  path: '/private/attendance-uploads/:event_slot_id',
  access: 'registrations:write',
  summary:
    "Stores the webinar platform's list of attendees (CSV, at most 2 MB) as a report of a slot. A list with any problem is not stored.",
  params: onWire(idNames, { eventSlotId: idText() }),
  fileField: attendanceField,
  // Larger bodies are still read to their end, because the sender has to get the answer.
  bodyLimit: 16 * 1024 * 1024,
  data: z.object({
    /** null: nothing was stored, because of the problems. */
    reportId: z.nullable(z.int()),
    /** false: the newest report is this very list. */
    isNew: z.boolean(),
    visits: z.int(),
    problems: z.array(
      z.object({
        /** Counted from 1; null if it concerns the whole file. */
        line: z.nullable(z.int()),
        problem: z.string(),
      }),
    ),
  }),
  refusals: ['SLOT_NOT_FOUND', 'FORM_EXPECTED', 'ATTENDANCE_TOO_LARGE'],
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
