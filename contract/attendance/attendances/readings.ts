import type { PlainDate } from '#contract/core/plain-dates.ts'

/** A visit as reported, with all its flaws. */
export interface AttendanceVisit {
  joinedAt: Date | null
  leftAt: Date | null
  /** A host waits for an administrator's decision. */
  role: 'attendee' | 'panelist' | 'host'
  medium: 'online' | 'phone' | 'in-person'
  /** The person waited to be let in. */
  isWaiting: boolean
}

/** A question put to everyone, or one person's answer to it. */
export interface PollMoment {
  question: string
  /** null if the report has no times. */
  at: Date | null
  /** The day of the slot, without a time. */
  on: PlainDate | null
  /** Absent: a poll of the webinar. */
  source?: 'code' | undefined
  /** Without times: the webinar's session, and which of the entries with this text it is, from 1. */
  session?: string | null | undefined
  nth?: number | undefined
}
