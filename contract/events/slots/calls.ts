import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, optionalLine } from '#contract/core/fields.ts'
import { givenDate, givenTime } from '#contract/core/plain-dates.ts'
import { flag, id, idNames, idText, numberText, onWire, readVersion } from '#contract/core/wire.ts'
import { GivenBreaks, SlotBreak } from './breaks.ts'
import { mostSeats } from './rules.ts'
import { slotTimes } from './times.ts'

/** An event's type, such as a webinar or an in-person seminar. */
export const Focus = onWire(
  { focusId: 'focus_id', focusName: 'focus_name' },
  { focusId: z.int(), focusName: z.string() },
)
export type Focus = z.output<typeof Focus>

/** The fields that slots share with other shapes: our names to the wire's. */
export const slotNames = {
  eventSlotId: 'event_slot_id',
  eventId: 'event_id',
  startOn: 'start_date',
  endOn: 'end_date',
  startTime: 'start_time',
  endTime: 'end_time',
  focusId: 'focus_id',
  webinarId: 'webinar_id',
  registrationId: 'registration_id',
  isOpen: 'is_open',
  seatsLeft: 'seats_left',
} as const

/** A slot's fields in every answer. */
export const slotFields = {
  eventSlotId: z.int(),
  focusId: z.int(),
  ...slotTimes,
  /** In order. */
  breaks: z.array(SlotBreak),
  /** People can register, while its event is open. */
  isOpen: flag(),
  /** Seats; null: no limit. */
  capacity: z.nullable(z.int()),
}

/** A slot for administrators. */
export const AdminSlot = onWire(slotNames, {
  ...slotFields,
  eventId: z.int(),
  webinarId: z.nullable(z.string()),
  /** Free seats, negative if overbooked; null: no limit. */
  seatsLeft: z.nullable(z.int()),
  registrations: z.int(),
  /** The requested person's registration; null if none. */
  registrationId: z.nullable(z.int()),
  version: z.int(),
})
export type AdminSlot = z.output<typeof AdminSlot>

export const slotMessages = {
  startOn: 'Please give the first day.',
  endOn: 'Please give the last day.',
  startTime: 'Please give the time it starts.',
  endTime: 'Please give the time it ends.',
  focusId: 'Please select an event type.',
  capacity: 'Seats are a whole number from 1 to 100,000. Leave them empty for no limit.',
} as const

const error = slotMessages.capacity
const seats = z.int({ error }).check(z.minimum(1, { error }), z.maximum(mostSeats, { error }))

/** A slot's fields in a request. */
export const givenSlotFields = {
  startOn: givenDate(slotMessages.startOn),
  endOn: givenDate(slotMessages.endOn),
  startTime: givenTime(slotMessages.startTime),
  endTime: givenTime(slotMessages.endTime),
  focusId: id(),
  /** Absent: breaks stay; a new in-person slot gets lunch if it is long. */
  breaks: z.optional(GivenBreaks),
  webinarId: z.optional(z.nullable(optionalLine(longest.name))),
  /** People can register; true by default. */
  isOpen: z.optional(flag()),
  /** null: no limit. Absent: unchanged. */
  capacity: z.optional(z.nullable(seats)),
}
export const NewSlot = onWire(slotNames, { ...givenSlotFields, eventId: id() })
export type NewSlot = z.output<typeof NewSlot>

export const SlotEdit = onWire(slotNames, { ...givenSlotFields, eventSlotId: id(), version: readVersion })
export type SlotEdit = z.output<typeof SlotEdit>

const WrittenSlot = onWire(
  { ...slotNames, webinarNotice: 'webinar_notice' },
  {
    eventSlotId: z.int(),
    version: z.int(),
    /** A notice if the webinar could not be looked up, or if another slot has it; else absent. */
    webinarNotice: z.optional(z.string()),
  },
)

export const getAllFocus = endpoint({
  route: 'GET /private/get-all-focus',
  access: 'user',
  summary: 'The event types.',
  data: z.object({ focus: z.array(Focus) }),
})

export const addSlot = endpoint({
  route: 'POST /private/events-slots',
  access: 'events:write',
  summary: 'Adds a time slot to an event.',
  body: NewSlot,
  data: WrittenSlot,
  refusals: ['EVENT_NOT_FOUND', 'SLOTS_OVERLAP', 'WEBINAR_REFUSED'],
})

export const changeSlot = endpoint({
  route: 'PUT /private/events-slots',
  access: 'events:write',
  summary: 'Changes a time slot. A minute later, people registered for it are emailed its new time.',
  body: SlotEdit,
  data: WrittenSlot,
  refusals: [
    'SLOT_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'SLOTS_OVERLAP',
    'WEBINAR_LINKED',
    'WEBINAR_REFUSED',
    'EVENT_NOT_FOUND',
  ],
})

/** The most slots named as sharing a webinar ID. */
export const mostSlotsOfWebinar = 3

export const getSlotsOfWebinar = endpoint({
  route: 'GET /private/events-slots/of-webinar',
  access: 'webinars:read',
  summary: `The slots that have a webinar ID, however it is spaced; the ${mostSlotsOfWebinar} last ones. Slots may share one.`,
  query: onWire(slotNames, { webinarId: optionalLine(longest.name) }),
  data: z.object({
    slots: z.array(
      onWire(
        { ...slotNames, eventName: 'event_name' },
        {
          eventSlotId: z.int(),
          eventId: z.int(),
          eventName: z.string(),
          ...slotTimes,
        },
      ),
    ),
  }),
})

/** The most people named as over the capacity. */
export const mostNamedOver = 20

export const getOverCapacity = endpoint({
  route: 'GET /private/events-slots/over-capacity',
  access: 'registrations:read',
  summary: `The people who registered last for a slot, as many as it would have too many with a number of seats; the newest ${mostNamedOver} by name.`,
  query: onWire(idNames, {
    eventSlotId: idText(),
    capacity: numberText(slotMessages.capacity, { min: 1, max: mostSeats }),
  }),
  data: z.object({
    total: z.int(),
    people: z.array(z.object({ registrationId: z.int(), name: z.string(), email: z.string() })),
  }),
})

export const deleteSlot = endpoint({
  route: 'DELETE /private/events-slots',
  access: 'events:write',
  summary: 'Deletes a time slot without registrations.',
  body: onWire(slotNames, { eventSlotId: id(), version: readVersion }),
  data: onWire(slotNames, { eventSlotId: z.int() }),
  refusals: ['SLOT_NOT_FOUND', 'CHANGED_MEANWHILE', 'SLOT_HAS_REGISTRATIONS', 'EVENT_NOT_FOUND'],
})
