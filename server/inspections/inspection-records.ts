import * as z from 'zod/mini'
import { attendanceOrigins } from '#contract/attendances/calls.ts'
import { wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { instant } from '#contract/core/wire.ts'
import { Finding, HourPieces, StoredEvidence } from '#contract/credits/findings.ts'

// The machine-readable files of a pack. `verify.mjs` reads them by the same shapes that wrote them.

const slotTime = { startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime }

const moment = { question: z.string(), at: z.nullable(instant()) }

/** `counting/SLOT.json`: everything by which a slot was counted, besides the bytes of its reports and the figures. */
export const SlotCounting = z.object({
  eventSlotId: z.int(),
  eventName: z.string(),
  slot: z.object(slotTime),
  webinarId: z.nullable(z.string()),
  /** The other slots with the same webinar. Rows that are only about them are left out. */
  others: z.array(z.object(slotTime)),
  /** The version of the figures: a file in `rules/`. */
  rule: z.string(),
  /** Whether the reports were final when it was counted. */
  isSettled: z.boolean(),
  agenda: HourPieces,
  /** Newest first; a report that repeats an earlier one has no part in a count. */
  reports: z.array(
    z.object({
      reportId: z.int(),
      file: z.string(),
      origin: z.enum(attendanceOrigins),
      receivedAt: instant(),
      /** The zone that the sender of a file named, for times that name none. */
      timeZone: z.nullable(z.string()),
    }),
  ),
  /** The registrations of the event, and every email by which a report may know them. */
  people: z.array(
    z.object({
      registrationId: z.int(),
      /** A number for each person, which says nothing outside of this file. */
      person: z.int(),
      emails: z.array(z.string()),
      isOtherSlot: z.boolean(),
      isCanceled: z.boolean(),
    }),
  ),
  /** As whom the webinar platform knew them. */
  identities: z.array(z.object({ registrationId: z.int(), webinarId: z.string(), registrantId: z.string() })),
  /** The newest decision about each subject. */
  decisions: z.array(
    z.object({
      act: z.enum(['match', 'state', 'set-aside', 'settle', 'credit']),
      subject: z.string(),
      registrationIds: z.array(z.int()),
      fromAt: z.nullable(instant()),
      toAt: z.nullable(instant()),
      decidedAt: instant(),
    }),
  ),
  /** The polls that were asked and answered by code. */
  codes: z.object({
    asked: z.array(z.object(moment)),
    answers: z.array(z.object({ ...moment, registrationId: z.int() })),
  }),
})
export type SlotCounting = z.output<typeof SlotCounting>

/** A line of `findings.jsonl`: the hours that a rule gave to a registration, and why. */
export const FindingLine = z.object({
  findingId: z.int(),
  registrationId: z.int(),
  eventSlotId: z.int(),
  rule: z.string(),
  /** Whether it is the registration's finding at this slot by the last count; else only a credit names it. */
  isCurrent: z.boolean(),
  finding: Finding,
  input: StoredEvidence,
})
export type FindingLine = z.input<typeof FindingLine>

/** The column of the email to which a certificate was issued, if the person has another one by now. */
export const earlierEmail = 'Earlier email'

/** The columns of `roster.csv`, a line for each registration. */
export const rosterColumns = [
  'Registration',
  'Name',
  'Email',
  'Event',
  'Time slot',
  'Registered',
  'Canceled',
  'Hours',
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

/** The names of files that refer to each other. */
export const fileNames = {
  counting: (eventSlotId: number) => `counting/${eventSlotId}.json`,
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

/** The exit codes of `verify.mjs`. Equal files with keys that were not compared with the published ones are of unknown origin. */
export const exitCodes = { equal: 0, different: 1, failed: 2, ofUnknownOrigin: 3 } as const
