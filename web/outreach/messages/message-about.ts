import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import type { MessageRecipients } from '#contract/outreach/messages/calls.ts'
import type { MessageKind } from '#contract/outreach/messages/text.ts'
import { messageKindLabels } from '#contract/outreach/messages/text.ts'

/** A message's people, and what it can be about. */
export interface MessageAbout {
  /** The recipients in words. */
  to: string
  choices: { label: string; kind: MessageKind; recipients: MessageRecipients }[]
}

/** For registrations of a list or a slot. */
export function aboutRegistrations(to: string, recipients: MessageRecipients): MessageAbout {
  const kinds = ['registration', 'news'] as const
  return { to, choices: kinds.map((kind) => ({ kind, label: messageKindLabels[kind], recipients })) }
}

/** For people without a registration. */
export function aboutPeople(to: string, recipients: MessageRecipients): MessageAbout {
  return { to, choices: [{ kind: 'news', label: messageKindLabels.news, recipients }] }
}

/** For one person: about each of their registrations, or news. */
export function aboutPerson(
  to: string,
  userId: string,
  registrations: Account['registrations'],
): MessageAbout {
  const held = registrations.filter(({ canceledAt }) => canceledAt === null)
  return {
    to,
    choices: [
      ...held.map((registration) => ({
        kind: 'registration' as const,
        label: `${registration.eventName}, ${shownTimeslot(registration)}`,
        recipients: { registrationIds: [registration.registrationId] },
      })),
      { kind: 'news', label: messageKindLabels.news, recipients: { userIds: [userId] } },
    ],
  }
}
