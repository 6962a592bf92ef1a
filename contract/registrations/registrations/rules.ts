import type { RefusalCode } from '#contract/core/refusals.ts'
import { restorableDays } from '#contract/core/refusals.ts'

/** The facts that decide if a person can take a slot. */
interface RegistrationFacts {
  event: { isEnabled: boolean; isDraft?: boolean } | undefined
  /** undefined: the event has no such slot of that focus. */
  slot: { isOpen: boolean; isOver: boolean; isFull?: boolean } | undefined
  /** The person's existing registration for the event. */
  held?: { slotChanges: boolean; hours: number } | undefined
  isProfileComplete: boolean
  /** Closed events, closed slots and past slots bind people, not administrators; reading.md, sections 5 and 6. */
  isByAdministrator?: boolean
  /** An administrator knows that the slot is full, and takes a seat beyond its capacity. */
  overbooks?: boolean | undefined
}

/** Returns why a person can't take this slot, or undefined. */
export function registrationRefusal(facts: RegistrationFacts): RefusalCode | undefined {
  const { event, slot, held, isProfileComplete, isByAdministrator = false, overbooks = false } = facts
  if (!event || (event.isDraft && !isByAdministrator)) return 'EVENT_NOT_FOUND'
  // The person would get emails about an event that their pages don't show.
  if (event.isDraft) return 'EVENT_IS_DRAFT'
  if (!slot) return 'SLOT_NOT_FOUND'
  if (held && !held.slotChanges) return undefined
  if (!isByAdministrator) {
    if (!event.isEnabled) return 'EVENT_CLOSED'
    if (slot.isOver) return 'SLOT_OVER'
    if (!slot.isOpen) return 'SLOT_CLOSED'
  }
  const refusal = moveRefusal({ hours: held?.hours ?? 0, isProfileComplete })
  return refusal ?? (slot.isFull && !(isByAdministrator && overbooks) ? 'SLOT_FULL' : undefined)
}

/** Returns why a registration can't move to another slot of its event, or undefined; binds administrators, too. */
export function moveRefusal(facts: { hours: number; isProfileComplete: boolean }): RefusalCode | undefined {
  return settledRefusal(facts) ?? (facts.isProfileComplete ? undefined : 'PROFILE_INCOMPLETE')
}

/**
 * Returns why a registration keeps its slot: it has credited hours, so its certificate names the slot or is
 * about to.
 */
export function settledRefusal({ hours }: { hours: number }): RefusalCode | undefined {
  return hours > 0 ? 'CERTIFICATE_ISSUED' : undefined
}

/** Returns why a person can't cancel their registration for an event, or undefined. */
export function cancellationRefusal(
  held: { isEnabled: boolean; hours: number } | undefined,
): RefusalCode | undefined {
  if (!held) return 'NOT_REGISTERED'
  if (!held.isEnabled) return 'EVENT_CLOSED'
  return settledRefusal(held)
}

/** The facts that decide if a registration can be restored. */
export interface RestorationFacts {
  /** null: not canceled. */
  cancelledAt: Date | null
  /** Its person registered for the same event since. */
  isRegisteredAgain: boolean
  /** Its slot, or the event, was deleted since. */
  isSlotDeleted: boolean
  /** Its slot has no seat left. Absent: the slot's lock decides. */
  isFull?: boolean
}

/** Returns why a registration can't be restored at an instant, or undefined. */
export function restorationRefusal(facts: RestorationFacts, now: Date): RefusalCode | undefined {
  if (facts.cancelledAt === null) return 'NOT_DELETED'
  if (now.getTime() - facts.cancelledAt.getTime() >= restorableDays * 86_400_000) return 'RESTORING_OVER'
  if (facts.isSlotDeleted) return 'SLOT_DELETED'
  if (facts.isRegisteredAgain) return 'REGISTERED_AGAIN'
  return facts.isFull ? 'SLOT_FULL' : undefined
}
