import * as z from 'zod/mini'
import type { RemoteAnswer, RemoteCalls } from '#server/core/remote-calls.ts'
import { contentOf } from '#server/core/remote-calls.ts'
import { ServiceDown } from '#server/core/remote-problems.ts'
import type { PlatformToken } from '#server/core/webinar-platform/platform-tokens.ts'
import { keepToken, renewalOf } from '#server/core/webinar-platform/platform-tokens.ts'

/** The server-to-server app of an account, from which a token is asked. */
export interface ZoomApp {
  accountId: string
  clientId: string
  clientSecret: string
  oauthUrl: string
}

export interface ZoomToken extends PlatformToken {
  /** Where calls with this token go: Zoom has several regions. */
  apiUrl: string
}

const Reply = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  api_url: z._default(z.string(), 'https://api.zoom.us'),
})
const Refusal = z.object({
  error: z.optional(z.string()),
  reason: z.optional(z.string()),
})

/** Gives a token, never the one that was refused. Throws `ServiceDown` if Zoom gives none: that concerns the account, and nobody's registration. */
export function openZoomTokens(
  app: ZoomApp,
  send: RemoteCalls['sendUnguarded'],
  clock: () => Date,
): (refused?: ZoomToken) => Promise<ZoomToken> {
  return keepToken(() => fetchToken(app, send, clock()), clock)
}

async function fetchToken(
  app: ZoomApp,
  send: RemoteCalls['sendUnguarded'],
  askedAt: Date,
): Promise<ZoomToken> {
  const answer = await send({
    method: 'POST',
    address: app.oauthUrl,
    headers: { authorization: `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'account_credentials', account_id: app.accountId }),
    // Several tokens may be valid at once, so one that is lost does no harm.
    isWrite: false,
  })
  if (answer.status >= 300) throw refusalOf(answer)
  const reply = contentOf(answer, Reply)
  return {
    bearer: reply.access_token,
    apiUrl: reply.api_url,
    renewAt: renewalOf(askedAt, reply.expires_in),
  }
}

function refusalOf({ status, content }: RemoteAnswer): ServiceDown {
  const { error = String(status), reason = 'no reason given' } = z.safeParse(Refusal, content).data ?? {}
  return new ServiceDown(
    `Zoom gives the portal no token: ${reason} (${status}/${error}). Account ID, client ID and client secret have to be those of an activated server-to-server app.`,
  )
}
