import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idText, longest, optionalLine, wireDate } from './fields.ts'
import type { RefusalCode } from './refusals.ts'

/** A slot that somebody holds. */
export const RegisteredEvent = z.object({
  registrationId: z.number(),
  event_id: z.number(),
  event_slot_id: z.number(),
  joinURL: z.nullable(z.string()),
  cert_link: z.nullable(z.string()),
  hours: z.number(),
  focus: z.string(),
  focus_id: z.number(),
  start_date: wireDate,
})
export type RegisteredEvent = z.infer<typeof RegisteredEvent>

/** A row of All Registrations; the names are the specification's, letter for letter. */
export const RegistrationRow = z.object({
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
})
export type RegistrationRow = z.infer<typeof RegistrationRow>

/** The columns the list can be sorted by, over the whole result. */
export const sortColumns = [
  'Reg Id',
  'User Name',
  'User Email',
  'User Phone',
  'User Company Name',
  'User State',
  'User Zip',
  'User Country',
  'Event Name',
  'Event Date',
  'Event Time',
  'Registration Date',
  'Hours',
] as const
export type SortColumn = (typeof sortColumns)[number]

export const pageSizes = [100, 500, 1000] as const

export const Pagination = z.object({
  totalRecords: z.number(),
  currentPage: z.number(),
  totalPages: z.number(),
  limit: z.number(),
})
export type Pagination = z.infer<typeof Pagination>

const wholeNumber = (max: number, error: string) =>
  z.pipe(
    z.pipe(z.string({ error }).check(z.regex(/^\d{1,9}$/, { error })), z.transform(Number)),
    z.int().check(z.minimum(1, { error }), z.maximum(max, { error })),
  )

const notYear = 'A year has four digits'

const filters = {
  search: z.optional(optionalLine(longest.line)),
  /** The calendar year the event starts in; absent or 'All': every year. */
  year: z.optional(
    z.pipe(
      z.string({ error: notYear }).check(z.regex(/^(All|[1-9]\d{3})$/, { error: notYear })),
      z.transform((year) => (year === 'All' ? undefined : Number(year))),
    ),
  ),
  eventName: z.optional(optionalLine(longest.line)),
  eventSlotId: z.optional(idText()),
  sort: z.optional(z.enum(sortColumns, { error: `One of: ${sortColumns.join(', ')}` })),
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
    page: z._default(wholeNumber(1_000_000, 'Pages are counted from 1'), 1),
    limit: z._default(wholeNumber(1000, 'A page has 1 to 1000 rows'), pageSizes[0]),
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
  query: z.object({ user_id: z.uuid({ error: 'A user id is a UUID' }) }),
  data: z.object({
    registeredEvents: z.array(
      z.object({
        event_id: z.number(),
        event_slot_id: z.number(),
        focus_id: z.number(),
        start_date: wireDate,
      }),
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

/** Why somebody can't take this slot, or undefined. `slot` undefined: the event has no such slot of that focus. */
export function registrationRefusal(
  event: { isEnabled: boolean } | undefined,
  slot: object | undefined,
  held: { slotChanges: boolean; hasCertificate: boolean } | undefined,
): RefusalCode | undefined {
  if (!event) return 'EVENT_NOT_FOUND'
  if (!slot) return 'SLOT_NOT_FOUND'
  if (held && !held.slotChanges) return undefined
  if (!event.isEnabled) return 'EVENT_CLOSED'
  if (held?.hasCertificate) return 'CERTIFICATE_ISSUED'
  return undefined
}

/** Why a registration can't be cancelled, or undefined. */
export function cancellationRefusal(
  registration: { hasCertificate: boolean } | undefined,
  event: { isEnabled: boolean },
): RefusalCode | undefined {
  if (!registration) return 'NOT_REGISTERED'
  if (!event.isEnabled) return 'EVENT_CLOSED'
  if (registration.hasCertificate) return 'CERTIFICATE_ISSUED'
  return undefined
}
