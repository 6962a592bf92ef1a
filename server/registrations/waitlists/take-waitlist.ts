import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { register } from '#server/registrations/registrations/registrations.ts'
import type { Work } from '#server/work.ts'
import { closedRefusal, getOffered, lockSlotOfWaitlist } from './queries.ts'

/**
 * Registers the person of an offer for its slot, with the code of their email. Does nothing if the seat was taken before. Refuses with
 * OFFER_NOT_FOUND, OFFER_OVER, and every refusal of registering.
 */
export async function takeSeat(work: Work, code: string): Promise<void> {
  const { tx, clock } = work
  const slot = await lockSlotOfWaitlist(tx, (await getOffered(tx, code)).eventSlotId)
  // Read again under the lock: the offer may have run out until now.
  const { state, offeredUntil, userId } = await getOffered(tx, code)
  if (state === 'taken') return
  refuse(closedRefusal(slot))
  if (state !== 'offered' || offeredUntil === null || offeredUntil <= clock()) throw new Refusal('OFFER_OVER')
  const { eventId, eventSlotId, focusId } = slot
  const askedBy = { userId, permissions: [] }
  const [outcome = 'NOT_READY'] = await register(work, [{ userId, eventId, eventSlotId, focusId, askedBy }])
  // The offer ran out since the line above.
  if (outcome === 'SLOT_FULL') throw new Refusal('OFFER_OVER')
  if (typeof outcome === 'string') throw new Refusal(outcome)
}
