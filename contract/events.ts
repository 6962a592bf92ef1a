import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { yearText } from './fields.ts'
import type { PlainDate } from './plain-dates.ts'
import { wireDate, wireTime } from './plain-dates.ts'
import type { RegisteredEvent } from './registrations.ts'
import type { SlotTime } from './slots.ts'
import { Speaker } from './speakers.ts'
import { Sponsor } from './sponsors.ts'
import { flag, onWire } from './wire.ts'

/** The four event types; reading.md, section 4. The last is the one in person. */
export const focuses = [
  { focusId: 1, focusName: 'Rotorcraft' },
  { focusId: 2, focusName: 'Piston' },
  { focusId: 3, focusName: 'Turbine' },
  { focusId: 4, focusName: 'South Carolina' },
] as const

export const inPersonFocusId = 4

/** The focus that `?event=0..3` and the sidebar's submenus stand for. */
export const sidebarFocusIds = [2, 3, 1, 4] as const

/** Hours of credit of every event; a virtual one gives 4 on each of its two days. */
export const creditHours = 8

/** What the details prompt says of the virtual series. */
export const virtualFacts = [
  'Each day 4 hours, 8 hours in total across two days',
  'Each hour is a 50-minute session plus a 10-minute break',
  'Poll questions are required for credit',
  'Please log in 5 minutes early',
] as const

/** What it says of the event in person. */
export const inPersonFacts = ['Free, lunch included', '8 hours of IA credit', 'Two courses per hour'] as const

export const Focus = onWire(
  { focusId: 'focus_id', focusName: 'focus_name' },
  { focusId: z.number(), focusName: z.string() },
)
export type Focus = z.output<typeof Focus>

/** What an event and a slot share with the shapes they appear in: our names beside the wire's. */
const eventNames = {
  eventId: 'event_id',
  eventName: 'event_name',
  featuredSponsorId: 'featured_sponsor_id',
} as const
const slotNames = {
  eventSlotId: 'event_slot_id',
  startOn: 'start_date',
  endOn: 'end_date',
  startTime: 'start_time',
  endTime: 'end_time',
  focusId: 'focus_id',
} as const
const eventFields = {
  eventId: z.number(),
  eventName: z.string(),
  /** A JSON string holding `eventLogoLink`. */
  description: z.string(),
  videoLink: z.nullable(z.string()),
  featuredSponsorId: z.nullable(z.number()),
  isEnabled: flag(),
  speakers: z.array(Speaker),
  sponsors: z.array(Sponsor),
}
const slotFields = {
  eventSlotId: z.number(),
  focusId: z.number(),
  startOn: wireDate,
  endOn: wireDate,
  startTime: wireTime,
  endTime: wireTime,
}

/** One slot with its event, as the wire lists them. */
export const EventSlot = onWire(
  { ...eventNames, ...slotNames, focusName: 'focus_name' },
  { ...eventFields, ...slotFields, focusName: z.string() },
)
export type EventSlot = z.output<typeof EventSlot>

/** A slot as administrators see it. */
export const AdminSlot = onWire(
  { ...slotNames, eventId: 'event_id', webinarId: 'webinar_id' },
  { ...slotFields, eventId: z.number(), webinarId: z.nullable(z.string()) },
)
export type AdminSlot = z.output<typeof AdminSlot>

/** An event with its slots, as administrators see it. */
export const AdminEvent = onWire(
  { ...eventNames, status: 'event_status' },
  {
    ...eventFields,
    status: z.literal('ACTIVE'),
    formattedDuration: z.string(),
    slots: z.array(AdminSlot),
  },
)
export type AdminEvent = z.output<typeof AdminEvent>

export const getAllEvents = endpoint({
  method: 'GET',
  path: '/private/get-all-events',
  access: 'user',
  summary: 'The slots of every event that starts in a year, or of all, with speakers and sponsors.',
  query: z.object({ year: z.optional(yearText) }),
  data: z.object({ events: z.array(EventSlot) }),
})

export const getAllFocus = endpoint({
  method: 'GET',
  path: '/private/get-all-focus',
  access: 'user',
  summary: 'The event types.',
  data: z.object({ focus: z.array(Focus) }),
})

export const getEventsWithSlots = endpoint({
  method: 'GET',
  path: '/private/get-events-with-slots',
  access: 'admin',
  summary: 'Every event with its slots, grouped by the year it starts in, newest first.',
  data: z.object({
    years: z.array(z.object({ year: z.number(), label: z.string(), events: z.array(AdminEvent) })),
  }),
})

/** A slot on a card, with what the person holds of it. */
export interface Slot extends SlotTime {
  eventSlotId: number
  alreadyRegistered: boolean
  joinUrl: string | null
  certificateLink: string | null
}

/** An event as a card shows it: its slots together. */
export interface GroupedEvent extends Omit<EventSlot, keyof SlotTime | 'eventSlotId' | 'description'> {
  /** The address of the event's logo, or null. */
  logo: string | null
  /** The first and last day of any of its slots. */
  startOn: PlainDate
  endOn: PlainDate
  slots: Slot[]
}

/** Groups slots into events by start date; a person's registrations mark their slots. */
export function groupEvents(
  rows: readonly EventSlot[],
  registered: readonly RegisteredEvent[],
): GroupedEvent[] {
  const events = new Map<number, GroupedEvent>()
  for (const { eventSlotId, startOn, endOn, startTime, endTime, description, ...shared } of rows) {
    const event = events.get(shared.eventId) ?? {
      ...shared,
      logo: logoOf(description),
      startOn,
      endOn,
      slots: [],
    }
    events.set(event.eventId, event)
    const held = registered.find((entry) => entry.eventSlotId === eventSlotId)
    event.slots.push({
      eventSlotId,
      startOn,
      endOn,
      startTime,
      endTime,
      alreadyRegistered: held !== undefined,
      joinUrl: held?.joinUrl ?? null,
      certificateLink: held?.certificateLink ?? null,
    })
    if (startOn < event.startOn) event.startOn = startOn
    if (endOn > event.endOn) event.endOn = endOn
  }
  return [...events.values()].sort((a, b) => a.startOn.localeCompare(b.startOn))
}

/** Who holds a slot of an event sees only that one. */
export function visibleSlots(event: GroupedEvent): Slot[] {
  const held = event.slots.filter((slot) => slot.alreadyRegistered)
  return held.length > 0 ? held : event.slots
}

/** The logo's address in an event's description, a JSON string holding `eventLogoLink`. */
export function logoOf(description: string): string | null {
  try {
    const { eventLogoLink } = JSON.parse(description) as { eventLogoLink?: unknown }
    return typeof eventLogoLink === 'string' && eventLogoLink !== '' ? eventLogoLink : null
  } catch {
    return null
  }
}
