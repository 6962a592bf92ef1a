import type { RefusalCode } from '#contract/core/refusals.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { overAt, startedWords } from '#contract/events/slots/times.ts'
import { registrationRefusal } from '#contract/registrations/registrations/rules.ts'
import type { Place } from '#contract/registrations/waitlists/calls.ts'

/** A slot on a card, with the person's registration for it. */
export interface Slot extends PlannedTime {
  eventSlotId: number
  /** People can register, while its event is open. */
  isOpen: boolean
  /** The free seats if few; null: many, or no limit. */
  seatsLeft: number | null
  /** The needs of its hours to count, as sentences; undefined in a preview. */
  creditNeeded?: string | undefined
  alreadyRegistered: boolean
  /** Their place on the waitlist, or their offer; undefined if not waiting. */
  wait?: Pick<Place, 'place' | 'offeredUntil' | 'offerCode'> | undefined
  /** null without a registration. */
  registrationId: number | null
  joinUrl: string | null
  certificateLink: string | null
  /** The credit hours, and their days if known; 0 without a registration. */
  hours: number
  byDay?: readonly DayHours[] | undefined
  /** The time at which they were reported to FAASafety.gov. */
  reportedAt?: Date | undefined
}

/** Returns the slots that a person sees: the registered one, or all. */
export function visibleSlots({ slots }: { slots: Slot[] }): Slot[] {
  const held = slots.filter((slot) => slot.alreadyRegistered)
  return held.length > 0 ? held : slots
}

/** Returns why a person with a complete profile can't register for a slot at an instant, or undefined. */
export function slotRefusal(event: { isEnabled: boolean }, slot: Slot, now: Date): RefusalCode | undefined {
  const { isOpen, seatsLeft } = slot
  return registrationRefusal({
    event,
    slot: { isOpen, isOver: overAt(now)(slot), isFull: seatsLeft === 0 },
    isProfileComplete: true,
  })
}

/** The label of a closed slot; '' while its event is closed, which says so itself. */
export function closedWords(slot: Slot, refusal: RefusalCode | undefined, now: Date): string {
  if (refusal === 'SLOT_OVER') return startedWords(slot, now)
  if (refusal === 'SLOT_FULL') return 'Full'
  return refusal === 'SLOT_CLOSED' ? 'Registration Closed' : ''
}
