import * as z from 'zod/mini'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { instant } from '#contract/core/wire.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { numbered, unnumbered } from '#contract/events/slots/agendas.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'
import type { CourseHour } from './course-hours.ts'

/** All evidence about one person at one slot. */
export interface Evidence {
  visits: readonly AttendanceVisit[]
  answers: readonly PollMoment[]
  /** The questions put to everyone. */
  asked: readonly PollMoment[]
  /** The reports are final. Until then, more polls may come. */
  isSettled: boolean
}

/**
 * The results of an hour, best first. `counted`: mode `sum`, where minutes add up. `no-report`: no report
 * covers its day.
 */
export const hourCodes = [
  'earned',
  'earned-no-poll',
  'counted',
  'open',
  'unknown',
  'poll-missing',
  'too-short',
  'no-report',
  'not-there',
] as const
export type HourCode = (typeof hourCodes)[number]

/** The reasons for a number of hours. `host` and `unusable-times` wait for an administrator. */
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

/** The poll questions of an hour or of its whole day. */
const PollCount = z.object({
  per: z.enum(['hour', 'day']),
  asked: z.int(),
  needed: z.int(),
  answered: z.int(),
  /** The number answered by code, if any. */
  byCode: z.optional(z.int()),
})
export type PollCount = z.output<typeof PollCount>

/** The finding about one hour of the agenda. */
export const HourFinding = z.object({
  on: day,
  /** The slot, and the course hour that it taught, like '1.3'. Absent by `hours-1`. */
  eventSlotId: z.optional(z.int()),
  course: z.optional(z.string()),
  /** It counts here. An hour earned in several slots counts in one. */
  counts: z.optional(z.boolean()),
  startAt: instant(),
  code: z.enum(hourCodes),
  taughtMinutes: z.number(),
  /** The needed minutes of presence; null in mode `sum`. */
  neededMinutes: z.nullable(z.number()),
  /** Whole minutes of presence during teaching. */
  minutes: z.int(),
  /** Absences during teaching, without forgiven gaps. */
  away: z.array(span),
  /** null: polls are not needed. */
  polls: z.nullable(PollCount),
})
export type HourFinding = z.output<typeof HourFinding>

/** A rule's result for one registration. */
export const Finding = z.object({
  /** Minutes of instruction, including unearned hours. */
  minutes: z.int(),
  /** Whole hours of credit. */
  hours: z.int(),
  /** The most whole hours that anyone can get. */
  possibleHours: z.int(),
  /** `hours` by renewal year. */
  hoursBySeason: z.record(z.string(), z.number()),
  /** `hours` by the day that earned them. Absent in findings from before credits had days. */
  byDay: z.optional(CreditedDays),
  /** Hours of two slots were simultaneous, so one of them does not count. */
  overlaps: z.optional(z.boolean()),
  reason: z.enum(findingReasons),
  /** The report is settled; else corrections may come. */
  isFinal: z.boolean(),
  agenda: z.array(HourFinding),
  /** Only by `hours-1`: the places of visits without usable times, in the given order. */
  setAside: z.optional(z.array(z.int())),
})
export type Finding = z.output<typeof Finding>

/** Returns the deciding result of a course hour: where it counts, else the best one. */
export function bestHour<Hour extends { code: HourCode; counts?: boolean | undefined; minutes: number }>(
  hours: readonly Hour[],
): Hour {
  const rank = ({ code, counts, minutes }: Hour) => [counts ? 0 : 1, hourCodes.indexOf(code), -minutes]
  return hours.reduce((best, each) => {
    const [one, other] = [rank(each), rank(best)]
    const place = one.findIndex((value, index) => value !== other[index])
    return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0) ? each : best
  })
}
export type StoredFinding = z.input<typeof Finding>

const moment = {
  question: z.string(),
  at: z.nullable(instant()),
  on: z.nullable(day),
  /** Absent: a poll of the webinar. */
  source: z.optional(z.literal('code')),
  /** The count of polls without times, if known. */
  session: z.optional(z.nullable(z.string())),
  nth: z.optional(z.int()),
}

/** An hour of an agenda in JSON. */
const hourPieces = { on: day, hour: z.optional(z.int()), pieces: z.array(span), value: z.number() }

/** An agenda's hours in JSON. An hour's number is omitted if it equals its place in the day. */
export const HourPieces = z.codec(z.array(z.object(hourPieces)), z.custom<AgendaHour[]>(), {
  decode: numbered,
  encode: unnumbered,
})

const rows = {
  visits: z.array(
    z.object({
      joinedAt: z.nullable(instant()),
      leftAt: z.nullable(instant()),
      role: z.enum(['attendee', 'panelist', 'host']),
      medium: z.enum(['online', 'phone', 'in-person']),
      isWaiting: z.boolean(),
    }),
  ),
  answers: z.array(z.object(moment)),
  isSettled: z.boolean(),
}

/** The stored input of a finding by `hours-1`: hashed, and enough to count again. */
export const SlotInput = z.object({ ...rows, agenda: HourPieces, asked: z.array(z.object(moment)) })

/** The input of a finding by `hours-2`: the registered slot, and the slots with rows of the person. */
export const CourseInput = z.object({
  registered: z.int(),
  slots: z.array(
    z.object({
      ...rows,
      eventSlotId: z.int(),
      agenda: z.codec(
        z.array(z.object({ ...hourPieces, course: z.string(), isCovered: z.boolean() })),
        z.custom<CourseHour[]>(),
        { decode: numbered, encode: unnumbered },
      ),
      asked: z.array(
        z.object({
          ...moment,
          until: z.nullable(instant()),
          answered: z.optional(z.int()),
          present: z.optional(z.int()),
          counts: z.optional(z.boolean()),
        }),
      ),
    }),
  ),
  /** Course hours that only other slots teach, or for more credit. */
  others: z.array(z.object({ course: z.string(), value: z.number() })),
})

export type StoredEvidence = z.input<typeof SlotInput> | z.input<typeof CourseInput>

/** A slot of a stored input. `eventSlotId` is null by `hours-1`, which counts the finding's slot. */
export interface InputSlot {
  eventSlotId: number | null
  agenda: AgendaHour[]
  visits: AttendanceVisit[]
  answers: PollMoment[]
  asked: PollMoment[]
  isSettled: boolean
}

/** Returns the hours of a stored input's slots, without the person's rows, which decode slowly. */
export function agendasOfInput(input: StoredEvidence): Pick<InputSlot, 'eventSlotId' | 'agenda'>[] {
  const slots = 'slots' in input ? input.slots : [{ eventSlotId: null, agenda: input.agenda }]
  return slots.map(({ eventSlotId, agenda }) => ({ eventSlotId, agenda: z.decode(HourPieces, agenda) }))
}

export function slotsOfInput(input: StoredEvidence): InputSlot[] {
  if ('slots' in input) return z.decode(CourseInput, input).slots
  return [{ eventSlotId: null, ...z.decode(SlotInput, input) }]
}
