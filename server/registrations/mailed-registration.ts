import type { MailedEvent } from '#server/core/mail/mail.ts'
import type { RegistrationFacts } from './mails.ts'

/** What every mail about a registration tells a mail service besides. */
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
