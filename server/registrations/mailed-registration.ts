import type { MailedEvent } from '#server/core/mail/mail.ts'
import type { RegistrationFacts } from './mails.ts'

/** Returns the event fields of a registration's mail for the mail service. */
export function mailedEvent({
  eventName,
  startOn,
  endOn,
  startTime,
  endTime,
  email: userEmail,
}: RegistrationFacts): MailedEvent {
  return { eventName, startOn, endOn, startTime, endTime, userEmail }
}
