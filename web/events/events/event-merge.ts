import { shownBreaks } from '#contract/events/slots/breaks.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { counted } from '#web/core/texts/counts.ts'
import type { Choices, Merged, RecordKind } from '#web/core/ui/record-kind.ts'
import { mergeFields, shownValue } from '#web/core/ui/record-kind.ts'
import { focuses } from '#web/events/slots/focuses.ts'
import type { SavedSlot, SlotValues } from '#web/events/slots/slot-values.ts'
import {
  changedFields,
  isSameSlot,
  slotValuesOf,
  timeOf,
  withNewSlot,
} from '#web/events/slots/slot-values.ts'
import type { EventValues, SavedEvent } from './event-values.ts'
import { savedSlot, valuesOf } from './event-values.ts'

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

/** Returns the values as text, regardless of the slots' order. */
function inOrder(values: EventValues) {
  return JSON.stringify({ ...values, slots: values.slots.toSorted((a, b) => a.key.localeCompare(b.key)) })
}

/** Merges the event field by field. A slot is one conflict if two people changed the same field of it. */
export function mergeEvent(
  typed: EventValues,
  older: SavedEvent,
  newer: SavedEvent,
  choices: Choices = new Map(),
): Merged<EventValues> {
  const sides = { typed, older: valuesOf(older), newer: valuesOf(newer) }
  const { values, conflicts } = mergeFields(sides, labels, choices, words)
  const merged = typed.slots.flatMap((slot) => {
    const [was, is] = [savedSlot(older, slot), savedSlot(newer, slot)]
    if (!was) return [slot]
    return is ? [mergedSlot(slot, was, is)] : slotDeletedThere(slot, was)
  })
  const isKnown = (slot: SlotValues) => savedSlot(older, slot) || merged.some(({ key }) => key === slot.key)
  const added = sides.newer.slots.filter((slot) => !isKnown(slot))
  return { values: { ...values, slots: [...merged, ...added] }, conflicts }

  function mergedSlot(slot: SlotValues, was: SavedSlot, is: SavedSlot): SlotValues {
    const theirs = slotValuesOf(is)
    if (isSameSlot(slot, was)) return theirs
    if (isSameSlot(slotValuesOf(was), is) || isSameSlot(slot, is)) return slot
    const changed = changedFields(slot, was)
    const mine = Object.fromEntries(changed.map((field) => [field, slot[field]]))
    const both = { ...theirs, ...mine, isRemoved: slot.isRemoved }
    const isConflict = slot.isRemoved || changedFields(is, was).some((field) => changed.includes(field))
    return isConflict ? choose(slot, was, both, theirs, shownSlot(theirs)) : both
  }

  function slotDeletedThere(slot: SlotValues, was: SavedSlot): SlotValues[] {
    if (slot.isRemoved || isSameSlot(slot, was)) return []
    return choose(slot, was, [{ ...slot, eventSlotId: null }], [], 'Deleted')
  }

  function choose<Value>(
    slot: SlotValues,
    was: SavedSlot,
    mine: Value,
    theirs: Value,
    shownTheirs: string,
  ): Value {
    const choice = choices.get(slot.key)
    if (choice === undefined) {
      const what = shownSlot(slotValuesOf(was))
      conflicts.push({ id: slot.key, what, mine: shownSlot(slot), theirs: shownTheirs })
    }
    return choice === 'theirs' ? theirs : mine
  }
}

/** Returns true if another person saved the event or its slots since it was read. */
function isOutdated(older: SavedEvent, newer: SavedEvent) {
  return fingerprint(older) !== fingerprint(newer)
}

function fingerprint({ version, slots }: SavedEvent) {
  const versions = slots.map((slot) => `${slot.eventSlotId}:${slot.version}`)
  return [version, ...versions.sort()].join()
}

function shownSlot(slot: SlotValues) {
  if (slot.isRemoved) return 'Deleted'
  const time = timeOf(slot)
  const focus = focuses.find(({ focusId }) => focusId === slot.focusId)
  if (!time || !focus) return 'Incomplete'
  const seats = slot.capacity === null ? '' : `, ${counted(slot.capacity, 'seat')}`
  const parts = [focus.focusName, shownTimeslot(time), shownBreaks({ breaks: slot.breaks ?? [] })]
  return `${parts.filter(Boolean).join(', ')}${seats}${slot.isOpen ? '' : ', closed'}`
}

function words(value: unknown, field: keyof EventValues) {
  if (value === null && (field === 'isInPerson' || field === 'facts')) return 'the default of its type'
  if (field === 'featuredSponsorId') return value === null ? 'none' : 'another one'
  return shownValue(value)
}
