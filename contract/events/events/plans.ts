import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, listOf, onWire, readVersion } from '#contract/core/wire.ts'
import { givenSlotFields, slotNames } from '#contract/events/slots/calls.ts'
import { eventNames } from './calls.ts'
import { eventFields } from './edits.ts'

/** The most slots of one kind in a plan. */
const mostPlanned = 200

/** A plan keeps its slots' webinars: only `PUT /private/events-slots` asks the webinar platform about a webinar ID. */
const { webinarId: _, ...plannedFields } = givenSlotFields
const ids = { eventSlotId: id(), version: readVersion }

/** Changes of an event and its slots, saved together. */
export const EventPlan = onWire(eventNames, {
  /** Absent: a new event. */
  eventId: z.optional(id()),
  /** Absent: the event itself stays. */
  event: z.optional(
    onWire(eventNames, {
      ...eventFields,
      featuredSponsorId: z.optional(z.nullable(id())),
      version: readVersion,
    }),
  ),
  added: listOf(onWire(slotNames, plannedFields), mostPlanned),
  changed: listOf(onWire(slotNames, { ...plannedFields, ...ids }), mostPlanned),
  deleted: listOf(onWire(slotNames, ids), mostPlanned),
})
export type EventPlan = z.output<typeof EventPlan>

export const saveEventPlan = endpoint({
  route: 'PUT /private/events/plan',
  access: 'events:write',
  summary:
    'Saves an event with changes of its slots, all or nothing. Two slots may swap their times. A minute later, people registered for a slot are emailed its new time.',
  body: EventPlan,
  data: onWire(eventNames, {
    eventId: z.int(),
    version: z.int(),
    /** The changed slots, then the added ones, in the call's order. */
    slots: z.array(onWire(slotNames, { eventSlotId: z.int(), version: z.int() })),
  }),
  refusals: [
    'EVENT_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'SLOTS_OVERLAP',
    'SLOT_HAS_REGISTRATIONS',
  ],
})
