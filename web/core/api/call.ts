import type { Data, Endpoint, Failure, Input, Success } from '#contract/core/endpoint.ts'
import { encodeBody, wireInput } from '#contract/core/endpoint.ts'
import { refusalOfStatus, refusals } from '#contract/core/refusals.ts'
import { refusalOf } from '#web/core/session/can.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { ApiError, tellIncomplete, tellSignedOut, unreachable } from './api-error.ts'
import { lookForPortal } from './connection.ts'

interface CallOptions {
  signal?: AbortSignal | undefined
  /** The bearer token to use instead of the session's. */
  token?: string
}

/**
 * Calls the server and returns its answer's `data`, checked. Throws an ApiError for everything else. Refuses
 * calls outside the caller's role before sending.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Data<E>> {
  const response = await send(endpoint, input, options)
  const answer = (await response.json().catch(() => undefined)) as Success<unknown> | undefined
  const parsed = endpoint.data?.safeParse(answer?.data)
  if (parsed && !parsed.success) {
    throw new ApiError(response.status, { code: 'BUG', message: refusals.BUG.message })
  }
  return parsed?.data as Data<E>
}

export async function callFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Blob> {
  return (await send(endpoint, input, {})).blob()
}

export async function callStream<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { body } = await send(endpoint, input, { signal })
  return body ?? new Blob().stream()
}

/** Returns the address of a call, for links and downloads. */
export function addressOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const { params, query: asked } = wireInput(endpoint, input)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { signal, token }: CallOptions,
): Promise<Response> {
  if (token === undefined) refuseUnlessAllowed(endpoint)
  const bearer = token ?? sessionUser()?.token
  const { body } = wireInput(endpoint, input)
  const sent = body && encodeBody(endpoint, body)
  const response = await fetch(addressOf(endpoint, input), {
    method: endpoint.method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      // A form names its own type.
      ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
    },
    ...(sent && { body: sent }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    void lookForPortal()
    throw unreachable()
  })
  if (response.ok) return response

  const failure = (await response.json().catch(() => ({}))) as Partial<Failure>
  throw refusedWith(response.status, failure, endpoint.access === 'public' || token ? undefined : bearer)
}

/** Refuses calls outside the signed-in person's role, as the server would. */
export function refuseUnlessAllowed(endpoint: Endpoint): void {
  const code = refusalOf(endpoint)
  if (code) throw new ApiError(refusals[code].status, { code, message: refusals[code].message })
}

/**
 * Returns the error for a failed answer. If it ends the session of this `bearer`, the listener leads to
 * another page.
 */
export function refusedWith(status: number, failure: Partial<Failure>, bearer: string | undefined): ApiError {
  // A proxy answers so while the portal is away. The portal's own failures have a code.
  if (!failure.code && (status === 502 || status === 504)) {
    void lookForPortal()
    return unreachable()
  }
  const code = failure.code ?? refusalOfStatus(status)
  // An answer to an older session says nothing about the current one.
  const isCurrent = bearer !== undefined && bearer === sessionUser()?.token
  const isSignedOut = code === 'SIGNED_OUT' && isCurrent
  // For administrators this refusal is about another person's profile.
  const isIncomplete = code === 'PROFILE_INCOMPLETE' && isCurrent && !sessionUser()?.isAdmin
  if (isSignedOut) tellSignedOut(refusals.SIGNED_OUT.message)
  if (isIncomplete) tellIncomplete(refusals.PROFILE_INCOMPLETE.message)
  if (code === 'NOT_READY') void lookForPortal()
  const isTold = isSignedOut || isIncomplete
  const message = failure.message ?? refusals[code].message
  return new ApiError(status, { ...failure, code, message, isTold })
}
