import type { PlainTime } from '#contract/core/plain-dates.ts'
import { isPlainDate, shownTime } from '#contract/core/plain-dates.ts'
import { eventMessages } from '#contract/events/events/edits.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { SlotBreak } from '#contract/events/slots/breaks.ts'
import { defaultBreaks } from '#contract/events/slots/breaks.ts'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import { slotMessages } from '#contract/events/slots/calls.ts'
import { isCapacity, overlapOf, slotProblems } from '#contract/events/slots/rules.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'

/** The fields of a slot that people edit. */
export const slotFields = [
  'startOn',
  'endOn',
  'startTime',
  'endTime',
  'breaks',
  'focusId',
  'isOpen',
  'capacity',
] as const

/** A slot as last read or saved. */
export type SavedSlot = Pick<
  AdminSlot,
  (typeof slotFields)[number] | 'eventSlotId' | 'version' | 'registrations'
>

/** A slot in its event's form. A field is '' or null until typed. */
export interface SlotValues {
  /** Identifies the slot in the form, also after saving. */
  key: string
  /** null for a new slot. */
  eventSlotId: number | null
  startOn: string
  endOn: string
  startTime: string
  endTime: string
  /** As typed. null: the breaks that `breaksOf` returns for a new slot. */
  breaks: SlotBreak[] | null
  focusId: number | null
  isOpen: boolean
  /** The seats as typed; null: no limit. */
  capacity: number | null
  /** Saving deletes the slot. */
  isRemoved: boolean
}

/** The slots' part of an event's form. */
export interface HasSlots {
  slots: SlotValues[]
}

/** The fields that apply to all slots of an event. */
export type SharedField = 'startOn' | 'endOn' | 'focusId'

export function slotValuesOf(slot: SavedSlot): SlotValues {
  const { eventSlotId, startOn, endOn, startTime, endTime, breaks, focusId, isOpen, capacity } = slot
  return {
    key: `slot-${eventSlotId}`,
    eventSlotId,
    startOn,
    endOn,
    startTime,
    endTime,
    breaks,
    focusId,
    isOpen,
    capacity,
    isRemoved: false,
  }
}

/** Returns the slots that remain after saving. */
export function keptSlots({ slots }: HasSlots): SlotValues[] {
  return slots.filter(({ isRemoved }) => !isRemoved)
}

/** Returns the value that all slots share; undefined if they differ, '' or null if missing. */
export function sharedValue<Field extends SharedField>(
  event: HasSlots,
  field: Field,
): SlotValues[Field] | undefined {
  const values = new Set(keptSlots(event).map((slot) => slot[field]))
  const [value] = values
  return values.size === 1 ? value : undefined
}

/** Returns true if all kept slots have the same days. */
export function sharesDays(event: HasSlots): boolean {
  return sharedValue(event, 'startOn') !== undefined && sharedValue(event, 'endOn') !== undefined
}

/** Gives all kept slots the same days or event type. */
export function withShared<Event extends HasSlots>(
  event: Event,
  shared: Partial<Pick<SlotValues, SharedField>>,
): Event {
  return { ...event, slots: event.slots.map((slot) => (slot.isRemoved ? slot : changed(slot, shared))) }
}

/** Raises a last day before the first day to the first day. */
function changed(slot: SlotValues, change: Partial<SlotValues>): SlotValues {
  const { startOn = '' } = change
  const isBehind = startOn !== '' && change.endOn === undefined && slot.endOn < startOn
  return { ...slot, ...change, ...(isBehind && { endOn: startOn }) }
}

let added = 0

/** Adds a slot with the last one's days, type and seats. */
export function withNewSlot<Event extends HasSlots>(event: Event): Event {
  const last = keptSlots(event).at(-1)
  const slot: SlotValues = {
    key: `new-${++added}-${Date.now()}`,
    eventSlotId: null,
    startOn: last?.startOn ?? '',
    endOn: last?.endOn ?? '',
    startTime: '',
    endTime: '',
    breaks: null,
    focusId: last?.focusId ?? null,
    isOpen: true,
    capacity: last?.capacity ?? null,
    isRemoved: false,
  }
  return { ...event, slots: [...event.slots, slot] }
}

/** Drops a new slot. Marks a saved slot for deletion, or unmarks it. */
export function withoutSlot<Event extends HasSlots>(event: Event, key: string): Event {
  const slots = event.slots.flatMap((slot) => {
    if (slot.key !== key) return [slot]
    return slot.eventSlotId === null ? [] : [{ ...slot, isRemoved: !slot.isRemoved }]
  })
  return { ...event, slots }
}

export function withSlot<Event extends HasSlots>(
  event: Event,
  key: string,
  change: Partial<SlotValues>,
): Event {
  return {
    ...event,
    slots: event.slots.map((slot) => (slot.key === key ? changed(slot, change) : slot)),
  }
}

/** Returns a slot's time once all of it is typed. */
export function timeOf(slot: Pick<SlotValues, keyof SlotTime>): SlotTime | undefined {
  const { startOn, endOn, startTime, endTime } = slot
  const isWhole = isPlainDate(startOn) && isPlainDate(endOn) && startTime !== '' && endTime !== ''
  return isWhole
    ? { startOn, endOn, startTime: startTime as PlainTime, endTime: endTime as PlainTime }
    : undefined
}

/** Returns a slot's breaks in order: its own, or a new slot's defaults from its time and its event. */
export function breaksOf(slot: SlotValues, isEventInPerson: boolean | null): SlotBreak[] {
  const { breaks, focusId } = slot
  if (breaks) return breaks.toSorted((a, b) => a.from.localeCompare(b.from))
  const time = timeOf(slot)
  if (!time || focusId === null) return []
  return defaultBreaks(time, isInPerson({ focusId, isInPerson: isEventInPerson }))
}

type CheckedField = keyof SlotTime | 'breaks' | 'focusId' | 'capacity'

/** The key of a slot's field among the form's problems. */
export function slotField(key: string, field: CheckedField): string {
  return `${key} ${field}`
}

/** Returns a sentence per wrong field of an event's slots. */
export function problemsOfSlots(event: HasSlots): FieldErrors {
  const problems = keptSlots(event).map((slot) => [slot, problemsOfSlot(slot)] as const)
  return {
    ...(problems.length === 0 && { slots: eventMessages.slots }),
    ...Object.fromEntries(problems.flatMap(([{ key }, each]) => namedProblems(key, each))),
    ...overlapProblem(problems.filter(([, each]) => Object.keys(each).length === 0).map(([slot]) => slot)),
  }
}

type SlotProblems = Partial<Record<CheckedField, string>>

function problemsOfSlot(slot: SlotValues): SlotProblems {
  const time = timeOf(slot)
  return {
    ...(slot.focusId === null && { focusId: slotMessages.focusId }),
    ...(!isPlainDate(slot.startOn) && { startOn: slotMessages.startOn }),
    ...(!isPlainDate(slot.endOn) && { endOn: slotMessages.endOn }),
    ...(slot.startTime === '' && { startTime: slotMessages.startTime }),
    ...(slot.endTime === '' && { endTime: slotMessages.endTime }),
    ...(slot.capacity !== null && !isCapacity(slot.capacity) && { capacity: slotMessages.capacity }),
    ...(time && slotProblems({ ...time, breaks: slot.breaks ? breaksOf(slot, null) : [] })),
  }
}

function namedProblems(key: string, problems: SlotProblems): [string, string][] {
  return Object.entries(problems).map(([field, words]) => [slotField(key, field as CheckedField), words])
}

/** An overlap is a problem of the later slot, and names the other one. */
function overlapProblem(slots: SlotValues[]): FieldErrors {
  const pair = overlapOf(slots as (SlotValues & SlotTime)[])
  if (!pair) return {}
  const [one, other] = pair
  const [earlier, later] = one.startTime > other.startTime ? [other, one] : [one, other]
  const { startTime, endTime } = earlier as SlotValues & SlotTime
  const words = `${eventMessages.overlap} This one overlaps with ${shownTime(startTime)} – ${shownTime(endTime)}.`
  return { [slotField(later.key, 'startTime')]: words }
}

export function isSameSlot(typed: SlotValues, slot: SavedSlot): boolean {
  return !typed.isRemoved && changedFields(typed, slot).length === 0
}

/** Returns the fields of a slot that differ between two states of it. */
export function changedFields(one: SlotState, other: SlotState): (typeof slotFields)[number][] {
  return slotFields.filter((field) => textOf(one, field) !== textOf(other, field))
}

type SlotState = Pick<SlotValues, (typeof slotFields)[number]>

function textOf(slot: SlotState, field: (typeof slotFields)[number]) {
  return field === 'breaks'
    ? JSON.stringify(slot.breaks?.map(({ from, to, name }) => [from, to, name]) ?? null)
    : String(slot[field])
}
