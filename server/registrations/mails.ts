import { creditHours, inPersonFacts, inPersonFocusId, virtualFacts } from '#contract/events.ts'
import { paths } from '#contract/paths.ts'
import { yearOf } from '#contract/plain-dates.ts'
import { shownDays, shownTimes } from '#contract/slots.ts'
import type { InvitedEntry } from '#server/calendars/calendar-file.ts'
import type { MailContent } from '#server/platform/mail/mail-layout.ts'

/** What a registration's mails tell. */
export interface RegistrationFacts extends InvitedEntry {
  userId: string
  companyName: string
  eventSlotId: number
}

/** To the person: the event in person has its own text, the virtual series theirs. The first tells that they are registered. */
export function confirmationMail(
  registration: RegistrationFacts,
  { isFirst, publicUrl, calendarUrl }: { isFirst: boolean; publicUrl: string; calendarUrl: string },
): MailContent {
  const isInPerson = registration.focusId === inPersonFocusId
  return {
    subject: `${isFirst ? 'You are registered' : 'Your new time slot'}: ${registration.eventName}`,
    paragraphs: [
      `Hello ${registration.firstName},`,
      !isFirst
        ? 'your registration has moved to another time slot. This is when we see you now:'
        : isInPerson
          ? 'you have a seat at our seminar in South Carolina. We look forward to meeting you.'
          : 'you are registered for our virtual Inspection Authorization renewal series.',
    ],
    facts: slotFacts(registration),
    action: { label: 'See your registration', url: publicUrl + paths.registeredEvents() },
    closing: isInPerson
      ? [...inPersonFacts.map(sentence), 'Please bring a photo ID.']
      : [
          ...virtualFacts.map(sentence),
          'Your event login information appears under Registered Events as soon as it is available.',
        ],
    links: [{ label: 'Add it to your calendar', url: calendarUrl }],
  }
}

/** To the person, of the slot that they had been told of. */
export function cancellationMail(registration: RegistrationFacts, publicUrl: string): MailContent {
  return {
    subject: `Registration canceled: ${registration.eventName}`,
    paragraphs: [
      `Hello ${registration.firstName},`,
      'your registration has been canceled. We no longer expect you at:',
    ],
    facts: slotFacts(registration),
    action: { label: 'See upcoming events', url: publicUrl + paths.upcomingEvents() },
  }
}

/** To each internal address. */
export function staffNotice(registration: RegistrationFacts, isFirst: boolean): MailContent {
  const name = `${registration.firstName} ${registration.lastName}`
  return {
    subject: `${isFirst ? 'New registration' : 'Time slot changed'}: ${name}, ${registration.eventName}`,
    paragraphs: [isFirst ? 'Somebody has registered.' : 'Somebody has moved to another time slot.'],
    facts: [
      ['Name', name],
      ['Email', registration.email],
      ['Company', registration.companyName],
      ...slotFacts(registration),
    ],
  }
}

function slotFacts(registration: RegistrationFacts): [string, string][] {
  return [
    ['Event', registration.eventName],
    ['Focus', registration.focusName],
    ['Dates', `${shownDays(registration)} ${yearOf(registration.endOn)}`],
    ['Time', shownTimes(registration)],
    ...(registration.venue ? ([['Venue', registration.venue]] as [string, string][]) : []),
    ['Credit', `${creditHours} hours`],
  ]
}

function sentence(fact: string): string {
  return `${fact}.`
}
