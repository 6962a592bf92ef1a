import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { SetAside } from './report-calls.ts'

/** A report's origin: the webinar platform, an administrator's upload, or the check-ins at the door. */
export const attendanceOrigins = ['platform', 'upload', 'door'] as const
export type AttendanceOrigin = (typeof attendanceOrigins)[number]

export const AttendanceReport = z.object({
  reportId: z.int(),
  origin: z.enum(attendanceOrigins),
  /** The name of the webinar platform or the file. */
  originName: z.string(),
  /** Name or email; null if nobody uploaded it, or for a deleted account. */
  uploadedBy: z.nullable(z.string()),
  receivedAt: instant(),
  kind: z.enum(['attendance', 'polls', 'sign-in-sheet', 'statement']),
  /** The Eastern days that the report covers, YYYY-MM-DD. */
  days: z.array(z.string()),
  /** The SHA-256 of its sources, hexadecimal. */
  sha256: z.string(),
  /** The number of times that the same report was received again. */
  repeats: z.int(),
  /** The visits and answers that count. */
  visits: z.int(),
  answers: z.int(),
  /** Its rows count: nobody has set it aside, and it is the newest version. */
  counts: z.boolean(),
  /** The days that it covers: those with an attendee or panelist in a taught hour, YYYY-MM-DD. */
  covers: z.array(z.string()),
  setAside: z.array(SetAside),
  /** The webinar platform's id of the time that the webinar was held. Reports of one instance are versions of each other. null: an upload. */
  instance: z.nullable(z.string()),
  /** The first join and the last leave time of an instance, if the slot has reports of several. */
  held: z.optional(z.object({ from: instant(), to: instant() })),
})
export type AttendanceReport = z.output<typeof AttendanceReport>

export const SlotAttendance = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  slot: z.object(slotTimes),
  webinarId: z.nullable(z.string()),
  /** In person: hours are counted from the door and the sign-in sheet. */
  isInPerson: z.boolean(),
  /** Newest first. */
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
})
export type SlotAttendance = z.output<typeof SlotAttendance>

export const getSlotAttendance = endpoint({
  route: 'GET /private/attendances',
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
  ...slotTimes,
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
  route: 'GET /private/account-attendances',
  access: 'registrations:read',
  summary: "A person's visits and answers, by the last count of each slot that has a report.",
  query: onWire({ userId: 'user_id' }, { userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: z.object({ attendances: z.array(AccountAttendance) }),
  refusals: ['USER_NOT_FOUND'],
})

export const fetchAttendance = endpoint({
  route: 'POST /private/fetch-attendance',
  access: 'registrations:write',
  summary:
    'Fetches the reports of a slot from the webinar platform right away: one for each time that the webinar was held. They are stored as received; one that says nothing new changes nothing.',
  body: onWire(idNames, { eventSlotId: id() }),
  data: z.object({}),
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING'],
})

export const getAttendanceSources = endpoint({
  route: 'GET /private/attendance-reports/:reportId/sources',
  access: 'exports:read',
  summary:
    'The sources of a report, for evidence: the uploaded file, or every answer of the webinar platform, letter for letter, as JSON.',
  params: z.object({ reportId: idText() }),
  file: 'application/octet-stream',
  refusals: ['ATTENDANCE_NOT_FOUND'],
})
