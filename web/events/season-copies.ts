import type { Data } from '#contract/core/endpoint.ts'
import { copyOf, copyProblem } from '#contract/event-copies/calls.ts'
import type { AdminEvent, getEventsWithSlots } from '#contract/events/calls.ts'
import { type SlotTime, shownDays } from '#contract/slots/times.ts'

type Years = Data<typeof getEventsWithSlots>['years']

/** An event of a season, and what its copy would be. */
export interface PlannedCopy {
  eventId: number
  eventName: string
  /** Its days, and where it has none, ''. */
  days: string
  newName: string
  newDays: string
  /** Why it can't be copied by so many weeks. */
  problem: string | undefined
}

/** The newest year with events that people know, and those: what a new season is made from. */
export function lastSeason(years: Years): { year: number; events: AdminEvent[] } | undefined {
  return years
    .map(({ year, events }) => ({ year, events: events.filter(({ isDraft }) => !isDraft) }))
    .toSorted((a, b) => b.year - a.year)
    .find(({ events }) => events.length > 0)
}

/** What each event would become so many weeks later. */
export function plannedCopies(
  events: readonly Pick<AdminEvent, 'eventId' | 'eventName' | 'slots'>[],
  weeks: number,
): PlannedCopy[] {
  return events.map(({ eventId, eventName, slots }) => {
    const copy = copyOf({ eventName, slots }, weeks)
    return {
      eventId,
      eventName,
      days: shownSpan(slots),
      newName: copy.eventName,
      newDays: shownSpan(copy.slots),
      problem: copyProblem(copy.slots),
    }
  })
}

/** 'Tue 09 Feb 2027 – Wed 10 Feb 2027': from the first day of any slot to the last of any. */
function shownSpan(slots: readonly SlotTime[]): string {
  const [startOn] = slots.map((slot) => slot.startOn).sort()
  const endOn = slots
    .map((slot) => slot.endOn)
    .sort()
    .at(-1)
  return startOn && endOn ? shownDays({ startOn, endOn }) : ''
}
