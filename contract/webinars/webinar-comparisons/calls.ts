import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'

/**
 * The kinds of differences about a person. 'only-here': unknown there. 'only-there': unknown here.
 * 'different': known to both, with different values.
 */
export const webinarDifferenceKinds = ['only-here', 'only-there', 'different'] as const
export type WebinarDifferenceKind = (typeof webinarDifferenceKinds)[number]

const counts = z.object({ 'only-here': z.int(), 'only-there': z.int(), different: z.int() })
export type WebinarDifferenceCounts = z.output<typeof counts>

const slot = onWire(idNames, {
  eventSlotId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  /** In words. */
  slot: z.string(),
  isOver: z.boolean(),
  webinarId: z.string(),
  /** The people registered here, by the webinar platform's answer. Waiting ones will be registered automatically. */
  registered: z.int(),
  withJoinUrl: z.int(),
  refused: z.int(),
  deferred: z.int(),
  pending: z.int(),
  waiting: z.int(),
  syncedAt: z.nullable(instant()),
  /** Requested and not done yet. */
  isComparing: z.boolean(),
  /** null: not yet, with this webinar. */
  comparedAt: z.nullable(instant()),
  /** The failure of the last comparison; '' if none. */
  problem: z.string(),
  differences: counts,
  /** The webinar's time, in words; '' if it equals the slot's or is unknown. */
  otherTime: z.string(),
  /** A request to write the slot's time to the webinar platform is open. */
  isTimeBeingWritten: z.boolean(),
  /** The failure to write it; '' if none. */
  timeProblem: z.string(),
})
export type ComparedSlot = z.output<typeof slot>

export const getWebinarComparisons = endpoint({
  route: 'GET /private/webinar-comparisons',
  access: 'webinars:read',
  summary:
    'The slots of the season that have a webinar, with the figures of their registrations and differences.',
  data: z.object({
    platform: z.string(),
    /** Since when the webinar platform has not answered; null while it does. */
    awaySince: z.nullable(instant()),
    slots: z.array(slot),
  }),
})

const difference = z.object({
  webinarDifferenceId: z.int(),
  kind: z.enum(webinarDifferenceKinds),
  /** null: nobody registered here. */
  registrationId: z.nullable(z.int()),
  name: z.string(),
  email: z.string(),
  /** The difference, with both values. */
  words: z.string(),
  isBeingRepaired: z.boolean(),
  /** The failure of the repair; '' if none. */
  problem: z.string(),
})
export type WebinarDifference = z.output<typeof difference>

/** The most differences of a kind in the list. Repairing a kind covers all of them. */
export const mostDifferences = 500

export const getWebinarComparison = endpoint({
  route: 'GET /private/webinar-comparisons/:event_slot_id',
  access: 'webinars:read',
  summary:
    'The differences of portal and webinar platform about the people of a slot, by the last comparison.',
  params: onWire(idNames, { eventSlotId: idText() }),
  data: z.object({
    platform: z.string(),
    slot,
    peopleThere: z.int(),
    differences: z.array(difference),
  }),
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING'],
})

export const compareWebinar = endpoint({
  route: 'POST /private/webinar-comparisons',
  access: 'webinars:write',
  summary:
    'Compares the people of a slot with the list of the webinar platform, by a job. Adds none if one waits already.',
  body: onWire(idNames, { eventSlotId: id() }),
  data: z.object({}),
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING'],
})

const listExpected = 'Has to be a list of differences'

export const repairDifferences = endpoint({
  route: 'POST /private/webinar-repairs',
  access: 'webinars:write',
  summary:
    'Repairs differences of a slot, the named ones or all of a kind, then compares again. Registers people who are only here, removes people who are only there, and adopts different values.',
  body: onWire(idNames, {
    eventSlotId: id(),
    kind: z.enum(webinarDifferenceKinds, { error: 'Has to be only-here, only-there or different' }),
    /** Absent: all of the kind. */
    webinarDifferenceIds: z.optional(
      z
        .array(id(), { error: listExpected })
        .check(
          z.minLength(1, { error: listExpected }),
          z.maxLength(mostDifferences, { error: `At most ${mostDifferences} can be named at a time` }),
        ),
    ),
  }),
  data: z.object({ repairs: z.int() }),
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING'],
})

export const writeWebinarTime = endpoint({
  route: 'POST /private/webinar-times',
  access: 'webinars:write',
  summary:
    "Writes a slot's time to its webinar, by a job whose result is in the history. Adds no second job.",
  body: onWire(idNames, { eventSlotId: id() }),
  data: z.object({}),
  refusals: ['SLOT_NOT_FOUND', 'WEBINAR_MISSING'],
})

export const getWebinarDrift = endpoint({
  route: 'GET /private/webinar-drift',
  access: 'webinars:read',
  summary: 'The number of people about whom portal and webinar platform differ, in slots that are not over.',
  data: z.object({
    slots: z.int(),
    differences: z.int(),
    /** The slots with differences. */
    bySlot: z.array(onWire(idNames, { eventSlotId: z.int(), eventId: z.int(), differences: z.int() })),
  }),
})
