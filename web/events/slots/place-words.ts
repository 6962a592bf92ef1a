import type { Place } from '#contract/registrations/waitlists/calls.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

/** Returns 'Number 3 on the waitlist', or until when a seat is held. */
export function placeWords({ place, offeredUntil }: Pick<Place, 'place' | 'offeredUntil'>): string {
  return offeredUntil
    ? `A seat is free: yours until ${shownInstant(offeredUntil)}`
    : `Number ${place} on the waitlist`
}
