import type { MessageKind } from './text.ts'

/** The facts that decide if a person gets a message. */
export interface RecipientFacts {
  /** Emails to the address bounced. */
  isBounced: boolean
  /** null: never asked. */
  hasConsent: boolean | null
  /** The registration concerned; null: none was chosen. */
  registration: { isCanceled: boolean; isInPerson: boolean } | null
}

/** 'gets', or why a person is left out. */
export type MessageVerdict =
  | 'gets'
  | 'bounced'
  | 'no-consent'
  | 'unsubscribed'
  | 'no-registration'
  | 'canceled'
  | 'no-join-link'

/** Decides about one recipient. The preview shows it, and the job asks again before writing the email. */
export function messageVerdict(
  message: { kind: MessageKind; hasJoinLink: boolean },
  { isBounced, hasConsent, registration }: RecipientFacts,
): MessageVerdict {
  if (message.kind === 'news') {
    if (hasConsent !== true) return hasConsent === false ? 'unsubscribed' : 'no-consent'
  } else {
    if (registration === null) return 'no-registration'
    if (registration.isCanceled) return 'canceled'
    if (message.hasJoinLink && registration.isInPerson) return 'no-join-link'
  }
  return isBounced ? 'bounced' : 'gets'
}

/** A message's results for one recipient, besides the reasons to be left out. */
export const messageOutcomes = ['waiting', 'sent', 'failed', 'unknown', 'came-back', 'deleted'] as const

const leftOutReasons = [
  'bounced',
  'no-consent',
  'unsubscribed',
  'no-registration',
  'canceled',
  'no-join-link',
  'merged',
  'gone',
  'stopped',
] as const

export const messageResults = [...messageOutcomes, ...leftOutReasons] as const
export type MessageResult = (typeof messageResults)[number]

/** Verdicts and results in words for an administrator. */
export const messageResultLabels: Record<MessageResult | 'gets', string> = {
  gets: 'Gets it',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'May have been sent',
  'came-back': 'Bounced',
  deleted: 'Email deleted',
  bounced: 'Left out: the address bounces',
  'no-consent': 'Left out: not asked about news yet',
  unsubscribed: "Left out: doesn't want news",
  'no-registration': 'Left out: no registration',
  canceled: 'Left out: registration canceled',
  'no-join-link': 'Left out: in person, so no join link',
  merged: 'Left out: got it with another account',
  gone: 'Left out: account deleted',
  stopped: 'Left out: message stopped',
}
