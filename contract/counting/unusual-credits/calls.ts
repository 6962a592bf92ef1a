import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { yearText } from '#contract/core/fields.ts'
import { id, idNames, instant, listOf, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { unusualHoursKinds } from '#contract/ledger/credits/by-hand.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'

/** The kinds of unusual credits, in list order. Marks of manual hours come first. */
export const unusualKinds = [...unusualHoursKinds, 'overlap', 'no-evidence', 'same-course'] as const
export type UnusualKind = (typeof unusualKinds)[number]

/** The words for a missing reason, on the page and in an inspection pack. */
export const noReason = 'No reason was given'

/** The most overlaps to end in one call. */
const mostOverlaps = 1000

const slot = z.object(slotTimes)

const credit = {
  registrationId: z.int(),
  creditId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  eventSlotId: z.int(),
  slot,
  hours: z.int(),
  /** The days that earned the hours; null if unknown. */
  byDay: z.nullable(CreditedDays),
  /** The rule that gave the hours; null for manual hours. */
  rule: z.nullable(z.string()),
  /** Name or email of the administrator; '' for the portal or a deleted account. */
  decidedBy: z.string(),
  decidedAt: instant(),
  /** '': none given. */
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
  /** For `overlap` and `same-course`: the person's earlier credit. */
  other: z.nullable(ComparedCredit),
})
export type UnusualCredit = z.output<typeof UnusualCredit>

export const getUnusualCredits = endpoint({
  route: 'GET /private/unusual-credits',
  access: 'registrations:read',
  summary:
    'The credits of a renewal year that an inspector would ask about, each with its reason: given before the end, more than taught, overlapping, by hand without evidence, and two with one course number. A row for each credit and kind, for each pair once.',
  /** The renewal year; the current one by default. */
  query: z.object({ year: z.optional(yearText) }),
  data: z.object({ credits: z.array(UnusualCredit) }),
})

/** Two credits of one person for the same time, reported and not yet reviewed. */
export const OverlapAlarm = z.object({
  overlapId: z.int(),
  /** The renewal year of the page that lists it. */
  season: z.int(),
  /** Name or email; '' without either. */
  name: z.string(),
  /** The events of the later and the earlier credit. */
  eventNames: z.tuple([z.string(), z.string()]),
})
export type OverlapAlarm = z.output<typeof OverlapAlarm>

export const getOverlapAlarms = endpoint({
  route: 'GET /private/unusual-credits/overlaps',
  access: 'registrations:read',
  summary:
    'The pairs of credits for the same time that stand and that no one has seen yet, newest first. The portal looks for them every night.',
  data: z.object({ overlaps: z.array(OverlapAlarm) }),
})

export const seeOverlaps = endpoint({
  route: 'POST /private/unusual-credits/overlaps/seen',
  access: 'credits:write',
  summary: 'Ends the alarms of overlapping credits. It changes no hours.',
  body: z.object({
    overlapIds: listOf(id(), mostOverlaps).check(z.minLength(1, { error: 'Please name the overlaps' })),
  }),
  data: z.object({}),
  refusals: ['NOTHING_CHANGES'],
})
