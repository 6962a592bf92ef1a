import * as z from 'zod/mini'
import { Bounce } from '#contract/bounces/calls.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { idNames, instant, onWire } from '#contract/core/wire.ts'
import { MailStatus } from '#contract/mails/calls.ts'
import { Passkey } from '#contract/passkeys/calls.ts'
import { Session } from '#contract/sessions/calls.ts'
import { User } from '#contract/users/calls.ts'
import { AnsweredConsent } from '#contract/users/edits.ts'

/** What is kept about a person, as administrators read it; their history is a call of its own. */
export const Account = z.object({
  user: User,
  /** The email that they want and have not verified yet. */
  newEmail: z.nullable(z.string()),
  registrations: z.array(
    onWire(idNames, {
      registrationId: z.int(),
      eventId: z.int(),
      eventName: z.string(),
      focusName: z.string(),
      startOn: wireDate,
      endOn: wireDate,
      startTime: wireTime,
      endTime: wireTime,
      registeredAt: instant(),
      /** null: it holds. */
      canceledAt: z.nullable(instant()),
      isRestorable: z.boolean(),
      hours: z.int(),
      certificateLink: z.nullable(z.string()),
    }),
  ),
  credits: z.array(
    z.object({
      eventName: z.string(),
      hours: z.int(),
      source: z.enum(['administrator', 'csv', 'attendance']),
      reason: z.string(),
      decidedAt: instant(),
      /** '': the portal by itself, or somebody who has deleted their account. */
      decidedBy: z.string(),
    }),
  ),
  certificates: z.array(
    z.object({
      serial: z.string(),
      eventName: z.string(),
      hours: z.int(),
      issuedAt: instant(),
      state: z.enum(['stands', 'replaced', 'withdrawn']),
      link: z.string(),
    }),
  ),
  /** The accounts that have become a part of this one, the newest first. */
  merges: z.array(
    z.object({
      accountMergeId: z.int(),
      /** What was signed in to it with. */
      email: z.string(),
      mergedAt: instant(),
      /** Name or email; '': somebody who has deleted their account. */
      mergedBy: z.string(),
      /** Until when they can be taken apart again. */
      separableUntil: instant(),
    }),
  ),
  /** The newest, and not what is written in them. */
  mails: z.array(
    z.object({
      subject: z.string(),
      toAddress: z.string(),
      createdAt: instant(),
      sentAt: z.nullable(instant()),
      status: MailStatus,
    }),
  ),
  /** Where mails to their address came back. */
  bounce: z.nullable(Bounce),
  consents: z.array(AnsweredConsent),
  sessions: z.array(Session),
  /** Their own, which sign them in; not those of a second factor. */
  passkeys: z.array(Passkey),
})
export type Account = z.output<typeof Account>

export const getAccount = endpoint({
  method: 'GET',
  path: '/private/get-account',
  access: 'admin',
  summary:
    'All that is kept about a person: profile, registrations, credits, certificates, mails, consents, sessions, passkeys.',
  query: onWire({ userId: 'user_id' }, { userId: z.uuid({ error: 'A user id is a UUID' }) }),
  data: Account,
  refusals: ['USER_NOT_FOUND'],
})
