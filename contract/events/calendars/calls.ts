import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { linkCode } from '#contract/core/fields.ts'
import { paths } from '#contract/core/paths.ts'
import { idText } from '#contract/core/wire.ts'
import type { Told } from '#contract/events/events/facts.ts'
import { factAbout, isInPerson } from '#contract/events/events/facts.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { shownBreak } from '#contract/events/slots/breaks.ts'

const CalendarLink = z.object({ url: z.string() })

export const getCalendarLink = endpoint({
  route: 'GET /private/get-calendar-link',
  access: 'user',
  summary:
    "The secret address of the signed-in person's calendar, to which a calendar program can subscribe.",
  data: CalendarLink,
  refusals: ['USER_NOT_FOUND'],
})

export const renewCalendarLink = endpoint({
  route: 'POST /private/renew-calendar-link',
  access: 'user',
  summary: "Gives the signed-in person's calendar a new address; the old one stops working.",
  data: CalendarLink,
  refusals: ['USER_NOT_FOUND'],
})

// Calendar services fetch for many people from few addresses.
const limit = { perAddress: 3000 }

export const getCalendar = endpoint({
  route: 'GET /public/calendars/:code',
  access: 'public',
  summary: "A person's current registrations as iCalendar, for anyone with the secret address.",
  params: z.object({ code: linkCode }),
  file: 'text/calendar',
  limit,
  refusals: ['CALENDAR_NOT_FOUND'],
})

export const getRegistrationCalendar = endpoint({
  route: 'GET /public/calendars/:code/:registrationId',
  access: 'public',
  summary: 'One registration as an iCalendar file, at the same secret address.',
  params: z.object({ code: linkCode, registrationId: idText() }),
  file: 'text/calendar',
  limit,
  refusals: ['CALENDAR_NOT_FOUND', 'REGISTRATION_NOT_FOUND'],
})

/** Returns a calendar's address, which needs no sign-in: the whole calendar, or the file of one registration. */
export function calendarLink(publicUrl: string, code: string, registrationId?: number): string {
  return `${publicUrl}/api/public/calendars/${code}${registrationId === undefined ? '' : `/${registrationId}`}`
}

/** Returns the title of one day's event, counted from 1: 'Piston Series, day 1 of 2'. */
export function dayTitle(eventName: string, day: number, days: number): string {
  return days > 1 ? `${eventName}, day ${day} of ${days}` : eventName
}

/** Returns the text of a waitlisted event. */
export function waitlistText(publicUrl: string): string {
  return `You are on the waitlist, so this is not certain yet.\nYour waitlists: ${publicUrl}${paths.registeredEvents()}`
}

/** A registration's links for its calendar. */
interface CalendarLinks {
  /** null: not known yet, or in person. */
  joinUrl: string | null
  publicUrl: string
  registrationId: number | null
}

/**
 * Returns an event's text: how to join (once known), or the ticket and the breaks in person; what to remember,
 * and a link to the registration.
 */
export function calendarText(
  event: Told & Pick<PlannedTime, 'breaks'>,
  { joinUrl, publicUrl, registrationId }: CalendarLinks,
): string {
  const facts = ['log in', 'poll', 'photo id'].flatMap((words) => factAbout(event, words) ?? [])
  const isThere = isInPerson(event)
  return [
    ...(joinUrl === null ? [] : [`Join: ${joinUrl}`]),
    ...(isThere && registrationId !== null
      ? [`Your ticket: ${publicUrl}${paths.ticket({ registrationId })}`]
      : []),
    ...(isThere ? event.breaks.map(shownBreak) : []),
    ...facts.map((fact) => `${fact}.`),
    `Your registration: ${publicUrl}${paths.registeredEvents()}`,
  ].join('\n')
}
