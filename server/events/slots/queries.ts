import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { Focus, getOverCapacity } from '#contract/events/slots/calls.ts'
import { mostNamedOver } from '#contract/events/slots/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/** Selects slots with their events and types, deleted ones too; the caller narrows it. */
export function selectSlots(db: Db) {
  return db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['eventSlots.eventSlotId', 'events.eventId', 'eventName', 'focuses.focusId', 'focusName'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'eventSlots.webinarId'])
}

/** Returns a slot; undefined if it is unknown or deleted. */
export function findSlot(db: Db, eventSlotId: number, { isLocked = false } = {}) {
  return selectSlots(db)
    .where('eventSlots.eventSlotId', '=', eventSlotId)
    .where('eventSlots.deletedAt', 'is', null)
    .$if(isLocked, (slot) => slot.forNoKeyUpdate('eventSlots'))
    .executeTakeFirst()
}

/** Returns a slot. Refuses with SLOT_NOT_FOUND. */
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

/** Tells whether a slot is in person, by the rule of `isInPerson`. */
export async function isSlotInPerson(db: Db, slot: Slot): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('isInPerson')
    .where('eventId', '=', slot.eventId)
    .executeTakeFirstOrThrow()
  return isInPerson({ ...slot, ...event })
}

export type Slot = Awaited<ReturnType<typeof getSlot>>

/** Returns a slot that has a webinar. Refuses with SLOT_NOT_FOUND or WEBINAR_MISSING. */
export async function getSlotWithWebinar(...which: Parameters<typeof findSlot>) {
  const { webinarId, ...slot } = await getSlot(...which)
  if (webinarId === null) throw new Refusal('WEBINAR_MISSING')
  return { ...slot, webinarId }
}

/** Returns the slots of an event in the order they were added. */
export function findSlotsOf(db: Db, eventId: number) {
  return db
    .selectFrom('eventSlots')
    .select(columns.eventSlots)
    .where('eventId', '=', eventId)
    .where('deletedAt', 'is', null)
    .orderBy('eventSlotId')
    .execute()
}

/** Returns the event types. */
export function findFocuses(db: Db): Promise<Focus[]> {
  return db.selectFrom('focuses').select(['focusId', 'focusName']).orderBy('focusId').execute()
}

/** Returns the name of an event type; undefined if it is unknown. */
export async function findFocusName(db: Db, focusId: number): Promise<string | undefined> {
  const focuses = await findFocuses(db)
  return focuses.find((focus) => focus.focusId === focusId)?.focusName
}

/** Selects the webinar platform's join URL of a registration in a slot: that of the newest identity. */
export function joinUrlOf(registrations = 'registrations', slots = 'eventSlots') {
  return sql<string | null>`(select own_identity.join_url
    from newest_identity(${sql.ref(`${registrations}.registrationId`)}, ${sql.ref(`${slots}.webinarId`)}) own_identity)`
}

/** Tells of registrations whether they belong into the webinar of a slot: their own, or one that makes up for hours. */
export function isAdmittedTo(eventSlotId: number) {
  return sql<boolean>`registrations.registration_id in (select admitted_to(${eventSlotId}))`
}

/** Selects the seats of a slot that are neither taken nor offered, below 0 if it is overbooked; null: no limit. */
export function seatsFreeOf(slotId: string) {
  return sql<number | null>`seats_free(${sql.ref(slotId)})`
}

/** Selects those of them that nobody on the waitlist waits for, below 0 if it is overbooked; null: no limit. */
export function seatsLeftOf(slotId: string) {
  return sql<number | null>`seats_left(${sql.ref(slotId)})`
}

/** Returns the people who registered last for a slot, as many as are more than `capacity`. */
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

/** Tells whether anybody who is registered for a slot, or makes up for hours there, has a join URL of its webinar. */
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

/** Counts the registrations for a slot or for all slots of an event. Includes credited ones of deleted accounts. */
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

/** Returns the slots of an event in the order they were added; locked, if the caller stores what it counts. */
export function findSlotsOfEvent(db: Db, eventId: number, { isLocked = false } = {}): Promise<Slot[]> {
  return selectSlots(db)
    .where('eventSlots.eventId', '=', eventId)
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('eventSlots.eventSlotId')
    .$if(isLocked, (slots) => slots.forNoKeyUpdate('eventSlots'))
    .execute()
}
