import type { ActivityEntry } from '#contract/activities.ts'
import type { SlotTime } from '#contract/slots.ts'
import { shownTimeslot } from '#contract/timeslots.ts'
import type { ActivityDetails } from '#server/history-tables.ts'

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
const otherNames: Record<string, string> = { otherAccount: 'Other account' }

export const personFields = Object.keys(fieldNames)

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
