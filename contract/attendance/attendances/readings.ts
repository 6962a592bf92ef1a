import type { PlainDate } from '#contract/core/plain-dates.ts'

/** A visit as a report has it, with all its flaws. */
export interface AttendanceVisit {
  joinedAt: Date | null
  leftAt: Date | null
  /** A host waits for a person's decision. */
  role: 'attendee' | 'panelist' | 'host'
  medium: 'online' | 'phone' | 'in-person'
  /** Whether the person waited to be let in. */
  isWaiting: boolean
}

/** A question that was put to everybody, or one person's answer to it. */
export interface PollMoment {
  question: string
  /** null if the report has no times. */
  at: Date | null
  /** The day of the slot, if there is no time. */
  on: PlainDate | null
  /** Absent: a poll of the webinar. */
  source?: 'code' | undefined
  /** Without times: the session of the webinar, and which of the entries with this text it is, counted from 1. */
  session?: string | null | undefined
  nth?: number | undefined
}
