import * as z from 'zod/mini'
import { longest, optionalLine, searchLine } from '#contract/core/fields.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { readDate, writtenDate } from '#contract/core/plain-dates.ts'
import { idText } from '#contract/core/wire.ts'

const between = ' - '

/** A row of All Registrations on the wire: the names are the specification's, letter for letter. */
const WireRow = z.object({
  'Reg Id': z.int(),
  registrationId: z.int(),
  'User Id': z.string(),
  userId: z.string(),
  eventId: z.int(),
  eventSlotId: z.int(),
  focusId: z.int(),
  /** First and last name. */
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
  Hours: z.int(),
  /** null: there is none, or the caller may not act for people. */
  'Join URL': z.nullable(z.string()),
  hasJoinUrl: z.boolean(),
  isInPerson: z.boolean(),
  Certificate: z.nullable(z.string()),
  /** The rule's hours, if the standing credit is manual; else absent. */
  ruleHours: z.optional(z.int()),
  /** The hours that its slot gives. */
  creditHours: z.int(),
  /** Answers to the questions of its event, such as 'Size: M; Diet: Vegan'. Absent: none. */
  answers: z.optional(z.string()),
  /** Counts its changes. */
  version: z.int(),
})

export const RegistrationRow = z.codec(WireRow, z.custom<RegistrationRow>(), {
  decode: decodedRow,
  encode: (row) => ({
    ...sharedFields(row),
    'Reg Id': row.registrationId,
    'User Id': row.userId,
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
    ...(row.ruleHours !== null && { ruleHours: row.ruleHours }),
    ...(row.answers !== null && { answers: row.answers }),
  }),
})
export type RegistrationRow = ReturnType<typeof decodedRow>

function decodedRow(wire: z.output<typeof WireRow>) {
  const [startOn = '', endOn = ''] = wire['Event Date'].split(between)
  const [startTime, endTime] = wire['Event Time'].split(between) as [PlainTime, PlainTime]
  return {
    ...sharedFields(wire),
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
    ruleHours: wire.ruleHours ?? null,
    answers: wire.answers ?? null,
  }
}

/** Returns the fields that have the same name on the wire. */
function sharedFields(row: Pick<z.output<typeof WireRow>, SharedName>) {
  const { registrationId, userId, eventId, eventSlotId, focusId, ...others } = row
  const { hasJoinUrl, isInPerson, creditHours, version } = others
  return {
    registrationId,
    userId,
    eventId,
    eventSlotId,
    focusId,
    hasJoinUrl,
    isInPerson,
    creditHours,
    version,
  }
}
type SharedName =
  | ('registrationId' | 'userId' | 'eventId' | 'eventSlotId' | 'focusId')
  | ('hasJoinUrl' | 'isInPerson' | 'creditHours' | 'version')

/** The keys that the list can be sorted by, over the whole result, with the wire's column names. */
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
export const exportedColumns = [...wireColumns, 'Join URL', 'Certificate'] as const

/** The extra columns of an export with all columns. Days: '2027-02-09: 4; 2027-02-10: 3'. */
export const moreExportedColumns = [
  'First Name',
  'Last Name',
  'Mailing Consent',
  'Mailing Consent Date',
  'AOPA Number',
  'NBAA Number',
  'VAI Number',
  'Days',
] as const

/** The header of the CSV export of Non registered Users. */
export const unregisteredColumns = [
  'User Name',
  'User Email',
  'User Phone',
  'User Company Name',
  'User State',
  'User Zip',
  'User Country',
  'Mailing Consent',
  'Mailing Consent Date',
]

function oneOf<const Choices extends [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, { error: `One of: ${choices.join(', ')}` })
}

const notYear = 'A year has four digits'

const filters = {
  search: z.optional(searchLine()),
  /** The renewal year of the event; absent or 'All': every year. */
  year: z.optional(
    z.codec(
      z.string({ error: notYear }).check(z.regex(/^(All|[1-9]\d{3})$/, { error: notYear })),
      z.optional(z.int()),
      {
        decode: (year) => (year === 'All' ? undefined : Number(year)),
        encode: (year) => String(year ?? 'All'),
      },
    ),
  ),
  eventName: z.optional(optionalLine(longest.line)),
  eventSlotId: z.optional(idText()),
  focusId: z.optional(idText()),
  country: z.optional(optionalLine(longest.name)),
  /** A state's name; its two letters are accepted, too. */
  state: z.optional(optionalLine(longest.name)),
  membership: z.optional(oneOf(['aopa', 'nbaa', 'vai', 'none'])),
  /** 'issued': valid, whether it was emailed ('mailed') or not ('unmailed'). */
  certificate: z.optional(oneOf(['none', 'issued', 'mailed', 'unmailed'])),
  joinUrl: z.optional(oneOf(['missing'])),
  /** Filters people by hours credited in the renewal year: none, some, enough; 'short' is less than enough. */
  credited: z.optional(oneOf(['none', 'some', 'enough', 'short'])),
  sort: z.optional(
    z.codec(z.enum(wireColumns, { error: `One of: ${wireColumns.join(', ')}` }), z.enum(sortColumns), {
      decode: (column) => columns[column],
      encode: (column) => wireColumns.find((name) => columns[name] === column) as WireColumn,
    }),
  ),
  order: z.optional(z.enum(['asc', 'desc'], { error: 'asc or desc' })),
}

/** A filter of the list, with its order. */
export const RegistrationFilter = z.object(filters)
export type RegistrationFilter = z.output<typeof RegistrationFilter>
