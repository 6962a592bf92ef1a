import { sql } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import type {
  moveInWaitlist as moveInWaitlistCall,
  offerOutOfTurn as offerOutOfTurnCall,
} from '#contract/registrations/waitlists/calls.ts'
import { Refusal, refuse, refusing } from '#server/core/http/refusal.ts'
import { findSeats, slotFull } from '#server/events/slots/slot-seats.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import type { WaitlistSlot } from './queries.ts'
import { closedRefusal, lockSlotOfWaitlist } from './queries.ts'
import { about, findNext } from './waitlist-entries.ts'
import { offerTo } from './waitlist-offers.ts'

/**
 * Moves a waiting person to another place, at most the last one. Their own place changes nothing. Refuses
 * with WAIT_NOT_FOUND.
 */
export async function moveInWaitlist(
  work: Work,
  { waitlistEntryId, place, reason }: Input<typeof moveInWaitlistCall>['body'],
): Promise<{ place: number; isMoved: boolean }> {
  const { slot, waiting } = await lockWaiting(work, waitlistEntryId)
  const from = waiting.findIndex((each) => each.waitlistEntryId === waitlistEntryId)
  const [moved] = waiting.splice(from, 1)
  if (!moved) throw new Refusal('WAIT_NOT_FOUND')
  waiting.splice(place - 1, 0, moved)
  const to = waiting.indexOf(moved)
  if (to === from) return { place: to + 1, isMoved: false }
  const ids = waiting.map((each) => each.waitlistEntryId)
  await sql`
    update waitlist_entries w set turn = ordered.place
    from unnest(${ids}::integer[]) with ordinality as ordered (id, place)
    where w.waitlist_entry_id = ordered.id`.execute(work.tx)
  const { details, ...what } = about('waitlist-moved', moved.userId, slot, reason)
  const changes: Record<string, [number, number]> = { place: [from + 1, to + 1] }
  await happened(work, [{ ...what, details: { ...details, changes } }])
  return { place: to + 1, isMoved: true }
}

/**
 * Offers a seat to a waiting person, at any hour. Refuses with WAIT_NOT_FOUND, SLOT_OVER, EVENT_CLOSED,
 * SLOT_CLOSED, and without a free seat with SLOT_FULL.
 */
export async function offerOutOfTurn(
  work: Work,
  { waitlistEntryId, reason, overbooks }: Input<typeof offerOutOfTurnCall>['body'],
): Promise<{ offeredUntil: Date }> {
  const { slot, waiting } = await lockWaiting(work, waitlistEntryId)
  const person = waiting.find((each) => each.waitlistEntryId === waitlistEntryId)
  if (!person) throw new Refusal('WAIT_NOT_FOUND')
  const now = work.clock()
  if (now >= slot.startsAt) throw new Refusal('SLOT_OVER')
  refuse(closedRefusal(slot))
  const seats = (await findSeats(work.tx, [slot.eventSlotId], now)).get(slot.eventSlotId)
  if (seats && seats.seatsFree <= 0 && !overbooks) throw await slotFull(work.tx, slot.eventSlotId, now)
  return { offeredUntil: await offerTo(work, slot, [person], reason) }
}

/** Locks a wait's slot, and returns it with its waiting people in order. */
async function lockWaiting({ tx }: Work, waitlistEntryId: number) {
  const of = await tx
    .selectFrom('waitlistEntries')
    .select('eventSlotId')
    .where('waitlistEntryId', '=', waitlistEntryId)
    .executeTakeFirstOrThrow(refusing('WAIT_NOT_FOUND'))
  const slot: WaitlistSlot = await lockSlotOfWaitlist(tx, of.eventSlotId)
  const waiting = await findNext(tx, of.eventSlotId)
  return { slot, waiting }
}
