import nodemailer from 'nodemailer'
import type { MailTransport } from './mail.ts'
import { MailRefused } from './mail.ts'

const timeoutMs = 20_000

/** Sends by SMTP; a 5xx answer is final, everything else is worth another try. */
export function openSmtp(url: string): MailTransport {
  const smtp = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never)
  return {
    isMailbox: false,
    async send(mail) {
      const { to, from, subject, html, text, messageId } = mail
      const address = { name: '', address: to }
      const replyTo = mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }
      try {
        await smtp.sendMail({ messageId, from, to: address, subject, html, text, ...replyTo })
      } catch (problem) {
        const { responseCode, message } = problem as { responseCode?: number; message: string }
        if (responseCode !== undefined && responseCode >= 500) throw new MailRefused(message)
        throw new Error(message)
      }
    },
    close: () => smtp.close(),
  }
}
