import { slotNames } from '#contract/events/calls.ts'
import { slotMessages } from '#contract/events/edits.ts'
import { overlapOf, slotProblems } from '#contract/slots/rules.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'

interface CheckedSlot extends SlotTime {
  eventId: number
  focusId: number
  /** Absent while it is new. */
  eventSlotId?: number
}

/**
 * Refuses what is wrong with a slot of a locked event, field by field, and with SLOTS_OVERLAP. Gives the name of its event
 * type.
 */
export async function checkSlot(tx: Tx, slot: CheckedSlot): Promise<string> {
  const problems = Object.entries(slotProblems(slot)).map(([field, message]) => [
    slotNames[field as keyof SlotTime] ?? field,
    message,
  ])
  refuseFields(Object.fromEntries(problems))
  const focus = await tx
    .selectFrom('focuses')
    .select('focusName')
    .where('focusId', '=', slot.focusId)
    .executeTakeFirst()
  if (!focus) refuseFields({ [slotNames.focusId]: slotMessages.focusId })
  const others = await tx
    .selectFrom('eventSlots')
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .where('eventId', '=', slot.eventId)
    .where('deletedAt', 'is', null)
    .where('eventSlotId', '!=', slot.eventSlotId ?? 0)
    .execute()
  // Alone each against the others: those that overlapped before they were refused don't hold up the rest.
  if (others.some((other) => overlapOf<SlotTime>([slot, other]))) throw new Refusal('SLOTS_OVERLAP')
  return focus?.focusName ?? ''
}
