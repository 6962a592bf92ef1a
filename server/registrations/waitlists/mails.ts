import { paths } from '#contract/core/paths.ts'
import { placeOf } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { daysFact, shownSlot, shownTimes } from '#contract/events/slots/times.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'
import { shownDeadline } from '#server/core/mail/shown-instant.ts'

type Waited = SlotTime & Parameters<typeof placeOf>[0] & { firstName: string; eventName: string }

interface About {
  publicUrl: string
  sender: MailSender
}

/** To the next person on a waitlist: a seat is held for them. */
export function offerMail(
  { code, offeredUntil, ...waited }: Waited & { code: string; offeredUntil: Date },
  { publicUrl, sender }: About,
): MailContent {
  return {
    subject: `A seat is available: ${waited.eventName}`,
    paragraphs: [
      `Hi ${waited.firstName},`,
      `A seat is available for you. It's yours until ${shownDeadline(offeredUntil)}.`,
    ],
    facts: slotFacts(waited),
    action: { label: 'Claim my seat', url: publicUrl + paths.offeredSeat({ code }) },
    list: [
      'After that, the seat goes to the next person on the waitlist.',
      'If you are registered for another time slot of this event, claiming the seat moves you.',
    ],
    links: [{ label: 'Leave the waitlist', url: publicUrl + paths.registeredEvents() }],
    sender,
  }
}

/** To a person whose offer expired. */
export function expiredMail(waited: Waited & { eventId: number }, { publicUrl, sender }: About): MailContent {
  return {
    subject: `Your offer has expired: ${waited.eventName}`,
    paragraphs: [
      `Hi ${waited.firstName},`,
      'We held a seat for you. The offer has expired, and the seat goes to the next person on the waitlist.',
      'If you still want to attend, you can join the waitlist again.',
    ],
    facts: slotFacts(waited),
    action: { label: 'See the event', url: publicUrl + paths.openEvents({ eventId: waited.eventId }) },
    sender,
  }
}

/** To a person who waits for a slot whose time or place changed. */
export function rescheduledMail(
  { previously, ...waited }: Waited & { previously: string },
  { publicUrl, sender }: About,
): MailContent {
  return {
    subject: `Time slot changed: ${waited.eventName}`,
    preheader: `${shownSlot(waited)} · ${placeOf(waited)}`,
    paragraphs: [
      `Hi ${waited.firstName},`,
      'The time slot that you are waiting for has a new time or place.',
      'You keep your place on the waitlist. If we are holding a seat for you, you keep that, too.',
    ],
    facts: [...slotFacts(waited), ['Previously', previously]],
    action: { label: 'See or leave the waitlist', url: publicUrl + paths.registeredEvents() },
    sender,
  }
}

/** To a person who waited for a deleted slot. */
export function deletedSlotMail(waited: Waited, { publicUrl, sender }: About): MailContent {
  return {
    subject: `Time slot canceled: ${waited.eventName}`,
    paragraphs: [`Hi ${waited.firstName},`, 'The time slot that you were waiting for will not take place.'],
    facts: slotFacts(waited),
    action: { label: 'See the upcoming events', url: publicUrl + paths.upcomingEvents() },
    sender,
  }
}

function slotFacts(waited: Waited): [string, string][] {
  return [
    ['Event', waited.eventName],
    daysFact(waited),
    ['Time', shownTimes(waited)],
    ['Venue', placeOf(waited)],
  ]
}
