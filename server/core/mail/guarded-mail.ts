import { openBreaker } from '#server/core/breaker.ts'
import type { MailCarrier, MailTransport } from './mail.ts'

/** A mail must be sent within this time after `maySend`; then another one may. */
const promiseMs = 5000

/** Puts a carrier behind a circuit breaker with short pauses, because someone may wait for a sign-in link. */
export function guardedMail(carrier: MailCarrier): MailTransport {
  const breaker = openBreaker('The email server', { firstMs: 1000, longestMs: 30_000 })
  let trials = 0
  let promisedUntil = 0
  return {
    atOnce: carrier.atOnce,
    maySend() {
      const state = breaker.state()
      if (state !== 'half-open') return state === 'closed'
      if (trials > 0 || Date.now() < promisedUntil) return false
      promisedUntil = Date.now() + promiseMs
      return true
    },
    async send(mail, aboutToLeave) {
      const isTrial = breaker.state() !== 'closed'
      if (isTrial) trials += 1
      try {
        await breaker.run(() => carrier.send(mail, aboutToLeave))
      } finally {
        if (isTrial) trials -= 1
      }
    },
    health: breaker.health,
    close: () => carrier.close(),
  }
}
