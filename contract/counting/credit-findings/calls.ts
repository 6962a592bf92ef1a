import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idNames, idText, instant, onWire } from '#contract/core/wire.ts'
import { Finding, findingReasons, hourCodes } from '#contract/counting/hours/findings.ts'
import { Figures } from '#contract/events/credit-rules/figures.ts'
import { StatedAgenda } from '#contract/events/slots/agendas.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'

/** Open questions about rows without a known person. */
export const rowQuestions = ['no-email', 'unknown-email', 'two-candidates', 'contradiction'] as const
/** Open questions about a registration. */
export const registrationQuestions = [
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
/** Open questions about a whole slot, which block it. */
export const anomalies = [
  'same-hour-missed',
  'times-off',
  'few-answers',
  'no-polls',
  'smaller-version',
] as const
export const questionKinds = [...rowQuestions, ...registrationQuestions, ...anomalies] as const
export type QuestionKind = (typeof questionKinds)[number]

const span = z.object({ from: z.nullable(instant()), to: z.nullable(instant()) })

/** The facts of an open question, by its kind. */
export const QuestionFacts = z.object({
  /** The visits of rows without a known person, or with unusable times. */
  visits: z.optional(z.array(span)),
  /** The number of answers in those rows. */
  answers: z.optional(z.int()),
  /** For lowered hours and an overlap: the credited hours, and those of the newest evidence. */
  hours: z.optional(z.object({ before: z.int(), now: z.int() })),
  /** For an overlap: the other registration and its event. */
  elsewhere: z.optional(z.object({ registrationId: z.int(), eventName: z.string(), hours: z.int() })),
  /** For an anomaly: how many people it concerns, out of how many. */
  share: z.optional(z.object({ people: z.int(), of: z.int() })),
  /** For a missed hour: its place in the agenda, and the hours as apparently taught. */
  missed: z.optional(z.int()),
  proposal: z.optional(StatedAgenda),
  /** For times that are off: the whole hours, and the report. */
  off: z.optional(z.object({ hours: z.int(), reportId: z.int(), timeZone: z.nullable(z.string()) })),
  /** For a total that differs: the file's total minutes, and those of its rows. */
  totalMinutes: z.optional(z.number()),
  rowMinutes: z.optional(z.int()),
  /** For hours on other days: the days of the newest evidence, and the credited days. */
  byDay: z.optional(z.array(z.object({ on: z.string(), hours: z.int() }))),
  byDayBefore: z.optional(z.array(z.object({ on: z.string(), hours: z.int() }))),
  /** For withdrawn hours: what the newest reports add, and what they lack. */
  news: z.optional(
    z.object({ seconds: z.int(), lostSeconds: z.int(), answers: z.int(), lostAnswers: z.int() }),
  ),
  /** For a question with few answers. */
  question: z.optional(z.object({ text: z.string(), at: z.nullable(instant()) })),
  /** For a day without polls, YYYY-MM-DD. */
  on: z.optional(z.string()),
  /** For a report that is smaller than its previous version. */
  report: z.optional(z.object({ reportId: z.int(), sha256: z.string(), name: z.string() })),
})
export type QuestionFacts = z.input<typeof QuestionFacts>

export const Question = onWire(idNames, {
  eventSlotId: z.int(),
  kind: z.enum(questionKinds),
  /** The subject's key in a decision. */
  subject: z.string(),
  registrationId: z.nullable(z.int()),
  /** The account of the registration. */
  userId: z.nullable(z.string()),
  name: z.string(),
  email: z.nullable(z.string()),
  /** The registrations that may own the rows. */
  candidates: z.array(
    z.object({ registrationId: z.int(), name: z.string(), email: z.string(), isOtherSlot: z.boolean() }),
  ),
  facts: QuestionFacts,
  since: instant(),
})
export type Question = z.output<typeof Question>

/** The consequences of a finding: a credit, nothing, or the reason why it waits. */
export const nexts = ['write', 'nothing', ...registrationQuestions, 'not-over', 'settling'] as const

export const CountedPerson = z.object({
  registrationId: z.int(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  version: z.int(),
  /** The credited hours, and whether an administrator set them. */
  hours: z.int(),
  isDecided: z.boolean(),
  /** Name or email of the administrator who set them; null: the rule, nobody, or a deleted account. */
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
  /** One code per hour of the agenda; 'no-report' while its day has none. */
  codes: z.array(z.enum([...hourCodes, 'no-report'])),
  /** The minutes or answers that the nearest missing hour lacks; null if none is missing. */
  shortBy: z.nullable(z.int()),
  note: z.nullable(z.enum(['other-slot', 'canceled'])),
  next: z.enum(nexts),
})
export type CountedPerson = z.output<typeof CountedPerson>

export const SlotFindings = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  slot: z.object(slotTimes),
  isInPerson: z.boolean(),
  /** null: never counted. */
  countedAt: z.nullable(instant()),
  /** A count is running or due. */
  isCounting: z.boolean(),
  isSettled: z.boolean(),
  /** The time at which the reports become final automatically. */
  settlesAt: instant(),
  rule: z.object({ ruleId: z.int(), name: z.string(), figures: Figures }),
  /** The slot's hours of credit. */
  creditHours: z.int(),
  /** The slot's hours, with how many people earned each and how many were present. */
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
  /** The reason for the hours as taught; null: as planned. */
  statedBecause: z.nullable(z.string()),
  people: z.array(CountedPerson),
  waits: z.array(Question),
})
export type SlotFindings = z.output<typeof SlotFindings>

export const getSlotFindings = endpoint({
  route: 'GET /private/slot-findings',
  access: 'registrations:read',
  summary: 'Who gets which hours for a slot, and why: everyone registered or attending, and what waits.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: SlotFindings,
  refusals: ['SLOT_NOT_FOUND'],
})

export const RegistrationFinding = z.object({
  finding: Finding,
  /** The slots in the finding's agenda. */
  slots: z.array(
    z.object({
      eventSlotId: z.int(),
      slot: z.object(slotTimes),
      isRegistered: z.boolean(),
    }),
  ),
  /** null without a valid certificate. */
  certificateLink: z.nullable(z.string()),
  /** For example hours-1/2027.2. */
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
  /** The matched rows of reports, each with its subject for a decision. */
  subjects: z.array(z.object({ subject: z.string(), name: z.string(), by: z.string() })),
  /** The people present, minute by minute, on each day from its first taught minute. */
  crowd: z.array(z.object({ startAt: instant(), present: z.array(z.int()) })),
  /** The last undo, if it keeps the rule from crediting them; else null. */
  takenBack: z.nullable(
    z.object({ takenBackAt: instant(), takenBackBy: z.nullable(z.string()), reason: z.string() }),
  ),
  /** The ledger, oldest first. */
  ledger: z.array(
    z.object({
      act: z.enum(['set', 'release']),
      source: z.string(),
      /** The days that earned them; null in rows before `hours-2`. */
      byDay: z.nullable(CreditedDays),
      /** The rule that gave the hours; null if an administrator did, or an undo restored them. */
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
  route: 'GET /private/registration-findings',
  access: 'registrations:read',
  summary:
    'Why a registration gets its hours: sentences, visits, answers, join openings, and what everyone had.',
  query: onWire(idNames, { eventSlotId: idText(), registrationId: idText() }),
  data: RegistrationFinding,
  refusals: ['REGISTRATION_NOT_FOUND'],
})

export const getWaits = endpoint({
  route: 'GET /private/credit-waits',
  access: 'registrations:read',
  summary: 'Everything that waits for an administrator, over all slots, oldest first.',
  data: z.object({
    slots: z.array(
      onWire(idNames, {
        eventSlotId: z.int(),
        eventId: z.int(),
        eventName: z.string(),
        slot: z.object(slotTimes),
        isInPerson: z.boolean(),
        creditHours: z.int(),
        countedAt: instant(),
        isCounting: z.boolean(),
        /** People whose hours an administrator can credit. */
        creditable: z.int(),
        waits: z.array(Question),
      }),
    ),
  }),
})

export const countWaits = endpoint({
  route: 'GET /private/credit-waits/count',
  access: 'registrations:read',
  summary:
    'How much waits for an administrator, over all slots. Rows of one name without an id and email count once.',
  data: z.object({ waits: z.int() }),
})
