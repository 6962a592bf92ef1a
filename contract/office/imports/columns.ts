import type { Permission } from '#contract/core/permissions.ts'

/** A field that a file's column can fill. `names`: its usual headings beside its own name and label, as `plainHeading` returns them. */
interface Field {
  label: string
  names: readonly string[]
}

const personFields = {
  email: { label: 'Email', names: ['emailaddress', 'mail', 'useremail', 'attendeeemail'] },
  firstName: { label: 'First name', names: ['first', 'givenname', 'forename'] },
  lastName: { label: 'Last name', names: ['last', 'surname', 'familyname'] },
  companyName: { label: 'Company', names: ['organization', 'employer'] },
  country: { label: 'Country', names: ['countryregion', 'countryregionname'] },
  state: { label: 'State/Province', names: ['province'] },
  zip: { label: 'ZIP/Postal code', names: ['zipcode', 'postalcode', 'postcode', 'zippostal'] },
  phone: { label: 'Phone', names: ['phonenumber', 'telephone', 'mobile', 'cell'] },
  printedName: { label: 'Name as printed', names: ['certificatename', 'nameoncertificate'] },
  faaSafetyEmail: { label: 'FAASafety.gov email', names: ['faaemail', 'wingsemail'] },
} as const satisfies Record<string, Field>

const fields = {
  ...personFields,
  consentOn: {
    label: 'Mailing list: date agreed',
    names: ['consentdate', 'dateofconsent', 'consentedon', 'optindate'],
  },
  consentWords: {
    label: 'Mailing list: words agreed to',
    names: ['consenttext', 'textofconsent', 'optintext'],
  },
  event: { label: 'Event', names: ['eventname', 'seminar', 'eventid'] },
  day: {
    label: 'Time slot, or its first day',
    names: ['timeslot', 'slot', 'session', 'date', 'startdate', 'firstday', 'eventdate'],
  },
  startTime: { label: 'Start time', names: ['time', 'start', 'begins'] },
  focus: { label: 'Event type', names: ['type', 'format'] },
  number: {
    label: 'Certificate number',
    names: ['certificate', 'certificateno', 'certno', 'serial'],
  },
  issuer: { label: 'Issued by', names: ['trainingprovider', 'provider', 'sponsor'] },
  title: { label: 'Course', names: ['coursetitle', 'coursename', 'event', 'eventname'] },
  days: {
    label: 'Days',
    names: ['dates', 'date', 'day', 'completed', 'completedon', 'completiondate', 'coursedate'],
  },
  hours: { label: 'Hours', names: ['credithours', 'credit', 'hourscredited', 'hoursearned'] },
} as const satisfies Record<string, Field>

export type ImportField = keyof typeof fields
export const importFields = Object.keys(fields) as [ImportField, ...ImportField[]]

const [email, ...profile] = Object.keys(personFields) as [ImportField, ...ImportField[]]

export type ImportKind = 'people' | 'registrations' | 'certificates'

interface Table {
  label: string
  permissions: readonly Permission[]
  /** Without them, no row can be imported. */
  required: readonly ImportField[]
  /** In the order of the page. */
  fields: readonly ImportField[]
}

/** Every kind of import, with the permissions that it needs and its columns. */
export const importKinds: Record<ImportKind, Table> = {
  people: {
    label: 'People',
    permissions: ['people:write'],
    required: [email],
    fields: [email, ...profile, 'consentOn', 'consentWords'],
  },
  registrations: {
    label: 'Registrations',
    permissions: ['people:write', 'registrations:write'],
    required: [email, 'event', 'day'],
    fields: [email, 'event', 'day', 'startTime', 'focus', ...profile],
  },
  certificates: {
    label: 'Earlier certificates',
    permissions: ['people:write', 'credits:write'],
    required: [email, 'number', 'issuer', 'days', 'hours'],
    fields: [email, 'number', 'issuer', 'title', 'days', 'hours', ...profile],
  },
}

export function importFieldLabel(field: ImportField): string {
  return fields[field].label
}

/** The field of each heading; null: the column is not imported. */
export type ImportColumns = readonly (ImportField | null)[]

/** Returns a heading's letters and digits in lower case. */
export function plainHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/**
 * Proposes the field of each heading, each field once. `remembered` wins over the usual names; it is keyed by
 * plain headings.
 */
export function proposeColumns(
  kind: ImportKind,
  headings: readonly string[],
  remembered: ReadonlyMap<string, ImportField | null> = new Map(),
): ImportColumns {
  const free = new Set(importKinds[kind].fields)
  const take = (field: ImportField | null | undefined) => (field && free.delete(field) ? field : null)
  const names = headings.map(plainHeading)
  const known = names.map((name) => take(remembered.get(name)))
  return names.map((name, place) => {
    if (known[place] || remembered.has(name)) return known[place] ?? null
    return take([...free].find((field) => headingsOf(field).includes(name)))
  })
}

function headingsOf(field: ImportField): string[] {
  const { label, names } = fields[field]
  return [...[field, label].map(plainHeading), ...names]
}

/** Returns why columns can't be imported, or undefined. */
export function columnsProblem(
  kind: ImportKind,
  columns: ImportColumns,
  headings: number,
): string | undefined {
  const used = columns.filter((field) => field !== null)
  if (columns.length !== headings) return 'Choose a field, or none, for each column of the file.'
  const twice = used.find((field, place) => used.indexOf(field) !== place)
  if (twice) return `Two columns are '${importFieldLabel(twice)}'. Choose one of them.`
  const foreign = used.find((field) => !importKinds[kind].fields.includes(field))
  if (foreign) return `'${importFieldLabel(foreign)}' does not belong to this kind of import.`
  const missing = importKinds[kind].required.find((field) => !used.includes(field))
  return missing && `Choose the column with '${importFieldLabel(missing)}'.`
}
