import { isInPerson } from '#contract/events/events/facts.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'

/** The wait before asking again for a missing join URL. */
export const joinUrlEveryMs = 20_000

/** Returns true if a join URL is still to come. The person is then registered for a virtual slot that is not over. */
export function awaitsJoinUrl(events: readonly GroupedEvent[], now: Date): boolean {
  return events.some(
    (event) =>
      !isInPerson(event) &&
      event.slots.some((slot) => slot.alreadyRegistered && slot.joinUrl === null && !hasEnded(slot, now)),
  )
}
