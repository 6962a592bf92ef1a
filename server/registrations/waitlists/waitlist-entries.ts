import { sql } from 'kysely'
import { placeOf } from '#contract/events/events/facts.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import { ofSlot } from '#server/foundation/activities/activities.ts'
import type { Happened } from '#server/jobs.ts'
import type { Tx } from '#server/services.ts'
import type { WaitlistSlot } from './queries.ts'
import { selectWaits } from './queries.ts'

/** A person on a waitlist, with what their emails need. */
export interface Waiting {
  waitlistEntryId: number
  userId: string
  firstName: string
  email: string
  code: string
}

/** Returns the first `atMost` waiting people of a slot, in order. */
export function findNext(tx: Tx, eventSlotId: number, atMost = Number.POSITIVE_INFINITY): Promise<Waiting[]> {
  return selectWaits(tx)
    .innerJoin('users', 'users.userId', 'waitlistEntries.userId')
    .select(['waitlistEntryId', 'users.userId', 'firstName', 'email', 'code'])
    .where('eventSlotId', '=', eventSlotId)
    .where('waitlistEntries.state', '=', 'waiting')
    .orderBy('turn')
    .orderBy('waitlistEntryId')
    .$if(Number.isFinite(atMost), (people) => people.limit(atMost))
    .execute()
}

/** Returns when and where a slot takes place, in words for its person. */
export function whenAndWhere(slot: WaitlistSlot): string {
  return `${shownSlot(slot)} · ${placeOf(slot)}`
}

/** Returns an activity about a person on a slot's waitlist. */
export function about(
  activity: Happened['activity'],
  userId: string,
  slot: WaitlistSlot,
  reason?: string,
): Happened {
  return { activity, userId, ...ofSlot(slot, reason === undefined ? {} : { reason }) }
}

/** The cause prefix of all emails about offers. */
export const causePrefix = 'waitlist-offer:'

/** Returns the cause of an offer's email. A seat may be offered to the same person twice. */
export function causeOf(waitlistEntryId: number, offeredAt: Date): string {
  return `${causePrefix}${waitlistEntryId}:${offeredAt.getTime()}`
}

/** Selects the same. */
export const offerCause = sql<string>`${sql.lit(causePrefix)} || waitlist_entry_id || ':' || floor(extract(epoch from offered_at) * 1000)`
