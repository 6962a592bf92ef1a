import type { Input } from '#contract/core/endpoint.ts'
import type { saveEventPlan } from '#contract/events/plans.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import {
  draftOf,
  type EventDraft,
  factLines,
  isSameSlot,
  type SavedEvent,
  type SlotDraft,
  timeOf,
} from './event-draft.ts'

type EventPlan = Input<typeof saveEventPlan>['body']

/** The changes that turn the saved event into what the form holds; without a saved one, they add the event. */
export function planOf(draft: EventDraft, saved: SavedEvent | undefined): EventPlan {
  const { added, changed, deleted } = slotChanges(draft, saved)
  return {
    ...(saved && { eventId: saved.eventId }),
    ...(isEventChanged(draft, saved) && { event: fieldsOf(draft, saved) }),
    added: added.map(slotOf),
    changed: changed.map(({ slot, eventSlotId, version }) => ({ ...slotOf(slot), eventSlotId, version })),
    deleted: deleted.map(({ eventSlotId, version }) => ({ eventSlotId, version })),
  }
}

/** Counts the changes of a plan, also while some slots are incomplete. */
export function countChanges(draft: EventDraft, saved: SavedEvent | undefined): number {
  const { added, changed, deleted } = slotChanges(draft, saved)
  return Number(isEventChanged(draft, saved)) + added.length + changed.length + deleted.length
}

function isEventChanged(draft: EventDraft, saved: SavedEvent | undefined): boolean {
  const withoutSlots = (event: EventDraft) => JSON.stringify({ ...event, slots: [] })
  return !saved || withoutSlots(draft) !== withoutSlots(draftOf(saved))
}

function slotChanges({ slots }: EventDraft, saved: SavedEvent | undefined) {
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

function slotOf(slot: SlotDraft) {
  return { ...(timeOf(slot) as SlotTime), focusId: slot.focusId as number, isOpen: slot.isOpen }
}

/** The event's own fields as they are sent; what else its description holds is kept. */
function fieldsOf(draft: EventDraft, saved: SavedEvent | undefined) {
  const { eventName, isEnabled, videoLink, venue, isInPerson, logo, featuredSponsorId } = draft
  return {
    eventName,
    isEnabled,
    description: JSON.stringify({ ...JSON.parse(saved?.description || '{}'), eventLogoLink: logo }),
    videoLink: videoLink || null,
    venue: venue || null,
    isInPerson,
    facts: factLines(draft),
    featuredSponsorId,
    status: 'ACTIVE' as const,
    version: saved?.version,
  }
}
