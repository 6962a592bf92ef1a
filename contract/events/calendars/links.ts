import { portalZone } from '#contract/core/season.ts'
import type { SlotDay, SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { dayTitle } from './calls.ts'

/** The content of a calendar entry. */
export interface CalendarText {
  eventName: string
  text: string
  /** From `placeOf`. */
  location: string
}

/** Links that add a slot to the visitor's calendar. */
export interface CalendarLinks {
  /** All days in one entry. */
  google: string
  /** One per day, in order. */
  outlook: { day: SlotDay; url: string }[]
}

/** Returns the links that add a slot to a Google or Outlook calendar. */
export function calendarLinks(slot: SlotTime, event: CalendarText): CalendarLinks {
  const days = slotDays(slot)
  return {
    google: googleLink(slot, days.length, event),
    outlook: days.map((day, index) => ({
      day,
      url: outlookLink(day, dayTitle(event.eventName, index + 1, days.length), event),
    })),
  }
}

/** Returns one entry that recurs daily on the portal's clock, so a clock change between two days moves nothing. */
function googleLink(
  { startOn, startTime, endTime }: SlotTime,
  days: number,
  { eventName, text, location }: CalendarText,
): string {
  const at = (time: string) => `${startOn}T${time}:00`.replace(/[-:]/g, '')
  return linkOf('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: eventName,
    dates: `${at(startTime)}/${at(endTime)}`,
    ctz: portalZone,
    ...(days > 1 && { recur: `RRULE:FREQ=DAILY;COUNT=${days}` }),
    details: text,
    location,
  })
}

function outlookLink({ startAt, endAt }: SlotDay, title: string, { text, location }: CalendarText): string {
  return linkOf('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: seconds(startAt),
    enddt: seconds(endAt),
    body: text,
    location,
  })
}

function linkOf(page: string, fields: Record<string, string>): string {
  // Outlook reads a plus as a plus, not as a space.
  return `${page}?${String(new URLSearchParams(fields)).replaceAll('+', '%20')}`
}

/** '2027-02-09T13:00:00Z' */
function seconds(instant: Date): string {
  return instant.toISOString().replace(/\.\d+Z$/, 'Z')
}
