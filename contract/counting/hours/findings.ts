import * as z from 'zod/mini'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { instant } from '#contract/core/wire.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { numbered, unnumbered } from '#contract/events/slots/agendas.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'
import type { CourseHour } from './course-hours.ts'

/** Everything known about one person at one slot. */
export interface Evidence {
  visits: readonly AttendanceVisit[]
  answers: readonly PollMoment[]
  /** The questions that were put to everybody. */
  asked: readonly PollMoment[]
  /** Whether the reports are final. Until then, polls may still come. */
  isSettled: boolean
}

/**
 * The result for one hour, the best one first. `counted` is the code of mode `sum`, where minutes add up over hours. `no-report`: no report
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
  /** The number of these that were answered by code, if any. */
  byCode: z.optional(z.int()),
})
export type PollCount = z.output<typeof PollCount>

/** The finding about one hour of the agenda. */
export const HourFinding = z.object({
  on: day,
  /** The slot, and the hour of the course that it taught there, like '1.3'. Absent in findings of `hours-1`. */
  eventSlotId: z.optional(z.int()),
  course: z.optional(z.string()),
  /** It counts here. An hour that was earned in several slots counts in one of them. */
  counts: z.optional(z.boolean()),
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
  /** `hours` by the day on which they were earned. Absent in findings of `hours-1`. */
  byDay: z.optional(CreditedDays),
  /** Hours of two slots were at the same time, so that one of them counts nowhere. */
  overlaps: z.optional(z.boolean()),
  reason: z.enum(findingReasons),
  /** Whether the report is settled; else corrections may come. */
  isFinal: z.boolean(),
  agenda: z.array(HourFinding),
  /** Only in findings of `hours-1`: the places of visits without usable times, in the given order. */
  setAside: z.optional(z.array(z.int())),
})
export type Finding = z.output<typeof Finding>

/** Returns the result that counts for an hour of the course: where it counts, else the best one. */
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

/** The hours of an agenda in JSON. The number of an hour is left out if it is the hour's place in the day. */
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

/** The input of a finding by `hours-1`, as it is stored: hashed, and enough to count again. */
export const SlotInput = z.object({ ...rows, agenda: HourPieces, asked: z.array(z.object(moment)) })

/** The input of a finding by `hours-2`: the registered slot and the slots with rows of the person. */
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
  /** Hours of the course that only other slots teach, or for more credit. */
  others: z.array(z.object({ course: z.string(), value: z.number() })),
})

export type StoredEvidence = z.input<typeof SlotInput> | z.input<typeof CourseInput>

/** A slot of a stored input. `eventSlotId` is null by `hours-1`, which counts the slot of the finding. */
export interface InputSlot {
  eventSlotId: number | null
  agenda: AgendaHour[]
  visits: AttendanceVisit[]
  answers: PollMoment[]
  asked: PollMoment[]
  isSettled: boolean
}

/** Returns the hours of the slots of a stored input, without what a person did there, which takes longer to decode. */
export function agendasOfInput(input: StoredEvidence): Pick<InputSlot, 'eventSlotId' | 'agenda'>[] {
  const slots = 'slots' in input ? input.slots : [{ eventSlotId: null, agenda: input.agenda }]
  return slots.map(({ eventSlotId, agenda }) => ({ eventSlotId, agenda: z.decode(HourPieces, agenda) }))
}

/** Returns the slots of a stored input. */
export function slotsOfInput(input: StoredEvidence): InputSlot[] {
  if ('slots' in input) return z.decode(CourseInput, input).slots
  return [{ eventSlotId: null, ...z.decode(SlotInput, input) }]
}
