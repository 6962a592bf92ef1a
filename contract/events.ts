import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { wireDate, wireTime } from './fields.ts'
import type { RegisteredEvent } from './registrations.ts'
import { isoDate, shownTimes, yearOf } from './slots.ts'
import { Speaker } from './speakers.ts'
import { Sponsor } from './sponsors.ts'

/** The four event types; reading.md, section 4. The last is the one in person. */
export const focuses = [
  { focus_id: 1, focus_name: 'Rotorcraft' },
  { focus_id: 2, focus_name: 'Piston' },
  { focus_id: 3, focus_name: 'Turbine' },
  { focus_id: 4, focus_name: 'South Carolina' },
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

export const Focus = z.object({ focus_id: z.number(), focus_name: z.string() })
export type Focus = z.infer<typeof Focus>

/** One slot with its event, as the wire lists them. */
export const EventSlotRow = z.object({
  event_id: z.number(),
  event_name: z.string(),
  event_slot_id: z.number(),
  start_date: wireDate,
  end_date: wireDate,
  start_time: wireTime,
  end_time: wireTime,
  /** A JSON string holding `eventLogoLink`. */
  description: z.string(),
  videoLink: z.nullable(z.string()),
  featured_sponsor_id: z.nullable(z.number()),
  focus_id: z.number(),
  focus_name: z.string(),
  isEnabled: z.literal([0, 1]),
  speakers: z.array(Speaker),
  sponsors: z.array(Sponsor),
})
export type EventSlotRow = z.infer<typeof EventSlotRow>

export const AdminSlot = z.object({
  event_slot_id: z.number(),
  event_id: z.number(),
  start_date: wireDate,
  end_date: wireDate,
  start_time: wireTime,
  end_time: wireTime,
  focus_id: z.number(),
  webinar_id: z.nullable(z.string()),
})
export type AdminSlot = z.infer<typeof AdminSlot>

export const AdminEvent = z.object({
  event_id: z.number(),
  event_name: z.string(),
  description: z.string(),
  isEnabled: z.literal([0, 1]),
  event_status: z.literal('ACTIVE'),
  featured_sponsor_id: z.nullable(z.number()),
  videoLink: z.nullable(z.string()),
  formattedDuration: z.string(),
  speakers: z.array(Speaker),
  sponsors: z.array(Sponsor),
  slots: z.array(AdminSlot),
})
export type AdminEvent = z.infer<typeof AdminEvent>

const Year = z.pipe(
  z
    .string({ error: 'A year has four digits' })
    .check(z.regex(/^[1-9]\d{3}$/, { error: 'A year has four digits' })),
  z.transform(Number),
)

export const getAllEvents = endpoint({
  method: 'GET',
  path: '/private/get-all-events',
  access: 'user',
  summary: 'The slots of every event that starts in a year, or of all, with speakers and sponsors.',
  query: z.object({ year: z.optional(Year) }),
  data: z.object({ events: z.array(EventSlotRow) }),
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

export interface Slot {
  slotId: number
  startDate: string
  endDate: string
  startTime: string
  endTime: string
  /** '8:00 AM - 12:00 PM Eastern' */
  times: string
  alreadyRegistered: boolean
  joinUrl: string | null
  certLink: string | null
}

/** An event as a card shows it: its slots together, and what the person holds of them. */
export interface GroupedEvent {
  eventId: number
  eventName: string
  /** The address of the event's logo, or null. */
  logo: string | null
  videoLink: string | null
  featuredSponsorId: number | null
  isEnabled: boolean
  /** `DD/MM/YYYY`: the first and last day of any of its slots. */
  startDate: string
  endDate: string
  startYear: number
  focus: string
  focusId: number
  slots: Slot[]
  speakers: Speaker[]
  sponsors: Sponsor[]
}

/** Groups slot rows into events by start date; a person's registrations mark their slots. */
export function groupEvents(
  rows: readonly EventSlotRow[],
  registered: readonly RegisteredEvent[],
): GroupedEvent[] {
  const events = new Map<number, GroupedEvent>()
  for (const row of rows) {
    const event = events.get(row.event_id) ?? groupedEventOf(row)
    events.set(row.event_id, event)
    const held = registered.find((entry) => entry.event_slot_id === row.event_slot_id)
    event.slots.push(slotOf(row, held))
    if (isoDate(row.start_date) < isoDate(event.startDate)) event.startDate = row.start_date
    if (isoDate(row.end_date) > isoDate(event.endDate)) event.endDate = row.end_date
    event.startYear = yearOf(event.startDate)
  }
  return [...events.values()].sort((a, b) => isoDate(a.startDate).localeCompare(isoDate(b.startDate)))
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

function groupedEventOf(row: EventSlotRow): GroupedEvent {
  return {
    eventId: row.event_id,
    eventName: row.event_name,
    logo: logoOf(row.description),
    videoLink: row.videoLink,
    featuredSponsorId: row.featured_sponsor_id,
    isEnabled: row.isEnabled === 1,
    startDate: row.start_date,
    endDate: row.end_date,
    startYear: yearOf(row.start_date),
    focus: row.focus_name,
    focusId: row.focus_id,
    slots: [],
    speakers: row.speakers,
    sponsors: row.sponsors,
  }
}

function slotOf(row: EventSlotRow, held: RegisteredEvent | undefined): Slot {
  return {
    slotId: row.event_slot_id,
    startDate: row.start_date,
    endDate: row.end_date,
    startTime: row.start_time,
    endTime: row.end_time,
    times: shownTimes(row),
    alreadyRegistered: held !== undefined,
    joinUrl: held?.joinURL ?? null,
    certLink: held?.cert_link ?? null,
  }
}
