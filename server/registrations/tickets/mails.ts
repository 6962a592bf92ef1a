import { paths } from '#contract/core/paths.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { breakFacts } from '#contract/events/slots/breaks.ts'
import { daysFact, shownTimes } from '#contract/events/slots/times.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'
import type { TicketHolder } from './queries.ts'
import { ticketPictureShown } from './ticket-files.ts'

/** Sends the ticket that replaced another one. */
export function ticketMail(
  { registrationId, firstName, eventName, venue, ...slot }: Omit<TicketHolder, 'breaks'> & PlannedTime,
  { publicUrl, sender }: { publicUrl: string; sender: MailSender },
): MailContent {
  return {
    subject: `Your new ticket: ${eventName}`,
    paragraphs: [
      `Hi ${firstName},`,
      'Your ticket was replaced. The earlier one is not valid anymore. Please show the new one at the door:',
    ],
    facts: [
      ['Event', eventName],
      daysFact(slot),
      ['Time', shownTimes(slot)],
      ...breakFacts(slot),
      ...(venue ? ([['Venue', venue]] as [string, string][]) : []),
      ['Check-in code', String(registrationId)],
    ],
    picture: ticketPictureShown,
    action: { label: 'Show your ticket', url: publicUrl + paths.ticket({ registrationId }) },
    closing: ['You can show its QR code on your phone or print it. The attached ticket.pdf has it, too.'],
    sender,
  }
}
