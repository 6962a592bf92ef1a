import type { PlainDate } from '#contract/core/plain-dates.ts'
import { creditHoursOf, hoursInSeason } from '#contract/events/events/facts.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'

/** A slot that is open to a person, and its hours in a renewal year. */
export interface OpenSlot {
  event: GroupedEvent
  slot: Slot
  hours: number
}

/** Returns the open slots after today with hours in a renewal year, soonest first. Skips the person's own events. */
export function openSlots(events: readonly GroupedEvent[], season: number, today: PlainDate): OpenSlot[] {
  return events
    .filter((event) => event.isEnabled && !isHeld(event))
    .flatMap((event) =>
      event.slots
        .filter((slot) => slot.isOpen && slot.seatsLeft !== 0 && slot.startOn > today)
        .map((slot) => ({
          event,
          slot,
          hours: hoursInSeason(season, slot, creditHoursOf({ ...event, ...slot })),
        })),
    )
    .filter(({ hours }) => hours > 0)
    .sort((a, b) => a.slot.startOn.localeCompare(b.slot.startOn))
}

/** Returns true if the person is registered for an event. */
export function isHeld(event: GroupedEvent): boolean {
  return event.slots.some((slot) => slot.alreadyRegistered)
}
