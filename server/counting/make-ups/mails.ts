import { paths } from '#contract/core/paths.ts'
import { makeUpCounts } from '#contract/counting/make-ups/offers.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { daysFact, shownTimes } from '#contract/events/slots/times.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'

interface MadeUp extends SlotTime {
  firstName: string
  eventName: string
}

interface About {
  publicUrl: string
  sender: MailSender
}

/** To a person admitted to another slot for missing hours. Without `hours`, the slot's time changed. */
export function admittedMail(
  madeUp: MadeUp,
  {
    hours,
    isDecided,
    joinUrl,
    publicUrl,
    sender,
  }: About & { hours: [name: string, when: string][] | undefined; isDecided: boolean; joinUrl: string },
): MailContent {
  const news = hours
    ? ["You're in", "You can attend another time slot for the hours you're missing."]
    : ['Time slot changed', 'The time slot where you make up missing hours has a new time.']
  return {
    subject: `${news[0]}: ${madeUp.eventName}`,
    paragraphs: [`Hi ${madeUp.firstName},`, `${news[1]} Your own registration stays.`],
    facts: [...slotFacts(madeUp), ...(hours ?? [])],
    action: { label: 'Join the webinar', url: joinUrl },
    closing: [
      `The link is only for this time slot. ${makeUpCounts(isDecided)}`,
      "If you don't need it anymore, you can cancel it under Registered Events.",
    ],
    links: [{ label: 'See your hours', url: publicUrl + paths.registeredEvents() }],
    sender,
  }
}

/** To a person admitted to a slot that was deleted. */
export function deletedMakeUpMail(madeUp: MadeUp, { publicUrl, sender }: About): MailContent {
  return {
    subject: `Time slot canceled: ${madeUp.eventName}`,
    paragraphs: [
      `Hi ${madeUp.firstName},`,
      'The time slot where you planned to make up missing hours was canceled. Your own registration stays.',
      'If another time slot has the hours you miss, you can choose it under Registered Events.',
    ],
    facts: slotFacts(madeUp),
    action: { label: 'See your hours', url: publicUrl + paths.registeredEvents() },
    sender,
  }
}

function slotFacts(madeUp: MadeUp): [string, string][] {
  return [['Event', madeUp.eventName], daysFact(madeUp), ['Time', shownTimes(madeUp)]]
}
