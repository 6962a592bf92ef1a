import { shownHours } from '#contract/events/facts.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'

export interface CertificateMailFacts {
  firstName: string
  eventName: string
  hours: number
  serial: string
  link: string
  sender: MailSender
}

export function certificateMail({
  firstName,
  eventName,
  hours,
  link,
  sender,
}: CertificateMailFacts): MailContent {
  return {
    subject: `Your certificate: ${eventName}`,
    paragraphs: [
      `Hello ${firstName},`,
      `Thank you for taking part in ${eventName}. Your certificate for ${shownHours(hours)} of refresher training is ready.`,
    ],
    action: { label: 'Download your certificate', url: link },
    closing: [
      'The link needs no sign-in and keeps working. Please keep the certificate with your renewal papers.',
    ],
    sender,
  }
}

/** To a person whose last email named other hours; `before` is 0 if it told of a withdrawal. */
export function correctedMail(facts: CertificateMailFacts, before: number): MailContent {
  const { firstName, eventName, hours, serial, link, sender } = facts
  const change = `${shownHours(hours)} instead of ${before}`
  return {
    subject:
      before === 0
        ? `Your certificate is valid again: ${shownHours(hours)}`
        : `Your certificate was corrected: ${change}`,
    paragraphs: [
      `Hello ${firstName},`,
      before === 0
        ? `Your certificate for ${eventName} is valid again. It is for ${shownHours(hours)} of refresher training.`
        : `We have corrected your certificate for ${eventName}: ${change}. The one that you have is no longer valid.`,
    ],
    facts: [
      ['Event', eventName],
      ['Hours', String(hours)],
      ['Certificate', serial],
    ],
    action: { label: 'Download your certificate', url: link },
    closing: [
      'Please keep this certificate with your renewal papers, and not the one that you had before.',
      questions(sender),
    ],
    sender,
  }
}

/** To a person who was emailed the certificate that is now withdrawn. */
export function withdrawnMail(facts: CertificateMailFacts): MailContent {
  const { firstName, eventName, hours, serial, link, sender } = facts
  return {
    subject: 'Your certificate was withdrawn',
    paragraphs: [
      `Hello ${firstName},`,
      `We have withdrawn your certificate for ${eventName}. It is no longer valid, and its ${shownHours(hours)} no longer count toward your renewal.`,
    ],
    facts: [
      ['Event', eventName],
      ['Hours', String(hours)],
      ['Certificate', serial],
    ],
    action: { label: 'See the certificate', url: link },
    closing: ['Please do not use the copy that you have.', questions(sender)],
    sender,
  }
}

function questions({ contact }: MailSender): string {
  return `If you think that this is a mistake, please write to ${contact}.`
}
