import type { Input } from '#contract/core/endpoint.ts'
import { addEvent, addSlot, changeEvent, changeSlot, deleteSlot } from '#contract/events/edits.ts'
import { overlapOf } from '#contract/slots/rules.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { shownTimeslot } from '#contract/slots/timeslots.ts'
import { call } from '#web/core/api/call.ts'
import {
  draftOf,
  type EventDraft,
  factLines,
  isSameSlot,
  type SavedEvent,
  type SavedSlot,
  type SlotDraft,
  slotDraftOf,
  timeOf,
} from './event-draft.ts'

/** One call of a save. */
export type SaveStep =
  | { what: 'add-event' }
  | { what: 'change-event' }
  | { what: 'add-slot'; slot: SlotDraft }
  | { what: 'change-slot'; slot: SlotDraft; saved: SavedSlot }
  | { what: 'delete-slot'; saved: SavedSlot }

/**
 * What is left to do so that what is saved is what the editor holds: the event first, since a new one gives its slots their
 * event; then its slots, those that go before those that come, each when nothing is in its way any longer.
 */
export function stepsOf(draft: EventDraft, saved: SavedEvent | undefined): SaveStep[] {
  return [...eventSteps(draft, saved), ...inOrder(slotSteps(draft, saved), saved?.slots ?? [])]
}

/** Does one step. Gives what is saved from then on, and what the editor holds of it. */
export async function takeStep(
  step: SaveStep,
  draft: EventDraft,
  saved: SavedEvent | undefined,
): Promise<{ draft: EventDraft; saved: SavedEvent }> {
  if (step.what === 'add-event' || step.what === 'change-event') {
    const fields = fieldsOf(draft, saved)
    const body = fields as Input<typeof addEvent>['body']
    const { eventId, version } = saved
      ? await call(changeEvent, { body: { ...body, eventId: saved.eventId, version: saved.version } })
      : await call(addEvent, { body })
    return { draft, saved: { ...fields, eventId, version, slots: saved?.slots ?? [] } }
  }
  const event = saved as SavedEvent
  if (step.what === 'delete-slot') {
    const { eventSlotId, version } = step.saved
    await call(deleteSlot, { body: { eventSlotId, version } })
    return {
      draft: { ...draft, slots: draft.slots.filter((slot) => slot.eventSlotId !== eventSlotId) },
      saved: { ...event, slots: event.slots.filter((slot) => slot.eventSlotId !== eventSlotId) },
    }
  }
  const { focusId, isOpen } = step.slot
  const time = { ...(timeOf(step.slot) as SlotTime), focusId: focusId as number, isOpen }
  if (step.what === 'change-slot') {
    const { eventSlotId, version } = step.saved
    const written = await call(changeSlot, { body: { ...time, eventSlotId, version } })
    const slots = event.slots.map((slot) =>
      slot.eventSlotId === eventSlotId ? { ...slot, ...time, version: written.version } : slot,
    )
    return { draft, saved: { ...event, slots } }
  }
  const { eventSlotId, version } = await call(addSlot, { body: { ...time, eventId: event.eventId } })
  const slot = { ...time, eventSlotId, version, registrations: 0 }
  return {
    draft: {
      ...draft,
      slots: draft.slots.map((each) =>
        each.key === step.slot.key ? { ...slotDraftOf(slot), key: each.key } : each,
      ),
    },
    saved: { ...event, slots: [...event.slots, slot] },
  }
}

/** A step in words: 'Add 09 Mar 2027, 8:00 AM - 12:00 PM EST'. */
export function shownStep(step: SaveStep): string {
  if (step.what === 'add-event') return 'Add the event'
  if (step.what === 'change-event') return 'Save the event'
  if (step.what === 'delete-slot') return `Delete ${shownTimeslot(step.saved)}`
  const to = shownTimeslot(timeOf(step.slot) as SlotTime)
  return step.what === 'add-slot' ? `Add ${to}` : `Change ${shownTimeslot(step.saved)} to ${to}`
}

function eventSteps(draft: EventDraft, saved: SavedEvent | undefined): SaveStep[] {
  if (!saved) return [{ what: 'add-event' }]
  const before = draftOf(saved)
  const fields = [
    'eventName',
    'isEnabled',
    'videoLink',
    'venue',
    'logo',
    'featuredSponsorId',
    'isInPerson',
    'facts',
  ] as const
  return fields.some((field) => draft[field] !== before[field]) ? [{ what: 'change-event' }] : []
}

function slotSteps(draft: EventDraft, saved: SavedEvent | undefined): SaveStep[] {
  return draft.slots.flatMap((slot): SaveStep[] => {
    const of = saved?.slots.find(({ eventSlotId }) => eventSlotId === slot.eventSlotId)
    if (!of) return slot.isRemoved ? [] : [{ what: 'add-slot', slot }]
    if (slot.isRemoved) return [{ what: 'delete-slot', saved: of }]
    return isSameSlot(slot, of) ? [] : [{ what: 'change-slot', slot, saved: of }]
  })
}

/** Saved one by one, no two slots may overlap in between. Two that swap have no such order: the server says so. */
function inOrder(steps: SaveStep[], saved: SavedSlot[]): SaveStep[] {
  const deletions = steps.filter(({ what }) => what === 'delete-slot')
  const waiting = steps.filter(({ what }) => what !== 'delete-slot')
  const ordered = [...deletions]
  let standing: Standing = saved.filter(
    (slot) => !deletions.some((step) => step.what === 'delete-slot' && step.saved === slot),
  )
  while (waiting.length > 0) {
    const next = Math.max(
      waiting.findIndex((step) => isFree(step, standing)),
      0,
    )
    const [step] = waiting.splice(next, 1) as [SaveStep]
    ordered.push(step)
    standing = afterwards(step, standing)
  }
  return ordered
}

type Standing = (SlotTime & { eventSlotId: number | null })[]

function isFree(step: SaveStep, standing: Standing): boolean {
  const time = 'slot' in step ? timeOf(step.slot) : undefined
  if (!time || !('slot' in step)) return true
  const others = standing.filter(({ eventSlotId }) => eventSlotId !== step.slot.eventSlotId)
  return others.every((other) => !overlapOf<SlotTime>([time, other]))
}

function afterwards(step: SaveStep, standing: Standing): Standing {
  const time = 'slot' in step ? timeOf(step.slot) : undefined
  if (!time || !('slot' in step)) return standing
  const { eventSlotId } = step.slot
  const others = standing.filter((slot) => eventSlotId === null || slot.eventSlotId !== eventSlotId)
  return [...others, { ...time, eventSlotId }]
}

/** The event's own fields as they are sent; what else its description holds is kept. */
function fieldsOf(draft: EventDraft, saved: SavedEvent | undefined) {
  const { eventName, isEnabled, videoLink, venue, isInPerson, logo, featuredSponsorId } = draft
  const description = JSON.stringify({ ...JSON.parse(saved?.description || '{}'), eventLogoLink: logo })
  return {
    eventName,
    isEnabled,
    description,
    videoLink: videoLink || null,
    venue: venue || null,
    isInPerson,
    facts: factLines(draft),
    featuredSponsorId,
    status: 'ACTIVE' as const,
  }
}
