import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { slotMessages, slotNames } from '#contract/events/slots/calls.ts'
import { overlapOf, slotProblems } from '#contract/events/slots/rules.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import { findFocusName, findSlotsOf } from './queries.ts'

/** Refuses an impossible slot, field by field. Returns the name of its event type. */
export async function checkSlot(tx: Tx, slot: PlannedTime & { focusId: number }): Promise<string> {
  const problems = Object.entries(slotProblems(slot)).map(([field, message]) => [
    slotNames[field as keyof SlotTime] ?? field,
    message,
  ])
  refuseFields(Object.fromEntries(problems))
  const focusName = await findFocusName(tx, slot.focusId)
  if (focusName === undefined) refuseFields({ [slotNames.focusId]: slotMessages.focusId })
  return focusName ?? ''
}

/**
 * Refuses with SLOTS_OVERLAP if a given slot overlaps another slot of the locked event. Checks only the given
 * slots: overlaps older than this rule must not block other edits.
 */
export async function refuseOverlaps(tx: Tx, eventId: number, slotIds: readonly number[]) {
  const slots = await findSlotsOf(tx, eventId)
  const overlaps = slots.some(
    (slot) =>
      slotIds.includes(slot.eventSlotId) &&
      slots.some((other) => other !== slot && overlapOf<SlotTime>([slot, other])),
  )
  if (overlaps) throw new Refusal('SLOTS_OVERLAP')
}
