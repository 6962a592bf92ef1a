import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { idNames, idText, instant, onWire } from '#contract/core/wire.ts'
import { Finding, findingReasons, hourCodes } from '#contract/counting/hours/findings.ts'
import { Figures } from '#contract/events/credit-rules/figures.ts'
import { StatedAgenda } from '#contract/events/slots/agendas.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'

/** Waits about rows that belong to nobody yet. */
export const rowWaits = ['no-email', 'unknown-email', 'two-candidates', 'contradiction'] as const
/** Waits about a registration. */
export const registrationWaits = [
  'unusable-times',
  'host',
  'total-differs',
  'overlap',
  'lowered',
  'other-days',
  'taken-back',
  'canceled',
  'profile-incomplete',
] as const
/** Waits about a whole slot, which hold it up. */
export const anomalies = [
  'same-hour-missed',
  'times-off',
  'few-answers',
  'no-polls',
  'smaller-version',
] as const
export const waitKinds = [...rowWaits, ...registrationWaits, ...anomalies] as const
export type WaitKind = (typeof waitKinds)[number]

const span = z.object({ from: z.nullable(instant()), to: z.nullable(instant()) })

/** The facts of a wait, by its kind. */
export const WaitFacts = z.object({
  /** The visits of rows that belong to nobody yet, or whose times are unusable. */
  visits: z.optional(z.array(span)),
  /** The number of their answers. */
  answers: z.optional(z.int()),
  /** For lowered hours and an overlap: the hours that stand, and those of the newest evidence. */
  hours: z.optional(z.object({ before: z.int(), now: z.int() })),
  /** For an overlap: the other registration and its event. */
  elsewhere: z.optional(z.object({ registrationId: z.int(), eventName: z.string(), hours: z.int() })),
  /** For an anomaly: how many of how many people it concerns. */
  share: z.optional(z.object({ people: z.int(), of: z.int() })),
  /** For a missed hour: its place in the agenda, and the hours as they seem to have been taught. */
  missed: z.optional(z.int()),
  proposal: z.optional(StatedAgenda),
  /** For times that are off: the whole hours, and the report. */
  off: z.optional(z.object({ hours: z.int(), reportId: z.int(), timeZone: z.nullable(z.string()) })),
  /** For a total that differs: the minutes that the file states, and those of its rows. */
  totalMinutes: z.optional(z.number()),
  rowMinutes: z.optional(z.int()),
  /** For hours on other days: the days of the newest evidence, and those that are credited. */
  byDay: z.optional(z.array(z.object({ on: z.string(), hours: z.int() }))),
  byDayBefore: z.optional(z.array(z.object({ on: z.string(), hours: z.int() }))),
  /** For hours that were taken back: what the newest reports have besides, and no longer have. */
  news: z.optional(
    z.object({ seconds: z.int(), lostSeconds: z.int(), answers: z.int(), lostAnswers: z.int() }),
  ),
  /** For a question that few people answered. */
  question: z.optional(z.object({ text: z.string(), at: z.nullable(instant()) })),
  /** For a day without polls, YYYY-MM-DD. */
  on: z.optional(z.string()),
  /** For a report that is smaller than its version before. */
  report: z.optional(z.object({ reportId: z.int(), sha256: z.string(), name: z.string() })),
})
export type WaitFacts = z.input<typeof WaitFacts>

export const Wait = onWire(idNames, {
  eventSlotId: z.int(),
  kind: z.enum(waitKinds),
  /** Names what it is about in a decision. */
  subject: z.string(),
  registrationId: z.nullable(z.int()),
  /** The account of the registration. */
  userId: z.nullable(z.string()),
  name: z.string(),
  email: z.nullable(z.string()),
  /** The registrations that the rows may belong to. */
  candidates: z.array(
    z.object({ registrationId: z.int(), name: z.string(), email: z.string(), isOtherSlot: z.boolean() }),
  ),
  facts: WaitFacts,
  since: instant(),
})
export type Wait = z.output<typeof Wait>

/** The consequence of a finding: a credit, nothing, or the reason why it waits. */
export const nexts = ['write', 'nothing', ...registrationWaits, 'not-over', 'settling'] as const

/** A person's hours at a slot. */
export const CountedPerson = z.object({
  registrationId: z.int(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** The registration's version. */
  version: z.int(),
  /** The hours that stand, and whether a person decided them. */
  hours: z.int(),
  isDecided: z.boolean(),
  /** The name or email of the person who decided them; null: the rule, nobody, or somebody who has deleted their account. */
  decidedBy: z.nullable(z.string()),
  findingId: z.int(),
  found: z.object({
    hours: z.int(),
    possibleHours: z.int(),
    minutes: z.int(),
    reason: z.enum(findingReasons),
    /** The reason in a few words. */
    why: z.string(),
  }),
  /** One code for each hour of the agenda; 'no-report' as long as its day has none. */
  codes: z.array(z.enum([...hourCodes, 'no-report'])),
  /** The minutes or answers that the closest missing hour lacks; null if none is missing. */
  shortBy: z.nullable(z.int()),
  note: z.nullable(z.enum(['other-slot', 'canceled'])),
  next: z.enum(nexts),
})
export type CountedPerson = z.output<typeof CountedPerson>

export const SlotFindings = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  slot: z.object({ startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }),
  /** null: the slot was never counted. */
  countedAt: z.nullable(instant()),
  /** A count is under way or due. */
  isCounting: z.boolean(),
  isSettled: z.boolean(),
  /** The time at which the reports become final without a click. */
  settlesAt: instant(),
  rule: z.object({ ruleId: z.int(), name: z.string(), figures: Figures }),
  /** The hours that the slot gives. */
  creditHours: z.int(),
  /** The hours of the slot, with how many people earned each and how many were there in it. */
  agenda: z.array(
    z.object({
      on: z.string(),
      hour: z.int(),
      pieces: z.array(z.object({ startAt: instant(), endAt: instant() })),
      value: z.number(),
      earned: z.int(),
      present: z.int(),
    }),
  ),
  /** The reason of the hours as taught; null: as planned. */
  statedBecause: z.nullable(z.string()),
  people: z.array(CountedPerson),
  waits: z.array(Wait),
})
export type SlotFindings = z.output<typeof SlotFindings>

export const getSlotFindings = endpoint({
  method: 'GET',
  path: '/private/slot-findings',
  access: 'registrations:read',
  summary: 'Who gets which hours for a slot, and why: everyone registered or attending, and what waits.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: SlotFindings,
  refusals: ['SLOT_NOT_FOUND'],
})

export const RegistrationFinding = z.object({
  finding: Finding,
  /** The slots whose hours the finding lists. */
  slots: z.array(
    z.object({
      eventSlotId: z.int(),
      slot: z.object({ startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }),
      isRegistered: z.boolean(),
    }),
  ),
  /** null if there is no valid certificate. */
  certificateLink: z.nullable(z.string()),
  /** The name of the rule, like hours-1/2027.2. */
  rule: z.string(),
  sentences: z.array(z.string()),
  visits: z.array(
    z.object({
      joinedAt: z.nullable(instant()),
      leftAt: z.nullable(instant()),
      role: z.string(),
      medium: z.string(),
      isWaiting: z.boolean(),
    }),
  ),
  answers: z.array(
    z.object({
      question: z.string(),
      at: z.nullable(instant()),
      /** Absent: a poll of the webinar. */
      source: z.optional(z.literal('code')),
    }),
  ),
  /** The times at which the person opened the join link. */
  openings: z.array(instant()),
  /** The rows of reports that were matched, each with its subject for a decision. */
  subjects: z.array(z.object({ subject: z.string(), name: z.string(), by: z.string() })),
  /** The number of people who were there, minute by minute, on each day from its first taught minute. */
  crowd: z.array(z.object({ startAt: instant(), present: z.array(z.int()) })),
  /** The last undo, as long as the rule credits them by itself no more; null: it may. */
  takenBack: z.nullable(
    z.object({ takenBackAt: instant(), takenBackBy: z.nullable(z.string()), reason: z.string() }),
  ),
  /** The ledger, oldest first. */
  ledger: z.array(
    z.object({
      act: z.enum(['set', 'release']),
      source: z.string(),
      /** The days on which they were earned; null in rows from before `hours-2`. */
      byDay: z.nullable(CreditedDays),
      /** The rule that gave the hours; null if a person decided, or if they are those from before an undone credit. */
      rule: z.nullable(z.string()),
      hours: z.int(),
      reason: z.string(),
      decidedBy: z.nullable(z.string()),
      decidedAt: instant(),
    }),
  ),
})
export type RegistrationFinding = z.output<typeof RegistrationFinding>

export const getRegistrationFinding = endpoint({
  method: 'GET',
  path: '/private/registration-findings',
  access: 'registrations:read',
  summary:
    'Why a registration gets its hours: sentences, visits, answers, join openings, and what everyone had.',
  query: onWire(idNames, { eventSlotId: idText(), registrationId: idText() }),
  data: RegistrationFinding,
  refusals: ['REGISTRATION_NOT_FOUND'],
})

export const getWaits = endpoint({
  method: 'GET',
  path: '/private/credit-waits',
  access: 'registrations:read',
  summary: 'Everything that waits for an administrator, over all slots, oldest first.',
  data: z.object({
    slots: z.array(
      onWire(idNames, {
        eventSlotId: z.int(),
        eventId: z.int(),
        eventName: z.string(),
        slot: z.object({ startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }),
        /** The hours that the slot gives. */
        creditHours: z.int(),
        countedAt: instant(),
        /** A count is under way or due. */
        isCounting: z.boolean(),
        /** People whose hours wait for somebody to credit them. */
        creditable: z.int(),
        waits: z.array(Wait),
      }),
    ),
  }),
})

export const countWaits = endpoint({
  method: 'GET',
  path: '/private/credit-waits/count',
  access: 'registrations:read',
  summary:
    'How much waits for an administrator, over all slots. Rows of one name without an id and email count once.',
  data: z.object({ waits: z.int() }),
})
