import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { register } from '#server/registrations/registrations/registrations.ts'
import type { Work } from '#server/work.ts'
import { closedRefusal, getOffered, lockSlotOfWaitlist } from './queries.ts'

/**
 * Registers an offer's person for its slot, by the code in their email. Does nothing if the seat was already
 * taken. Refuses with OFFER_NOT_FOUND, OFFER_OVER, and every refusal of registering.
 */
export async function takeSeat(work: Work, code: string) {
  const { tx, clock } = work
  const slot = await lockSlotOfWaitlist(tx, (await getOffered(tx, code)).eventSlotId)
  // Read again under the lock: the offer may have expired.
  const { state, offeredUntil, userId } = await getOffered(tx, code)
  if (state === 'taken') return
  refuse(closedRefusal(slot))
  if (state !== 'offered' || offeredUntil === null || offeredUntil <= clock()) throw new Refusal('OFFER_OVER')
  const { eventId, eventSlotId, focusId } = slot
  const askedBy = { userId, permissions: [] }
  const [outcome = 'NOT_READY'] = await register(work, [{ userId, eventId, eventSlotId, focusId, askedBy }])
  // The offer expired since the line above.
  if (outcome === 'SLOT_FULL') throw new Refusal('OFFER_OVER')
  if (typeof outcome === 'string') throw new Refusal(outcome)
}
