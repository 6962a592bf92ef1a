import nodemailer from 'nodemailer'
import type { MailTransport } from './mail.ts'
import { MailRefused } from './mail.ts'

const timeoutMs = 20_000

/** What a receiver answers about this very mail; before it, an answer is about us: a wrong password can be mended. */
const aboutTheMail = ['RCPT TO', 'DATA']

/** Sends by SMTP; a 5xx answer about the mail is final, everything else is worth another try. */
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
        const { responseCode = 0, command = '', message } = problem as SmtpProblem
        throw responseCode >= 500 && aboutTheMail.includes(command)
          ? new MailRefused(message)
          : new Error(message)
      }
    },
    close: () => smtp.close(),
  }
}

interface SmtpProblem {
  message: string
  /** The SMTP status and the command it answered, where the receiver answered at all. */
  responseCode?: number
  command?: string
}
