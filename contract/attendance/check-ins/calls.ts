import * as z from 'zod/mini'
import { invalidEmail, pastedEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress, longest, optionalLine, personName } from '#contract/core/fields.ts'
import { givenDate, wireDate } from '#contract/core/plain-dates.ts'
import { givenInstant, id, idNames, instant, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'

const day = givenDate('Has to be a day, as DD/MM/YYYY')

/** The names on the wire that differ from ours. */
export const checkInNames = { ...idNames, checkInId: 'scanId' } as const

export const Visit = z.object({ inAt: z.nullable(instant()), outAt: z.nullable(instant()) })

/** A slot of an event that has an in-person slot on the day; it may be on another day itself. */
export const DoorSlot = onWire(idNames, {
  eventSlotId: z.int(),
  eventId: z.int(),
  eventName: z.string(),
  ...slotTimes,
})
export type DoorSlot = z.output<typeof DoorSlot>

/** Somebody with a registration for one of these slots. Without an email: the door sees only that of the person it has let in. */
export const DoorPerson = onWire(idNames, {
  registrationId: z.int(),
  eventSlotId: z.int(),
  /** As on the certificate. */
  name: z.string(),
  companyName: z.string(),
  /** The last four digits of the phone; '' without one. */
  phoneEnding: z.string(),
  /** `emailHash` of the email in contract/attendance/check-ins/email-hash.ts, to find it without a network. */
  emailHash: z.string(),
  isCanceled: z.boolean(),
  /** Registered at the door on this day. */
  isWalkIn: z.boolean(),
  ticketNumber: z.int(),
  visits: z.array(Visit),
})
export type DoorPerson = z.output<typeof DoorPerson>

/** Somebody on the waitlist of one of these slots: they have no seat yet. */
const Waitlisted = onWire(
  { eventSlotId: 'event_slot_id' },
  {
    eventSlotId: z.int(),
    name: z.string(),
    companyName: z.string(),
    phoneEnding: z.string(),
    emailHash: z.string(),
  },
)
export type Waitlisted = z.output<typeof Waitlisted>

/** A public key in JSON. */
const PublicKey = z.object({ keyId: z.int(), publicJwk: z.record(z.string(), z.unknown()) })

/** Everything that a door needs without a network. */
export const DoorList = z.object({
  day: wireDate,
  /** The clock of the portal, by which a phone corrects its own. */
  now: instant(),
  keys: z.array(PublicKey),
  /** The salt of `emailHash`; another one in each list. */
  salt: z.string(),
  slots: z.array(DoorSlot),
  people: z.array(DoorPerson),
  waitlisted: z.array(Waitlisted),
  nextDay: z.nullable(wireDate),
})
export type DoorList = z.output<typeof DoorList>

export const getDoorList = endpoint({
  route: 'GET /private/check-ins',
  access: 'check-ins:write',
  summary:
    "Lists the people of the in-person events of a day (by default today), with everything that a door needs without a network. The front desk gets today's list only. Names the next day with such slots.",
  query: z.object({ day: z.optional(day) }),
  data: DoorList,
  refusals: ['NOT_THIS_DAY'],
})

/** The ways in which a person with a registration is found. */
export const checkInWays = ['ticket', 'search', 'sheet'] as const

const sent = {
  /**
   * The time of the act, by the portal's clock, if it waited for the network. It is then stored on its own day, even if the person was
   * refused since. The front desk sends check-ins of earlier days only from the time at which its account opened the list of that day.
   */
  at: z.optional(givenInstant()),
  /** Made by the phone: a check-in that is sent twice is stored once. */
  checkInId: z.optional(z.uuid({ error: 'A scan id is a UUID' })),
}

/** The answer to a check-in or check-out. */
const CheckedIn = onWire(checkInNames, {
  registrationId: z.int(),
  checkInId: z.string(),
  /** Name and email are '' if it is of an earlier day. */
  name: z.string(),
  email: z.string(),
  /** The arrival or leaving that counts: of several, the first or the last. */
  at: instant(),
  /** The place of the person before. null: not there yet. */
  was: z.nullable(z.enum(['in', 'out'])),
  visits: z.array(Visit),
})
export type CheckedIn = z.output<typeof CheckedIn>

const checking = {
  access: 'check-ins:write',
  body: onWire(checkInNames, {
    ticket: z.optional(optionalLine(longest.link)),
    registrationId: z.optional(id()),
    how: z.optional(z.enum(checkInWays, { error: `Has to be one of ${checkInWays.join(', ')}` })),
    ...sent,
  }),
  data: CheckedIn,
  refusals: [
    'REGISTRATION_NOT_FOUND',
    'REGISTRATION_CANCELED',
    'NOT_OF_THIS_DAY',
    'TICKET_INVALID',
    'TICKET_REPLACED',
    'SCAN_TOO_OLD',
    'SCAN_OF_OTHER_DAY',
    'SCAN_ID_TAKEN',
  ],
} as const

export const checkIn = endpoint({
  ...checking,
  route: 'POST /private/check-in',
  summary:
    'Checks a person in by their ticket or registration, on its Eastern day. Two arrivals count as the first.',
})

export const checkOut = endpoint({
  ...checking,
  route: 'POST /private/check-out',
  summary: 'Checks a person out by their ticket or registration. Two leavings count as the last.',
})

export const undoCheckIn = endpoint({
  route: 'POST /private/check-ins/undo',
  access: 'check-ins:write',
  summary:
    'Takes back a check-in or check-out. Both stay in the history. The registration that a walk-in has made is canceled, unless its person was seen at another time or has hours. The front desk takes back those of the day only.',
  body: onWire(checkInNames, { undoneId: z.uuid({ error: 'A scan id is a UUID' }), ...sent }),
  data: z.object({ visits: z.array(Visit) }),
  refusals: ['REGISTRATION_NOT_FOUND', 'SCAN_TOO_OLD', 'SCAN_OF_OTHER_DAY', 'SCAN_ID_TAKEN'],
})

const walkInPerson = {
  email: emailAddress(invalidEmail, pastedEmail),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
}

/** The fields of the form for a walk-in. */
export const WalkInPerson = z.object(walkInPerson)

export const addWalkIn = endpoint({
  route: 'POST /private/check-ins/walk-in',
  access: 'check-ins:write',
  summary:
    'Registers a person who came without a registration, and checks them in. A person with a registration for another slot of the day is checked in for that one. An unknown email becomes an account, and gets an email to complete its profile.',
  body: onWire(checkInNames, { eventSlotId: id(), ...walkInPerson, ...sent }),
  data: CheckedIn,
  // One account may stand at several doors.
  limit: { perAddress: 600, perPerson: 100 },
  refusals: [
    'SLOT_NOT_FOUND',
    'NOT_OF_THIS_DAY',
    'WALK_IN_ADMINISTRATOR',
    'SCAN_TOO_OLD',
    'SCAN_OF_OTHER_DAY',
    'SCAN_ID_TAKEN',
  ],
})
