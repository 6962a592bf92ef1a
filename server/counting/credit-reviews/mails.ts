import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'

export interface ReviewMailFacts {
  firstName: string
  eventName: string
  /** The hours given; null: unchanged. */
  given: number | null
  /** The hours as the technician sees them. */
  hours: number
  words: string
  /** The deadline to ask once more; undefined: the person can't. */
  askUntil: Date | undefined
  link: string
  sender: MailSender
}

export function reviewAnswerMail(facts: ReviewMailFacts): MailContent {
  const { firstName, eventName, given, hours, words, askUntil, link, sender } = facts
  const outcome =
    given === null
      ? `They stay the same: ${hours === 0 ? 'no hours' : shownHours(hours)}.`
      : `You now have ${shownHours(given)}. Your certificate arrives in another email.`
  return {
    subject:
      given === null
        ? 'Your review: your hours stay the same'
        : `Your review: you now have ${shownHours(given)}`,
    paragraphs: [
      `Hi ${firstName},`,
      `You asked us to review your hours for ${eventName}, and we did. ${outcome}`,
      `Our reason: ${words}`,
    ],
    action: { label: 'See your hours', url: link },
    closing: [
      askUntil
        ? `If you have more information, you can ask once more until ${shownDate(easternDay(new Date(askUntil.getTime() - 1)))}.`
        : `If you have a question, contact ${sender.contact}.`,
    ],
    sender,
  }
}
