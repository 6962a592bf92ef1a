import { ended } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import type { HeldTime, Told } from '#contract/events/events/facts.ts'
import {
  creditHoursOf,
  isInPerson,
  placeOf,
  regionOf,
  shownFacts,
  shownHours,
} from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { daysFact, hasEnded, shownSlot, shownTimes } from '#contract/events/slots/times.ts'
import { ownJoinLink } from '#contract/webinars/webinars/joins.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'
import type { InvitedEntry } from '#server/events/calendars/calendar-file.ts'
import { ticketPictureShown } from '#server/registrations/tickets/ticket-files.ts'

/** A slot's news since the last digest. */
export interface SlotNews extends SlotTime {
  eventName: string
  registered: number
  moved: number
  canceled: number
  /** Its registered people. */
  holders: number
}

export interface RegistrationFacts extends InvitedEntry, HeldTime, Told {
  userId: string
  companyName: string
  eventId: number
  eventSlotId: number
}

/** The slot in a person's last confirmation, and when it was sent. */
export interface ToldSlot extends SlotTime {
  eventSlotId: number
  venue: string | null
  /** null: confirmed before this was stored. */
  isInPerson: boolean | null
  confirmedAt: Date
}

interface Confirming {
  /** The last confirmation, if any. */
  told: ToldSlot | undefined
  publicUrl: string
  calendarUrl: string
  sender: MailSender
  /** The needs of the slot's hours to count, as sentences. */
  needed: string | undefined
  now: Date
}

/**
 * To the person. In-person events have their own text. A past slot is confirmed as a record, without a join
 * link, things to bring and a calendar entry.
 */
export function confirmationMail(
  registration: RegistrationFacts,
  { told, publicUrl, calendarUrl, sender, needed, now }: Confirming,
): MailContent {
  const isOver = hasEnded(registration, now)
  const { subject, sentence: opening, until = [] } = isOver ? recordOf(told) : newsOf(registration, told)
  const mail = {
    subject: `${subject}: ${registration.eventName}`,
    preheader: `${shownSlot(registration)} · ${placeOf(registration)}`,
    paragraphs: [`Hi ${registration.firstName},`, opening],
    facts: [...slotFacts(registration), ...(isOver ? [] : [creditFact(registration)]), ...until],
    action: { label: 'See your registration', url: publicUrl + paths.registeredEvents() },
    sender,
  }
  if (isOver)
    return {
      ...mail,
      closing: ["You'll find your certificate there as soon as we've recorded your attendance."],
    }
  const joinUrl = ownJoinLink(publicUrl, registration)
  return {
    ...mail,
    ...(isInPerson(registration) && { picture: ticketPictureShown }),
    action: { label: 'Add to your calendar', url: calendarUrl },
    list: [
      ...shownFacts(registration, [registration]).map((fact) => `${fact}.`),
      ...(needed ? [needed] : []),
      ...(isInPerson(registration) ? [ticketWords] : []),
      ...(joinUrl === null ? [] : ["Use the link below to join. It won't change, even if your time does."]),
    ],
    links: [
      ...(joinUrl === null ? [] : [{ label: 'Join the webinar', url: joinUrl }]),
      ...(isInPerson(registration)
        ? [{ label: 'Show your ticket', url: publicUrl + paths.ticket(registration) }]
        : []),
      mail.action,
    ],
  }
}

const ticketWords =
  'Show the QR code of your ticket at the door, on your phone or printed. The attached ticket.pdf has it, too.'

interface News {
  subject: string
  sentence: string
  /** The previous facts. */
  until?: [string, string][]
}

/** Returns the news about a past slot. */
function recordOf(told: ToldSlot | undefined): News {
  return told
    ? {
        subject: 'Your registration was corrected',
        sentence: 'We corrected your registration for a past event. It is now for:',
      }
    : { subject: 'Registration recorded', sentence: 'This event is over. We recorded your registration for:' }
}

function newsOf(registration: RegistrationFacts, told: ToldSlot | undefined): News {
  const region = regionOf(registration)
  if (!told) {
    return {
      subject: 'You are registered',
      sentence: isInPerson(registration)
        ? `You have a seat at our ${region ? `${region} ` : ''}seminar. We look forward to seeing you.`
        : "You're registered for our virtual Inspection Authorization renewal series.",
    }
  }
  const [time, place] = [shownSlot(told), placeOf({ ...registration, ...told })]
  const isElsewhere = place !== placeOf(registration)
  const until: [string, string][] = [['Previously', isElsewhere ? `${time} · ${place}` : time]]
  if (told.eventSlotId !== registration.eventSlotId) {
    return {
      subject: 'Your new time slot',
      sentence: 'Your registration has been moved to a new time:',
      until,
    }
  }
  if (time !== shownSlot(registration)) {
    return {
      subject: 'Your time slot has changed',
      sentence: `We had to reschedule your event. New time${isElsewhere ? ' and place' : ''}:`,
      until,
    }
  }
  return {
    subject: 'The venue has changed',
    sentence: 'The location of your event has changed:',
    until: [['Previously', place]],
  }
}

/** To the person, about the slot in their confirmation. */
export function cancellationMail(
  registration: RegistrationFacts,
  { publicUrl, sender }: Pick<Confirming, 'publicUrl' | 'sender'>,
): MailContent {
  return {
    subject: `Registration canceled: ${registration.eventName}`,
    preheader: shownSlot(registration),
    paragraphs: [`Hi ${registration.firstName},`, 'Your registration has been canceled:'],
    facts: [...slotFacts(registration), creditFact(registration)],
    action: { label: 'See the upcoming events', url: publicUrl + paths.upcomingEvents() },
    sender,
  }
}

const staffWords = {
  new: ['New registration', 'Someone registered:'],
  moved: ['Time slot changed', 'Someone moved to another time slot:'],
  changed: ['Registration changed', 'Someone changed their registration. It is now for:'],
} as const

/** The kinds of staff emails; `changed` gathers everything since the previous one. */
export type StaffNews = keyof typeof staffWords

/** The email to each staff address about one registration. */
export function staffMail(registration: RegistrationFacts, news: StaffNews): MailContent {
  const name = `${registration.firstName} ${registration.lastName}`
  const [subject, opening] = staffWords[news]
  return {
    subject: `${subject}: ${name}, ${registration.eventName}`,
    paragraphs: [opening],
    facts: [
      ['Name', name],
      ['Email', registration.email],
      ['Company', registration.companyName],
      ...slotFacts(registration),
      creditFact(registration),
    ],
  }
}

/** To each staff address, once a day, instead of the single emails. */
export function staffDigest(slots: readonly SlotNews[], day: PlainDate, publicUrl: string): MailContent {
  return {
    subject: `Registration summary: ${shownDate(day)}`,
    paragraphs: ['These time slots have changed since the last summary:'],
    facts: slots.map((slot) => [
      `${slot.eventName}, ${shownSlot(slot)}`,
      `${slot.registered} registered, ${slot.moved} moved here, ${slot.canceled} canceled. ${slot.holders} in all.`,
    ]),
    action: { label: 'See all registrations', url: publicUrl + paths.allRegistrations() },
  }
}

function slotFacts(registration: RegistrationFacts): [string, string][] {
  return [
    ['Event', registration.eventName],
    ['Series', registration.focusName],
    daysFact(registration),
    ['Time', shownTimes(registration)],
    ...(isInPerson(registration) && registration.venue
      ? ([['Venue', registration.venue]] as [string, string][])
      : []),
  ]
}

function creditFact(registration: RegistrationFacts): [string, string] {
  return ['Credit', shownHours(creditHoursOf(registration))]
}

/**
 * Asks a person whom others registered to complete their profile. `done`: what was done for them, such as
 * 'You are checked in at'.
 */
export function completeProfileMail(
  publicUrl: string,
  { firstName, eventName, done }: { firstName: string; eventName: string; done: string },
): MailContent {
  return {
    subject: `Complete your profile for ${eventName}`,
    paragraphs: [
      firstName ? `Hi ${firstName},` : 'Hi,',
      `${done} ${ended(eventName)} Your certificate needs a few more details: please sign in with this email and complete your profile.`,
    ],
    action: { label: 'Complete your profile', url: publicUrl + paths.login() },
  }
}
