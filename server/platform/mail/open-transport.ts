import { openMailService } from './http-mail.ts'
import type { MailTransport } from './mail.ts'
import { openSmtp } from './smtp.ts'

/** `mailbox:` keeps mails, `smtp://…` and `smtps://…` send them, `https://…` hands them to the HTTP mail service. */
export function openTransport(mailUrl: string): MailTransport {
  if (mailUrl.startsWith('smtp:') || mailUrl.startsWith('smtps:')) return openSmtp(mailUrl)
  if (mailUrl.startsWith('http:') || mailUrl.startsWith('https:')) return openMailService(mailUrl)
  // The outbox table is the mailbox: a mail in it has arrived.
  return { send: async () => {}, close: () => {} }
}
