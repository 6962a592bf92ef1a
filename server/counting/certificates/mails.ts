import { ended } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'

export interface CertificateMailFacts {
  firstName: string
  eventName: string
  hours: number
  /** null: not stored. */
  byDay: readonly DayHours[] | null
  serial: string
  link: string
  sender: MailSender
}

/** `evaluation`: the link to the evaluation of the event, if it has one that was not sent yet. */
export function certificateMail(facts: CertificateMailFacts, evaluation?: string): MailContent {
  const { firstName, eventName, hours, link, sender } = facts
  return {
    subject: `Your certificate: ${eventName}`,
    paragraphs: [
      `Hi ${firstName},`,
      `Thanks for attending ${ended(eventName)} Your certificate for ${shownHours(hours)} of IA refresher training is ready.`,
    ],
    action: { label: 'Download your certificate', url: link },
    closing: [
      "You don't need to sign in to download it. Save it with your IA renewal records.",
      ...(evaluation
        ? ['How was it? Your evaluation takes two minutes, and we store it without your name.']
        : []),
    ],
    ...(evaluation && { links: [{ label: 'Evaluate this event', url: evaluation }] }),
    sender,
  }
}

/** Asks a person for their name in printable letters. */
export function nameMail(
  publicUrl: string,
  { firstName, letters, sender }: { firstName: string; letters: string; sender: MailSender },
): MailContent {
  return {
    subject: 'How should your name be printed?',
    paragraphs: [
      `Hi ${firstName},`,
      `Your hours are recorded. Your certificate is on hold, because we can't print these letters in your name: ${[...letters].join(' ')}`,
      'Please enter your name as it should be printed, in other letters, on your profile page. We then email you the certificate. Your name stays as it is everywhere else.',
    ],
    action: { label: 'Enter your name as printed', url: publicUrl + paths.profile() },
    sender,
  }
}

/**
 * Tells a person that their certificate's hours or days differ from the last email. `before` is 0 after a
 * withdrawal.
 */
export function correctedMail(facts: CertificateMailFacts, before: number): MailContent {
  const { firstName, eventName, hours, link, sender } = facts
  const change = before === hours ? 'other days' : `${shownHours(hours)} instead of ${before}`
  return {
    subject:
      before === 0
        ? `Your certificate is valid again: ${shownHours(hours)}`
        : `Your certificate was corrected: ${change}`,
    paragraphs: [
      `Hi ${firstName},`,
      before === 0
        ? `Your certificate for ${eventName} is valid again. It is for ${shownHours(hours)} of IA refresher training.`
        : `We corrected your certificate for ${eventName}: ${change}. Your earlier certificate is not valid anymore.`,
    ],
    facts: linesOf(facts),
    action: { label: 'Download your certificate', url: link },
    closing: [
      'Save this certificate with your IA renewal records, in place of the earlier one.',
      questions(sender),
    ],
    sender,
  }
}

/** Tells a person that the certificate in their last email was withdrawn. */
export function withdrawnMail(facts: CertificateMailFacts): MailContent {
  const { firstName, eventName, hours, link, sender } = facts
  return {
    subject: 'Your certificate was withdrawn',
    paragraphs: [
      `Hi ${firstName},`,
      `We have withdrawn your certificate for ${ended(eventName)} It is not valid anymore, and its ${shownHours(hours)} don't count toward your renewal.`,
    ],
    facts: linesOf(facts),
    action: { label: 'See the certificate', url: link },
    closing: ["Please don't use your copy.", questions(sender)],
    sender,
  }
}

function linesOf({ eventName, hours, byDay, serial }: CertificateMailFacts): [string, string][] {
  return [
    ['Event', eventName],
    ['Hours', String(hours)],
    ...(byDay ? ([['Days', shownByDay(byDay)]] as [string, string][]) : []),
    ['Certificate', serial],
  ]
}

function questions({ contact }: MailSender) {
  return `If you think this is a mistake, contact ${contact}.`
}
