import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'

export interface ReviewMailFacts {
  firstName: string
  eventName: string
  /** The hours that were given; null: the hours stay. */
  given: number | null
  /** The hours as their person sees them. */
  hours: number
  /** The answer in words. */
  words: string
  /** The instant before which the person can ask once more; undefined: they cannot. */
  askUntil: Date | undefined
  /** The page of the person's registered events. */
  link: string
  sender: MailSender
}

/** Tells a person the answer to their review. */
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
        : `If you have a question, write to ${sender.contact}.`,
    ],
    sender,
  }
}
