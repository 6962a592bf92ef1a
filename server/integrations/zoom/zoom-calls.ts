import type { ServiceHealth } from '#server/core/breaker.ts'
import type { CallOptions, RemoteAnswer } from '#server/core/remote-calls.ts'
import { openRemoteCalls, withPath } from '#server/core/remote-calls.ts'
import { ServiceDown } from '#server/core/remote-problems.ts'
import type { AddressedAnswer } from '#server/core/webinar-platform/platform-asking.ts'
import { askPlatform, longestBreakMs } from '#server/core/webinar-platform/platform-asking.ts'
import type { ZoomWish } from './zoom-errors.ts'
import { problemOf } from './zoom-errors.ts'
import type { ZoomWeight } from './zoom-limits.ts'
import { openZoomLimits } from './zoom-limits.ts'
import type { ZoomApp, ZoomToken } from './zoom-tokens.ts'
import { openZoomTokens } from './zoom-tokens.ts'

interface ZoomCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** From the version on: '/webinars/8001'. */
  path: string
  query?: Record<string, string>
  body?: object
  weight: ZoomWeight
  wish: ZoomWish
}

/** Makes a call and gives its answer when it has succeeded; throws the problem that it stands for else. */
export type AskZoom = (call: ZoomCall) => Promise<AddressedAnswer>

export interface ZoomCalls {
  ask: AskZoom
  isReachable(): boolean
  health(): ServiceHealth
  close(): void
}

export interface ZoomCallSettings extends ZoomApp, CallOptions {
  /** In place of the region that the token names. */
  apiUrl: string | undefined
  clock: () => Date
}

export function openZoomCalls({ apiUrl, clock, ...settings }: ZoomCallSettings): ZoomCalls {
  const { accountId, clientId, clientSecret, oauthUrl, ...limitsOfCalls } = settings
  const calls = openRemoteCalls('Zoom', { longestMs: longestBreakMs, ...limitsOfCalls })
  const limits = openZoomLimits(clock)
  const findToken = openZoomTokens(
    { accountId, clientId, clientSecret, oauthUrl },
    calls.sendUnguarded,
    clock,
  )
  const addressOf = ({ path, query }: ZoomCall, token: ZoomToken) =>
    `${withPath(apiUrl ?? token.apiUrl, '/v2')}${path}${searchOf(query)}`
  return {
    ask: (call) =>
      calls.guard(async () => {
        const { method = 'GET', body, weight, wish } = call
        const requestWith = (token: ZoomToken) => ({ method, address: addressOf(call, token), body })
        const waiter = limits.waiterOf(weight)
        const asking = { send: calls.sendUnguarded, findToken, isTokenRefused }
        const answer = await askPlatform(asking, waiter, requestWith)
        limits.learn(answer)
        if (answer.status < 300) return answer
        throw problemOf(answer, wish)
      }),
    isReachable: () => calls.state() !== 'open',
    health: calls.health,
    close() {
      calls.close()
      limits.close(new ServiceDown('Zoom is not asked any more: the portal ends'))
    },
  }
}

function isTokenRefused({ status }: RemoteAnswer): boolean {
  return status === 401
}

function searchOf(query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString()
  return search && `?${search}`
}
