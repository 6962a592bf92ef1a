import type { Input } from '#contract/core/endpoint.ts'
import { longest } from '#contract/core/fields.ts'
import { insecureLink, isSecureLink } from '#contract/core/links.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { logoOf } from '#contract/events/events/calls.ts'
import { eventMessages } from '#contract/events/events/edits.ts'
import { inPersonFocusId, mostFacts } from '#contract/events/events/facts.ts'
import type { saveEventPlan } from '#contract/events/events/plans.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import type { SavedSlot, SlotValues } from '#web/events/slots/slot-values.ts'
import {
  breaksOf,
  isSameSlot,
  keptSlots,
  problemsOfSlots,
  slotValuesOf,
  timeOf,
} from '#web/events/slots/slot-values.ts'

type EventPlan = Input<typeof saveEventPlan>['body']

/** An event as last read or saved. */
export type SavedEvent = Omit<
  AdminEvent,
  'slots' | 'status' | 'isDraft' | 'formattedDuration' | 'hasEvaluation' | 'speakers' | 'sponsors'
> & { slots: SavedSlot[] }

/** An event in the editor's form. */
export type EventValues = {
  eventName: string
  isEnabled: boolean
  videoLink: string
  venue: string
  /** null: the default of its type. */
  isInPerson: boolean | null
  /** The typed facts; null: the default of its type. */
  facts: string | null
  /** The logo's address; '' without one. */
  logo: string
  featuredSponsorId: number | null
  slots: SlotValues[]
}

export function valuesOf(event: SavedEvent | undefined): EventValues {
  return {
    eventName: event?.eventName ?? '',
    isEnabled: event?.isEnabled ?? true,
    videoLink: event?.videoLink ?? '',
    venue: event?.venue ?? '',
    isInPerson: event?.isInPerson ?? null,
    facts: event?.facts?.join('\n') ?? null,
    logo: (event && logoOf(event.description)) ?? '',
    featuredSponsorId: event?.featuredSponsorId ?? null,
    slots: (event?.slots ?? []).map(slotValuesOf),
  }
}

/** Returns true if any part of the event will be in person. */
export function willBeInPerson(values: EventValues): boolean {
  return values.isInPerson ?? keptSlots(values).some(({ focusId }) => focusId === inPersonFocusId)
}

/** Returns the facts without empty lines, for sending; null: the default of its type. */
function factLines({ facts }: EventValues) {
  return (
    facts
      ?.split('\n')
      .map((line) => line.trim())
      .filter(Boolean) ?? null
  )
}

/** Returns the changes from the saved event to the typed one. Without a saved event, they add it. */
export function planOf(values: EventValues, saved: SavedEvent | undefined): EventPlan {
  const ownFields = (event: EventValues) => JSON.stringify({ ...event, slots: [] })
  const isChanged = !saved || ownFields(values) !== ownFields(valuesOf(saved))
  const pairs = values.slots.map((slot) => ({ slot, before: savedSlot(saved, slot) }))
  return {
    ...(saved && { eventId: saved.eventId }),
    ...(isChanged && { event: { ...sentFields(values, saved), status: 'ACTIVE', version: saved?.version } }),
    added: pairs.flatMap(({ slot, before }) => (before || slot.isRemoved ? [] : [sentSlot(slot)])),
    changed: pairs.flatMap(({ slot, before }) => {
      if (!before || slot.isRemoved || isSameSlot(slot, before)) return []
      const { eventSlotId, version } = before
      return [{ ...sentSlot(slot), eventSlotId, version }]
    }),
    deleted: pairs.flatMap(({ slot, before }) => {
      if (!before || !slot.isRemoved) return []
      const { eventSlotId, version } = before
      return [{ eventSlotId, version }]
    }),
  }
}

/** Counts a plan's changes. A slot may be incomplete. */
export function countChanges(values: EventValues, saved: SavedEvent | undefined): number {
  const { event, added, changed, deleted } = planOf(values, saved)
  return Number(event !== undefined) + added.length + changed.length + deleted.length
}

export function savedSlot(event: SavedEvent | undefined, { eventSlotId }: SlotValues): SavedSlot | undefined {
  return event?.slots.find((slot) => slot.eventSlotId === eventSlotId)
}

function sentSlot(slot: SlotValues) {
  const { isOpen, capacity } = slot
  const breaks = slot.breaks && breaksOf(slot, null).map((each) => ({ ...each, name: each.name.trim() }))
  const shared = { ...(breaks && { breaks }), focusId: slot.focusId as number, isOpen, capacity }
  return { ...(timeOf(slot) as SlotTime), ...shared }
}

/** Returns the event's own fields for sending. The description keeps what the form does not show. */
export function sentFields(values: EventValues, saved: Pick<SavedEvent, 'description'> | undefined) {
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
  }
}

/** Returns a sentence per wrong field of the form. */
export function problemsOf(values: EventValues): FieldErrors {
  const { eventName, videoLink } = values
  return {
    ...(eventName.trim() === '' && { eventName: eventMessages.eventName }),
    ...(videoLink !== '' && !isSecureLink(videoLink) && { videoLink: insecureLink }),
    ...factsProblem(factLines(values)),
    ...problemsOfSlots(values),
  }
}

function factsProblem(facts: readonly string[] | null): FieldErrors {
  if (facts && facts.length > mostFacts) return { facts: eventMessages.facts }
  const isLong = facts?.some((line) => line.length > longest.line)
  return isLong ? { facts: `A line has ${longest.line} characters at most.` } : {}
}
