import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { yearText } from '#contract/core/fields.ts'
import { flag, onWire } from '#contract/core/wire.ts'
import { AdminSlot, slotFields, slotNames } from '#contract/events/slots/calls.ts'
import { Speaker } from '#contract/events/speakers/calls.ts'
import { Sponsor } from '#contract/events/sponsors/calls.ts'

/** Returns the logo's address from a description, a JSON string with `eventLogoLink`. */
export function logoOf(description: string): string | null {
  try {
    const { eventLogoLink } = JSON.parse(description) as { eventLogoLink?: unknown }
    return typeof eventLogoLink === 'string' && eventLogoLink !== '' ? eventLogoLink : null
  } catch {
    return null
  }
}

/** The fields that events share with other shapes: our names to the wire's. */
export const eventNames = {
  eventId: 'event_id',
  eventName: 'event_name',
  featuredSponsorId: 'featured_sponsor_id',
  isInPerson: 'is_in_person',
  status: 'event_status',
} as const
const eventFields = {
  eventId: z.int(),
  eventName: z.string(),
  /** A JSON string with `eventLogoLink`. */
  description: z.string(),
  videoLink: z.nullable(z.string()),
  /** The address of an in-person event. */
  venue: z.nullable(z.string()),
  /** null: the default of its type. */
  isInPerson: z.nullable(flag()),
  /** Facts about the event besides its hours; null: the default of its type. */
  facts: z.nullable(z.array(z.string())),
  featuredSponsorId: z.nullable(z.int()),
  isEnabled: flag(),
  speakers: z.array(Speaker),
  sponsors: z.array(Sponsor),
}

/** One slot with its event, in the wire's lists. */
export const EventSlot = onWire(
  { ...eventNames, ...slotNames, focusName: 'focus_name', creditNeeded: 'credit_needed' },
  {
    ...eventFields,
    ...slotFields,
    focusName: z.string(),
    /** The free seats up to 20; null: more, or no limit. */
    seatsLeft: z.nullable(z.int()),
    /** The needs of its hours to count, as sentences. Absent in a preview. */
    creditNeeded: z.optional(z.string()),
  },
)
export type EventSlot = z.output<typeof EventSlot>

/** An event with its slots, for administrators. */
export const AdminEvent = onWire(eventNames, {
  ...eventFields,
  status: z.literal('ACTIVE'),
  /** Unpublished: never open for registration, visible to administrators only. */
  isDraft: z.boolean(),
  formattedDuration: z.string(),
  slots: z.array(AdminSlot),
  /** The event asks for an evaluation, or did and was answered. */
  hasEvaluation: z.boolean(),
  /** Counts its changes, without those of its slots. */
  version: z.int(),
})
export type AdminEvent = z.output<typeof AdminEvent>

const EventSlots = z.object({ events: z.array(EventSlot) })

export const getAllEvents = endpoint({
  route: 'GET /private/get-all-events',
  access: 'user',
  summary:
    'The slots of all published events with speakers and sponsors. A year selects the events of a renewal year; from selects events with a slot in that renewal year or later.',
  query: z.object({
    /** The renewal year of its first slot. */
    year: z.optional(yearText),
    /** Keeps events with a slot in this renewal year or later; ignored if `year` is given. */
    from: z.optional(yearText),
  }),
  data: EventSlots,
})

export const getOpenEvents = endpoint({
  route: 'GET /public/get-open-events',
  access: 'public',
  summary:
    'The slots of all published events of this renewal year and later, with speakers and sponsors, for people who are not signed in. Videos are left out.',
  data: EventSlots,
  limit: { perAddress: 600 },
})

export const getEventsWithSlots = endpoint({
  route: 'GET /private/get-events-with-slots',
  access: 'events:read',
  summary:
    'Every event with its slots, grouped by renewal year, newest first. With user_id, each slot has the registration of that person.',
  query: onWire({ userId: 'user_id' }, { userId: z.optional(z.uuid({ error: 'A user id is a UUID' })) }),
  data: z.object({
    years: z.array(z.object({ year: z.int(), label: z.string(), events: z.array(AdminEvent) })),
  }),
})
