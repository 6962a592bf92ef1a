import { type PlainDate, shownTime } from '#contract/plain-dates.ts'
import { type SlotTime, shownDates, zoneLabel } from '#contract/slots.ts'

/** '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST': a slot as administrators read it. */
export function shownSlot(slot: SlotTime): string {
  const times = `${shownTime(slot.startTime)} - ${shownTime(slot.endTime)}`
  return `${shownDates(slot)}, ${times} ${labelOf(slot.startOn)}`
}

// A thousand rows have a handful of dates, and asking for a date's zone is slow.
const labels = new Map<string, string>()

function labelOf(date: PlainDate): string {
  const label = labels.get(date) ?? zoneLabel(date)
  labels.set(date, label)
  return label
}
