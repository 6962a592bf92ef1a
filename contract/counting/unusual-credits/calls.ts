import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { yearText } from '#contract/core/fields.ts'
import { wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { id, idNames, instant, listOf, onWire } from '#contract/core/wire.ts'
import { unusualKinds as marks } from '#contract/ledger/credits/by-hand.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'

/** The kinds of unusual credits, in the order of the list. The first ones are the marks of hours by hand. */
export const unusualKinds = [...marks, 'overlap', 'no-evidence', 'same-course'] as const
export type UnusualKind = (typeof unusualKinds)[number]

/** The words for a credit without a reason, on the page and in an inspection pack. */
export const noReason = 'No reason was given'

/** The most overlaps that end in one call. */
const mostOverlaps = 1000

const slot = z.object({ startOn: wireDate, endOn: wireDate, startTime: wireTime, endTime: wireTime })

const credit = {
  registrationId: z.int(),
  creditId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  eventSlotId: z.int(),
  slot,
  hours: z.int(),
  /** The days on which the hours were earned; null if nobody knows them. */
  byDay: z.nullable(CreditedDays),
  /** The rule that gave the hours; null if a person did. */
  rule: z.nullable(z.string()),
  /** The name or email of the administrator; '' for the portal itself or a deleted account. */
  decidedBy: z.string(),
  decidedAt: instant(),
  /** '': no reason was given. */
  reason: z.string(),
}

const ComparedCredit = onWire(idNames, credit)
export type ComparedCredit = z.output<typeof ComparedCredit>

export const UnusualCredit = onWire(idNames, {
  ...credit,
  kind: z.enum(unusualKinds),
  /** null for a deleted account. */
  person: z.nullable(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
  /** For `same-course`. */
  courseNumber: z.nullable(z.string()),
  /** For `overlap` and `same-course`: the earlier credit of the same person. */
  other: z.nullable(ComparedCredit),
})
export type UnusualCredit = z.output<typeof UnusualCredit>

export const getUnusualCredits = endpoint({
  method: 'GET',
  path: '/private/unusual-credits',
  access: 'registrations:read',
  summary:
    'The credits of a renewal year that an inspector would ask about, each with its reason: given before the end, more than taught, overlapping, by hand without evidence, and two with one course number. A row for each credit and kind, for each pair once.',
  /** The renewal year; by default the current one. */
  query: z.object({ year: z.optional(yearText) }),
  data: z.object({ credits: z.array(UnusualCredit) }),
})

/** Two credits of one person for the same time, which the portal has named and nobody has seen yet. */
export const OverlapAlarm = z.object({
  overlapId: z.int(),
  /** The renewal year whose page has it. */
  season: z.int(),
  /** Name or email; '' if there is neither. */
  name: z.string(),
  /** The events of the later and of the earlier credit. */
  eventNames: z.tuple([z.string(), z.string()]),
})
export type OverlapAlarm = z.output<typeof OverlapAlarm>

export const getOverlapAlarms = endpoint({
  method: 'GET',
  path: '/private/unusual-credits/overlaps',
  access: 'registrations:read',
  summary:
    'The pairs of credits for the same time that stand and that no one has seen yet, newest first. The portal looks for them every night.',
  data: z.object({ overlaps: z.array(OverlapAlarm) }),
})

export const seeOverlaps = endpoint({
  method: 'POST',
  path: '/private/unusual-credits/overlaps/seen',
  access: 'credits:write',
  summary: 'Ends the alarms of overlapping credits. It changes no hours.',
  body: z.object({
    overlapIds: listOf(id(), mostOverlaps).check(z.minLength(1, { error: 'Please name the overlaps' })),
  }),
  data: z.object({}),
  refusals: ['NOTHING_CHANGES'],
})
