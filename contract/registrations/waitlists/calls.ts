import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { linkCode, longest, requiredLine } from '#contract/core/fields.ts'
import { id, idNames, instant, onWire } from '#contract/core/wire.ts'
import { SlotBreak } from '#contract/events/slots/breaks.ts'
import { slotTimes } from '#contract/events/slots/times.ts'

const slotNames = {
  ...idNames,
  eventName: 'event_name',
  startOn: 'start_date',
  endOn: 'end_date',
  startTime: 'start_time',
  endTime: 'end_time',
  isInPerson: 'is_in_person',
} as const
const slotFields = {
  eventName: z.string(),
  isInPerson: z.boolean(),
  ...slotTimes,
  breaks: z.array(SlotBreak),
}

/** The signed-in person's wait for a slot's seat. */
export const Place = onWire(
  { ...slotNames, focusId: 'focus_id', creditHours: 'credit_hours' },
  {
    ...slotFields,
    eventId: z.int(),
    eventSlotId: z.int(),
    focusId: z.int(),
    creditHours: z.int(),
    /** Their place on the waitlist, from 1; 0 while a seat is offered to them. */
    place: z.int(),
    offeredUntil: z.nullable(instant()),
    /** The code of the offer's page; null while they wait. */
    offerCode: z.nullable(z.string()),
  },
)
export type Place = z.output<typeof Place>

export const joinWaitlist = endpoint({
  route: 'POST /private/waitlist/join',
  access: 'user',
  summary:
    'Puts the signed-in person at the end of the waitlist of a full slot. A repeated call changes nothing.',
  body: z.object({ eventSlotId: id() }),
  data: z.object({ place: z.int() }),
  refusals: [
    'EVENT_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'EVENT_IS_DRAFT',
    'EVENT_CLOSED',
    'SLOT_OVER',
    'SLOT_CLOSED',
    'CERTIFICATE_ISSUED',
    'PROFILE_INCOMPLETE',
    'USER_NOT_FOUND',
    'WAITLIST_NEEDLESS',
  ],
})

export const leaveWaitlist = endpoint({
  route: 'POST /private/waitlist/leave',
  access: 'user',
  summary: 'Takes the signed-in person off the waitlist of a slot, also after a seat was offered.',
  body: z.object({ eventSlotId: id() }),
  data: z.object({}),
  refusals: ['SLOT_NOT_FOUND'],
})

const Code = z.object({ code: linkCode })

export const Offer = onWire(slotNames, {
  ...slotFields,
  eventSlotId: z.int(),
  /**
   * The offer's state. `canceled`, `moved`: the seat was taken; later the registration was canceled or moved
   * to another time slot. `left`: the person is not on the waitlist any more. `begun`, `deleted`: the time slot
   * began or was deleted.
   */
  state: z.enum(['offered', 'taken', 'canceled', 'moved', 'expired', 'left', 'begun', 'deleted']),
  offeredUntil: z.nullable(instant()),
})
export type Offer = z.output<typeof Offer>

export const getOffer = endpoint({
  route: 'POST /public/waitlist/offer',
  access: 'public',
  summary: 'The offered seat whose email had this code. Changes nothing.',
  body: Code,
  data: Offer,
  limit: { perAddress: 300 },
  refusals: ['OFFER_NOT_FOUND'],
})

export const takeSeat = endpoint({
  route: 'POST /public/waitlist/take',
  access: 'public',
  summary: 'Takes the offered seat whose email had this code. A repeated call changes nothing.',
  body: Code,
  data: z.object({}),
  limit: { perAddress: 300 },
  refusals: [
    'OFFER_NOT_FOUND',
    'OFFER_OVER',
    'EVENT_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'EVENT_CLOSED',
    'SLOT_OVER',
    'SLOT_CLOSED',
    'CERTIFICATE_ISSUED',
    'PROFILE_INCOMPLETE',
    'USER_NOT_FOUND',
  ],
})

/** A person on a slot's waitlist, for administrators. */
export const WaitlistEntry = z.object({
  waitlistEntryId: z.int(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** From 1; 0 while a seat is offered to them. */
  place: z.int(),
  joinedAt: instant(),
  offeredUntil: z.nullable(instant()),
})
export type WaitlistEntry = z.output<typeof WaitlistEntry>

export const Waitlist = onWire(
  { ...slotNames, seatsLeft: 'seats_left' },
  {
    ...slotFields,
    eventId: z.int(),
    eventSlotId: z.int(),
    capacity: z.nullable(z.int()),
    /** The seats that are neither taken nor offered; null: no limit. */
    seatsLeft: z.nullable(z.int()),
    entries: z.array(WaitlistEntry),
  },
)
export type Waitlist = z.output<typeof Waitlist>

export const getWaitlists = endpoint({
  route: 'GET /private/waitlists',
  access: 'registrations:read',
  summary: 'The waitlists of all slots that have one, in the order of their start.',
  data: z.object({ waitlists: z.array(Waitlist) }),
})

const reason = requiredLine('Enter a reason', longest.line)

export const moveInWaitlist = endpoint({
  route: 'POST /private/waitlists/move',
  access: 'registrations:write',
  summary: 'Gives a person who waits another place. Their own place changes nothing.',
  body: z.object({ waitlistEntryId: id(), place: id(), reason }),
  data: z.object({ place: z.int(), isMoved: z.boolean() }),
  refusals: ['WAIT_NOT_FOUND'],
})

export const offerOutOfTurn = endpoint({
  route: 'POST /private/waitlists/offer',
  access: 'registrations:write',
  summary:
    'Offers a seat to a person who waits, whatever their place. SLOT_FULL without a free seat, unless `overbooks` is true.',
  body: z.object({
    waitlistEntryId: id(),
    reason,
    overbooks: z.optional(z.boolean({ error: 'Must be true or false' })),
  }),
  data: z.object({ offeredUntil: instant() }),
  refusals: ['WAIT_NOT_FOUND', 'SLOT_FULL', 'SLOT_OVER', 'EVENT_CLOSED', 'SLOT_CLOSED'],
})
