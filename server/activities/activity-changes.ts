import type { ActivityEntry } from '#contract/activities/calls.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { shownTimeslot } from '#contract/slots/times.ts'
import type { ActivityDetails } from '#server/stored-json.ts'

/** Fields of a person, in words. */
const fieldNames: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  companyName: 'Company',
  country: 'Country',
  state: 'State/Province',
  zip: 'ZIP/Postal code',
  aopaNumber: 'AOPA number',
  aopaSkipped: 'No AOPA membership',
  nbaaNumber: 'NBAA number',
  nbaaSkipped: 'No NBAA membership',
  vaiNumber: 'VAI number',
  vaiSkipped: 'No VAI membership',
  hasGivenMailingConsent: 'Mailing list and release to sponsors',
  role: 'Role',
}

/** What else a change can be of. */
const otherNames: Record<string, string> = {
  otherAccount: 'Other account',
  copiedFrom: 'Copied from',
  eventName: 'Name',
  time: 'Time',
  focus: 'Event type',
  webinarId: 'Webinar ID',
  venue: 'Venue',
  isInPerson: 'Held in person',
  facts: 'Facts',
  videoLink: 'Video link',
  logo: 'Logo',
  isEnabled: 'Open for registration',
  isOpen: 'Open for registration',
  featuredSponsor: 'Featured sponsor',
  description: 'Description',
  website: 'Website',
  day: 'Day',
  courseTitle: 'Course title',
  courseDetails: 'Course details',
  presenterName: 'Presenter',
  presenterDesignation: 'Designation',
  presenterDetails: 'Presenter details',
  name: 'Provider',
  contact: 'Contact',
  signatoryName: 'Signed by',
  signatoryTitle: 'Title',
  signature: 'Signature',
  courseNumber: 'FAA course number',
  passkey: 'Passkey',
}

export const personFields = Object.keys(fieldNames)

/** Of fields, those whose value is another one afterwards, each with both: as an activity's details have them. */
export function changesBetween<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): NonNullable<ActivityDetails['changes']> {
  const changed = fields.filter((field) => after[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]))
}

/** The same for what is too long to be told, or says nothing to anybody: only that it is another one now. */
export function replacementsBetween<Row extends object>(
  before: Row,
  after: Row,
  fields: Partial<Record<keyof Row & string, string>>,
): NonNullable<ActivityDetails['changes']> {
  const changes = changesBetween(before, after, Object.keys(fields) as (keyof Row & string)[])
  return Object.fromEntries(
    Object.entries(changes).map(([field, [from, to]]) => {
      const one = fields[field as keyof Row & string]
      return [field, [from && one, to && (from ? 'another one' : one)]]
    }),
  )
}

/** What an activity has changed, in words; `slots` are those that its details name. */
export function changesOf(
  details: ActivityDetails,
  slots: ReadonlyMap<number, SlotTime & { focusName: string }>,
): ActivityEntry['changes'] {
  const { fromSlotId, toSlotId, minutes, before, changes = {} } = details
  const slot = (slotId: number | null | undefined) => {
    const known = slotId == null ? undefined : slots.get(slotId)
    return known ? `${known.focusName}, ${shownTimeslot(known)}` : ''
  }
  return [
    ...(toSlotId === undefined ? [] : [{ what: 'Time slot', from: slot(fromSlotId), to: slot(toSlotId) }]),
    ...(before === undefined ? [] : [{ what: 'Hours', from: hours(before), to: hours(minutes) }]),
    ...Object.entries(changes).map(([field, [from, to]]) => ({
      what: fieldNames[field] ?? otherNames[field] ?? field,
      from: words(from),
      to: words(to),
    })),
  ]
}

function hours(minutes = 0): string {
  return String(Math.floor(minutes / 60))
}

function words(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
