import * as z from 'zod/mini'
import type { AttendanceVisit, PollMoment } from '#contract/attendances/readings.ts'
import { isPlainDate, type PlainDate } from '#contract/core/plain-dates.ts'
import { instant } from '#contract/core/wire.ts'
import { type AgendaHour, numbered, unnumbered } from '#contract/slots/agendas.ts'

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
export const hourCodes = [
  'earned',
  'earned-no-poll',
  'open',
  'too-short',
  'not-there',
  'poll-missing',
  'unknown',
  'counted',
] as const
export type HourCode = (typeof hourCodes)[number]

/** The reason for the number of hours. `host` and `unusable-times` wait for a person's decision. */
export const findingReasons = [
  'full',
  'presence',
  'polls',
  'presence-and-polls',
  'day-minimum',
  'outside-slot',
  'unusable-times',
  'no-visits',
  'host',
  'open',
] as const
export type FindingReason = (typeof findingReasons)[number]

const day = z.custom<PlainDate>((value) => typeof value === 'string' && isPlainDate(value))
const span = z.object({ startAt: instant(), endAt: instant() })

/** The poll questions of an hour, or of its whole day. */
const PollCount = z.object({
  per: z.enum(['hour', 'day']),
  asked: z.int(),
  needed: z.int(),
  answered: z.int(),
  /** How many of them were answered by code, if any. */
  byCode: z.optional(z.int()),
})
export type PollCount = z.output<typeof PollCount>

/** The finding about one hour of the agenda. */
export const HourFinding = z.object({
  on: day,
  startAt: instant(),
  code: z.enum(hourCodes),
  taughtMinutes: z.number(),
  /** The minutes of presence that it needs; null in mode `sum`. */
  neededMinutes: z.nullable(z.number()),
  /** Whole minutes of presence while it was taught. */
  minutes: z.int(),
  /** Absences while it was taught, without forgiven gaps. */
  away: z.array(span),
  /** null: polls are not needed. */
  polls: z.nullable(PollCount),
})
export type HourFinding = z.output<typeof HourFinding>

/** The result of a rule for one registration. */
export const Finding = z.object({
  /** Minutes of instruction, also of hours that were not earned. */
  minutes: z.int(),
  /** Whole hours of credit. */
  hours: z.int(),
  /** The whole hours that everybody could get. */
  possibleHours: z.int(),
  /** `hours` by renewal year. */
  hoursBySeason: z.record(z.string(), z.number()),
  reason: z.enum(findingReasons),
  /** Whether the report is settled; else corrections may come. */
  isFinal: z.boolean(),
  agenda: z.array(HourFinding),
  /** The places of visits without usable times, in the given order. */
  setAside: z.array(z.int()),
})
export type Finding = z.output<typeof Finding>
export type StoredFinding = z.input<typeof Finding>

const moment = z.object({
  question: z.string(),
  at: z.nullable(instant()),
  on: z.nullable(day),
  /** Absent: a poll of the webinar. */
  source: z.optional(z.literal('code')),
})

/** The hours of an agenda in JSON. The number of an hour is left out if it is the hour's place in the day. */
export const HourPieces = z.codec(
  z.array(z.object({ on: day, hour: z.optional(z.int()), pieces: z.array(span), value: z.number() })),
  z.custom<AgendaHour[]>(),
  { decode: numbered, encode: unnumbered },
)

/** The input of a finding, as it is stored: hashed, and enough to count again. */
export const StoredEvidence = z.object({
  agenda: HourPieces,
  visits: z.array(
    z.object({
      joinedAt: z.nullable(instant()),
      leftAt: z.nullable(instant()),
      role: z.enum(['attendee', 'panelist', 'host']),
      medium: z.enum(['online', 'phone', 'in-person']),
      isWaiting: z.boolean(),
    }),
  ),
  answers: z.array(moment),
  asked: z.array(moment),
  isSettled: z.boolean(),
})
export type StoredEvidence = z.input<typeof StoredEvidence>
