import { shownTimeslot } from '#contract/slots/times.ts'
import {
  type Choices,
  type Conflict,
  type Merged,
  mergeFields,
  type RecordKind,
  shownValue,
} from '#web/core/ui/record-kind.ts'
import { focuses } from '#web/slots/focuses.ts'
import {
  isSameSlot,
  type SavedSlot,
  type SlotValues,
  slotFields,
  slotValuesOf,
  timeOf,
  withNewSlot,
} from '#web/slots/slot-values.ts'
import { type EventValues, type SavedEvent, valuesOf } from './event-values.ts'

const labels = {
  eventName: 'Event name',
  isEnabled: 'Open for registration',
  videoLink: 'Video link',
  venue: 'Venue',
  isInPerson: 'Held in person',
  facts: 'Facts',
  logo: 'Logo',
  featuredSponsorId: 'Featured sponsor',
} as const

export const eventKind: RecordKind<SavedEvent, EventValues> = {
  valuesOf: valuesOf,
  empty: () => withNewSlot(valuesOf(undefined)),
  isOutdated,
  isChanged: (merged, older) => inOrder(merged) !== inOrder(older),
  merge: ({ typed, base, newest }, choices) => mergeEvent(typed, base, newest, choices),
}

/** The values as text, whatever the order of the slots. */
function inOrder(typed: EventValues): string {
  return JSON.stringify({ ...typed, slots: typed.slots.toSorted((a, b) => a.key.localeCompare(b.key)) })
}

/** Merges the fields of an event one by one, and each slot as a whole where both changed the same field of it. */
export function mergeEvent(
  typed: EventValues,
  older: SavedEvent,
  newer: SavedEvent,
  choices: Choices = new Map(),
): Merged<EventValues> {
  const sides = { typed, older: valuesOf(older), newer: valuesOf(newer) }
  const { values, conflicts } = mergeFields(sides, labels, choices, words)
  const choose = <Value>(mine: Value, theirs: Value, conflict: Conflict): Value => {
    const choice = choices.get(conflict.id)
    if (choice === undefined) conflicts.push(conflict)
    return choice === 'theirs' ? theirs : mine
  }
  const held = typed.slots.flatMap((slot) => {
    const [was, is] = [savedOf(older, slot), savedOf(newer, slot)]
    if (!was) return [slot]
    return is ? [changedSlot(slot, was, is)] : deletedSlot(slot, was)
  })
  const others = newer.slots.filter(
    ({ eventSlotId }) =>
      !older.slots.some((slot) => slot.eventSlotId === eventSlotId) &&
      !typed.slots.some((slot) => slot.eventSlotId === eventSlotId),
  )
  return { values: { ...values, slots: [...held, ...others.map(slotValuesOf)] }, conflicts }

  function changedSlot(slot: SlotValues, was: SavedSlot, is: SavedSlot): SlotValues {
    if (isSameSlot(slot, was)) return { ...slotValuesOf(is), key: slot.key }
    if (isSameSlot(slotValuesOf(was), is) || isSameSlot(slot, is)) return slot
    const merged = { ...slotValuesOf(is), key: slot.key, isRemoved: slot.isRemoved }
    for (const field of slotFields) {
      if (slot[field] !== was[field]) Object.assign(merged, { [field]: slot[field] })
    }
    const isBoth = slotFields.some((field) => slot[field] !== was[field] && is[field] !== was[field])
    if (!isBoth && !slot.isRemoved) return merged
    const conflict = { id: slot.key, what: shownSaved(was), mine: shownDraft(slot), theirs: shownSaved(is) }
    return choose(merged, { ...slotValuesOf(is), key: slot.key }, conflict)
  }

  function deletedSlot(slot: SlotValues, was: SavedSlot): SlotValues[] {
    if (slot.isRemoved || isSameSlot(slot, was)) return []
    const conflict = { id: slot.key, what: shownSaved(was), mine: shownDraft(slot), theirs: 'Deleted' }
    return choose([{ ...slot, eventSlotId: null }], [], conflict)
  }
}

/** Whether somebody else saved an event or its slots since it was read. */
function isOutdated(older: SavedEvent, newer: SavedEvent): boolean {
  return fingerprint(older) !== fingerprint(newer)
}

function fingerprint({ version, slots }: SavedEvent): string {
  const versions = slots.map((slot) => `${slot.eventSlotId}:${slot.version}`)
  return [version, ...versions.sort()].join()
}

function savedOf(event: SavedEvent, { eventSlotId }: SlotValues): SavedSlot | undefined {
  return event.slots.find((slot) => slot.eventSlotId === eventSlotId)
}

function shownSaved(slot: SavedSlot): string {
  const focusName = focuses.find(({ focusId }) => focusId === slot.focusId)?.focusName ?? ''
  return `${focusName}, ${shownTimeslot(slot)}${slot.isOpen ? '' : ', closed for people'}`
}

function shownDraft(slot: SlotValues): string {
  if (slot.isRemoved) return 'Deleted'
  const time = timeOf(slot)
  if (!time || slot.focusId === null) return 'Not complete'
  const { focusId, isOpen } = slot
  return shownSaved({ ...time, focusId, isOpen, eventSlotId: 0, version: 0, registrations: 0 })
}

function words(value: unknown, field: keyof EventValues): string {
  if (value === null && (field === 'isInPerson' || field === 'facts')) return 'as its type has it'
  if (field === 'featuredSponsorId') return value === null ? 'none' : 'another one'
  return shownValue(value)
}
