import type { Data } from '#contract/core/endpoint.ts'
import { copyOf, copyProblem } from '#contract/events/event-copies/calls.ts'
import type { AdminEvent, getEventsWithSlots } from '#contract/events/events/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownDays } from '#contract/events/slots/times.ts'

type Years = Data<typeof getEventsWithSlots>['years']

/** An event of a season with its possible copy. */
export interface PlannedCopy {
  eventId: number
  eventName: string
  /** The days of the event; '' without slots. */
  days: string
  newName: string
  newDays: string
  /** The reason why the event can't be copied by this many weeks. */
  problem: string | undefined
}

/** Returns the newest year with published events, and those events, to copy a season from. */
export function lastSeason(years: Years): { year: number; events: AdminEvent[] } | undefined {
  return years
    .map(({ year, events }) => ({ year, events: events.filter(({ isDraft }) => !isDraft) }))
    .toSorted((a, b) => b.year - a.year)
    .find(({ events }) => events.length > 0)
}

/** Returns each event's copy that many weeks later. */
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

/** Returns 'Tue 09 Feb 2027 – Wed 10 Feb 2027', from the first day of any slot to the last. */
function shownSpan(slots: readonly SlotTime[]) {
  const [startOn] = slots.map((slot) => slot.startOn).sort()
  const endOn = slots
    .map((slot) => slot.endOn)
    .sort()
    .at(-1)
  return startOn && endOn ? shownDays({ startOn, endOn }) : ''
}
