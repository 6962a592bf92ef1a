import type { RegistrationRow } from '#contract/registrations.ts'
import { type SlotTime, shownDates, shownTime, zoneLabel } from '#contract/slots.ts'

/** '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST': a slot as administrators read it. */
export function shownSlot(slot: SlotTime): string {
  const times = `${shownTime(slot.start_time)} - ${shownTime(slot.end_time)}`
  return `${shownDates(slot)}, ${times} ${labelOf(slot.start_date)}`
}

/** The same for a row of All Registrations. */
export function shownTimeslot(row: Pick<RegistrationRow, 'Event Date' | 'Event Time'>): string {
  const [start_date = '', end_date = start_date] = row['Event Date'].split(' - ')
  const [start_time = '', end_time = start_time] = row['Event Time'].split(' - ')
  return shownSlot({ start_date, end_date, start_time, end_time })
}

// A thousand rows have a handful of dates, and asking for a date's zone is slow.
const labels = new Map<string, string>()

function labelOf(date: string): string {
  const label = labels.get(date) ?? zoneLabel(date)
  labels.set(date, label)
  return label
}
