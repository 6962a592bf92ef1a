import * as z from 'zod/mini'
import type { RemoteAnswer, RemoteCalls } from '#server/core/remote-calls.ts'
import { contentOf } from '#server/core/remote-calls.ts'
import { ServiceDown } from '#server/core/remote-problems.ts'
import type { PlatformToken } from '#server/core/webinar-platform/platform-tokens.ts'
import { keepToken, renewalOf } from '#server/core/webinar-platform/platform-tokens.ts'

/** The OAuth client of the portal, and the personal access token of the organizer in whose name it calls. */
export interface GotoClient {
  clientId: string
  clientSecret: string
  token: string
  oauthUrl: string
}

const Reply = z.object({ access_token: z.string(), expires_in: z.number() })
const Refusal = z.object({ error: z.optional(z.string()), error_description: z.optional(z.string()) })

/**
 * Gives a token, never the one that was refused. Throws `ServiceDown` if GoTo gives none: it does not know the client, or the
 * personal access token has ended. That concerns the account, and nobody's registration.
 */
export function openGotoTokens(
  client: GotoClient,
  send: RemoteCalls['sendUnguarded'],
  clock: () => Date,
): (refused?: PlatformToken) => Promise<PlatformToken> {
  return keepToken(() => fetchToken(client, send, clock()), clock)
}

async function fetchToken(
  client: GotoClient,
  send: RemoteCalls['sendUnguarded'],
  askedAt: Date,
): Promise<PlatformToken> {
  const answer = await send({
    method: 'POST',
    address: client.oauthUrl,
    headers: {
      authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`,
      accept: 'application/json',
    },
    body: new URLSearchParams({ grant_type: 'personal_access_token', pat: client.token }),
    // Several tokens may be valid at once, so one that is lost does no harm.
    isWrite: false,
  })
  if (answer.status >= 300) throw refusalOf(answer)
  const reply = contentOf(answer, Reply)
  return { bearer: reply.access_token, renewAt: renewalOf(askedAt, reply.expires_in) }
}

function refusalOf({ status, content }: RemoteAnswer): ServiceDown {
  const { error = String(status), error_description: reason = 'no reason given' } =
    z.safeParse(Refusal, content).data ?? {}
  return new ServiceDown(
    `GoTo Webinar gives the portal no token: ${reason} (${status}/${error}). Client ID and client secret have to be those of an OAuth client with the grant type Personal Access Token, and the personal access token one that has not ended.`,
  )
}
