import type { Data } from '#contract/core/endpoint.ts'
import type { getEventsWithSlots } from '#contract/events/calls.ts'
import type { AdminSlot } from '#contract/slots/calls.ts'
import { shownTimeslot } from '#contract/slots/times.ts'
import { focuses } from './focuses.ts'

type Years = Data<typeof getEventsWithSlots>['years']
interface Choice {
  value: string
  label: string
}

/** The names of a year's events, each once; the chosen one is among them even where it is not known. */
export function eventChoices(years: Years, year: number | 'All', chosen: string | undefined): Choice[] {
  const names = eventsOf(years, year).map((event) => event.eventName)
  const all = new Set(chosen ? [...names, chosen] : names)
  return [...all].map((name) => ({ value: name, label: name }))
}

/** The slots of the events of that name, in the order they take place, each as `shown` says it. */
export function slotChoices(
  years: Years,
  year: number | 'All',
  eventName: string | undefined,
  shown: (slot: AdminSlot) => string = shownTimeslot,
): Choice[] {
  return eventsOf(years, year)
    .filter((event) => event.eventName === eventName)
    .flatMap((event) => event.slots)
    .toSorted((a, b) => when(a).localeCompare(when(b)))
    .map((slot) => ({ value: String(slot.eventSlotId), label: shown(slot) }))
}

/** The slots of one event, in the order they take place. */
export function slotsOfEvent(years: Years, eventId: number): AdminSlot[] {
  return eventsOf(years, 'All')
    .filter((event) => event.eventId === eventId)
    .flatMap((event) => event.slots)
    .toSorted((a, b) => when(a).localeCompare(when(b)))
}

/** The slot of this id. */
export function findSlot(years: Years, eventSlotId: number): AdminSlot | undefined {
  return eventsOf(years, 'All')
    .flatMap((event) => event.slots)
    .find((slot) => slot.eventSlotId === eventSlotId)
}

/** The focuses of these slots, each once. */
export function focusesOf(slots: AdminSlot[]) {
  return focuses.filter(({ focusId }) => slots.some((slot) => slot.focusId === focusId))
}

function eventsOf(years: Years, year: number | 'All') {
  return years.filter((group) => year === 'All' || group.year === year).flatMap((group) => group.events)
}

function when(slot: { startOn: string; startTime: string }): string {
  return `${slot.startOn} ${slot.startTime}`
}
