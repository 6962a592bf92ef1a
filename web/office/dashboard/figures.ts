import { unitedStates } from '#contract/core/countries.ts'
import { shownDay, shownTime } from '#contract/core/plain-dates.ts'
import type { Dashboard, SlotFigures } from '#contract/office/dashboard/calls.ts'
import type { CountedRegistrations } from './registrations-link.ts'

/** A figure's line, with the filter that finds what it counts. */
export interface FigureRow {
  label: string
  /** The label beside its bar, where space is short. */
  shortLabel?: string
  /** The series, which colors the bar. */
  focusId?: number
  /** Without it, the number is not a link. */
  counted?: CountedRegistrations
  /** null: unknown. */
  values: (number | null)[]
}

type Figures = Pick<Dashboard, 'season' | 'slots' | 'places' | 'memberships' | 'hours'>

const placesShown = 10

export function registrationsOf(slots: SlotFigures[]): number {
  return slots.reduce((sum, { registrations }) => sum + registrations, 0)
}

/** Returns each series' registrations, largest first. A series of one event links to the event. */
export function seriesRows({ season, slots }: Figures): FigureRow[] {
  return [...Map.groupBy(slots, ({ focusId }) => focusId)]
    .map(([focusId, ofFocus]) => {
      const names = new Set(ofFocus.map(({ eventName }) => eventName))
      const isWhole = slots.every((slot) => slot.focusId === focusId || !names.has(slot.eventName))
      const eventName = names.size === 1 && isWhole ? ofFocus[0]?.eventName : undefined
      return {
        label: ofFocus[0]?.focusName ?? '',
        focusId,
        counted: { year: season, focusId, eventName },
        values: [registrationsOf(ofFocus)],
      }
    })
    .sort(byFirstValue)
}

/** Returns each slot's registrations, in order of time. */
export function slotRows({ season, slots }: Figures): FigureRow[] {
  return slots.map((slot) => ({ ...namesOf(slot, season), values: [slot.registrations] }))
}

/** Returns for each webinar the percentage of registrations with a join URL, their number, and the missing number. */
export function joinUrlRows({ season, slots }: Figures): FigureRow[] {
  return slots
    .filter(({ isWebinar, registrations }) => isWebinar && registrations > 0)
    .map((slot) => {
      const { registrations, joinUrls } = slot
      const { counted, ...names } = namesOf(slot, season)
      return {
        ...names,
        counted: { ...counted, joinUrl: 'missing' },
        // Rounded down: 100 means that none is missing.
        values: [Math.floor((joinUrls / registrations) * 100), joinUrls, registrations - joinUrls],
      }
    })
}

/** Returns registrations and people of the ten largest places, and of all others together. */
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

/** Returns people and registrations by membership. */
export function membershipRows({ season, memberships }: Figures): FigureRow[] {
  const labels = { aopa: 'AOPA', nbaa: 'NBAA', vai: 'VAI', none: 'None of them' } as const
  return (Object.keys(labels) as (keyof typeof labels)[]).map((membership) => ({
    label: labels[membership],
    counted: { year: season, membership },
    values: [memberships[membership].people, memberships[membership].registrations],
  }))
}

/** Returns people by their credited hours. */
export function hoursRows({ season, hours }: Figures): FigureRow[] {
  const labels = { none: 'None yet', some: '1 to 7 hours', enough: '8 hours or more' } as const
  return (Object.keys(labels) as (keyof typeof labels)[]).map((each) => ({
    label: labels[each],
    counted: { year: season, credited: each },
    values: [hours[each]],
  }))
}

/** Returns each event of these slots once, by name. */
export function eventsOf(slots: SlotFigures[]): { eventId: number; eventName: string }[] {
  const events = new Map(slots.map(({ eventId, eventName }) => [eventId, { eventId, eventName }]))
  return [...events.values()].sort((a, b) => a.eventName.localeCompare(b.eventName))
}

function namesOf(slot: SlotFigures, season: number) {
  const { eventName, eventSlotId, focusId, focusName, startOn, startTime } = slot
  const starts = `${shownDay(startOn)}, ${shownTime(startTime)}`
  return {
    label: `${eventName}, ${starts}`,
    shortLabel: `${focusName} · ${starts.replace(/^\w+ |:00/g, '')}`,
    focusId,
    counted: { year: season, eventName, eventSlotId },
  }
}

function byFirstValue(one: FigureRow, other: FigureRow) {
  return (other.values[0] ?? 0) - (one.values[0] ?? 0)
}
