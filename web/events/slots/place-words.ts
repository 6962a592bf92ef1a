import type { Place } from '#contract/registrations/waitlists/calls.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

/** Returns '#3 on the waitlist', or until when a seat is held. */
export function placeWords({ place, offeredUntil }: Pick<Place, 'place' | 'offeredUntil'>): string {
  return offeredUntil
    ? `A seat is available, held for you until ${shownInstant(offeredUntil)}`
    : `#${place} on the waitlist`
}
