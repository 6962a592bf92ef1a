import type { AttendanceVisit, PollMoment } from '#contract/attendances/readings.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'

/** Everything known about one person at one slot. */
export interface Evidence {
  visits: readonly AttendanceVisit[]
  answers: readonly PollMoment[]
  /** The questions that were put to everybody. */
  asked: readonly PollMoment[]
  /** Whether the reports are final. Until then, polls may still come. */
  isSettled: boolean
}

/** The result for one hour. `counted` is the code of mode `sum`, where minutes add up over hours. */
export type HourCode =
  | 'earned'
  | 'earned-no-poll'
  | 'open'
  | 'too-short'
  | 'not-there'
  | 'poll-missing'
  | 'unknown'
  | 'counted'

/** The reason for the number of hours. `host` and `unusable-times` wait for a person's decision. */
export type FindingReason =
  | 'full'
  | 'presence'
  | 'polls'
  | 'presence-and-polls'
  | 'day-minimum'
  | 'outside-slot'
  | 'unusable-times'
  | 'no-visits'
  | 'host'
  | 'open'

/** The poll questions of an hour, or of its whole day. */
export interface PollCount {
  per: 'hour' | 'day'
  asked: number
  needed: number
  answered: number
}

/** The finding about one hour of the agenda. */
export interface HourFinding {
  on: PlainDate
  startAt: Date
  code: HourCode
  taughtMinutes: number
  /** The minutes of presence that it needs; null in mode `sum`. */
  neededMinutes: number | null
  /** Whole minutes of presence while it was taught. */
  minutes: number
  /** Absences while it was taught, without forgiven gaps. */
  away: { startAt: Date; endAt: Date }[]
  /** null: polls are not needed. */
  polls: PollCount | null
}

/** The result of a rule for one registration. */
export interface Finding {
  /** Minutes of instruction, also of hours that were not earned. */
  minutes: number
  /** Whole hours of credit. */
  hours: number
  /** The whole hours that everybody could get. */
  possibleHours: number
  /** `hours` by renewal year. */
  hoursBySeason: Record<number, number>
  reason: FindingReason
  /** Whether the report is settled; else corrections may come. */
  isFinal: boolean
  agenda: HourFinding[]
  /** The places of visits without usable times, in the given order. */
  setAside: number[]
}
