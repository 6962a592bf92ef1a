import { creditHours, inPersonFacts, inPersonFocusId, virtualFacts } from '#contract/events.ts'
import { paths } from '#contract/paths.ts'
import { yearOf } from '#contract/plain-dates.ts'
import type { SlotTime } from '#contract/slots.ts'
import { shownDays, shownTimes } from '#contract/slots.ts'
import type { MailContent } from '#server/platform/mail/mail-layout.ts'

/** What a registration's mails tell. */
export interface RegistrationFacts extends SlotTime {
  firstName: string
  lastName: string
  email: string
  companyName: string
  eventName: string
  venue: string | null
  focusId: number
  focusName: string
  eventSlotId: number
  /** How often it has moved to another slot. */
  moves: number
}

/** To the person: the event in person has its own text, the virtual series theirs. The first tells that they are registered. */
export function confirmationMail(
  registration: RegistrationFacts,
  isFirst: boolean,
  publicUrl: string,
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
      ['E-mail', registration.email],
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
