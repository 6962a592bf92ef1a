import { departureOf } from './departure.ts'
import type { MailTransport } from './mail.ts'
import { AnswerLost, MailRefused } from './mail.ts'

/** A service that has slept may take a while to wake up, and an answer that is waited for too shortly is lost. */
const timeoutMs = 30_000

/** What is about this very mail; the rest is about the service, or about our key, and can be mended. */
const finalStatuses = [400, 413, 422]

/** Posts to the HTTP mail service. Its URL carries its key, so no message of ours ever names it. */
export function openMailService(url: string): MailTransport {
  return {
    async send({ to, from, subject, html }, aboutToLeave) {
      const body = Buffer.from(
        JSON.stringify({ EmailContent: html, ToEmail: to, FromEmail: from, EmailSubject: subject }),
      )
      const departure = departureOf(aboutToLeave)
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
        // Not as a ReadableStream: of that, fetch reads the beginning before it has a connection.
        body: departure.of([body]),
        duplex: 'half',
        signal: AbortSignal.timeout(timeoutMs),
      }
      const answer = await fetch(url, request as never).catch((problem: Error) => {
        throw departure.hasLeft()
          ? new AnswerLost(`The mail service did not answer (${problem.name})`)
          : new Error(`The mail service could not be reached (${problem.name})`)
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const said = `The mail service answered ${answer.status}`
      throw finalStatuses.includes(answer.status) ? new MailRefused(said) : new Error(said)
    },
    close: () => {},
  }
}
