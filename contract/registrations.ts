import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { longest, optionalLine } from './fields.ts'
import type { PlainTime } from './plain-dates.ts'
import { readDate, wireDate, writtenDate } from './plain-dates.ts'
import type { RefusalCode } from './refusals.ts'
import type { SlotTime } from './slots.ts'
import { id, idText, numberText, onWire } from './wire.ts'

/** A slot that somebody holds. */
export const RegisteredEvent = onWire(
  {
    eventId: 'event_id',
    eventSlotId: 'event_slot_id',
    joinUrl: 'joinURL',
    certificateLink: 'cert_link',
    focusName: 'focus',
    focusId: 'focus_id',
    startOn: 'start_date',
  },
  {
    registrationId: z.number(),
    eventId: z.number(),
    eventSlotId: z.number(),
    joinUrl: z.nullable(z.string()),
    certificateLink: z.nullable(z.string()),
    hours: z.number(),
    focusName: z.string(),
    focusId: z.number(),
    startOn: wireDate,
  },
)
export type RegisteredEvent = z.output<typeof RegisteredEvent>

/** A row of All Registrations, inside. */
export interface RegistrationRow extends SlotTime {
  registrationId: number
  userId: string
  eventId: number
  eventSlotId: number
  focusId: number
  /** First and last name. */
  userName: string
  email: string
  phone: string
  companyName: string
  state: string
  zip: string
  country: string
  eventName: string
  registeredAt: Date
  hours: number
  joinUrl: string | null
  certificateLink: string | null
}

const between = ' - '

/** The same on the wire: the names are the specification's, letter for letter. */
export const RegistrationRow = z.codec(
  z.object({
    'Reg Id': z.number(),
    registrationId: z.number(),
    'User Id': z.string(),
    userId: z.string(),
    eventId: z.number(),
    eventSlotId: z.number(),
    focusId: z.number(),
    'User Name': z.string(),
    'User Email': z.string(),
    'User Phone': z.string(),
    'User Company Name': z.string(),
    'User State': z.string(),
    'User Zip': z.string(),
    'User Country': z.string(),
    'Event Name': z.string(),
    /** `DD/MM/YYYY - DD/MM/YYYY` */
    'Event Date': z.string(),
    /** `HH:MM - HH:MM` */
    'Event Time': z.string(),
    /** ISO 8601, UTC */
    'Registration Date': z.string(),
    Hours: z.number(),
    'Join URL': z.nullable(z.string()),
    Certificate: z.nullable(z.string()),
  }),
  z.custom<RegistrationRow>(),
  {
    decode: (wire) => {
      const [startOn = '', endOn = ''] = wire['Event Date'].split(between)
      const [startTime, endTime] = wire['Event Time'].split(between) as [PlainTime, PlainTime]
      return {
        registrationId: wire.registrationId,
        userId: wire.userId,
        eventId: wire.eventId,
        eventSlotId: wire.eventSlotId,
        focusId: wire.focusId,
        userName: wire['User Name'],
        email: wire['User Email'],
        phone: wire['User Phone'],
        companyName: wire['User Company Name'],
        state: wire['User State'],
        zip: wire['User Zip'],
        country: wire['User Country'],
        eventName: wire['Event Name'],
        startOn: readDate(startOn),
        endOn: readDate(endOn),
        startTime,
        endTime,
        registeredAt: new Date(wire['Registration Date']),
        hours: wire.Hours,
        joinUrl: wire['Join URL'],
        certificateLink: wire.Certificate,
      }
    },
    encode: (row) => ({
      'Reg Id': row.registrationId,
      registrationId: row.registrationId,
      'User Id': row.userId,
      userId: row.userId,
      eventId: row.eventId,
      eventSlotId: row.eventSlotId,
      focusId: row.focusId,
      'User Name': row.userName,
      'User Email': row.email,
      'User Phone': row.phone,
      'User Company Name': row.companyName,
      'User State': row.state,
      'User Zip': row.zip,
      'User Country': row.country,
      'Event Name': row.eventName,
      'Event Date': writtenDate(row.startOn) + between + writtenDate(row.endOn),
      'Event Time': row.startTime + between + row.endTime,
      'Registration Date': row.registeredAt.toISOString(),
      Hours: row.hours,
      'Join URL': row.joinUrl,
      Certificate: row.certificateLink,
    }),
  },
)

/** What the list can be sorted by, over the whole result; the wire calls it by the name of the column. */
const columns = {
  'Reg Id': 'registrationId',
  'User Name': 'userName',
  'User Email': 'email',
  'User Phone': 'phone',
  'User Company Name': 'companyName',
  'User State': 'state',
  'User Zip': 'zip',
  'User Country': 'country',
  'Event Name': 'eventName',
  'Event Date': 'startOn',
  'Event Time': 'startTime',
  'Registration Date': 'registeredAt',
  Hours: 'hours',
} as const satisfies Record<string, keyof RegistrationRow>
type WireColumn = keyof typeof columns
export type SortColumn = (typeof columns)[WireColumn]

export const sortColumns = Object.values(columns)

const wireColumns = Object.keys(columns) as WireColumn[]

/** The header of the CSV export. */
export const csvColumns = [...wireColumns, 'Join URL', 'Certificate'] as const

export const pageSizes = [100, 500, 1000] as const

export const Pagination = z.object({
  totalRecords: z.number(),
  currentPage: z.number(),
  totalPages: z.number(),
  limit: z.number(),
})
export type Pagination = z.infer<typeof Pagination>

const notYear = 'A year has four digits'

const filters = {
  search: z.optional(optionalLine(longest.line)),
  /** The calendar year the event starts in; absent or 'All': every year. */
  year: z.optional(
    z.codec(
      z.string({ error: notYear }).check(z.regex(/^(All|[1-9]\d{3})$/, { error: notYear })),
      z.optional(z.number()),
      {
        decode: (year) => (year === 'All' ? undefined : Number(year)),
        encode: (year) => String(year ?? 'All'),
      },
    ),
  ),
  eventName: z.optional(optionalLine(longest.line)),
  eventSlotId: z.optional(idText()),
  sort: z.optional(
    z.codec(z.enum(wireColumns, { error: `One of: ${wireColumns.join(', ')}` }), z.enum(sortColumns), {
      decode: (column) => columns[column],
      encode: (column) => wireColumns.find((name) => columns[name] === column) as WireColumn,
    }),
  ),
  order: z.optional(z.enum(['asc', 'desc'], { error: 'asc or desc' })),
}

/** Which registrations are meant, and in which order. */
export const RegistrationFilter = z.object(filters)
export type RegistrationFilter = z.output<typeof RegistrationFilter>

export const getAllRegisteredUsers = endpoint({
  method: 'GET',
  path: '/private/v2/get-all-registered-users',
  access: 'admin',
  summary: 'A page of all registrations: searched by name or e-mail, filtered, sorted over the whole result.',
  query: z.object({
    ...filters,
    /** From 1, the default. */
    page: z.optional(numberText('Pages are counted from 1', { min: 1, max: 1_000_000 })),
    /** 100 by default. */
    limit: z.optional(numberText('A page has 1 to 1000 rows', { min: 1, max: 1000 })),
  }),
  data: z.object({ registrations: z.array(RegistrationRow), pagination: Pagination }),
})

export const exportRegisteredUsersCsv = endpoint({
  method: 'GET',
  path: '/private/v2/export-registered-users-csv',
  access: 'admin',
  summary: 'All registrations of a filter as CSV, streamed.',
  query: RegistrationFilter,
  file: 'text/csv',
})

export const getRegisteredEvents = endpoint({
  method: 'GET',
  path: '/private/get-registered-events',
  access: 'user',
  summary: 'The slots the signed-in person holds.',
  data: z.object({ registeredEvents: z.array(RegisteredEvent) }),
})

export const getUserEvents = endpoint({
  method: 'GET',
  path: '/public/get-user-events',
  access: 'public',
  summary: 'The slots somebody holds, by their unguessable id: no join URL, certificate or personal field.',
  query: onWire({ userId: 'user_id' }, { userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: z.object({
    registeredEvents: z.array(
      onWire(
        { eventId: 'event_id', eventSlotId: 'event_slot_id', focusId: 'focus_id', startOn: 'start_date' },
        { eventId: z.number(), eventSlotId: z.number(), focusId: z.number(), startOn: wireDate },
      ),
    ),
  }),
  limit: { perAddress: 120 },
})

export const registerForEvent = endpoint({
  method: 'POST',
  path: '/private/event-registration',
  access: 'user',
  summary:
    'Registers the signed-in person for a slot. Asked again it is the same registration; another slot of the same event moves it.',
  body: z.object({
    eventId: id(),
    eventSlotId: id(),
    focusId: id(),
    /** Only an administrator may register somebody else. */
    userId: z.optional(z.uuid({ error: 'A user id is a UUID' })),
  }),
  data: z.object({ registration: RegisteredEvent }),
  refusals: [
    'EVENT_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'EVENT_CLOSED',
    'CERTIFICATE_ISSUED',
    'PROFILE_INCOMPLETE',
    'USER_NOT_FOUND',
    'NOT_ADMINISTRATOR',
  ],
})

export const cancelRegistration = endpoint({
  method: 'POST',
  path: '/private/cancel-event-registration',
  access: 'user',
  summary: "Cancels the signed-in person's registration for an event.",
  body: z.object({ eventId: id() }),
  data: z.object({}),
  refusals: ['NOT_REGISTERED', 'EVENT_CLOSED', 'CERTIFICATE_ISSUED'],
})

/** What decides whether somebody can take a slot. */
export interface RegistrationFacts {
  event: { isEnabled: boolean } | undefined
  /** undefined: the event has no such slot of that focus. */
  slot: object | undefined
  /** What they hold of the event already. */
  held?: { slotChanges: boolean; hasCertificate: boolean } | undefined
  isProfileComplete: boolean
  /** A closed event binds the person, not an administrator; reading.md, section 5. */
  isByAdministrator?: boolean
}

/** Why somebody can't take this slot, or undefined. */
export function registrationRefusal(facts: RegistrationFacts): RefusalCode | undefined {
  const { event, slot, held, isProfileComplete, isByAdministrator = false } = facts
  if (!event) return 'EVENT_NOT_FOUND'
  if (!slot) return 'SLOT_NOT_FOUND'
  if (held && !held.slotChanges) return undefined
  if (!event.isEnabled && !isByAdministrator) return 'EVENT_CLOSED'
  if (held?.hasCertificate) return 'CERTIFICATE_ISSUED'
  if (!isProfileComplete) return 'PROFILE_INCOMPLETE'
  return undefined
}

/** Why somebody can't cancel what they hold of an event, or undefined. */
export function cancellationRefusal(
  held: { isEnabled: boolean; hasCertificate: boolean } | undefined,
): RefusalCode | undefined {
  if (!held) return 'NOT_REGISTERED'
  if (!held.isEnabled) return 'EVENT_CLOSED'
  if (held.hasCertificate) return 'CERTIFICATE_ISSUED'
  return undefined
}
