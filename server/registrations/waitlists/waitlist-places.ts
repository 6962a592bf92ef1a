import { sql } from 'kysely'
import { Refusal } from '#server/core/http/refusal.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import { findRefusal } from '#server/registrations/registrations/registrations.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findPlace, lockSlotOfWaitlist } from './queries.ts'
import { about } from './waitlist-entries.ts'

/**
 * Puts a person at the end of a slot's waitlist. Returns their place, also if they were already on it.
 * Refuses with WAITLIST_NEEDLESS if the slot has a seat for them, and with every refusal of registering.
 */
export async function joinWaitlist(
  work: Work,
  userId: string,
  eventSlotId: number,
): Promise<{ place: number }> {
  const { tx } = work
  const slot = await getSlot(tx, eventSlotId)
  const { eventId, focusId } = slot
  const askedBy = { userId, permissions: [] }
  // Locks the slot: a concurrent caller gets the next place.
  const refusal = await findRefusal(work, { userId, eventId, eventSlotId, focusId, askedBy })
  const joined = refusal === 'SLOT_FULL' && (await insertWait(work, userId, eventSlotId))
  const place = await findPlace(tx, userId, eventSlotId)
  if (place === undefined) throw new Refusal(refusal ?? 'WAITLIST_NEEDLESS')
  if (joined) await happened(work, [{ activity: 'waitlist-joined', userId, ...ofSlot(slot) }])
  return { place }
}

/** Adds a wait at the end. Returns false if the person is on the waitlist. */
async function insertWait({ tx, clock }: Work, userId: string, eventSlotId: number) {
  const turn = sql<number>`(
    select coalesce(max(turn), 0) + 1 from waitlist_entries last where last.event_slot_id = ${eventSlotId}
  )`
  const added = await tx
    .insertInto('waitlistEntries')
    .values({ eventSlotId, userId, joinedAt: clock(), turn })
    .onConflict((known) => known.doNothing())
    .returning('waitlistEntryId')
    .execute()
  return added.length > 0
}

/**
 * Takes a person off a slot's waitlist, even after an offer. Does nothing if they are not on it. Refuses with
 * SLOT_NOT_FOUND.
 */
export async function leaveWaitlist(work: Work, userId: string, eventSlotId: number) {
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

/** Locks the slots that people wait for, by id. A verb locks them before registrations and people. */
export async function lockWaitedSlots(tx: Tx, userIds: string[]) {
  const waited = await tx
    .selectFrom('waitlistEntries')
    .select('eventSlotId')
    .distinct()
    .where('userId', 'in', userIds)
    .where('state', 'in', ['waiting', 'offered'])
    .orderBy('eventSlotId')
    .execute()
  for (const { eventSlotId } of waited) await lockSlotOfWaitlist(tx, eventSlotId)
}

/**
 * Hands a merged account's waits to the surviving account. Of two waits for the same slot, keeps the one with
 * the offer or the better place; none for a slot that the account is registered for.
 */
export async function handOverPlaces(work: Work, { from, to }: { from: string; to: string }) {
  const { rows: ended } = await sql<{ eventSlotId: number; isRegistered: boolean }>`
    update waitlist_entries w set state = 'left'
    from (
      select waitlist_entry_id,
        row_number() over (partition by event_slot_id order by state = 'offered' desc, turn, waitlist_entry_id) as rank,
        exists (
          select from registrations r
          where r.user_id = ${to} and r.event_slot_id = waiting.event_slot_id and r.cancelled_at is null
        ) as is_registered
      from waitlist_entries waiting where user_id in (${from}, ${to}) and state in ('waiting', 'offered')
    ) own
    where own.waitlist_entry_id = w.waitlist_entry_id and (rank > 1 or is_registered)
    returning event_slot_id, is_registered`.execute(work.tx)
  await work.tx.updateTable('waitlistEntries').set({ userId: to }).where('userId', '=', from).execute()
  for (const { eventSlotId, isRegistered } of ended) {
    const slot = await lockSlotOfWaitlist(work.tx, eventSlotId)
    const reason = `${isRegistered ? 'Was registered' : 'Waited twice'} when two accounts were merged`
    await happened(work, [about('waitlist-left', to, slot, reason)])
  }
}
