import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idNames, instant, onWire } from '#contract/core/wire.ts'
import { HeldEarlierCertificate } from '#contract/counting/earlier-certificates/calls.ts'
import { slotTimes } from '#contract/events/slots/times.ts'
import { Bounce } from '#contract/foundation/bounces/calls.ts'
import { MailStatus } from '#contract/foundation/mails/calls.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'
import { Passkey } from '#contract/people/passkeys/calls.ts'
import { Session } from '#contract/people/sessions/calls.ts'
import { AnsweredConsent } from '#contract/people/users/edits.ts'
import { User } from '#contract/people/users/user.ts'
import { Place } from '#contract/registrations/waitlists/calls.ts'
import { FoundAccount } from './merges.ts'

/** The most likely duplicates in the list. */
export const mostDuplicates = 5

/** An account with the same name and the same phone or ZIP, probably of the same person. */
export const LikelyDuplicate = z.object({
  ...FoundAccount.shape,
  hasSamePhone: z.boolean(),
  hasSameZip: z.boolean(),
  /** An administrator said that it is another person's. */
  isDistinct: z.boolean(),
})
export type LikelyDuplicate = z.output<typeof LikelyDuplicate>

/** Everything stored about a person, for administrators. The history is a separate call. */
export const Account = z.object({
  user: User,
  /** The requested email, not yet verified. */
  newEmail: z.nullable(z.string()),
  registrations: z.array(
    onWire(idNames, {
      registrationId: z.int(),
      eventId: z.int(),
      eventSlotId: z.int(),
      eventName: z.string(),
      focusName: z.string(),
      ...slotTimes,
      registeredAt: instant(),
      /** null: not canceled. */
      canceledAt: z.nullable(instant()),
      isRestorable: z.boolean(),
      hours: z.int(),
      creditHours: z.int(),
      /** null: nothing was credited, or before days were stored. */
      byDay: z.nullable(CreditedDays),
      certificateLink: z.nullable(z.string()),
    }),
  ),
  /** Answers to questions of events at registration, newest event first. */
  answers: z.array(
    z.object({ registrationId: z.int(), eventName: z.string(), wording: z.string(), answer: z.string() }),
  ),
  /** The person's waitlists, without the codes of offers. */
  waits: z.array(Place),
  credits: z.array(
    z.object({
      eventName: z.string(),
      /** 'release': back to automatic hours; `hours` are the rule's. */
      act: z.enum(['set', 'release']),
      hours: z.int(),
      /** null: a release, or before days were stored. */
      byDay: z.nullable(CreditedDays),
      /** It is the standing credit. */
      isStanding: z.boolean(),
      source: z.enum(['administrator', 'csv', 'attendance']),
      reason: z.string(),
      decidedAt: instant(),
      /** '' for the portal or a deleted account. */
      decidedBy: z.string(),
    }),
  ),
  certificates: z.array(
    z.object({
      serial: z.string(),
      eventName: z.string(),
      hours: z.int(),
      /** null: issued before days were stored. */
      byDay: z.nullable(CreditedDays),
      issuedAt: instant(),
      state: z.enum(['stands', 'replaced', 'withdrawn']),
      link: z.string(),
    }),
  ),
  /** The accounts merged into this one, newest first. */
  merges: z.array(
    z.object({
      accountMergeId: z.int(),
      /** The merged account's old email. */
      email: z.string(),
      mergedAt: instant(),
      /** Name or email; '' for a deleted account. */
      mergedBy: z.string(),
      /** The end of the time in which they can be separated. */
      separableUntil: instant(),
    }),
  ),
  /** The oldest accounts that are probably the same person's. Accounts of other people come last. */
  duplicates: z.array(LikelyDuplicate),
  /** The newest mails, without content. */
  mails: z.array(
    z.object({
      mailId: z.int(),
      subject: z.string(),
      toAddress: z.string(),
      createdAt: instant(),
      sentAt: z.nullable(instant()),
      status: MailStatus,
    }),
  ),
  /** The bounce of their address, if any. */
  bounce: z.nullable(Bounce),
  /** Issued by other training providers, each with the administrator who recorded it; '' for a deleted account. */
  earlierCertificates: z.array(z.extend(HeldEarlierCertificate, { recordedBy: z.string() })),
  consents: z.array(AnsweredConsent),
  sessions: z.array(Session),
  /** Personal passkeys for signing in, not those of a second factor. */
  passkeys: z.array(Passkey),
})
export type Account = z.output<typeof Account>

export const getAccount = endpoint({
  route: 'GET /private/get-account',
  access: 'people:read',
  summary:
    'Returns everything stored about a person: profile, registrations, credits, certificates, emails, consents, sessions, passkeys.',
  query: onWire({ userId: 'user_id' }, { userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: Account,
  refusals: ['USER_NOT_FOUND'],
})
