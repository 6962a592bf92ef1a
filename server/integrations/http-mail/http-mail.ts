import { writtenDate } from '#contract/core/plain-dates.ts'
import { departureOf } from '#server/core/departure.ts'
import type { MailCarrier, MailedEvent, OutgoingMail } from '#server/core/mail/mail.ts'
import { MailRefused } from '#server/core/mail/mail.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'

/** Long, because a sleeping service wakes slowly, and a lost answer hides if the mail arrived. */
const timeoutMs = 30_000

/** A gateway's statuses without a proper answer from its service: the mail may have arrived. */
const lostStatuses = [502, 504]

/** The statuses about this mail; others concern the service or our key. */
const finalStatuses = [400, 413, 422]

/** Opens the HTTP mail service. Its URL contains its key, so no message may have it. */
export function openMailService(url: string): MailCarrier {
  return {
    atOnce: 12,
    async send(mail, aboutToLeave) {
      const body = Buffer.from(JSON.stringify(fieldsOf(mail)))
      const departure = departureOf(aboutToLeave)
      const request = {
        method: 'POST',
        // After a redirect, a sign-in page would answer 200.
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'content-length': String(body.length),
          // The same for every try, so that the service can drop a second copy.
          'message-id': mail.messageId,
          'idempotency-key': mail.messageId.replace(/[<>]/g, ''),
        },
        // Not a ReadableStream: fetch reads its beginning before it is connected.
        body: departure.of([body]),
        duplex: 'half',
        signal: AbortSignal.timeout(timeoutMs),
      }
      const answer = await fetch(url, request as never).catch((problem: Error) => {
        if (departure.hasLeft()) throw new AnswerLost(`The email service did not answer (${problem.name})`)
        const words = `The email service could not be reached (${problem.name})`
        throw departure.wasPrevented() ? new Error(words) : new ServiceDown(words)
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const said = `The email service answered ${answer.status}`
      if (lostStatuses.includes(answer.status)) throw new AnswerLost(said)
      if (answer.status < 400) {
        throw new ServiceDown(`${said}: it wants another address, so check MAIL_URL`)
      }
      throw finalStatuses.includes(answer.status) ? new MailRefused(said) : new ServiceDown(said)
    },
    close: () => {},
  }
}

function fieldsOf({ to, from, subject, html, event }: OutgoingMail) {
  return {
    // No attachments leave with it, so a picture of one would be broken. The mail links to it, too.
    EmailContent: html.replaceAll(/<img [^>]*src="cid:[^>]*>/g, ''),
    ToEmail: to,
    FromEmail: from.address,
    EmailSubject: subject,
    ...(event && eventFields(event)),
  }
}

/** Returns the event in the specification's spelling. */
function eventFields({ eventName, startOn, endOn, startTime, endTime, userEmail }: MailedEvent) {
  const [startDate, endDate] = [writtenDate(startOn), writtenDate(endOn)]
  return { eventName, startDate, endDate, startTime, endTime, userEmail }
}
