import { withPath } from '#server/core/remote-calls.ts'
import type { Ask, PlatformOptions } from '#server/core/webinar-platform/platform-calls.ts'
import { openPlatformCalls } from '#server/core/webinar-platform/platform-calls.ts'
import type { ZoomWish } from './zoom-errors.ts'
import { problemOf } from './zoom-errors.ts'
import type { ZoomWeight } from './zoom-limits.ts'
import { openZoomLimits } from './zoom-limits.ts'

export interface ZoomSettings {
  /** The account of a server-to-server app. */
  accountId: string
  clientId: string
  clientSecret: string
  /** The secret token that signs the account's webhooks; undefined: none are accepted. */
  webhookSecret?: string | undefined
  /** A test's stand-in; undefined: Zoom. */
  apiUrl?: string | undefined
  oauthUrl?: string | undefined
}

interface ZoomCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Starts after the version: '/webinars/8001'. */
  path: string
  query?: Record<string, string>
  body?: object
  weight: ZoomWeight
  wish: ZoomWish
}

export type AskZoom = Ask<ZoomCall>

export function openZoomCalls(
  { accountId, clientId, clientSecret, apiUrl, oauthUrl = 'https://zoom.us' }: ZoomSettings,
  options: PlatformOptions & { clock: () => Date },
) {
  const limits = openZoomLimits(options.clock)
  return openPlatformCalls<ZoomCall>(
    {
      service: 'Zoom',
      client: {
        clientId,
        clientSecret,
        oauthUrl: withPath(oauthUrl, '/oauth/token'),
        form: { grant_type: 'account_credentials', account_id: accountId },
        advice:
          'Account ID, client ID and client secret have to be those of an activated server-to-server app.',
      },
      isTokenRefused: ({ status }) => status === 401,
      requestOf({ method = 'GET', path, query, body }, token) {
        const url = withPath(apiUrl ?? token.apiUrl ?? 'https://api.zoom.us', '/v2')
        const search = query ? `?${new URLSearchParams(query)}` : ''
        return { method, address: `${url}${path}${search}`, body }
      },
      waiterOf: ({ weight }) => limits.waiterOf(weight),
      problemOf: (answer, { wish }) => problemOf(answer, wish),
      stop: limits.close,
    },
    options,
  )
}
