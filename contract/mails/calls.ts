import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress, longest, optionalLine, yearText } from '#contract/core/fields.ts'
import { epoch, idText, instant, numberText, onWire } from '#contract/core/wire.ts'

/**
 * What became of a mail: it waits, it is being sent, the transport took it over, it failed for now and is tried again, it was
 * given up, or it may have left and the answer was lost: such a one is sent once more after ten minutes.
 */
export const MailStatus = z.enum(['queued', 'sending', 'sent', 'failed', 'given-up', 'unknown'])
export type MailStatus = z.infer<typeof MailStatus>

export const mailStatusLabels: Record<MailStatus, string> = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed, tried again',
  'given-up': 'Given up',
  unknown: 'Perhaps sent',
}

export const MailboxMessage = z.object({
  id: z.int(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sentAt: instant(),
  links: z.array(z.string()),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string() })),
})
export type MailboxMessage = z.infer<typeof MailboxMessage>

/** Answers requests from this machine itself only, and only with the built-in mailbox: it shows sign-in links. */
export const mailbox = endpoint({
  method: 'GET',
  path: '/mailbox',
  access: 'public',
  summary: 'The mails kept by the built-in mailbox, newest first.',
  query: z.object({ to: z.optional(emailAddress('Invalid Email')) }),
  data: z.object({ messages: z.array(MailboxMessage) }),
})

/** Under the same conditions. `place` counts the attachments of a mail from 1. */
export const getMailboxAttachment = endpoint({
  method: 'GET',
  path: '/mailbox/:mailId/attachments/:place',
  access: 'public',
  summary: 'What a mail of the built-in mailbox carries, as a file.',
  params: z.object({ mailId: idText(), place: idText() }),
  file: 'application/octet-stream',
  limit: { perAddress: 300 },
})

/** One line of a registration's email history. */
export const EmailLog = onWire(
  { emailLogId: 'id', sentAt: 'sent_on', certificateLink: 'cert_link' },
  {
    emailLogId: z.int(),
    /** null while it waits. */
    sentAt: z.nullable(epoch()),
    hours: z.nullable(z.int()),
    notes: z.string(),
    certificateLink: z.nullable(z.string()),
    status: MailStatus,
  },
)
export type EmailLog = z.output<typeof EmailLog>

export const getEmailLogs = endpoint({
  method: 'GET',
  path: '/private/get-email-logs-by-registration-id',
  access: 'admin',
  summary: 'Every certificate mail of a registration: when, for how many hours, and what became of it.',
  query: onWire({ registrationId: 'registration_id' }, { registrationId: idText() }),
  data: z.object({ emailLogs: z.array(EmailLog) }),
})

export const Mail = z.object({
  mailId: z.int(),
  toAddress: z.string(),
  subject: z.string(),
  status: MailStatus,
  createdAt: instant(),
  sentAt: z.nullable(instant()),
  attempts: z.int(),
  /** Why the last attempt failed, in the words of whoever refused it; '' where none did. */
  problem: z.string(),
  /** The portal itself sent it a second time, because nobody knew whether the first had arrived. */
  isSentAgain: z.boolean(),
  /** Whether another try can be asked for: it was not sent, and what is written in it is there and of use still. */
  isRetriable: z.boolean(),
})
export type Mail = z.output<typeof Mail>

/** How many mails come at once. */
export const mailsAtOnce = 50

/** Those that have not arrived so far, and those that won't: tried again or given up. */
export const undelivered = ['failed', 'given-up'] as const satisfies MailStatus[]

/** What a list of mails can be narrowed to. */
export const mailStatuses = ['undelivered', ...MailStatus.options] as const

export const getMails = endpoint({
  method: 'GET',
  path: '/private/mails',
  access: 'admin',
  summary:
    'The mails of the portal and what became of each, the newest first: fifty, older than a given one. Never what is written in them.',
  query: z.object({
    /** Name or email of whom it is to. */
    search: z.optional(optionalLine(longest.line)),
    status: z.optional(z.enum(mailStatuses, { error: `One of: ${mailStatuses.join(', ')}` })),
    /** The renewal year in which it was written. */
    year: z.optional(yearText),
    before: z.optional(numberText('A mail id is a number', { min: 1, max: 9_999_999_999 })),
  }),
  data: z.object({ mails: z.array(Mail), hasMore: z.boolean() }),
})
