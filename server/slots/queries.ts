import type { Focus } from '#contract/slots/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/** Finds a slot with its event, without deleted ones. */
export function findSlot(db: Db, eventSlotId: number) {
  return db
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['eventSlotId', 'events.eventId', 'eventName', 'webinarId'])
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .where('eventSlotId', '=', eventSlotId)
    .where('eventSlots.deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Returns a slot with its event. Refuses with SLOT_NOT_FOUND. */
export async function getSlot(db: Db, eventSlotId: number) {
  const slot = await findSlot(db, eventSlotId)
  if (!slot) throw new Refusal('SLOT_NOT_FOUND')
  return slot
}

/** Returns a slot that has a webinar. Refuses with SLOT_NOT_FOUND or WEBINAR_MISSING. */
export async function getSlotWithWebinar(db: Db, eventSlotId: number) {
  const slot = await getSlot(db, eventSlotId)
  const { webinarId } = slot
  if (webinarId === null) throw new Refusal('WEBINAR_MISSING')
  return { ...slot, webinarId }
}

export type Slot = Awaited<ReturnType<typeof getSlot>>

/** The slots of an event as they are kept, in the order they were added. */
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
export async function findFocuses(db: Db): Promise<Focus[]> {
  return db.selectFrom('focuses').select(['focusId', 'focusName']).orderBy('focusId').execute()
}

/** Whether anybody who is registered for a slot has a join URL of its webinar. */
export async function hasJoinUrls(db: Db, eventSlotId: number): Promise<boolean> {
  const linked = await db
    .selectFrom('registrations')
    .select('registrationId')
    .where('eventSlotId', '=', eventSlotId)
    .where('joinUrl', 'is not', null)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
  return linked !== undefined
}

/** How many registrations hold a slot or any slot of an event, also those of accounts that were deleted, which credit stands on. */
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
