import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, optionalLine, requiredLine } from '#contract/core/fields.ts'
import { isPictureLink, secureLink } from '#contract/core/links.ts'
import { flag, id, onWire, readVersion } from '#contract/core/wire.ts'
import { eventNames } from './calls.ts'
import { mostFacts } from './facts.ts'

export const eventMessages = {
  eventName: 'Event name is required.',
  slots: 'At least one slot is required.',
  overlap: 'Slots should not overlap.',
  facts: `Please use ${mostFacts} lines at most.`,
  emptyFact: "A line can't be empty.",
  deleted: 'Failed to delete the event. Please try again.',
} as const

const noDescription = 'Has to be a JSON text holding eventLogoLink'

/** A JSON text with `eventLogoLink`, an uploaded picture or ''. Other fields are kept. */
const description = z.string({ error: noDescription }).check(
  z.maxLength(longest.message, { error: `Please use ${longest.message} characters at most` }),
  z.refine((text) => text.isWellFormed() && hasOwnLogo(text), { error: noDescription }),
)

/** An event in a request. Absent fields stay; in a new event they are empty. */
export const eventFields = {
  eventName: requiredLine(eventMessages.eventName, longest.line),
  description: z.optional(description),
  videoLink: z.optional(z.nullable(secureLink())),
  venue: z.optional(z.nullable(optionalLine(longest.venue))),
  /** null: the default of its type. */
  isInPerson: z.optional(z.nullable(flag())),
  /** Facts about the event besides its hours; null: the default of its type. */
  facts: z.optional(
    z.nullable(
      z
        .array(requiredLine(eventMessages.emptyFact, longest.line), { error: eventMessages.facts })
        .check(z.maxLength(mostFacts, { error: eventMessages.facts })),
    ),
  ),
  isEnabled: z.optional(flag()),
  /** Every save sends it; events have no other status. */
  status: z.optional(z.literal('ACTIVE', { error: 'Has to be ACTIVE' })),
}
export const NewEvent = onWire(eventNames, eventFields)
export type NewEvent = z.output<typeof NewEvent>

export const EventEdit = onWire(eventNames, {
  ...eventFields,
  eventId: id(),
  featuredSponsorId: z.optional(z.nullable(id())),
  version: readVersion,
})
export type EventEdit = z.output<typeof EventEdit>

/** The saved event and its version. */
const WrittenEvent = onWire(eventNames, { eventId: z.int(), version: z.int() })

export const addEvent = endpoint({
  route: 'POST /private/events',
  access: 'events:write',
  summary:
    'Adds an event without slots. It is open for registration; if it is not enabled, it is unpublished and only administrators see it.',
  body: NewEvent,
  data: WrittenEvent,
})

export const changeEvent = endpoint({
  route: 'PUT /private/events',
  access: 'events:write',
  summary:
    'Changes an event. Enabling an unpublished event publishes it. Registered people are emailed about another venue or form.',
  body: EventEdit,
  data: WrittenEvent,
  refusals: ['EVENT_NOT_FOUND', 'CHANGED_MEANWHILE'],
})

export const deleteEvent = endpoint({
  route: 'DELETE /private/events',
  access: 'events:write',
  summary: 'Deletes an event without registrations.',
  body: onWire(eventNames, { eventId: id(), version: readVersion }),
  data: onWire(eventNames, { eventId: z.int() }),
  refusals: ['EVENT_NOT_FOUND', 'CHANGED_MEANWHILE', 'EVENT_HAS_REGISTRATIONS'],
})

function hasOwnLogo(text: string): boolean {
  try {
    const held = JSON.parse(text) as { eventLogoLink?: unknown } | null
    const logo = held?.eventLogoLink ?? ''
    return typeof held === 'object' && !Array.isArray(held) && typeof logo === 'string' && isLogo(logo)
  } catch {
    return false
  }
}

function isLogo(logo: string): boolean {
  return logo === '' || isPictureLink(logo)
}
