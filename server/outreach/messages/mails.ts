import { paths } from '#contract/core/paths.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import type { MessageText, Placeholder } from '#contract/outreach/messages/text.ts'
import { fillLine, fillText } from '#contract/outreach/messages/text.ts'
import { ownJoinLink } from '#contract/webinars/webinars/joins.ts'
import { cleanHtml } from '#server/core/clean-html.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'
import type { Candidate } from './message-recipients.ts'

/** The person and values in one email of a message. */
export type Addressee = Pick<Candidate, 'firstName' | 'email' | 'reminderCode' | 'registration'>

/** The email of a message: about a registration, or news with an unsubscribe link. */
export function messageMail(
  message: MessageText,
  addressee: Addressee,
  { publicUrl, sender, postalAddress }: { publicUrl: string; sender: MailSender; postalAddress: string },
): MailContent {
  const { registration, reminderCode } = addressee
  const fill = (placeholder: Placeholder) => valuesOf(addressee, publicUrl)[placeholder]
  const written = {
    subject: fillLine(message.subject, fill),
    paragraphs: [],
    formatted: fillText(cleanHtml(message.html), (placeholder) => markup(placeholder, fill(placeholder))),
    sender,
  }
  if (message.kind === 'news' || registration === null) {
    return {
      ...written,
      postalAddress,
      closing: ['You get this email because you are on our mailing list.'],
      links: [{ label: 'Unsubscribe', url: publicUrl + paths.leaveMailingList({ code: reminderCode }) }],
    }
  }
  return {
    ...written,
    facts: [
      ['Event', registration.eventName],
      ['Time', shownSlot(registration)],
    ],
    closing: ['You get this email because you are registered for this event.'],
  }
}

function valuesOf(
  { firstName, email, registration }: Addressee,
  publicUrl: string,
): Record<Placeholder, string> {
  return {
    name: firstName.trim() || email,
    event: registration?.eventName ?? '',
    slot: registration ? shownSlot(registration) : '',
    'join link': (registration && ownJoinLink(publicUrl, registration)) ?? '',
  }
}

function markup(placeholder: Placeholder, value: string) {
  const text = escapeHtml(value)
  return placeholder === 'join link' ? `<a href="${text}">${text}</a>` : text
}
