import { eventNames } from '#contract/events/events/calls.ts'
import { eventMessages } from '#contract/events/events/edits.ts'
import type { EventPlan } from '#contract/events/events/plans.ts'
import { inPart, Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { findSlotsOf } from '#server/events/slots/queries.ts'
import { refuseOverlaps } from '#server/events/slots/slot-checks.ts'
import { addSlot, changeSlot, deleteSlot } from '#server/events/slots/slots.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { addEvent, changeEvent } from './events.ts'
import { lockEvent } from './lock-event.ts'

/**
 * Saves a new or changed event with its slots; checks their overlaps once at the end. Refuses as the single
 * verbs do, another event's slot with SLOT_NOT_FOUND, and an event without slots.
 */
export async function saveEventPlan(work: Work, plan: EventPlan) {
  const { tx } = work
  const { eventId, version } = await inPart('event', () => saveEvent(work, plan))
  await lockSlots(tx, eventId, [...plan.changed, ...plan.deleted])
  const inTurn = { checksOverlap: false }
  const slots: Awaited<ReturnType<typeof addSlot>>[] = []
  for (const slot of plan.deleted) await deleteSlot(work, slot)
  for (const [place, slot] of plan.changed.entries()) {
    slots.push(await inPart(`changed.${place}`, () => changeSlot(work, slot, inTurn)))
  }
  for (const [place, slot] of plan.added.entries()) {
    slots.push(await inPart(`added.${place}`, () => addSlot(work, { ...slot, eventId }, inTurn)))
  }
  await refuseOverlaps(
    tx,
    eventId,
    slots.map(({ eventSlotId }) => eventSlotId),
  )
  if ((await findSlotsOf(tx, eventId)).length === 0) refuseFields({ slots: eventMessages.slots })
  return { eventId, version, slots }
}

async function saveEvent(work: Work, { eventId, event }: EventPlan) {
  if (eventId === undefined) {
    if (!event) refuseFields({ [eventNames.eventName]: eventMessages.eventName })
    const { featuredSponsorId: _, version: __, ...fields } = event as NonNullable<typeof event>
    return addEvent(work, fields)
  }
  return event ? changeEvent(work, { ...event, eventId }) : lockEvent(work.tx, eventId)
}

/** Locks all slots of an event in one order, before verbs touch registrations. */
async function lockSlots(tx: Tx, eventId: number, named: { eventSlotId: number }[]) {
  const slots = await tx
    .selectFrom('eventSlots')
    .select('eventSlotId')
    .where('eventId', '=', eventId)
    .orderBy('eventSlotId')
    .forNoKeyUpdate()
    .execute()
  const ids = new Set(slots.map(({ eventSlotId }) => eventSlotId))
  if (named.some(({ eventSlotId }) => !ids.has(eventSlotId))) throw new Refusal('SLOT_NOT_FOUND')
}
