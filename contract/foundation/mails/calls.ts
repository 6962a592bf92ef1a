import * as z from 'zod/mini'
import type { Data } from '#contract/core/endpoint.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress, searchLine, yearText } from '#contract/core/fields.ts'
import { epoch, idText, instant, numberText, onWire } from '#contract/core/wire.ts'

/**
 * A mail's status: waiting, being sent, accepted by the transport, failed and to be retried, given up, or
 * sent without an answer. The last one is sent again after ten minutes.
 */
export const MailStatus = z.enum(['queued', 'sending', 'sent', 'failed', 'given-up', 'unknown'])
export type MailStatus = z.infer<typeof MailStatus>

export const mailStatusLabels: Record<MailStatus, string> = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed, retrying',
  'given-up': 'Abandoned',
  unknown: 'May have been sent',
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

/** Answers only this machine, and only with the built-in mailbox, because it shows sign-in links. */
export const mailbox = endpoint({
  route: 'GET /mailbox',
  access: 'public',
  summary: 'The emails in the built-in mailbox, newest first.',
  query: z.object({ to: z.optional(emailAddress('Invalid Email')) }),
  data: z.object({ messages: z.array(MailboxMessage) }),
  refusals: ['NOT_FOUND'],
})

/** Answers as `mailbox` does. `place` counts a mail's attachments from 1. */
export const getMailboxAttachment = endpoint({
  route: 'GET /mailbox/:mailId/attachments/:place',
  access: 'public',
  summary: 'An attachment of an email in the built-in mailbox.',
  params: z.object({ mailId: idText(), place: idText() }),
  file: 'application/octet-stream',
  limit: { perAddress: 300 },
  refusals: ['NOT_FOUND'],
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
  route: 'GET /private/get-email-logs-by-registration-id',
  access: 'mails:read',
  summary: 'Every certificate email of a registration with its time, hours and status.',
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
  /** The last failure in the mail server's words; '' if none. */
  problem: z.string(),
  /** The portal sent a second copy, because the first one may not have arrived. */
  isSentAgain: z.boolean(),
  /** It was not sent, and its content is stored and still useful. */
  isRetriable: z.boolean(),
})
export type Mail = z.output<typeof Mail>

/** The mails per answer. */
export const mailsAtOnce = 50

/** The statuses of mails that did not arrive: to be retried, or given up. */
export const undelivered = ['failed', 'given-up'] as const satisfies MailStatus[]

/** The filters of the list of mails. */
export const mailStatuses = ['undelivered', ...MailStatus.options] as const

export const getMails = endpoint({
  route: 'GET /private/mails',
  access: 'mails:read',
  summary:
    'The emails of the portal with their status, newest first: fifty, older than a given one. Never their text.',
  query: z.object({
    /** The recipient's name or email. */
    search: z.optional(searchLine()),
    status: z.optional(z.enum(mailStatuses, { error: `One of: ${mailStatuses.join(', ')}` })),
    /** The renewal year in which it was written. */
    year: z.optional(yearText),
    before: z.optional(numberText('An email id is a number', { min: 1, max: 9_999_999_999 })),
  }),
  data: z.object({ mails: z.array(Mail), hasMore: z.boolean() }),
})

/** Replaces each removed link and code in an administrator's copy of a mail. */
export const removedText = '[removed]'

export const getMail = endpoint({
  route: 'GET /private/mails/:mailId',
  access: 'mails:read',
  summary:
    'An email as it was sent, without the links and codes that let someone act as the recipient, and without attachments.',
  params: z.object({ mailId: idText() }),
  data: z.object({
    ...Mail.shape,
    /** '': replies go to the sender. */
    replyTo: z.string(),
    attachments: z.array(z.string()),
    /** The text carries a link or code, and is deleted once that is used or expires. */
    isSecret: z.boolean(),
    /** null if deleted. */
    content: z.nullable(
      z.object({
        html: z.string(),
        text: z.string(),
        /** Links or codes were removed. */
        isShortened: z.boolean(),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
})
export type SentMail = Data<typeof getMail>
