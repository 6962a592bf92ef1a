import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { yearText } from '#contract/core/fields.ts'
import { wireDate } from '#contract/core/plain-dates.ts'
import { idNames, instant, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'

/** The oldest that the figures may be. */
export const figuresKeptMs = 60_000

const count = z.int()
const peopleCount = { people: count, registrations: count }

/** A season's slot with its registrations. */
export const SlotFigures = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  eventSlotId: z.int(),
  focusId: z.int(),
  focusName: z.string(),
  ...slotTimes,
  isWebinar: z.boolean(),
  registrations: count,
  /** Registrations with a join URL. */
  joinUrls: count,
})
export type SlotFigures = z.output<typeof SlotFigures>

/** The registrations made on an Eastern day. */
export const DayFigure = z.object({ on: wireDate, registrations: count })
export type DayFigure = z.output<typeof DayFigure>

/**
 * A season's figures. Registrations are those of its renewal year's events, as in All Registrations; people
 * are those with a registration.
 */
export const Dashboard = z.object({
  season: z.int(),
  /** The time of the count, at most a minute ago. */
  asOf: instant(),
  people: count,
  /** Registrations with a valid certificate, and those emailed. */
  certificates: z.object({ issued: count, mailed: count }),
  /** The renewal year's failed mails: retried, and given up. */
  mails: z.object({ failed: count, givenUp: count }),
  slots: z.array(SlotFigures),
  /** The days on which its registrations were made, and the previous season's. */
  days: z.array(DayFigure),
  lastSeasonDays: z.array(DayFigure),
  /** People by state, outside the United States by country; most registrations first. */
  places: z.array(z.object({ country: z.string(), state: z.nullable(z.string()), ...peopleCount })),
  /** People by association. Some belong to several, most to none. */
  memberships: z.object({
    aopa: z.object(peopleCount),
    nbaa: z.object(peopleCount),
    vai: z.object(peopleCount),
    none: z.object(peopleCount),
  }),
  /** People by hours earned in the renewal year: none, too few, enough. */
  hours: z.object({ none: count, some: count, enough: count }),
})
export type Dashboard = z.output<typeof Dashboard>

/** The counted figures. */
export type DashboardFigures = Omit<Dashboard, 'season' | 'asOf'>

export const getDashboard = endpoint({
  route: 'GET /private/dashboard',
  access: 'registrations:read',
  summary: 'The figures of a season, by default the current one, counted at most a minute ago.',
  query: z.object({ year: z.optional(yearText) }),
  data: Dashboard,
})

/** A slot that ended recently and has people who may still need hours. */
export const EndedSlot = onWire(idNames, {
  eventSlotId: z.int(),
  eventName: z.string(),
  ...slotTimes,
  endedAt: instant(),
  registered: count,
  /** The people present by a report; null without a report. */
  attended: z.nullable(count),
  certificates: count,
  /** The people who qualify for hours that they don't have yet. */
  creditable: count,
  /** The certificates that were not emailed, and those of them whose address bounced. */
  unmailed: count,
  undeliverable: count,
})
export type EndedSlot = z.output<typeof EndedSlot>

/** A person with hours whose certificate waits, because no font has these letters of their name. */
export const UnprintableName = onWire(
  { userId: 'user_id' },
  { userId: z.string(), name: z.string(), letters: z.string() },
)
export type UnprintableName = z.output<typeof UnprintableName>

export const getEndedSlots = endpoint({
  route: 'GET /private/dashboard/ended-slots',
  access: 'registrations:read',
  summary:
    'The slots that ended in the last 30 days and lack a report or credit, and those with certificates that were not emailed, from the last 30 days or this renewal year, the newest first; and the people whose certificate waits for a name that can be printed.',
  data: z.object({ slots: z.array(EndedSlot), unprintable: z.array(UnprintableName) }),
})

/** A slot that is held today. */
export const SlotToday = onWire(idNames, {
  eventSlotId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  ...slotTimes,
  isInPerson: z.boolean(),
  /** Its day has begun and not ended. */
  isRunning: z.boolean(),
  isOver: z.boolean(),
  registered: count,
  /** The people at the venue or in the portal's room; null for a room of another platform. */
  here: z.nullable(count),
})
export type SlotToday = z.output<typeof SlotToday>

export const getSlotsToday = endpoint({
  route: 'GET /private/dashboard/today',
  access: 'registrations:read',
  summary: 'The slots that are held today, in the order of their start, with the people who are there now.',
  data: z.object({ slots: z.array(SlotToday) }),
})

/** The steps in which a demo gets its people. */
export const demoSteps = ['people', 'registrations', 'attendance'] as const
export type DemoStep = (typeof demoSteps)[number]

export const getDemoStep = endpoint({
  route: 'GET /private/dashboard/demo',
  access: 'registrations:read',
  summary: 'The step of a demo that is still being filled; null if there is none, or if it is full.',
  data: z.object({ step: z.nullable(z.enum(demoSteps)) }),
})
