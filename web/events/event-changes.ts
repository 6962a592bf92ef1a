import type { Input } from '#contract/core/endpoint.ts'
import type { saveEventPlan } from '#contract/events/plans.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { isSameSlot, type SlotValues, timeOf } from '#web/slots/slot-values.ts'
import { type EventValues, factLines, type SavedEvent, valuesOf } from './event-values.ts'

type EventPlan = Input<typeof saveEventPlan>['body']

/** The changes that turn the saved event into what the form holds; without a saved one, they add the event. */
export function planOf(values: EventValues, saved: SavedEvent | undefined): EventPlan {
  const { added, changed, deleted } = slotChanges(values, saved)
  return {
    ...(saved && { eventId: saved.eventId }),
    ...(isEventChanged(values, saved) && { event: fieldsOf(values, saved) }),
    added: added.map(slotOf),
    changed: changed.map(({ slot, eventSlotId, version }) => ({ ...slotOf(slot), eventSlotId, version })),
    deleted: deleted.map(({ eventSlotId, version }) => ({ eventSlotId, version })),
  }
}

/** Counts the changes of a plan, also while some slots are incomplete. */
export function countChanges(values: EventValues, saved: SavedEvent | undefined): number {
  const { added, changed, deleted } = slotChanges(values, saved)
  return Number(isEventChanged(values, saved)) + added.length + changed.length + deleted.length
}

function isEventChanged(values: EventValues, saved: SavedEvent | undefined): boolean {
  const withoutSlots = (event: EventValues) => JSON.stringify({ ...event, slots: [] })
  return !saved || withoutSlots(values) !== withoutSlots(valuesOf(saved))
}

function slotChanges({ slots }: EventValues, saved: SavedEvent | undefined) {
  const pairs = slots.map((slot) => ({
    slot,
    before: saved?.slots.find(({ eventSlotId }) => eventSlotId === slot.eventSlotId),
  }))
  return {
    added: pairs.flatMap(({ slot, before }) => (before || slot.isRemoved ? [] : [slot])),
    changed: pairs.flatMap(({ slot, before }) =>
      before && !slot.isRemoved && !isSameSlot(slot, before) ? [{ ...before, slot }] : [],
    ),
    deleted: pairs.flatMap(({ slot, before }) => (before && slot.isRemoved ? [before] : [])),
  }
}

function slotOf(slot: SlotValues) {
  return { ...(timeOf(slot) as SlotTime), focusId: slot.focusId as number, isOpen: slot.isOpen }
}

/** The event's own fields as they are sent; what else its description holds is kept. */
function fieldsOf(values: EventValues, saved: SavedEvent | undefined) {
  const { eventName, isEnabled, videoLink, venue, isInPerson, logo, featuredSponsorId } = values
  return {
    eventName,
    isEnabled,
    description: JSON.stringify({ ...JSON.parse(saved?.description || '{}'), eventLogoLink: logo }),
    videoLink: videoLink || null,
    venue: venue || null,
    isInPerson,
    facts: factLines(values),
    featuredSponsorId,
    status: 'ACTIVE' as const,
    version: saved?.version,
  }
}
