import { isInPerson } from '#contract/events/facts.ts'
import { hasEnded } from '#contract/slots/times.ts'
import type { GroupedEvent } from '#web/events/grouped-events.ts'

/** Whether somebody holds a virtual slot that is not over and that they have no join URL for: it comes by itself. */
export function awaitsJoinUrl(events: readonly GroupedEvent[], now: Date): boolean {
  return events.some(
    (event) =>
      !isInPerson(event) &&
      event.slots.some((slot) => slot.alreadyRegistered && slot.joinUrl === null && !hasEnded(slot, now)),
  )
}
