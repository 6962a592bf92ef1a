import * as z from 'zod/mini'
import type { CallOptions, RemoteAnswer, RemoteCalls, RemoteRequest } from '#server/core/remote-calls.ts'
import { contentOf, openRemoteCalls } from '#server/core/remote-calls.ts'
import { ServiceDown } from '#server/core/remote-problems.ts'
import { together } from '#server/core/together.ts'

interface OAuthClient {
  clientId: string
  clientSecret: string
  oauthUrl: string
  form: Record<string, string>
  advice: string
}

interface PlatformToken {
  bearer: string
  renewAt: Date
  /** The address of the account's region, if the webinar platform has several. */
  apiUrl: string | undefined
}

/** Keeps all callers within the webinar platform's limit. */
export interface Waiter {
  turn(): Promise<void>
  /** Reads the limits in an answer. */
  learn?(answer: RemoteAnswer): void
  /** Delays calls after a 429, the `times`-th of this call; may throw if the delay is long. */
  sentAway(answer: RemoteAnswer, times: number): void
}

interface PlatformApi<Call> {
  service: string
  client: OAuthClient
  isTokenRefused(answer: RemoteAnswer): boolean
  requestOf(call: Call, token: PlatformToken): Pick<RemoteRequest, 'method' | 'address' | 'body'>
  waiterOf(call: Call): Waiter
  /** Returns the problem of an answer with status 300 or more. */
  problemOf(answer: RemoteAnswer, call: Call): Error
  stop(problem: Error): void
}

export interface AddressedAnswer extends RemoteAnswer {
  address: string
}

/** Makes a call and returns its successful answer; throws any other's problem. */
export type Ask<Call> = (call: Call) => Promise<AddressedAnswer>

export interface PlatformOptions extends CallOptions {
  clock?: () => Date
}

/** The circuit breaker's longest pause: people get their links within a minute or two of the platform's return. */
const longestMs = 30_000

/** Limits count by the second, so a call refused this often is over another limit. */
const mostTries = 6

/** A token is renewed this long before it expires, so that running calls are not refused. */
const marginMs = 60_000

/** Opens a webinar platform's API. Renews a refused token once, and repeats a call after a 429. */
export function openPlatformCalls<Call>(
  api: PlatformApi<Call>,
  { clock = () => new Date(), ...limits }: PlatformOptions,
) {
  const { sendUnguarded, guard, state, health, close } = openRemoteCalls(api.service, {
    longestMs,
    ...limits,
  })
  const findToken = keepToken(() => fetchToken(api, sendUnguarded, clock()), clock)

  async function askPatiently(call: Call): Promise<AddressedAnswer> {
    const waiter = api.waiterOf(call)
    let token = await findToken()
    let isTokenNew = false
    for (let tries = 1; ; tries++) {
      await waiter.turn()
      const request = api.requestOf(call, token)
      const headers = { authorization: `Bearer ${token.bearer}`, accept: 'application/json' }
      const answer = await sendUnguarded({ ...request, headers, isWrite: request.method !== 'GET' })
      waiter.learn?.(answer)
      if (api.isTokenRefused(answer) && !isTokenNew) {
        token = await findToken(token)
        isTokenNew = true
      } else if (answer.status === 429 && tries < mostTries) {
        waiter.sentAway(answer, tries)
      } else if (answer.status < 300) {
        return { ...answer, address: request.address }
      } else {
        throw api.problemOf(answer, call)
      }
    }
  }

  const ask: Ask<Call> = (call) => guard(() => askPatiently(call))
  return {
    ask,
    isReachable: () => state() !== 'open',
    health,
    close() {
      close()
      api.stop(new ServiceDown(`${api.service} is not called any more: the portal ends`))
    },
  }
}

function keepToken(fetchNew: () => Promise<PlatformToken>, clock: () => Date) {
  let kept: PlatformToken | undefined
  const fetchTogether = together(fetchNew)
  return async (refused?: PlatformToken): Promise<PlatformToken> => {
    if (!kept || kept === refused || clock() >= kept.renewAt) kept = await fetchTogether()
    return kept
  }
}

const Token = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  api_url: z.optional(z.string()),
})
const Refusal = z.object({
  error: z.optional(z.string()),
  reason: z.optional(z.string()),
  error_description: z.optional(z.string()),
})

/** Requests a token. Throws `ServiceDown` if refused, because that concerns the account and not a registration. */
async function fetchToken(
  { service, client }: Pick<PlatformApi<never>, 'service' | 'client'>,
  send: RemoteCalls['send'],
  askedAt: Date,
): Promise<PlatformToken> {
  const answer = await send({
    method: 'POST',
    address: client.oauthUrl,
    headers: {
      authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`,
      accept: 'application/json',
    },
    body: new URLSearchParams(client.form),
    // Several tokens may be valid together, so a lost one does no harm.
    isWrite: false,
  })
  if (answer.status >= 300) {
    const { error = answer.status, ...words } = z.safeParse(Refusal, answer.content).data ?? {}
    const reason = words.reason ?? words.error_description ?? 'no reason given'
    throw new ServiceDown(
      `${service} gives the portal no token: ${reason} (${answer.status}/${error}). ${client.advice}`,
    )
  }
  const { access_token: bearer, expires_in: validSeconds, api_url: apiUrl } = contentOf(answer, Token)
  const validMs = validSeconds * 1000
  const renewAt = new Date(askedAt.getTime() + Math.max(validMs - marginMs, validMs / 2))
  return { bearer, renewAt, apiUrl }
}
