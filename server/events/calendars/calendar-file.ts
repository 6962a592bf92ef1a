import type { ICalEventData } from 'ical-generator'
import ical, {
  foldLines,
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { calendarText, dayTitle, waitlistText } from '#contract/events/calendars/calls.ts'
import type { Told } from '#contract/events/events/facts.ts'
import { placeOf } from '#contract/events/events/facts.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { ownJoinLink } from '#contract/webinars/webinars/joins.ts'
import type { MailAddress, MailAttachment } from '#server/core/mail/mail.ts'
import { subjectLine } from '#server/core/mail/mail-layout.ts'

/** A registration in a calendar. */
export interface CalendarEntry extends PlannedTime, Told {
  registrationId: number
  /** The moves to another slot so far. */
  moves: number
  /** The changes of the slot's time or place so far. */
  schedule: number
  eventName: string
  focusName: string
  venue: string | null
  joinCode: string
}

/** A waitlist entry in a calendar. */
export type WaitingEntry = Omit<CalendarEntry, 'registrationId' | 'moves' | 'joinCode' | 'breaks'> & {
  waitlistEntryId: number
}

/** An entry with its person. */
export interface InvitedEntry extends CalendarEntry {
  firstName: string
  lastName: string
  email: string
}

/** The inviting training provider and its portal. */
export interface House {
  publicUrl: string
  from: MailAddress
}

/** Returns the attachment of an email about a slot, which adds its days to the calendar or moves them. */
export function invitation(entry: InvitedEntry, house: House, toldAt: Date): MailAttachment {
  const days = daysOf(entry, house).map((day) => ({ ...day, ...told(entry, toldAt) }))
  return attachment('registration.ics', ICalCalendarMethod.REQUEST, days)
}

/**
 * Returns the attachment that removes a slot's days after the first `keptDays` from the calendar. `sequence`
 * exceeds any sent for these days.
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
    days.map((day) => ({ ...day, ...canceled, alarms: [] })),
  )
}

/** Returns a file for download, without attendees. Equal entries give equal bytes. */
export function publishedCalendar(
  entries: (CalendarEntry & { changedAt: Date })[],
  house: House,
  waiting: (WaitingEntry & { changedAt: Date })[] = [],
): Buffer {
  const days = [
    ...entries.flatMap((entry) => daysOf(entry, house).map((day) => ({ ...day, stamp: entry.changedAt }))),
    ...waiting.flatMap((entry) =>
      tentativeDaysOf(entry, house).map((day) => ({ ...day, stamp: entry.changedAt })),
    ),
  ]
  return written(ICalCalendarMethod.PUBLISH, days, house.from.name)
}

/** Returns a number that grows with each change of a registration. A move counts more than all changes of its slot. */
export function sequenceOf({ moves, schedule }: Pick<CalendarEntry, 'moves' | 'schedule'>): number {
  return moves * 1000 + schedule
}

/** Returns an entry's days, each with an id that survives moves. */
function daysOf(entry: CalendarEntry, { publicUrl, from }: House) {
  const days = slotDays(entry)
  const joinUrl = ownJoinLink(publicUrl, entry)
  return days.map(({ startAt, endAt }, index) => ({
    id: `registration-${entry.registrationId}-day-${index + 1}@${new URL(publicUrl).hostname}`,
    sequence: sequenceOf(entry),
    // In UTC: no day has a recurrence rule, so only its two instants depend on clock changes.
    start: startAt,
    end: endAt,
    summary: dayTitle(subjectLine(entry.eventName), index + 1, days.length),
    // Phones turn the place into a link.
    location: joinUrl ?? subjectLine(placeOf(entry)),
    ...(joinUrl !== null && { url: joinUrl }),
    description: calendarText(entry, { joinUrl, publicUrl, registrationId: entry.registrationId }),
    organizer: { name: from.name, email: from.address },
    status: ICalEventStatus.CONFIRMED,
    alarms: [{ type: ICalAlarmType.display, trigger: alarmMinutes * 60 }],
  }))
}

/** Returns the days of a waitlisted slot, without a join link. */
function tentativeDaysOf(entry: WaitingEntry, { publicUrl, from }: House) {
  const days = slotDays(entry)
  return days.map(({ startAt, endAt }, index) => ({
    id: `waitlist-${entry.waitlistEntryId}-day-${index + 1}@${new URL(publicUrl).hostname}`,
    sequence: entry.schedule,
    start: startAt,
    end: endAt,
    summary: `Waitlist: ${dayTitle(subjectLine(entry.eventName), index + 1, days.length)}`,
    location: subjectLine(placeOf(entry)),
    description: waitlistText(publicUrl),
    organizer: { name: from.name, email: from.address },
    status: ICalEventStatus.TENTATIVE,
  }))
}

/** Returns an attendee who accepted by registering, so that nobody is asked to reply. */
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
const alarmMinutes = 15

/** Writes the file; `name` is for subscribed calendars. */
function written(method: ICalCalendarMethod, days: ICalEventData[], name?: string) {
  const calendar = ical({
    prodId: { company: 'IA Renewal Portal', product: 'registrations', language: 'EN' },
    method,
    events: days,
    // Sets how often a subscribed calendar refreshes. ical-generator does not escape this name.
    ...(name !== undefined && { name: name.replace(/[\\;,]/g, '\\$&'), ttl: hour }),
  })
  return Buffer.from(`${withConferences(String(calendar), days)}\r\n`)
}

/** Adds CONFERENCE (RFC 7986) to each event with a join link, because ical-generator does not know it. */
function withConferences(calendar: string, days: ICalEventData[]) {
  const [head = '', ...events] = calendar.split('BEGIN:VEVENT\r\n')
  const withConference = (event: string, index: number) => {
    const url = days[index]?.url
    const conference = url ? `CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=Join:${url}` : ''
    return `BEGIN:VEVENT\r\n${conference && `${foldLines(conference)}\r\n`}${event}`
  }
  return head + events.map(withConference).join('')
}
