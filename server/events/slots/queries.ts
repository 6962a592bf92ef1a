import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { Focus, getOverCapacity } from '#contract/events/slots/calls.ts'
import { mostNamedOver } from '#contract/events/slots/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/** Selects slots with their events and types, including deleted ones. */
export function selectSlots(db: Db) {
  return db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['eventSlots.eventSlotId', 'events.eventId', 'eventName', 'focuses.focusId', 'focusName'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'eventSlots.webinarId'])
}

/** Returns a slot; undefined if unknown or deleted. */
export function findSlot(db: Db, eventSlotId: number, { isLocked = false } = {}) {
  return selectSlots(db)
    .where('eventSlots.eventSlotId', '=', eventSlotId)
    .where('eventSlots.deletedAt', 'is', null)
    .$if(isLocked, (slot) => slot.forNoKeyUpdate('eventSlots'))
    .executeTakeFirst()
}

/** Refuses with SLOT_NOT_FOUND. */
export async function getSlot(...which: Parameters<typeof findSlot>) {
  const slot = await findSlot(...which)
  if (!slot) throw new Refusal('SLOT_NOT_FOUND')
  return slot
}

/** Returns an in-person slot. Refuses with SLOT_NOT_FOUND. */
export async function getInPersonSlot(db: Db, eventSlotId: number): Promise<Slot> {
  const slot = await getSlot(db, eventSlotId)
  if (!(await isSlotInPerson(db, slot))) throw new Refusal('SLOT_NOT_FOUND')
  return slot
}

/** Returns true if a slot is in person, by the rule of `isInPerson`. */
export async function isSlotInPerson(db: Db, slot: Slot): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('isInPerson')
    .where('eventId', '=', slot.eventId)
    .executeTakeFirstOrThrow()
  return isInPerson({ ...slot, ...event })
}

export type Slot = Awaited<ReturnType<typeof getSlot>>

/** Returns a slot with a webinar. Refuses with SLOT_NOT_FOUND or WEBINAR_MISSING. */
export async function getSlotWithWebinar(...which: Parameters<typeof findSlot>) {
  const { webinarId, ...slot } = await getSlot(...which)
  if (webinarId === null) throw new Refusal('WEBINAR_MISSING')
  return { ...slot, webinarId }
}

/** Counts the registrations that were counted at a slot. Those for other slots have rows in its reports. */
export async function countAttended(db: Db, eventSlotId: number): Promise<number> {
  const { count } = await db
    .selectFrom('creditCounts')
    .innerJoin('registrations', 'registrations.registrationId', 'creditCounts.registrationId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('creditCounts.eventSlotId', '=', eventSlotId)
    .where('cancelledAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns an event's slots in the order they were added. */
export function findSlotsOf(db: Db, eventId: number) {
  return db
    .selectFrom('eventSlots')
    .select(columns.eventSlots)
    .where('eventId', '=', eventId)
    .where('deletedAt', 'is', null)
    .orderBy('eventSlotId')
    .execute()
}

/** Returns undefined for an unknown type. */
export function findFocuses(db: Db): Promise<Focus[]> {
  return db.selectFrom('focuses').select(['focusId', 'focusName']).orderBy('focusId').execute()
}

/** Returns the name of an event type; undefined if it is unknown. */
export async function findFocusName(db: Db, focusId: number): Promise<string | undefined> {
  const focuses = await findFocuses(db)
  return focuses.find((focus) => focus.focusId === focusId)?.focusName
}

/** Selects the webinar platform's join URL of a registration in a slot: that of its newest registrant. */
export function joinUrlOf(registrations = 'registrations', slots = 'eventSlots') {
  return sql<string | null>`(select own_identity.join_url
    from newest_identity(${sql.ref(`${registrations}.registrationId`)}, ${sql.ref(`${slots}.webinarId`)}) own_identity)`
}

/** Returns SQL: true if a registration belongs in a slot's webinar, as its own or to make up missing hours. */
export function isAdmittedTo(eventSlotId: number) {
  return sql<boolean>`registrations.registration_id in (select admitted_to(${eventSlotId}))`
}

/** Selects a slot's seats that are neither taken nor offered, negative if overbooked; null: no limit. */
export function seatsFreeOf(slotId: string) {
  return sql<number | null>`seats_free(${sql.ref(slotId)})`
}

/** Selects the seats that the waitlist leaves free, negative if overbooked; null: no limit. */
export function seatsLeftOf(slotId: string) {
  return sql<number | null>`seats_left(${sql.ref(slotId)})`
}

/** Returns the last people to register for a slot, those beyond `capacity`. */
export async function findOverCapacity(
  db: Db,
  { eventSlotId, capacity }: Input<typeof getOverCapacity>['query'],
): Promise<Data<typeof getOverCapacity>> {
  const total = Math.max(0, (await countRegistered(db, { eventSlotId })) - capacity)
  const people = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrationId', 'email', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('eventSlotId', '=', eventSlotId)
    .where('cancelledAt', 'is', null)
    .orderBy('registrations.registeredAt', 'desc')
    .orderBy('registrationId', 'desc')
    .limit(Math.min(total, mostNamedOver))
    .execute()
  return { total, people }
}

/** Returns true if anyone in a slot (registered, or making up hours) has a join URL of its webinar. */
export async function hasJoinUrls(db: Db, eventSlotId: number): Promise<boolean> {
  const linked = await db
    .selectFrom('registrations')
    .innerJoin('eventSlots', (join) => join.on(isAdmittedTo(eventSlotId)))
    .select('registrationId')
    .where('eventSlots.eventSlotId', '=', eventSlotId)
    .where(joinUrlOf(), 'is not', null)
    .executeTakeFirst()
  return linked !== undefined
}

/** Counts the registrations for a slot or for all slots of an event, including credited ones of deleted accounts. */
export async function countRegistered(
  db: Db,
  which: { eventId: number } | { eventSlotId: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('registrations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((registration) => registration.and(which))
    .where('cancelledAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns an event's slots in the order they were added; locked if the caller stores a count. */
export function findSlotsOfEvent(db: Db, eventId: number, { isLocked = false } = {}): Promise<Slot[]> {
  return selectSlots(db)
    .where('eventSlots.eventId', '=', eventId)
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('eventSlots.eventSlotId')
    .$if(isLocked, (slots) => slots.forNoKeyUpdate('eventSlots'))
    .execute()
}
