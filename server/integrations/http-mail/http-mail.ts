import { writtenDate } from '#contract/core/plain-dates.ts'
import { departureOf } from '#server/core/departure.ts'
import type { MailCarrier, MailedEvent, OutgoingMail } from '#server/core/mail/mail.ts'
import { MailRefused } from '#server/core/mail/mail.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'

/** A service that has slept may take a while to wake up, and an answer that is waited for too shortly is lost. */
const timeoutMs = 30_000

/** A gateway passed the mail on and got no proper answer, so nobody knows whether the service has the mail. */
const lostStatuses = [502, 504]

/** What is about this very mail; the rest is about the service, or about our key, and can be mended. */
const finalStatuses = [400, 413, 422]

/** Posts to the HTTP mail service. Its URL carries its key, so no message of ours ever names it. */
export function openMailService(url: string): MailCarrier {
  return {
    async send(mail, aboutToLeave) {
      const body = Buffer.from(JSON.stringify(fieldsOf(mail)))
      const departure = departureOf(aboutToLeave)
      const request = {
        method: 'POST',
        // A sign-in page or a new address answers 200 to whatever follows a redirect.
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'content-length': String(body.length),
          // The same for every try, so that the service can drop a second copy.
          'message-id': mail.messageId,
          'idempotency-key': mail.messageId.replace(/[<>]/g, ''),
        },
        // Not as a ReadableStream: of that, fetch reads the beginning before it has a connection.
        body: departure.of([body]),
        duplex: 'half',
        signal: AbortSignal.timeout(timeoutMs),
      }
      const answer = await fetch(url, request as never).catch((problem: Error) => {
        if (departure.hasLeft()) throw new AnswerLost(`The mail service did not answer (${problem.name})`)
        const words = `The mail service could not be reached (${problem.name})`
        throw departure.wasPrevented() ? new Error(words) : new ServiceDown(words)
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const said = `The mail service answered ${answer.status}`
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
    EmailContent: html,
    ToEmail: to,
    FromEmail: from.address,
    EmailSubject: subject,
    ...(event && eventFields(event)),
  }
}

/** In the spelling that the specification has for events and slots; dates as everywhere on the wire. */
function eventFields({ eventName, startOn, endOn, startTime, endTime, userEmail }: MailedEvent) {
  const [startDate, endDate] = [writtenDate(startOn), writtenDate(endOn)]
  return { eventName, startDate, endDate, startTime, endTime, userEmail }
}
