import { sql } from 'kysely'
import { happened, ofSlot } from '#server/activities/activities.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findRefusal } from '#server/registrations/registrations.ts'
import { getSlot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { findPlace, lockSlotOfWaitlist } from './queries.ts'

/**
 * Puts a person at the end of a slot's waitlist; returns their place, also if they were on it. Refuses with WAITLIST_NEEDLESS if the
 * slot has a seat for them, and with every refusal of registering.
 */
export async function joinWaitlist(
  work: Work,
  userId: string,
  eventSlotId: number,
): Promise<{ place: number }> {
  const { tx, clock } = work
  const { eventId, focusId } = await getSlot(tx, eventSlotId)
  const askedBy = { userId, permissions: [] }
  // Locks the slot: who joins at the same moment gets the next place.
  const refusal = await findRefusal(work, { userId, eventId, eventSlotId, focusId, askedBy })
  const known = await findPlace(tx, userId, eventSlotId)
  if (known !== undefined) return { place: known }
  if (refusal !== 'SLOT_FULL') throw new Refusal(refusal ?? 'WAITLIST_NEEDLESS')
  await tx
    .insertInto('waitlistEntries')
    .values({
      ...{ eventSlotId, userId, joinedAt: clock() },
      turn: sql<number>`(
        select coalesce(max(turn), 0) + 1 from waitlist_entries last where last.event_slot_id = ${eventSlotId}
      )`,
    })
    .execute()
  const slot = await lockSlotOfWaitlist(tx, eventSlotId)
  await happened(work, [{ activity: 'waitlist-joined', userId, ...ofSlot(slot) }])
  return { place: (await findPlace(tx, userId, eventSlotId)) as number }
}

/** Takes a person off a slot's waitlist, also after an offer. Does nothing if they are not on it. Refuses with SLOT_NOT_FOUND. */
export async function leaveWaitlist(work: Work, userId: string, eventSlotId: number): Promise<void> {
  const slot = await lockSlotOfWaitlist(work.tx, eventSlotId)
  const left = await work.tx
    .updateTable('waitlistEntries')
    .set({ state: 'left' })
    .where('userId', '=', userId)
    .where('eventSlotId', '=', eventSlotId)
    .where('state', 'in', ['waiting', 'offered'])
    .returning('waitlistEntryId')
    .execute()
  if (left.length > 0) await happened(work, [{ activity: 'waitlist-left', userId, ...ofSlot(slot) }])
}

/** Hands the waits of a merged account to the account that continues, except for slots that it waits for itself. */
export async function handOverWaits({ tx }: Work, { from, to }: { from: string; to: string }): Promise<void> {
  const own = tx
    .selectFrom('waitlistEntries')
    .select('eventSlotId')
    .where('userId', '=', to)
    .where('state', 'in', ['waiting', 'offered'])
  await tx
    .updateTable('waitlistEntries')
    .set({ state: 'left' })
    .where('userId', '=', from)
    .where('state', 'in', ['waiting', 'offered'])
    .where('eventSlotId', 'in', own)
    .execute()
  await tx.updateTable('waitlistEntries').set({ userId: to }).where('userId', '=', from).execute()
}
