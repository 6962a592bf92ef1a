import type { BreakerOptions } from '../breaker.ts'
import { openBreaker } from '../breaker.ts'
import type { MailCallOutcome, MailCarrier, MailTransport } from './mail.ts'
import { AnswerLost, MailServerDown, MailTurnedAway } from './mail.ts'

/** So long whoever was told to send has, until somebody else may. */
const promiseMs = 5000

/** A carrier behind a circuit breaker. The time between two tries is short, since somebody may wait for a sign-in link. */
export function guardedMail(
  carrier: MailCarrier,
  limits: Pick<BreakerOptions, 'failures' | 'firstMs' | 'longestMs'> = {},
): MailTransport {
  const calls: Record<MailCallOutcome, number> = { sent: 0, refused: 0, down: 0, lost: 0, 'turned-away': 0 }
  const breaker = openBreaker({
    firstMs: 1000,
    longestMs: 30_000,
    ...limits,
    isFailure: (problem) => problem instanceof MailServerDown || problem instanceof AnswerLost,
    turnedAway: () =>
      new MailTurnedAway('The mail server has failed too often just now, and is left alone for a while'),
  })
  let trials = 0
  let promisedUntil = 0
  return {
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
        calls.sent += 1
      } catch (problem) {
        calls[outcomeOf(problem)] += 1
        throw problem
      } finally {
        if (isTrial) trials -= 1
      }
    },
    health: () => ({ breaker: breaker.state(), awaySince: breaker.awaySince(), calls: { ...calls } }),
    close: () => carrier.close(),
  }
}

function outcomeOf(problem: unknown): MailCallOutcome {
  if (problem instanceof MailTurnedAway) return 'turned-away'
  if (problem instanceof MailServerDown) return 'down'
  return problem instanceof AnswerLost ? 'lost' : 'refused'
}
