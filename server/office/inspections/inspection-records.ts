import * as z from 'zod/mini'
import { decisionActs } from '#contract/attendance/attendance-decisions/calls.ts'
import { attendanceOrigins } from '#contract/attendance/attendances/calls.ts'
import { wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { instant } from '#contract/core/wire.ts'
import { CourseInput, Finding, HourPieces, SlotInput } from '#contract/counting/hours/findings.ts'

// A pack's machine-readable files. `verify.mjs` reads them by the shapes that wrote them.

const slotTime = { startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }

const moment = { question: z.string(), at: z.nullable(instant()) }

/** A slot of `counting/EVENT.json`. */
const CountedSlot = z.object({
  eventSlotId: z.int(),
  time: z.object(slotTime),
  isInPerson: z.boolean(),
  webinarId: z.nullable(z.string()),
  /** The other slots with the same webinar. Rows only about them are left out. */
  others: z.array(z.object(slotTime)),
  /** The version of the figures: a file in `rules/`. */
  rule: z.string(),
  /** An administrator said that the reports are final; or the slot had ended a day before the count. */
  isSettledByHand: z.boolean(),
  isDue: z.boolean(),
  /** The hours as taught, and as planned. */
  agenda: HourPieces,
  planned: HourPieces,
  /** A report that repeats an earlier one has no part in a count. */
  reports: z.array(
    z.object({
      reportId: z.int(),
      file: z.string(),
      origin: z.enum(attendanceOrigins),
      /** Reports of one instance are versions of one report. */
      instance: z.nullable(z.string()),
      /** The zone that a file's sender named, for times without one. */
      timeZone: z.nullable(z.string()),
      /** All times are in that zone, whatever the file says. */
      zoneWins: z.boolean(),
      /** The sender's day for times without a date. */
      timesOn: z.nullable(wireDate),
    }),
  ),
  /** The newest decision about each subject. */
  decisions: z.array(
    z.object({
      act: z.enum(decisionActs),
      subject: z.string(),
      registrationIds: z.array(z.int()),
      fromAt: z.nullable(instant()),
      toAt: z.nullable(instant()),
      decidedAt: instant(),
    }),
  ),
  /** The polls asked and answered by code. */
  codes: z.object({
    asked: z.array(z.object(moment)),
    answers: z.array(z.object({ ...moment, registrationId: z.int() })),
  }),
})

/** `counting/EVENT.json`: everything that counted an event, besides its reports' bytes and the figures. */
export const EventCounting = z.object({
  eventId: z.int(),
  eventName: z.string(),
  slots: z.array(CountedSlot),
  /** The event's registrations, and every email by which a report may know them. */
  people: z.array(
    z.object({
      registrationId: z.int(),
      /** A number per person, meaningless outside this file. */
      person: z.int(),
      emails: z.array(z.string()),
      eventSlotId: z.int(),
      isCanceled: z.boolean(),
      /** Has hours by the rule, which are counted even if no report that counts names the person. */
      isCredited: z.optional(z.boolean()),
    }),
  ),
  /** Their identities at the webinar platform. */
  identities: z.array(z.object({ registrationId: z.int(), webinarId: z.string(), registrantId: z.string() })),
})
export type EventCounting = z.output<typeof EventCounting>

/** A line of `findings.jsonl`: the hours that a rule gave to a registration, and why. */
export const FindingLine = z.object({
  findingId: z.int(),
  registrationId: z.int(),
  eventSlotId: z.int(),
  rule: z.string(),
  /** It is the registration's finding at this slot by the last count; else only a credit names it. */
  isCurrent: z.boolean(),
  finding: Finding,
  input: z.union([CourseInput, SlotInput]),
})
export type FindingLine = z.input<typeof FindingLine>

/** The column of the email on the certificate, if the person has another one since. */
export const earlierEmail = 'Earlier email'

/** The columns of `roster.csv`, a line per registration. */
export const rosterColumns = [
  'Registration',
  'Name',
  'Email',
  'Event',
  'Time slot',
  'Registered',
  'Canceled',
  'Hours',
  'Days',
  'Given by',
  'Certificate',
  'Certificate hours',
  'Issued',
  'Withdrawn',
  earlierEmail,
] as const

/** The columns of `credits.csv`: every decision about hours, oldest first. */
export const creditColumns = [
  'Credit',
  'Registration',
  'Act',
  'Source',
  'Hours',
  'Rule',
  'Finding',
  'Reason',
  'Decided by',
  'Decided',
] as const

/** The columns of `exceptions.csv`: a line per unusual credit and kind, for each pair once. */
export const exceptionColumns = [
  'Kind',
  'Registration',
  'Name',
  'Event',
  'Time slot',
  'Credit',
  'Hours',
  'Days',
  'Given by',
  'Decided',
  'Reason',
  'Course number',
  'Other registration',
  'Other event',
  'Other time slot',
  'Other credit',
  'Other hours',
  'Other days',
  'Other given by',
  'Other decided',
  'Other reason',
] as const

/** The names of files that refer to each other. */
export const fileNames = {
  counting: (eventId: number) => `counting/${eventId}.json`,
  rule: (name: string) => `rules/${name.replace('/', '-')}.json`,
  findings: 'findings.jsonl',
  roster: 'roster.csv',
  credits: 'credits.csv',
  keys: 'keys.json',
  manifest: 'manifest.json',
  signature: 'manifest.jwt',
} as const

/** `manifest.json`: the SHA-256 of every other file but the signature. */
export const Manifest = z.object({
  files: z.record(z.string(), z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})
export type Manifest = z.output<typeof Manifest>

/**
 * The exit codes of `verify.mjs`. If the keys were not compared with the published ones, equal files are of
 * unknown origin.
 */
export const exitCodes = { equal: 0, different: 1, failed: 2, ofUnknownOrigin: 3 } as const
