import { guardedMail } from './guarded-mail.ts'
import { openMailService } from './http-mail.ts'
import type { MailTransport } from './mail.ts'
import { openSmtp } from './smtp.ts'

/** `mailbox:` keeps mails, `smtp://…` and `smtps://…` send them, `https://…` hands them to the HTTP mail service. */
export function openTransport(mailUrl: string): MailTransport {
  if (mailUrl.startsWith('smtp:') || mailUrl.startsWith('smtps:')) return guardedMail(openSmtp(mailUrl))
  if (mailUrl.startsWith('http:') || mailUrl.startsWith('https:'))
    return guardedMail(openMailService(mailUrl))
  // The outbox table is the mailbox: a mail in it has arrived.
  return guardedMail({ send: async () => {}, close: () => {} })
}
