import type { SlotDay, SlotTime } from '#contract/slots/times.ts'
import { slotDays } from '#contract/slots/times.ts'
import { dayTitle } from './calls.ts'

/** The content of a calendar entry. */
export interface CalendarText {
  eventName: string
  /** From `calendarText`. */
  text: string
  /** From `placeOf`. */
  location: string
}

/** Addresses of Google and Outlook that add one day of a slot to the visitor's calendar. */
export interface CalendarLinks {
  day: SlotDay
  google: string
  outlook: string
}

/** Returns the links for each day of a slot, in order. */
export function calendarLinks(slot: SlotTime, event: CalendarText): CalendarLinks[] {
  const days = slotDays(slot)
  return days.map((day, index) => {
    const title = dayTitle(event.eventName, index + 1, days.length)
    return { day, google: googleLink(day, title, event), outlook: outlookLink(day, title, event) }
  })
}

function googleLink({ startAt, endAt }: SlotDay, title: string, { text, location }: CalendarText): string {
  return linkOf('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${basic(startAt)}/${basic(endAt)}`,
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

/** '20270209T130000Z' */
function basic(instant: Date): string {
  return seconds(instant).replace(/[-:]/g, '')
}
