import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { EventSlot } from '#contract/events/events/calls.ts'
import { logoOf } from '#contract/events/events/calls.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import type { Place } from '#contract/registrations/waitlists/calls.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'

/** An event with all its slots, as a card shows it. */
export interface GroupedEvent
  extends Omit<
    EventSlot,
    keyof PlannedTime | 'eventSlotId' | 'isOpen' | 'seatsLeft' | 'capacity' | 'description' | 'creditNeeded'
  > {
  /** The logo's address, or null. */
  logo: string | null
  /** The first and last day of all slots. */
  startOn: PlainDate
  endOn: PlainDate
  slots: Slot[]
}

/** Groups slots into events, ordered by first day. Marks the slots of a person's registrations and waits. */
export function groupEvents(
  rows: readonly EventSlot[],
  registered: readonly RegisteredEvent[],
  waits: readonly Place[] = [],
): GroupedEvent[] {
  const events = new Map<number, GroupedEvent>()
  for (const row of rows) {
    const { eventSlotId, startOn, endOn, startTime, endTime, breaks, ...others } = row
    const { isOpen, seatsLeft, creditNeeded, ...rest } = others
    const { description, capacity: _, ...shared } = rest
    const logo = logoOf(description)
    const event = events.get(shared.eventId) ?? { ...shared, logo, startOn, endOn, slots: [] }
    events.set(event.eventId, event)
    const held = registered.find((entry) => entry.eventSlotId === eventSlotId)
    event.slots.push({
      eventSlotId,
      startOn,
      endOn,
      startTime,
      endTime,
      breaks,
      isOpen,
      seatsLeft,
      creditNeeded,
      alreadyRegistered: held !== undefined,
      wait: waits.find((wait) => wait.eventSlotId === eventSlotId),
      registrationId: held?.registrationId ?? null,
      joinUrl: held?.joinUrl ?? null,
      certificateLink: held?.certificateLink ?? null,
      hours: held?.hours ?? 0,
      byDay: held?.byDay,
      reportedAt: held?.reportedAt,
    })
    if (startOn < event.startOn) event.startOn = startOn
    if (endOn > event.endOn) event.endOn = endOn
  }
  return [...events.values()].sort((a, b) => a.startOn.localeCompare(b.startOn))
}
