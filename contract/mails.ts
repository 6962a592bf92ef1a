import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emailAddress, idText } from './fields.ts'

/** What became of a mail: waiting, taken over by the mail transport, or given up after the last attempt. */
export const MailStatus = z.enum(['queued', 'sent', 'failed'])
export type MailStatus = z.infer<typeof MailStatus>

export const MailboxMessage = z.object({
  id: z.number(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sentAt: z.string(),
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

/** One line of a registration's e-mail history. */
export const EmailLog = z.object({
  id: z.number(),
  /** Milliseconds since 1970; null while it waits. */
  sent_on: z.nullable(z.number()),
  hours: z.nullable(z.number()),
  notes: z.string(),
  cert_link: z.nullable(z.string()),
  status: MailStatus,
})
export type EmailLog = z.infer<typeof EmailLog>

export const getEmailLogs = endpoint({
  method: 'GET',
  path: '/private/get-email-logs-by-registration-id',
  access: 'admin',
  summary: 'Every certificate mail of a registration: when, for how many hours, and what became of it.',
  query: z.object({ registration_id: idText() }),
  data: z.object({ emailLogs: z.array(EmailLog) }),
})
