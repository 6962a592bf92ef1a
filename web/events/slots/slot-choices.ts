import type { Data } from '#contract/core/endpoint.ts'
import type { getEventsWithSlots } from '#contract/events/events/calls.ts'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { focuses } from './focuses.ts'

type Years = Data<typeof getEventsWithSlots>['years']
interface Choice {
  value: string
  label: string
}

/** Returns the names of a year's events, each once, including the chosen name even if unknown. */
export function eventChoices(years: Years, year: number | 'All', chosen: string | undefined): Choice[] {
  const names = eventsOf(years, year).map((event) => event.eventName)
  const all = new Set(chosen ? [...names, chosen] : names)
  return [...all].map((name) => ({ value: name, label: name }))
}

/** Returns the slots of the events with this name, in order of time. `shown` writes a slot's time. */
export function slotChoices(
  years: Years,
  year: number | 'All',
  eventName: string | undefined,
  shown: (slot: AdminSlot) => string = shownTimeslot,
): Choice[] {
  return eventsOf(years, year)
    .filter((event) => event.eventName === eventName)
    .flatMap((event) => event.slots)
    .toSorted(byStart)
    .map((slot) => ({ value: String(slot.eventSlotId), label: shown(slot) }))
}

/** Returns an event's slots, in order of time. */
export function slotsOfEvent(years: Years, eventId: number): AdminSlot[] {
  return slotsOf(years)
    .filter((slot) => slot.eventId === eventId)
    .toSorted(byStart)
}

export function findSlot(years: Years, eventSlotId: number): AdminSlot | undefined {
  return slotsOf(years).find((slot) => slot.eventSlotId === eventSlotId)
}

/** Returns these slots' focuses, each once. */
export function focusesOf(slots: AdminSlot[]) {
  return focuses.filter(({ focusId }) => slots.some((slot) => slot.focusId === focusId))
}

type Start = Pick<AdminSlot, 'startOn' | 'startTime'>

/** Sorts slots by time. */
export function byStart(one: Start, other: Start): number {
  return `${one.startOn} ${one.startTime}`.localeCompare(`${other.startOn} ${other.startTime}`)
}

function eventsOf(years: Years, year: number | 'All') {
  return years.filter((group) => year === 'All' || group.year === year).flatMap((group) => group.events)
}

function slotsOf(years: Years): AdminSlot[] {
  return eventsOf(years, 'All').flatMap((event) => event.slots)
}
