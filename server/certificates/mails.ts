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

export function certificateMail(facts: CertificateMailFacts): MailContent {
  const { firstName, eventName, hours, link, sender } = facts
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

/** Tells a person that their certificate has other hours than their last email; `before` is 0 after a withdrawal. */
export function correctedMail(facts: CertificateMailFacts, before: number): MailContent {
  const { firstName, eventName, hours, link, sender } = facts
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
    facts: linesOf(facts),
    action: { label: 'Download your certificate', url: link },
    closing: [
      'Please keep this certificate with your renewal papers, and not the one that you had before.',
      questions(sender),
    ],
    sender,
  }
}

/** Tells a person that the certificate of their last email was withdrawn. */
export function withdrawnMail(facts: CertificateMailFacts): MailContent {
  const { firstName, eventName, hours, link, sender } = facts
  return {
    subject: 'Your certificate was withdrawn',
    paragraphs: [
      `Hello ${firstName},`,
      `We have withdrawn your certificate for ${eventName}. It is no longer valid, and its ${shownHours(hours)} no longer count toward your renewal.`,
    ],
    facts: linesOf(facts),
    action: { label: 'See the certificate', url: link },
    closing: ['Please do not use the copy that you have.', questions(sender)],
    sender,
  }
}

function linesOf({ eventName, hours, serial }: CertificateMailFacts): [string, string][] {
  return [
    ['Event', eventName],
    ['Hours', String(hours)],
    ['Certificate', serial],
  ]
}

function questions({ contact }: MailSender): string {
  return `If you think that this is a mistake, please write to ${contact}.`
}
