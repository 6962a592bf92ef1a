import { unitedStates } from '#contract/core/countries.ts'
import { shownDay, shownTime } from '#contract/core/plain-dates.ts'
import type { Dashboard, SlotFigures } from '#contract/dashboard/calls.ts'
import type { CountedRegistrations } from './registrations-link.ts'

/** One line of a figure: what is counted, and by which filter it is found. */
export interface FigureRow {
  label: string
  /** What it is called beside its bar, where there is little room. */
  shortLabel?: string
  /** Without it, its number leads nowhere. */
  counted?: CountedRegistrations
  /** null: not known yet. */
  values: (number | null)[]
}

type Figures = Pick<Dashboard, 'season' | 'slots' | 'places' | 'memberships' | 'hours'>

const placesShown = 10

export function registrationsOf(slots: SlotFigures[]): number {
  return slots.reduce((sum, { registrations }) => sum + registrations, 0)
}

/** The registrations of each series, the most first; led to by its event, where it has but one. */
export function seriesRows({ season, slots }: Figures): FigureRow[] {
  return [...Map.groupBy(slots, ({ focusId }) => focusId)]
    .map(([focusId, ofFocus]) => {
      const names = new Set(ofFocus.map(({ eventName }) => eventName))
      const isWhole = slots.every((slot) => slot.focusId === focusId || !names.has(slot.eventName))
      const eventName = names.size === 1 && isWhole ? ofFocus[0]?.eventName : undefined
      return {
        label: ofFocus[0]?.focusName ?? '',
        counted: { year: season, focusId, eventName },
        values: [registrationsOf(ofFocus)],
      }
    })
    .sort(byFirstValue)
}

/** The registrations of each slot, in the order they take place. */
export function slotRows({ season, slots }: Figures): FigureRow[] {
  return slots.map((slot) => ({ ...namesOf(slot, season), values: [slot.registrations] }))
}

/** How many of the registrations of each webinar have a join URL: the share in percent, how many, and how many don't. */
export function joinUrlRows({ season, slots }: Figures): FigureRow[] {
  return slots
    .filter(({ isWebinar, registrations }) => isWebinar && registrations > 0)
    .map((slot) => {
      const { registrations, joinUrls } = slot
      const { counted, ...names } = namesOf(slot, season)
      return {
        ...names,
        counted: { ...counted, joinUrl: 'missing' },
        // Rounded down: 100 says that none is missing.
        values: [Math.floor((joinUrls / registrations) * 100), joinUrls, registrations - joinUrls],
      }
    })
}

/** Registrations and people of the ten places with the most, and of all the others together. */
export function placeRows({ season, places }: Figures): FigureRow[] {
  const rows = places.map(({ country, state, registrations, people }) => ({
    label: (country === unitedStates ? state : country) || 'Not given',
    counted: { year: season, country, state },
    values: [registrations, people],
  }))
  const others = rows.slice(placesShown)
  if (others.length <= 1) return rows
  const sum = (column: number) => others.reduce((total, { values }) => total + (values[column] ?? 0), 0)
  return [...rows.slice(0, placesShown), { label: `${others.length} others`, values: [sum(0), sum(1)] }]
}

/** People by membership, and what they are registered for. */
export function membershipRows({ season, memberships }: Figures): FigureRow[] {
  const labels = { aopa: 'AOPA', nbaa: 'NBAA', vai: 'VAI', none: 'None of them' } as const
  return (Object.keys(labels) as (keyof typeof labels)[]).map((membership) => ({
    label: labels[membership],
    counted: { year: season, membership },
    values: [memberships[membership].people, memberships[membership].registrations],
  }))
}

/** People by the hours credited to them. */
export function hoursRows({ season, hours }: Figures): FigureRow[] {
  const labels = { none: 'None yet', some: '1 to 7 hours', enough: '8 hours or more' } as const
  return (Object.keys(labels) as (keyof typeof labels)[]).map((each) => ({
    label: labels[each],
    counted: { year: season, credited: each },
    values: [hours[each]],
  }))
}

/** Each event of these slots once, by its name. */
export function eventsOf(slots: SlotFigures[]): { eventId: number; eventName: string }[] {
  const events = new Map(slots.map(({ eventId, eventName }) => [eventId, { eventId, eventName }]))
  return [...events.values()].sort((a, b) => a.eventName.localeCompare(b.eventName))
}

function namesOf({ eventName, eventSlotId, focusName, startOn, startTime }: SlotFigures, season: number) {
  const starts = `${shownDay(startOn)}, ${shownTime(startTime)}`
  return {
    label: `${eventName}, ${starts}`,
    shortLabel: `${focusName} · ${starts.replace(/^\w+ |:00/g, '')}`,
    counted: { year: season, eventName, eventSlotId },
  }
}

function byFirstValue(one: FigureRow, other: FigureRow): number {
  return (other.values[0] ?? 0) - (one.values[0] ?? 0)
}
