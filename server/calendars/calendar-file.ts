import type { ICalEventData } from 'ical-generator'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { calendarText, dayTitle } from '#contract/calendars/calls.ts'
import { type Held, placeOf } from '#contract/events/facts.ts'
import type { SlotTime } from '#contract/slots/times.ts'
import { slotDays } from '#contract/slots/times.ts'
import { ownJoinLink } from '#contract/webinars/joins.ts'
import type { MailAddress, MailAttachment } from '#server/core/mail/mail.ts'
import { subjectLine } from '#server/core/mail/mail-layout.ts'

/** What a calendar shows of a registration. */
export interface CalendarEntry extends SlotTime, Held {
  registrationId: number
  /** How often it has moved to another slot. */
  moves: number
  /** How often that slot was given another time or place. */
  schedule: number
  eventName: string
  focusName: string
  venue: string | null
  joinCode: string
}

/** An entry and whose it is. */
export interface InvitedEntry extends CalendarEntry {
  firstName: string
  lastName: string
  email: string
}

/** Who invites, and where their portal is. */
export interface House {
  publicUrl: string
  from: MailAddress
}

/** For the mail that tells of a slot: puts its days into the calendar, or moves them where they are already. */
export function invitation(entry: InvitedEntry, house: House, toldAt: Date): MailAttachment {
  const days = daysOf(entry, house).map((day) => ({ ...day, ...told(entry, toldAt) }))
  return attachment('registration.ics', ICalCalendarMethod.REQUEST, days)
}

/**
 * For the mail that takes days of a slot out of the calendar: those after the first `keptDays`. `sequence` is higher than
 * any that these days were told with.
 */
export function cancellation(
  entry: InvitedEntry,
  { keptDays, sequence }: { keptDays: number; sequence: number },
  house: House,
  toldAt: Date,
): MailAttachment {
  const days = daysOf(entry, house).slice(keptDays)
  const canceled = { status: ICalEventStatus.CANCELLED, sequence, ...told(entry, toldAt) }
  return attachment(
    'canceled.ics',
    ICalCalendarMethod.CANCEL,
    days.map((day) => ({ ...day, ...canceled })),
  )
}

/** For whoever fetches it: says of nobody that they are invited. The same entries give the same bytes. */
export function publishedCalendar(entries: (CalendarEntry & { changedAt: Date })[], house: House): Buffer {
  const days = entries.flatMap((entry) =>
    daysOf(entry, house).map((day) => ({ ...day, stamp: entry.changedAt })),
  )
  return written(ICalCalendarMethod.PUBLISH, days, house.from.name)
}

/** Grows with all that is told of a registration: a move counts for more than any slot's changes. */
export function sequenceOf({ moves, schedule }: Pick<CalendarEntry, 'moves' | 'schedule'>): number {
  return moves * 1000 + schedule
}

/** The days of an entry, each with an id that stays over moves. */
function daysOf(entry: CalendarEntry, { publicUrl, from }: House) {
  const days = slotDays(entry)
  return days.map(({ startAt, endAt }, index) => ({
    id: `registration-${entry.registrationId}-day-${index + 1}@${new URL(publicUrl).hostname}`,
    sequence: sequenceOf(entry),
    // In UTC: a day of its own repeats by no rule, so its two instants are all that a change of the clock could touch.
    start: startAt,
    end: endAt,
    summary: dayTitle(subjectLine(entry.eventName), index + 1, days.length),
    location: subjectLine(placeOf(entry)),
    description: calendarText(ownJoinLink(publicUrl, entry), publicUrl),
    organizer: { name: from.name, email: from.address },
    status: ICalEventStatus.CONFIRMED,
  }))
}

/** Nobody is asked to answer: who has registered has accepted. */
function told({ firstName, lastName, email }: InvitedEntry, toldAt: Date) {
  const attendee = {
    name: subjectLine(`${firstName} ${lastName}`),
    email,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  }
  return { attendees: [attendee], stamp: toldAt }
}

function attachment(filename: string, method: ICalCalendarMethod, days: ICalEventData[]): MailAttachment {
  const contentType = `text/calendar; method=${method}; charset=utf-8`
  return { filename, contentType, content: written(method, days) }
}

const hour = 3600

/** `name` is for a calendar that others subscribe to. */
function written(method: ICalCalendarMethod, days: ICalEventData[], name?: string): Buffer {
  const calendar = ical({
    prodId: { company: 'IA Renewal Portal', product: 'registrations', language: 'EN' },
    method,
    events: days,
    // How often a calendar that subscribes asks again.
    // ical-generator writes this name as it is.
    ...(name !== undefined && { name: name.replace(/[\\;,]/g, '\\$&'), ttl: hour }),
  })
  return Buffer.from(`${calendar}\r\n`)
}
