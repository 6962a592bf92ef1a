import { longest } from '#contract/core/fields.ts'
import { insecureLink, isSecureLink } from '#contract/core/links.ts'
import { type AdminEvent, logoOf } from '#contract/events/calls.ts'
import { eventMessages } from '#contract/events/edits.ts'
import { inPersonFocusId, mostFacts } from '#contract/events/facts.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import {
  keptSlots,
  problemsOfSlots,
  type SavedSlot,
  type SlotValues,
  slotValuesOf,
} from '#web/slots/slot-values.ts'

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

/** An event in the editor's form. */
export type EventValues = {
  eventName: string
  isEnabled: boolean
  videoLink: string
  venue: string
  /** null: the default of its type. */
  isInPerson: boolean | null
  /** The typed lines; null: the default of its type. */
  facts: string | null
  /** The address of the logo; '' without one. */
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

/** Tells whether at least a part of the event will be held in person. */
export function willBeInPerson(values: EventValues): boolean {
  return values.isInPerson ?? keptSlots(values).some(({ focusId }) => focusId === inPersonFocusId)
}

/** Returns the lines without empty ones, as they are sent; null: the default of its type. */
export function factLines({ facts }: EventValues): string[] | null {
  return (
    facts
      ?.split('\n')
      .map((line) => line.trim())
      .filter(Boolean) ?? null
  )
}

/** Returns what is wrong with the form, a sentence for each field. */
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
