import type { MailTransport } from './mail.ts'
import { MailRefused } from './mail.ts'

const timeoutMs = 10_000

/** What is about this very mail; the rest is about the service, or about our key, and can be mended. */
const finalStatuses = [400, 413, 422]

/** Posts to the HTTP mail service. Its URL carries its key, so no message of ours ever names it. */
export function openMailService(url: string): MailTransport {
  return {
    isMailbox: false,
    async send({ to, from, subject, html }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ EmailContent: html, ToEmail: to, FromEmail: from, EmailSubject: subject }),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((problem: Error) => {
        throw new Error(`The mail service could not be reached (${problem.name})`)
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const said = `The mail service answered ${answer.status}`
      throw finalStatuses.includes(answer.status) ? new MailRefused(said) : new Error(said)
    },
    close: () => {},
  }
}
