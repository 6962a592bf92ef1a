import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, listOf, onWire, readVersion } from '#contract/core/wire.ts'
import { givenSlotFields, slotNames } from '#contract/events/slots/calls.ts'
import { eventNames } from './calls.ts'
import { eventFields } from './edits.ts'

/** The most slots of one kind that a plan takes. */
const mostPlanned = 200

/** The slots of a plan keep their webinars: `PUT /private/events-slots` asks the webinar platform about a new one. */
const { webinarId: _, ...plannedFields } = givenSlotFields
const ids = { eventSlotId: id(), version: readVersion }

/** Changes of an event and of its slots that are saved together. */
export const EventPlan = onWire(eventNames, {
  /** Absent: the event is new. */
  eventId: z.optional(id()),
  /** Absent: the event itself stays as it is. */
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
  method: 'PUT',
  path: '/private/events/plan',
  access: 'events:write',
  summary:
    'Saves an event with changes of its slots, all or nothing. Two slots may swap their times. A minute later, people registered for a slot are emailed its new time.',
  body: EventPlan,
  data: onWire(eventNames, {
    eventId: z.int(),
    version: z.int(),
    /** The changed slots, then the added ones, in the order of the call. */
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
