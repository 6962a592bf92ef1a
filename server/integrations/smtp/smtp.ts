import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Departure } from '#server/core/departure.ts'
import { departureOf } from '#server/core/departure.ts'
import { isLocalName } from '#server/core/http/loopback.ts'
import type { MailAttachment, MailCarrier, OutgoingMail } from '#server/core/mail/mail.ts'
import { MailRefused } from '#server/core/mail/mail.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'

const timeoutMs = 20_000
/** An answer that is waited for too shortly is lost, and with it what became of the mail. */
const answerTimeoutMs = 60_000

/** What a receiver answers about this very mail; before it, an answer is about us: a wrong password can be mended. */
const aboutTheMail = ['RCPT TO', 'DATA']

/** What comes of a mail that can't even be written down: no server was asked. */
const aboutTheContent = ['EENVELOPE', 'EMESSAGE', 'ESTREAM']

/** Sends by SMTP; a 5xx answer about the mail is final, everything else that was answered is worth another try. */
export function openSmtp(url: string): MailCarrier {
  const smtp = nodemailer.createTransport({
    url,
    // Beyond this machine nothing travels in the clear, also where somebody on the way hides that the receiver could.
    requireTLS: url.startsWith('smtp:') && !isLocalName(new URL(url).hostname),
    pool: true,
    // As many as jobs send at once, so that an urgent one doesn't wait here; `?maxConnections=3` at the URL allows fewer.
    maxConnections: 12,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never)
  // The content is read when the receiver has agreed to recipient and DATA: the last moment before it may have the mail.
  smtp.use('stream', ({ message, data }, done) => {
    const { departure } = data as never as { departure: Departure }
    message.processFunc((content) => Readable.from(departure.of(content)))
    done()
  })
  return {
    async send(mail, aboutToLeave) {
      const { to, from, subject, html, text, messageId } = mail
      const address = { name: '', address: to }
      const replyTo = mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }
      const departure = departureOf(aboutToLeave)
      try {
        const content = { subject, html, text, ...attached(mail.attachments), ...headersOf(mail) }
        await smtp.sendMail({ messageId, from, to: address, ...replyTo, ...content, departure } as never)
      } catch (problem) {
        throw told(problem as SmtpProblem, departure)
      }
    },
    close: () => smtp.close(),
  }
}

function told(
  { responseCode, code = '', command = '', response = '', message }: SmtpProblem,
  departure: Departure,
) {
  if (!responseCode) {
    if (departure.hasLeft()) return new AnswerLost(`The answer was lost: ${message}`)
    const isOurs = departure.wasPrevented() || aboutTheContent.includes(code)
    return isOurs ? new Error(message) : new ServiceDown(message)
  }
  if (!aboutTheMail.includes(command)) return new ServiceDown(message)
  return responseCode >= 500
    ? new MailRefused(message, { isAboutAddress: isAboutAddress(command, response) })
    : new Error(message)
}

/**
 * Whether it is the address that is out of order. A server that says so exactly (5.1.x an address, 5.2.1 a mailbox that is closed) is
 * believed; of one that gives no such code, 550, 551 and 553 mean it. Its policy (5.7.x) is about us: the next address would hear it, too.
 */
export function isAboutAddress(command: string, response: string): boolean {
  const [, status = '', exactly] = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? []
  if (command !== 'RCPT TO') return false
  return exactly ? /^5\.(1\.\d+|2\.1)$/.test(exactly) : ['550', '551', '553'].includes(status)
}

/** An invitation goes along twice: as another form of the text, which mail programs act on, and as a file to be saved. */
function attached(attachments: MailAttachment[]) {
  const invitation = attachments.find(({ contentType }) => contentType.startsWith('text/calendar'))
  if (!invitation) return { attachments }
  const { filename, contentType, content } = invitation
  const method = /\bmethod=(\w+)/.exec(contentType)?.[1]
  return {
    icalEvent: { filename, method, content },
    attachments: attachments.filter((each) => each !== invitation),
  }
}

/** Out-of-office programs answer no mail that was generated, and mail programs sort by the list. */
function headersOf({ messageId, from, unsubscribeUrl }: OutgoingMail) {
  return {
    list: { id: { url: messageId.slice(messageId.indexOf('@') + 1, -1), comment: from.name } },
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

interface SmtpProblem {
  message: string
  /** What kind of problem it is. */
  code?: string
  /** The SMTP status and the command it answered, where the receiver answered at all. */
  responseCode?: number
  command?: string
  /** Its whole answer. */
  response?: string
}
