import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { type EventSlot, logoOf } from '#contract/events/calls.ts'
import type { RegisteredEvent } from '#contract/registrations/calls.ts'
import { registrationRefusal } from '#contract/registrations/rules.ts'
import { overAt, type SlotTime } from '#contract/slots/times.ts'

/** A slot on a card, with what the person holds of it. */
export interface Slot extends SlotTime {
  eventSlotId: number
  /** Whether people can register for it while its event is open. */
  isOpen: boolean
  alreadyRegistered: boolean
  /** Of the person's own, where they hold the slot. */
  registrationId: number | null
  joinUrl: string | null
  certificateLink: string | null
  /** Credited for it; 0 where they don't hold the slot. */
  hours: number
}

/** An event as a card shows it: its slots together. */
export interface GroupedEvent
  extends Omit<EventSlot, keyof SlotTime | 'eventSlotId' | 'isOpen' | 'description'> {
  /** The address of the event's logo, or null. */
  logo: string | null
  /** The first and last day of any of its slots. */
  startOn: PlainDate
  endOn: PlainDate
  slots: Slot[]
}

/** Groups slots into events by start date; a person's registrations mark their slots. */
export function groupEvents(
  rows: readonly EventSlot[],
  registered: readonly RegisteredEvent[],
): GroupedEvent[] {
  const events = new Map<number, GroupedEvent>()
  for (const row of rows) {
    const { eventSlotId, startOn, endOn, startTime, endTime, isOpen, description, ...shared } = row
    const event = events.get(shared.eventId) ?? {
      ...shared,
      logo: logoOf(description),
      startOn,
      endOn,
      slots: [],
    }
    events.set(event.eventId, event)
    const held = registered.find((entry) => entry.eventSlotId === eventSlotId)
    event.slots.push({
      eventSlotId,
      startOn,
      endOn,
      startTime,
      endTime,
      isOpen,
      alreadyRegistered: held !== undefined,
      registrationId: held?.registrationId ?? null,
      joinUrl: held?.joinUrl ?? null,
      certificateLink: held?.certificateLink ?? null,
      hours: held?.hours ?? 0,
    })
    if (startOn < event.startOn) event.startOn = startOn
    if (endOn > event.endOn) event.endOn = endOn
  }
  return [...events.values()].sort((a, b) => a.startOn.localeCompare(b.startOn))
}

/** Who holds a slot of an event sees only that one. */
export function visibleSlots(event: GroupedEvent): Slot[] {
  const held = event.slots.filter((slot) => slot.alreadyRegistered)
  return held.length > 0 ? held : event.slots
}

/** Returns why somebody with a complete profile can't register for a slot of an event at an instant, or undefined. */
export function slotRefusal(
  event: Pick<GroupedEvent, 'isEnabled'>,
  slot: Slot,
  now: Date,
): RefusalCode | undefined {
  const { isOpen } = slot
  return registrationRefusal({
    event,
    slot: { isOpen, isOver: overAt(now)(slot) },
    isProfileComplete: true,
  })
}

/** What stands on a slot that nobody can register for; '' while its event is closed, which says so itself. */
export function closedWords(refusal: RefusalCode | undefined): string {
  if (refusal === 'SLOT_OVER') return 'Over'
  return refusal === 'SLOT_CLOSED' ? 'Registration Closed' : ''
}
