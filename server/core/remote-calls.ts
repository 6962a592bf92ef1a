import * as z from 'zod/mini'
import type { Breaker, BreakerOptions } from './breaker.ts'
import { openBreaker } from './breaker.ts'
import { departureOf } from './departure.ts'
import { AnswerLost, ServiceDown } from './remote-problems.ts'

/** What is asked of a remote service. */
export interface RemoteRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  address: string
  headers: Record<string, string>
  /** Sent as JSON, or as a form. */
  body?: object | undefined
  /** It changes something over there, so that it matters whether it was done when no answer comes. */
  isWrite: boolean
}

/** What the service said, below 500: a refusal is read by its adapter. */
export interface RemoteAnswer {
  status: number
  headers: Headers
  /** Letter for letter. */
  body: string
  /** The same as JSON, whole numbers too large for a number as text; undefined where it is no JSON. */
  content: unknown
  /** What to throw where the answer makes no sense: `AnswerLost` for a write, `ServiceDown` for a read. */
  senseless(words: string): Error
}

/** The way to a remote service over HTTP, behind a circuit breaker. */
export interface RemoteCalls extends Pick<Breaker, 'state' | 'health'> {
  /**
   * Gives every answer below 500. Throws `ServiceDown` where nothing was sent, while the breaker is open, and for reads in
   * general; `AnswerLost` for a write that was sent and got no answer, one of 500 and more, or a success that is no JSON.
   */
  send(request: RemoteRequest): Promise<RemoteAnswer>
  /** The same past the breaker: for the requests of a call that `guard` counts as one. */
  sendUnguarded(request: RemoteRequest): Promise<RemoteAnswer>
  /** Counts a call of several requests, and what is read from their answers, as one call of the breaker. */
  guard<Result>(call: () => Promise<Result>): Promise<Result>
  /** Gives up what is under way. */
  close(): void
}

export interface CallOptions extends BreakerOptions {
  /** How long an answer may take, from the first byte sent to the last one read. */
  timeoutMs?: number | undefined
}

/** An id, of which we know that it may come as a number or as text: always text from here on. */
export const RemoteId = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((id) => String(id)),
)

/** `service` as sentences name it: 'Zoom'. An answer that is waited for too shortly is lost, so the default is long. */
export function openRemoteCalls(
  service: string,
  { timeoutMs = 30_000, ...limits }: CallOptions = {},
): RemoteCalls {
  const closing = new AbortController()
  const { run, state, health } = openBreaker(service, limits)
  const sendUnguarded = (request: RemoteRequest) =>
    callService(service, request, AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]))
  return {
    send: (request) =>
      run(
        () => sendUnguarded(request),
        ({ status }) => status >= 400,
      ),
    sendUnguarded,
    guard: (call) => run(call),
    state,
    health,
    close: () => closing.abort(),
  }
}

/** What an answer says, as `schema` wants it; one that is different makes no sense. */
export function contentOf<Schema extends z.ZodMiniType>(
  answer: RemoteAnswer,
  schema: Schema,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, answer.content)
  if (!error) return data as z.output<Schema>
  const [issue] = error.issues
  throw answer.senseless(`answered without a proper ${issue?.path.join('.') || 'content'}`)
}

/** A stand-in may be named with the path that the calls start with, or without. */
export function withPath(url: string, path: string): string {
  const bare = url.replace(/\/+$/, '')
  return new URL(bare).pathname === '/' ? `${bare}${path}` : bare
}

async function callService(
  service: string,
  { method, address, headers, body, isWrite }: RemoteRequest,
  signal: AbortSignal,
): Promise<RemoteAnswer> {
  const departure = departureOf(async () => {})
  // Without a body nobody can say when a request has left.
  const mayBeDone = () => isWrite && (body === undefined || departure.hasLeft())
  const failure = (words: string) =>
    mayBeDone() ? new AnswerLost(`${service} ${words}`) : new ServiceDown(`${service} ${words}`)
  const sent = body && sending(body, (content) => departure.of(content))
  const request = { method, redirect: 'manual', signal, ...sent, headers: { ...headers, ...sent?.headers } }
  const {
    status,
    headers: said,
    text,
  } = await answerTo(address, request).catch((problem: Error) => {
    throw failure(
      `${mayBeDone() || !isWrite ? 'did not answer' : 'could not be reached'} (${nameOf(problem)})`,
    )
  })
  if (status >= 500) throw failure(`answered ${status}`)
  const content = parsed(text)
  if (status < 300 && text !== '' && content === undefined) throw failure(`answered ${status} with no JSON`)
  return { status, headers: said, body: text, content, senseless: failure }
}

async function answerTo(address: string, request: object) {
  const response = await fetch(address, request)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

function sending(body: object, leaving: (content: Buffer[]) => AsyncGenerator<Buffer>) {
  const isForm = body instanceof URLSearchParams
  const content = Buffer.from(isForm ? body.toString() : JSON.stringify(body))
  return {
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      'content-length': String(content.length),
    },
    // Not as a ReadableStream: of that, fetch reads the beginning before it has a connection.
    body: leaving([content]),
    duplex: 'half',
  }
}

/** Never the message, which may quote what was sent. */
function nameOf({ name, cause }: Error): string {
  return (cause as { code?: string } | undefined)?.code ?? name
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, keepLongNumbers as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}

/** A key like 8325357307900339981 would be rounded as a number. */
function keepLongNumbers(_key: string, value: unknown, { source }: { source: string }): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
}
