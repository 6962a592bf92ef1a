import { withPath } from '#server/core/remote-calls.ts'
import { openPacer } from '#server/core/webinar-platform/pacer.ts'
import type { Ask, PlatformOptions, Waiter } from '#server/core/webinar-platform/platform-calls.ts'
import { openPlatformCalls } from '#server/core/webinar-platform/platform-calls.ts'
import { QuotaReached } from '#server/core/webinar-platform/webinar-platform.ts'
import type { GotoWish } from './goto-errors.ts'
import { problemOf, wordsOf } from './goto-errors.ts'

export interface GotoSettings {
  /** An OAuth client with the grant type Personal Access Token. */
  clientId: string
  clientSecret: string
  /** The organizer's personal access token. */
  token: string
  organizerKey: string
  /** A test's stand-in; undefined: GoTo. */
  apiUrl?: string | undefined
  oauthUrl?: string | undefined
}

export interface GotoOptions extends PlatformOptions {
  /** The calls per second that GoTo accepts; its answers don't tell. */
  perSecond?: number
  /** The delay after the first 429; it doubles after each further one. */
  pauseMs?: number
}

interface GotoCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Starts after the organizer: '/webinars/8325357307900339981'. */
  path: string
  body?: object
  wish: GotoWish
}

export type AskGoto = Ask<GotoCall>

/** The delay after too many 429; GoTo does not say when it accepts calls again. */
const quotaMs = 60_000

export function openGotoCalls(
  {
    apiUrl = 'https://api.getgo.com',
    oauthUrl = 'https://authentication.logmeininc.com',
    clientId,
    clientSecret,
    token,
    organizerKey,
  }: GotoSettings,
  { clock = () => new Date(), perSecond = 10, pauseMs = 1000, ...limits }: GotoOptions,
) {
  const organizerUrl = `${withPath(apiUrl, '/G2W/rest/v2')}/organizers/${encodeURIComponent(organizerKey)}`
  const pacer = openPacer(perSecond)
  const waiter: Waiter = {
    turn: () => pacer.turn(),
    // Random, so that several processes don't return at the same time.
    sentAway: (_, times) => pacer.pause(pauseMs * 2 ** (times - 1) * (0.5 + Math.random() / 2)),
  }
  return openPlatformCalls<GotoCall>(
    {
      service: 'GoTo Webinar',
      client: {
        clientId,
        clientSecret,
        oauthUrl: withPath(oauthUrl, '/oauth/token'),
        form: { grant_type: 'personal_access_token', pat: token },
        advice:
          'Client ID and client secret have to be those of an OAuth client with the grant type Personal Access Token, and the personal access token must not have expired.',
      },
      // GoTo answers an expired token with 403, like a missing permission; 401 is not documented and means the same.
      isTokenRefused: ({ status }) => status === 401 || status === 403,
      requestOf: ({ method = 'GET', path, body }) => ({ method, address: `${organizerUrl}${path}`, body }),
      waiterOf: () => waiter,
      problemOf: (answer, { wish }) =>
        answer.status === 429
          ? new QuotaReached(wordsOf(answer), new Date(clock().getTime() + quotaMs), true)
          : problemOf(answer, wish),
      stop: pacer.close,
    },
    { clock, ...limits },
  )
}
