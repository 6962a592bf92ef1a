import { sql } from 'kysely'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { creditHoursOf, isInPerson } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { Offer, Place, Waitlist, WaitlistEntry } from '#contract/registrations/waitlists/calls.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { seatsFreeOf, selectSlots } from '#server/events/slots/queries.ts'
import type { Db, Tx } from '#server/services.ts'

/** Selects the people who wait or have an offer. A trigger ends their wait when they are registered for the slot. */
export function selectPlaces(db: Db) {
  return db.selectFrom('waitlistEntries').where('waitlistEntries.state', 'in', ['waiting', 'offered'])
}

/** Their place on the waitlist, from 1; 0 while a seat is offered to them. */
const place = sql<number>`case when waitlist_entries.state = 'waiting' then (
  select count(*)::integer from waitlist_entries earlier
  where earlier.event_slot_id = waitlist_entries.event_slot_id and earlier.state = 'waiting'
    and (earlier.turn, earlier.waitlist_entry_id) <= (waitlist_entries.turn, waitlist_entries.waitlist_entry_id)
) else 0 end`.as('place')

/** Returns a person's waits for slots that are not over, in order of time. */
export async function findPlaces(db: Db, userId: string): Promise<Place[]> {
  const rows = await selectPlaces(db)
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'waitlistEntries.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['events.eventId', 'waitlistEntries.eventSlotId', 'eventName', 'focusId', 'state', place])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'isInPerson'])
    .select(['offeredUntil', 'code'])
    .where('userId', '=', userId)
    .where('eventSlots.deletedAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .orderBy('startOn')
    .execute()
  return rows.map(({ state, code, offeredUntil, ...wait }) => ({
    ...wait,
    isInPerson: isInPerson(wait),
    creditHours: creditHoursOf(wait),
    offeredUntil: state === 'offered' ? offeredUntil : null,
    offerCode: state === 'offered' ? code : null,
  }))
}

/** Returns a person's place on a slot's waitlist, 0 with an offer; undefined with neither. */
export async function findPlace(db: Db, userId: string, eventSlotId: number): Promise<number | undefined> {
  const wait = await selectPlaces(db)
    .select(place)
    .where('userId', '=', userId)
    .where('eventSlotId', '=', eventSlotId)
    .executeTakeFirst()
  return wait?.place
}

/** Returns all waitlists by their slots' start. */
export async function findWaitlists(db: Db): Promise<Waitlist[]> {
  const rows = await selectPlaces(db)
    .innerJoin('users', 'users.userId', 'waitlistEntries.userId')
    .select([
      'waitlistEntryId',
      'eventSlotId',
      'users.userId',
      'email',
      'joinedAt',
      'waitlistEntries.state',
      'offeredUntil',
    ])
    .select([sql<string>`trim(first_name || ' ' || last_name)`.as('name'), place])
    .orderBy('waitlistEntries.state')
    .orderBy('turn')
    .orderBy('waitlistEntryId')
    .execute()
  if (rows.length === 0) return []
  const entries = Map.groupBy(rows, ({ eventSlotId }) => eventSlotId)
  const slots = await selectSlots(db)
    .select(['isInPerson', 'capacity', seatsFreeOf('eventSlotId').as('seatsLeft')])
    .where('eventSlots.eventSlotId', 'in', [...entries.keys()])
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('startOn')
    .orderBy('startTime')
    .execute()
  return slots.map((slot) => ({
    ...slot,
    isInPerson: isInPerson(slot),
    entries: (entries.get(slot.eventSlotId) ?? []).map(entryOf),
  }))
}

function entryOf({ state, offeredUntil, ...entry }: WaitlistEntry & { state: string }): WaitlistEntry {
  return { ...entry, offeredUntil: state === 'offered' ? offeredUntil : null }
}

/** Returns the wait behind an offer's code, whatever its state. Refuses with OFFER_NOT_FOUND. */
export async function getOffered(db: Db, code: string) {
  return selectSlots(db)
    .innerJoin('waitlistEntries', 'waitlistEntries.eventSlotId', 'eventSlots.eventSlotId')
    .select(['waitlistEntryId', 'userId', 'state', 'offeredUntil', 'isInPerson'])
    .select(({ selectFrom }) =>
      selectFrom('registrations')
        .select('registrations.eventSlotId')
        .whereRef('registrations.userId', '=', 'waitlistEntries.userId')
        .whereRef('registrations.eventId', '=', 'events.eventId')
        .where('cancelledAt', 'is', null)
        .as('registeredSlotId'),
    )
    .select(sql<boolean>`coalesce(event_slots.deleted_at, events.deleted_at) is not null`.as('isDeleted'))
    .where('code', '=', code)
    .where('offeredAt', 'is not', null)
    .executeTakeFirstOrThrow(refusing('OFFER_NOT_FOUND'))
}

/** Returns an offer for its page at an instant. Refuses with OFFER_NOT_FOUND. */
export async function getOffer(db: Db, code: string, now: Date): Promise<Offer> {
  const offered = await getOffered(db, code)
  return { ...offered, isInPerson: isInPerson(offered), state: stateOf(offered, now) }
}

function stateOf(offered: Awaited<ReturnType<typeof getOffered>>, now: Date): Offer['state'] {
  const { state, offeredUntil, isDeleted, eventSlotId, registeredSlotId } = offered
  if (state === 'left') return state
  if (state === 'taken') {
    if (registeredSlotId === null) return 'canceled'
    return registeredSlotId === eventSlotId ? 'taken' : 'moved'
  }
  if (isDeleted) return 'deleted'
  if (now >= startOf(offered)) return 'begun'
  return state === 'offered' && offeredUntil && offeredUntil > now ? state : 'expired'
}

/**
 * Locks a slot after its event until the transaction ends, and returns what its waitlist needs. Refuses with
 * SLOT_NOT_FOUND.
 */
export async function lockSlotOfWaitlist(tx: Tx, eventSlotId: number) {
  const events = tx
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['events.eventId', 'eventName', 'isEnabled', 'isDraft', 'venue', 'isInPerson'])
    .select('events.deletedAt as eventDeletedAt')
    .where('eventSlotId', '=', eventSlotId)
  const event = await events.forShare('events').executeTakeFirstOrThrow(refusing('SLOT_NOT_FOUND'))
  const slot = await tx
    .selectFrom('eventSlots')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['eventSlotId', 'eventSlots.focusId', 'focusName', 'isOpen', 'deletedAt'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'schedule'])
    .where('eventSlotId', '=', eventSlotId)
    .forNoKeyUpdate('eventSlots')
    .executeTakeFirstOrThrow()
  const isDeleted = slot.deletedAt !== null || event.eventDeletedAt !== null
  return { ...event, ...slot, isDeleted, startsAt: startOf(slot) }
}

export type WaitlistSlot = Awaited<ReturnType<typeof lockSlotOfWaitlist>>

/** Returns why nobody can take a seat of a slot at present, or undefined. */
export function closedRefusal({ isEnabled, isDraft, isOpen }: WaitlistSlot): RefusalCode | undefined {
  if (!isEnabled || isDraft) return 'EVENT_CLOSED'
  return isOpen ? undefined : 'SLOT_CLOSED'
}

function startOf(slot: SlotTime) {
  return slotDays(slot)[0]?.startAt as Date
}

/** Returns all waits of a person, including ended ones, for their own data. */
export function findPlacesOf(db: Db, userId: string) {
  return db
    .selectFrom('waitlistEntries')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'waitlistEntries.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['eventName', 'startOn', 'endOn', 'startTime', 'endTime', 'state', 'joinedAt', 'offeredAt'])
    .select('offeredUntil')
    .where('userId', '=', userId)
    .orderBy('waitlistEntryId', 'desc')
    .execute()
}
