import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { wireDate } from '#contract/core/plain-dates.ts'
import { id, instant, onWire } from '#contract/core/wire.ts'
import { answers } from '#contract/events/event-questions/questions.ts'
import { SlotBreak } from '#contract/events/slots/breaks.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'
import { Place } from '#contract/registrations/waitlists/calls.ts'

const heldNames = {
  eventId: 'event_id',
  eventName: 'event_name',
  eventSlotId: 'event_slot_id',
  joinUrl: 'joinURL',
  certificateLink: 'cert_link',
  focusName: 'focus',
  focusId: 'focus_id',
  startOn: 'start_date',
  endOn: 'end_date',
  startTime: 'start_time',
  endTime: 'end_time',
  isInPerson: 'is_in_person',
  creditHours: 'credit_hours',
  byDay: 'by_day',
  hoursBySeason: 'hours_by_season',
  reportedAt: 'reported_at',
} as const
const heldFields = {
  registrationId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  eventSlotId: z.int(),
  joinUrl: z.nullable(z.string()),
  certificateLink: z.nullable(z.string()),
  hours: z.int(),
  focusName: z.string(),
  focusId: z.int(),
  isInPerson: z.boolean(),
  ...slotTimes,
  breaks: z.array(SlotBreak),
  /** The slot's hours of credit. */
  creditHours: z.int(),
  /** In the lists of registrations, the days of `hours`. Absent: nothing was credited, or before days were stored. */
  byDay: z.optional(CreditedDays),
  /**
   * In the lists of registrations, `hours` by renewal year, if the days or a finding tell. Absent: as the
   * slot is planned.
   */
  hoursBySeason: z.optional(z.record(z.string(), z.int())),
  /** The time at which the credit was last reported to FAASafety.gov. Absent: not reported, or taken back. */
  reportedAt: z.optional(instant()),
}

/** A registration with its slot and event. */
export const RegisteredEvent = onWire(heldNames, heldFields)
export type RegisteredEvent = z.output<typeof RegisteredEvent>

/**
 * A registration with its version, for administrators. Its join URL is null without the permission to act for
 * people.
 */
export const HeldRegistration = onWire(heldNames, {
  ...heldFields,
  hasJoinUrl: z.boolean(),
  version: z.int(),
})
export type HeldRegistration = z.output<typeof HeldRegistration>

/** true: an administrator takes a seat beyond the slot's capacity. Ignored in a person's own call. */
export const overbooks = z.optional(z.boolean({ error: 'Must be true or false' }))

export const getRegisteredEventsOfUser = endpoint({
  route: 'GET /private/users/get-registered-events',
  access: 'registrations:read',
  summary: "A person's registrations with their slots.",
  query: onWire({ userId: 'user_id' }, { userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: z.object({ registeredEvents: z.array(HeldRegistration) }),
})

export const getRegisteredEvents = endpoint({
  route: 'GET /private/get-registered-events',
  access: 'user',
  summary: "The signed-in person's registrations with their slots, and the waitlists that they are on.",
  data: z.object({ registeredEvents: z.array(RegisteredEvent), waitlist: z.array(Place) }),
})

export const getUserEvents = endpoint({
  route: 'GET /public/get-user-events',
  access: 'public',
  summary: "A person's slots, by their unguessable id, without join URLs, certificates and personal fields.",
  query: onWire({ userId: 'user_id' }, { userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: z.object({
    registeredEvents: z.array(
      onWire(
        { eventId: 'event_id', eventSlotId: 'event_slot_id', focusId: 'focus_id', startOn: 'start_date' },
        { eventId: z.int(), eventSlotId: z.int(), focusId: z.int(), startOn: wireDate },
      ),
    ),
  }),
  limit: { perAddress: 120 },
})

export const registerForEvent = endpoint({
  route: 'POST /private/event-registration',
  access: 'user',
  summary:
    'Registers the signed-in person for a slot. A repeated call returns the same registration; another slot of the same event moves it.',
  body: z.object({
    eventId: id(),
    eventSlotId: id(),
    focusId: id(),
    /** Only administrators may register other people. */
    userId: z.optional(z.uuid({ error: 'A user id is a UUID' })),
    overbooks,
    /** To the event's questions. A person's own registration needs those that are required. */
    answers: z.optional(answers),
  }),
  data: z.object({ registration: RegisteredEvent }),
  refusals: [
    'EVENT_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'EVENT_IS_DRAFT',
    'EVENT_CLOSED',
    'SLOT_OVER',
    'SLOT_CLOSED',
    'SLOT_FULL',
    'CERTIFICATE_ISSUED',
    'PROFILE_INCOMPLETE',
    'USER_NOT_FOUND',
    'NOT_ADMINISTRATOR',
  ],
})

export const cancelRegistration = endpoint({
  route: 'POST /private/cancel-event-registration',
  access: 'user',
  summary: "Cancels the signed-in person's registration for an event.",
  body: z.object({ eventId: id() }),
  data: z.object({}),
  refusals: ['NOT_REGISTERED', 'EVENT_CLOSED', 'CERTIFICATE_ISSUED'],
})
