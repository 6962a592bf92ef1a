import { type PlainDate, shownTime } from './plain-dates.ts'
import { portalZone } from './season.ts'
import { type SlotTime, shownDates } from './slots.ts'

/** '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST': a slot as administrators read it. */
export function shownTimeslot(slot: SlotTime): string {
  const times = `${shownTime(slot.startTime)} - ${shownTime(slot.endTime)}`
  return `${shownDates(slot)}, ${times} ${labelOf(slot.startOn)}`
}

/** 'EST' or 'EDT': the label follows the date. */
export function zoneLabel(date: PlainDate): 'EST' | 'EDT' {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: portalZone, timeZoneName: 'short' })
    .formatToParts(new Date(`${date}T17:00:00Z`))
    .find((part) => part.type === 'timeZoneName')?.value
  return name === 'EDT' ? 'EDT' : 'EST'
}

// A thousand rows have a handful of dates, and asking for a date's zone is slow.
const labels = new Map<string, string>()

function labelOf(date: PlainDate): string {
  const label = labels.get(date) ?? zoneLabel(date)
  labels.set(date, label)
  return label
}
