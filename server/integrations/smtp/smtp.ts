import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Departure } from '#server/core/departure.ts'
import { departureOf } from '#server/core/departure.ts'
import { isLocalName } from '#server/core/http/loopback.ts'
import type { MailAttachment, MailCarrier, OutgoingMail } from '#server/core/mail/mail.ts'
import { contentIdOf, MailRefused } from '#server/core/mail/mail.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'

const timeoutMs = 20_000
/** Long, because a lost answer hides if the mail arrived. */
const answerTimeoutMs = 60_000

/** The commands whose refusal concerns this mail; others concern our access, like a wrong password. */
const aboutTheMail = ['RCPT TO', 'DATA']

/** The codes of a mail that can't be encoded: no server was called. */
const aboutTheContent = ['EENVELOPE', 'EMESSAGE', 'ESTREAM']

/** Opens SMTP. A 5xx answer about the mail is final; any other answer is worth a retry. */
export function openSmtp(url: string): MailCarrier {
  // Jobs send no more concurrently than there are connections, so that an urgent mail doesn't wait here.
  const atOnce = Number(new URL(url).searchParams.get('maxConnections')) || 24
  const smtp = nodemailer.createTransport({
    url,
    // Requires encryption, except to this machine; otherwise a third party could hide STARTTLS.
    requireTLS: url.startsWith('smtp:') && !isLocalName(new URL(url).hostname),
    pool: true,
    maxConnections: atOnce,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never)
  // The content is read once the receiver accepted the recipient and DATA, right before it could have the
  // mail.
  smtp.use('stream', ({ message, data }, done) => {
    const { departure } = data as never as { departure: Departure }
    message.processFunc((content) => Readable.from(departure.of(content)))
    done()
  })
  return {
    atOnce,
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
 * Returns true if a refusal concerns the address. The enhanced code decides (5.1.x address, 5.2.1 closed
 * mailbox); without one, 550, 551 and 553 do. A policy refusal (5.7.x) concerns us, and every other address,
 * too.
 */
export function isAboutAddress(command: string, response: string): boolean {
  const [, status = '', exactly] = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? []
  if (command !== 'RCPT TO') return false
  return exactly ? /^5\.(1\.\d+|2\.1)$/.test(exactly) : ['550', '551', '553'].includes(status)
}

/**
 * Attaches an invitation twice: as an alternative of the text, for mail programs, and as a file to save. Pictures get the
 * Content-ID by which the HTML shows them.
 */
function attached(files: MailAttachment[]) {
  const attachments = files.map((file) =>
    file.contentType.startsWith('image/') ? { ...file, cid: contentIdOf(file.filename) } : file,
  )
  const invitation = attachments.find(({ contentType }) => contentType.startsWith('text/calendar'))
  if (!invitation) return { attachments }
  const { filename, contentType, content } = invitation
  const method = /\bmethod=(\w+)/.exec(contentType)?.[1]
  return {
    icalEvent: { filename, method, content },
    attachments: attachments.filter((each) => each !== invitation),
  }
}

/** Returns headers against out-of-office answers, and for mail programs that sort by list. */
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
  code?: string
  /** The SMTP status and its command, if the receiver answered. */
  responseCode?: number
  command?: string
  response?: string
}
