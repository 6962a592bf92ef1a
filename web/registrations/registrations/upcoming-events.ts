import { ended } from '#contract/core/names.ts'
import { seasonLabel, seasonOfDay } from '#contract/core/season.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { hasEnded, overAt } from '#contract/events/slots/times.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { slotRefusal } from '#web/events/slots/offered-slots.ts'
import { slotInWords } from '#web/events/slots/slot-words.ts'

/** Returns the season's events, and other open events with a slot that is not over. */
export function upcomingEvents(events: readonly GroupedEvent[], season: number, now: Date): GroupedEvent[] {
  return events.filter(
    (event) =>
      seasonOfDay(event.startOn) === season || (event.isEnabled && slotsToCome(event, now).length > 0),
  )
}

/** Splits events by whether their last slot has ended, in order. */
export function byEnd(events: readonly GroupedEvent[], now: Date) {
  const isOver = ({ slots }: GroupedEvent) => slots.every((slot) => hasEnded(slot, now))
  return { coming: events.filter((event) => !isOver(event)), earlier: events.filter(isOver) }
}

/** Returns the event that the sidebar links to per focus: the first that has not ended, else the last. */
export function eventsOfFocuses({ coming, earlier }: ReturnType<typeof byEnd>): Map<number, GroupedEvent> {
  const firstWins = [...earlier, ...coming.toReversed()]
  return new Map(firstWins.map((event) => [event.focusId, event]))
}

/** Returns the renewal years of the coming slots ('2027-2028'), unless the season is one of them. */
export function otherSeasonOf(event: GroupedEvent, season: number, now: Date): string | undefined {
  const seasons = new Set(slotsToCome(event, now).map(({ startOn }) => seasonOfDay(startOn)))
  return seasons.size === 0 || seasons.has(season) ? undefined : [...seasons].map(seasonLabel).join(' or ')
}

/**
 * Returns the slot chosen before signing in, even if full or offered to the visitor; or words why it can't be
 * chosen.
 */
export function wantedSlotOf(
  events: readonly GroupedEvent[],
  eventSlotId: number,
  now: Date,
): { slot?: Slot; problem?: string } {
  const event = events.find(({ slots }) => slots.some((slot) => slot.eventSlotId === eventSlotId))
  const slot = event?.slots.find((each) => each.eventSlotId === eventSlotId)
  if (!event || !slot) return { problem: 'The time slot that you chose is gone. Please choose another one.' }
  if (event.slots.some(({ alreadyRegistered }) => alreadyRegistered)) {
    return {
      problem: `You are already registered for ${ended(event.eventName)} You can change your time slot under Registered Events.`,
    }
  }
  const refusal = slotRefusal(event, slot, now)
  if (refusal && refusal !== 'SLOT_FULL') {
    return { problem: 'Registration for the time slot that you chose is closed. Please choose another one.' }
  }
  if (slot.wait && !slot.wait.offerCode) {
    return {
      problem: `You're #${slot.wait.place} on the waitlist of ${event.eventName}, ${slotInWords(slot, { isInPerson: isInPerson(event) })}.`,
    }
  }
  return { slot }
}

/** Returns an event's slots that are open for registration by time. */
export function slotsToCome({ slots }: GroupedEvent, now: Date): Slot[] {
  const isOver = overAt(now)
  return slots.filter((slot) => !isOver(slot))
}
