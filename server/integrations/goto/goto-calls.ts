import type { ServiceHealth } from '#server/core/breaker.ts'
import type { CallOptions, RemoteAnswer } from '#server/core/remote-calls.ts'
import { openRemoteCalls } from '#server/core/remote-calls.ts'
import { ServiceDown } from '#server/core/remote-problems.ts'
import { openPacer } from '#server/core/webinar-platform/pacer.ts'
import type { AddressedAnswer, Waiter } from '#server/core/webinar-platform/platform-asking.ts'
import { askPlatform, longestBreakMs } from '#server/core/webinar-platform/platform-asking.ts'
import { QuotaReached } from '#server/core/webinar-platform/webinar-platform.ts'
import type { GotoWish } from './goto-errors.ts'
import { problemOf, wordsOf } from './goto-errors.ts'
import type { GotoClient } from './goto-tokens.ts'
import { openGotoTokens } from './goto-tokens.ts'

interface GotoCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** From the organizer on: '/webinars/8325357307900339981'. */
  path: string
  body?: object
  wish: GotoWish
}

/** Makes a call and gives its answer when it has succeeded; throws the problem that it stands for else. */
export type AskGoto = (call: GotoCall) => Promise<AddressedAnswer>

export interface GotoCalls {
  ask: AskGoto
  isReachable(): boolean
  health(): ServiceHealth
  close(): void
}

export interface GotoCallSettings extends GotoClient, CallOptions {
  /** With the organizer: calls go to what is below. */
  organizerUrl: string
  perSecond: number
  /** How long to wait after the first 429; twice as long after each further one. */
  pauseMs: number
  clock: () => Date
}

/** Nothing says when it takes calls again that it has sent away again and again. */
const quotaMs = 60_000

export function openGotoCalls({
  organizerUrl,
  perSecond,
  pauseMs,
  clock,
  ...settings
}: GotoCallSettings): GotoCalls {
  const { clientId, clientSecret, token, oauthUrl, ...limits } = settings
  const calls = openRemoteCalls('GoTo Webinar', { longestMs: longestBreakMs, ...limits })
  const pacer = openPacer(perSecond)
  const findToken = openGotoTokens({ clientId, clientSecret, token, oauthUrl }, calls.sendUnguarded, clock)
  const waiter: Waiter = {
    turn: () => pacer.turn(),
    // Not all at the same moment again, where several processes wait.
    sentAway: (_, times) => pacer.pause(pauseMs * 2 ** (times - 1) * (0.5 + Math.random() / 2)),
  }
  return {
    ask: ({ method = 'GET', path, body, wish }) =>
      calls.guard(async () => {
        const address = `${organizerUrl}${path}`
        const requestWith = () => ({ method, address, body })
        const asking = { send: calls.sendUnguarded, findToken, isTokenRefused }
        const answer = await askPlatform(asking, waiter, requestWith)
        if (answer.status < 300) return answer
        throw answer.status === 429 ? quotaOf(answer, clock()) : problemOf(answer, wish)
      }),
    isReachable: () => calls.state() !== 'open',
    health: calls.health,
    close() {
      calls.close()
      pacer.close(new ServiceDown('GoTo Webinar is not asked any more: the portal ends'))
    },
  }
}

/** A token that has ended is answered with 403, as is a lack of permission; 401 is not documented, and means the same. */
function isTokenRefused({ status }: RemoteAnswer): boolean {
  return status === 401 || status === 403
}

function quotaOf(answer: RemoteAnswer, now: Date): Error {
  return new QuotaReached(wordsOf(answer), new Date(now.getTime() + quotaMs), true)
}
