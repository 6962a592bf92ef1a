import { longest } from '#contract/core/fields.ts'
import { insecureLink, isSecureLink } from '#contract/core/links.ts'
import { isPlainDate, type PlainTime } from '#contract/core/plain-dates.ts'
import { type AdminEvent, logoOf } from '#contract/events/calls.ts'
import { eventMessages } from '#contract/events/edits.ts'
import { inPersonFocusId, mostFacts } from '#contract/events/facts.ts'
import { type AdminSlot, slotMessages } from '#contract/slots/calls.ts'
import { overlapOf, slotProblems } from '#contract/slots/rules.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'

/** An event as it was read or saved last. */
export type SavedEvent = Pick<
  AdminEvent,
  | 'eventId'
  | 'version'
  | 'eventName'
  | 'description'
  | 'videoLink'
  | 'venue'
  | 'isInPerson'
  | 'facts'
  | 'isEnabled'
  | 'featuredSponsorId'
> & { slots: SavedSlot[] }
export type SavedSlot = Pick<AdminSlot, 'eventSlotId' | 'version' | 'focusId' | 'isOpen' | 'registrations'> &
  SlotTime

/** A slot as the editor holds it: its fields as they are typed, '' while there is nothing. */
export interface SlotDraft {
  /** Stays the same also once it is saved. */
  key: string
  /** null: it is new. */
  eventSlotId: number | null
  startOn: string
  endOn: string
  startTime: string
  endTime: string
  focusId: number | null
  isOpen: boolean
  /** To be deleted on save. */
  isRemoved: boolean
}

/** An event as the editor holds it. */
export type EventDraft = {
  eventName: string
  isEnabled: boolean
  videoLink: string
  venue: string
  /** null: as its type is. */
  isInPerson: boolean | null
  /** The lines told of it, as they are typed; null: those of its type. */
  facts: string | null
  /** Where its logo is served, '' without one. */
  logo: string
  featuredSponsorId: number | null
  slots: SlotDraft[]
}

/** What all slots of an event can be given at once. */
export type SharedField = 'startOn' | 'endOn' | 'focusId'

export function draftOf(event: SavedEvent | undefined): EventDraft {
  return {
    eventName: event?.eventName ?? '',
    isEnabled: event?.isEnabled ?? true,
    videoLink: event?.videoLink ?? '',
    venue: event?.venue ?? '',
    isInPerson: event?.isInPerson ?? null,
    facts: event?.facts?.join('\n') ?? null,
    logo: (event && logoOf(event.description)) ?? '',
    featuredSponsorId: event?.featuredSponsorId ?? null,
    slots: (event?.slots ?? []).map(slotDraftOf),
  }
}

export function slotDraftOf(slot: SavedSlot): SlotDraft {
  const { eventSlotId, startOn, endOn, startTime, endTime, focusId, isOpen } = slot
  const key = `slot-${eventSlotId}`
  return { key, eventSlotId, startOn, endOn, startTime, endTime, focusId, isOpen, isRemoved: false }
}

/** Whether the event will be held in person, at least in part. */
export function isDraftInPerson(draft: EventDraft): boolean {
  const slots = standingSlots(draft)
  return draft.isInPerson ?? slots.some(({ focusId }) => focusId === inPersonFocusId)
}

/** The lines as they are sent, without empty ones; null: those of its type. */
export function factLines({ facts }: EventDraft): string[] | null {
  return (
    facts
      ?.split('\n')
      .map((line) => line.trim())
      .filter(Boolean) ?? null
  )
}

/** Those that will be there once it is saved. */
export function standingSlots({ slots }: EventDraft): SlotDraft[] {
  return slots.filter(({ isRemoved }) => !isRemoved)
}

/** What all slots have in common; undefined where they differ, '' or null where there is nothing yet. */
export function sharedValue<Field extends SharedField>(
  draft: EventDraft,
  field: Field,
): SlotDraft[Field] | undefined {
  const values = new Set(standingSlots(draft).map((slot) => slot[field]))
  const [value] = values
  return values.size === 1 ? value : undefined
}

/** Gives every slot that stays the same day or event type. */
export function withShared(draft: EventDraft, shared: Partial<Pick<SlotDraft, SharedField>>): EventDraft {
  return { ...draft, slots: draft.slots.map((slot) => (slot.isRemoved ? slot : changed(slot, shared))) }
}

/** A last day that comes before the first follows it. */
function changed(slot: SlotDraft, change: Partial<SlotDraft>): SlotDraft {
  const { startOn = '' } = change
  const isBehind = startOn !== '' && change.endOn === undefined && slot.endOn < startOn
  return { ...slot, ...change, ...(isBehind && { endOn: startOn }) }
}

let added = 0

/** With one more slot, on the days of the last one and of its type. */
export function withNewSlot(draft: EventDraft): EventDraft {
  const last = standingSlots(draft).at(-1)
  const slot: SlotDraft = {
    key: `new-${++added}-${Date.now()}`,
    eventSlotId: null,
    startOn: last?.startOn ?? '',
    endOn: last?.endOn ?? '',
    startTime: '',
    endTime: '',
    focusId: last?.focusId ?? null,
    isOpen: true,
    isRemoved: false,
  }
  return { ...draft, slots: [...draft.slots, slot] }
}

/** Without a slot: a new one is dropped, another is deleted on save, unless it is taken back before. */
export function withoutSlot(draft: EventDraft, key: string): EventDraft {
  const slots = draft.slots.flatMap((slot) => {
    if (slot.key !== key) return [slot]
    return slot.eventSlotId === null ? [] : [{ ...slot, isRemoved: !slot.isRemoved }]
  })
  return { ...draft, slots }
}

export function withSlot(draft: EventDraft, key: string, change: Partial<SlotDraft>): EventDraft {
  return {
    ...draft,
    slots: draft.slots.map((slot) => (slot.key === key ? changed(slot, change) : slot)),
  }
}

/** The time of a slot once all of it is typed. */
export function timeOf({ startOn, endOn, startTime, endTime }: SlotDraft): SlotTime | undefined {
  const isWhole = isPlainDate(startOn) && isPlainDate(endOn) && startTime !== '' && endTime !== ''
  return isWhole
    ? { startOn, endOn, startTime: startTime as PlainTime, endTime: endTime as PlainTime }
    : undefined
}

/** The name under which the problem of a slot's field is kept. */
export function slotField(key: string, field: keyof SlotTime | 'focusId'): string {
  return `${key} ${field}`
}

/** What stands against saving: a sentence for each field. */
export function problemsOf(draft: EventDraft): FieldErrors {
  const { eventName, videoLink } = draft
  const slots = standingSlots(draft)
  const problems = slots.map((slot) => [slot, problemsOfSlot(slot)] as const)
  return {
    ...(eventName.trim() === '' && { eventName: eventMessages.eventName }),
    ...(videoLink !== '' && !isSecureLink(videoLink) && { videoLink: insecureLink }),
    ...factsProblem(factLines(draft)),
    ...(slots.length === 0 && { slots: eventMessages.slots }),
    ...Object.fromEntries(problems.flatMap(([{ key }, each]) => namedProblems(key, each))),
    ...overlapProblem(problems.filter(([, each]) => Object.keys(each).length === 0).map(([slot]) => slot)),
  }
}

function factsProblem(facts: readonly string[] | null): FieldErrors {
  if (facts && facts.length > mostFacts) return { facts: eventMessages.facts }
  const isLong = facts?.some((line) => line.length > longest.line)
  return isLong ? { facts: `A line has ${longest.line} characters at most.` } : {}
}

type SlotProblems = Partial<Record<keyof SlotTime | 'focusId', string>>

function problemsOfSlot(slot: SlotDraft): SlotProblems {
  const time = timeOf(slot)
  return {
    ...(slot.focusId === null && { focusId: slotMessages.focusId }),
    ...(!isPlainDate(slot.startOn) && { startOn: slotMessages.startOn }),
    ...(!isPlainDate(slot.endOn) && { endOn: slotMessages.endOn }),
    ...(slot.startTime === '' && { startTime: slotMessages.startTime }),
    ...(slot.endTime === '' && { endTime: slotMessages.endTime }),
    ...(time && slotProblems(time)),
  }
}

function namedProblems(key: string, problems: SlotProblems): [string, string][] {
  return Object.entries(problems).map(([field, words]) => [slotField(key, field as keyof SlotTime), words])
}

/** Told of the event, and marked at the later of the two. */
function overlapProblem(slots: SlotDraft[]): FieldErrors {
  const pair = overlapOf(slots as (SlotDraft & SlotTime)[])
  if (!pair) return {}
  const [one, other] = pair
  const later = one.startTime > other.startTime ? one : other
  return { slots: eventMessages.overlap, [slotField(later.key, 'startTime')]: eventMessages.overlap }
}

export function isSameSlot(draft: SlotDraft, slot: SavedSlot): boolean {
  const fields = ['startOn', 'endOn', 'startTime', 'endTime', 'focusId', 'isOpen'] as const
  return !draft.isRemoved && fields.every((field) => draft[field] === slot[field])
}
