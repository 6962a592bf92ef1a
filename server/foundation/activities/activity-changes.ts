import { capitalized } from '#contract/core/names.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { ActivityEntry } from '#contract/foundation/activities/calls.ts'
import type { ActivityDetails } from '#server/stored-json.ts'

/**
 * Names in the history for fields whose own names don't explain them. For others, 'courseTitle' becomes
 * 'Course title'.
 */
const names: Record<string, string> = {
  printedName: 'Name as printed',
  faaSafetyEmail: 'FAASafety.gov email',
  companyName: 'Company',
  state: 'State/Province',
  zip: 'ZIP/Postal code',
  aopaNumber: 'AOPA number',
  aopaSkipped: 'No AOPA membership',
  nbaaNumber: 'NBAA number',
  nbaaSkipped: 'No NBAA membership',
  vaiNumber: 'VAI number',
  vaiSkipped: 'No VAI membership',
  hasGivenMailingConsent: 'Mailing list and release to sponsors',
  webhookName: 'Name',
  webhookEvents: 'Events',
  webhookPermissions: 'Permissions',
  webhookAddress: 'Address',
  webhookTemplate: 'Message',
  eventName: 'Name',
  focus: 'Event type',
  webinarId: 'Webinar ID',
  isInPerson: 'Held in person',
  isEnabled: 'Open for registration',
  isOpen: 'Open for registration',
  capacity: 'Seats',
  place: 'Place on the waitlist',
  presenterName: 'Presenter',
  presenterDesignation: 'Designation',
  name: 'Training provider',
  signatoryName: 'Signed by',
  signatoryTitle: 'Title',
  portalName: 'Name of the portal',
  mainColor: 'Color of links and buttons',
  bandColor: 'Color of headers',
  courseNumber: 'FAA course number',
  registrationQuestions: 'Questions at registration',
  evaluationQuestions: 'Questions of the evaluation',
}

/** Returns the fields that differ, each with both values, for an activity's details. */
export function changesBetween<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): NonNullable<ActivityDetails['changes']> {
  const changed = fields.filter((field) => after[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]))
}

/**
 * Returns changes of long or unreadable values. `fields` has a phrase for each, such as 'a text', which
 * replaces its value.
 */
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

/** Returns an activity's changes in words. `slots`: those in its details. */
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
      what: names[field] ?? wordsOf(field),
      from: words(from),
      to: words(to),
    })),
  ]
}

function wordsOf(field: string) {
  return capitalized(field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}

function hours(minutes = 0) {
  return String(Math.floor(minutes / 60))
}

function words(value: unknown) {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
