import type { Data } from '#contract/endpoint.ts'
import type { getEventsWithSlots } from '#contract/events.ts'
import { shownTimeslot } from '#contract/timeslots.ts'

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

/** The slots of the events of that name, in the order they take place. */
export function slotChoices(years: Years, year: number | 'All', eventName: string | undefined): Choice[] {
  return eventsOf(years, year)
    .filter((event) => event.eventName === eventName)
    .flatMap((event) => event.slots)
    .toSorted((a, b) => when(a).localeCompare(when(b)))
    .map((slot) => ({ value: String(slot.eventSlotId), label: shownTimeslot(slot) }))
}

function eventsOf(years: Years, year: number | 'All') {
  return years.filter((group) => year === 'All' || group.year === year).flatMap((group) => group.events)
}

function when(slot: { startOn: string; startTime: string }): string {
  return `${slot.startOn} ${slot.startTime}`
}
