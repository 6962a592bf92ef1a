import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { comparedText } from '#contract/core/fields.ts'
import { id, instant } from '#contract/core/wire.ts'

/** The minutes without a sent mail before an administrator is alerted. */
export const minutesUntilTold = 5

export const MailFlow = z.object({
  /** Mails that wait for their first or next attempt. */
  waiting: z.int(),
  /** Since when mails wait without one leaving; null while they leave, and for the first five minutes. */
  stoppedSince: z.nullable(instant()),
  /** The mail server's last words; '' if none. */
  problem: z.string(),
})
export type MailFlow = z.output<typeof MailFlow>

export const getMailFlow = endpoint({
  route: 'GET /private/mail-flow',
  access: 'mails:read',
  summary: `The number of waiting emails, and since when none has left if that is more than ${minutesUntilTold} minutes.`,
  data: MailFlow,
})

/** The mails that failed for one reason. */
export const MailFailure = z.object({
  /** The mail server's last words, with '…' for each address. */
  reason: z.string(),
  /** Mails that can be retried. */
  mails: z.int(),
  /** The number that may have arrived. */
  perhapsSent: z.int(),
})
export type MailFailure = z.output<typeof MailFailure>

export const getMailFailures = endpoint({
  route: 'GET /private/mail-failures',
  access: 'mails:read',
  summary: 'The reasons why emails were not sent that can be retried, most frequent first.',
  data: z.object({ failures: z.array(MailFailure) }),
})

/** The most mails that one call retries. */
export const mostTriedAgain = 5000

/** Longer than any answer of a mail server. */
const longestReason = 2000

const Which = z.union(
  [
    z.object({ mailIds: z.array(id()).check(z.minLength(1), z.maxLength(mostTriedAgain)) }),
    z.object({ reason: comparedText('Has to be the reason of a failure', longestReason) }),
  ],
  { error: 'Has to name emails by their ids, or the reason why they failed' },
)

export const tryMailsAgain = endpoint({
  route: 'POST /private/mails/try-again',
  access: 'mails:write',
  summary: `Retries emails that were not sent: the named ones, or up to ${mostTriedAgain} that failed for one reason. Includes emails that may have arrived only with mayArriveTwice.`,
  body: z.object({
    which: Which,
    /** Also retries mails that may have arrived. */
    mayArriveTwice: z.optional(z.boolean({ error: 'Must be true or false' })),
  }),
  data: z.object({ tried: z.int() }),
  refusals: ['MAY_ARRIVE_TWICE', 'NOTHING_TO_DO'],
})
