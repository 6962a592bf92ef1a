import { type PlainDate, shownTime } from '#contract/core/plain-dates.ts'
import { portalZone } from '#contract/core/season.ts'
import { type SlotTime, shownDates } from './times.ts'

/** Returns '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST', for administrators. */
export function shownTimeslot(slot: SlotTime): string {
  return `${shownDates(slot)}, ${timesOf(slot)}`
}

/** Returns '03/09/2027 – 03/10/2027, 8:00 AM - 12:00 PM EST', for the pickers of bulk work. */
export function shownBulkTimeslot(slot: SlotTime): string {
  const [first, last] = [monthFirst(slot.startOn), monthFirst(slot.endOn)]
  return `${first === last ? first : `${first} – ${last}`}, ${timesOf(slot)}`
}

/** A slot across a clock change has both labels. */
function timesOf({ startOn, endOn, startTime, endTime }: SlotTime): string {
  const labels = new Set([labelOf(startOn), labelOf(endOn)])
  return `${shownTime(startTime)} - ${shownTime(endTime)} ${[...labels].join('/')}`
}

function monthFirst(date: PlainDate): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

/** Returns 'EST' or 'EDT', by date. */
export function zoneLabel(date: PlainDate): 'EST' | 'EDT' {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: portalZone, timeZoneName: 'short' })
    .formatToParts(new Date(`${date}T17:00:00Z`))
    .find((part) => part.type === 'timeZoneName')?.value
  return name === 'EDT' ? 'EDT' : 'EST'
}

// A thousand rows have a handful of dates, and looking up a date's zone is slow.
const labels = new Map<string, string>()

function labelOf(date: PlainDate): string {
  const label = labels.get(date) ?? zoneLabel(date)
  labels.set(date, label)
  return label
}
