import * as z from 'zod/mini'
import type { BreakerOptions } from './breaker.ts'
import { openBreaker } from './breaker.ts'
import { departureOf } from './departure.ts'
import { AnswerLost, ServiceDown } from './remote-problems.ts'

export interface RemoteRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  address: string
  headers: Record<string, string>
  /** Sent as JSON, or as a form. */
  body?: object | undefined
  /** It changes something remotely, so a lost answer matters. */
  isWrite: boolean
}

/** A service's answer below 500; its adapter reads refusals. */
export interface RemoteAnswer {
  status: number
  headers: Headers
  body: string
  /** The parsed JSON, with integers too large for a number as text; undefined if it is not JSON. */
  content: unknown
  /** Returns the error for a senseless answer: `AnswerLost` for a write, `ServiceDown` for a read. */
  senseless(words: string): Error
}

export interface CallOptions extends BreakerOptions {
  /** The time limit of an answer, from the first byte sent to the last one read. */
  timeoutMs?: number | undefined
}

/** An id that comes as number or text; always text after parsing. */
export const RemoteId = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((id) => String(id)),
)

/** A text; '' if missing. */
export const RemoteText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
)

/** An instant. '2026-02-10 14:35:12' without a zone is UTC, as in some of Zoom's reports. */
export const RemoteInstant = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(instantOf(text).getTime()))),
  z.transform(instantOf),
)

function instantOf(text: string) {
  return new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
}

export type RemoteCalls = ReturnType<typeof openRemoteCalls>

/**
 * Opens HTTP calls behind a circuit breaker; `service` is the name in sentences: 'Zoom'. The time limit is
 * long by default, because a short one loses answers.
 */
export function openRemoteCalls(service: string, { timeoutMs = 30_000, ...limits }: CallOptions = {}) {
  const closing = new AbortController()
  const { run, state, health } = openBreaker(service, limits)
  const sendUnguarded = (request: RemoteRequest) =>
    callService(service, request, AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]))
  return {
    /**
     * Returns every answer below 500. Throws `ServiceDown` if nothing was sent, while the breaker is open,
     * and for failing reads. Throws `AnswerLost` for a sent write without an answer, with 500 or more, or
     * with a success that is not JSON.
     */
    send: (request: RemoteRequest) =>
      run(
        () => sendUnguarded(request),
        ({ status }) => status >= 400,
      ),
    /** Sends past the breaker, inside a `guard` call. */
    sendUnguarded,
    /** Counts several requests, and the reading of their answers, as one call of the breaker. */
    guard: <Result>(call: () => Promise<Result>) => run(call),
    state,
    health,
    close: () => closing.abort(),
  }
}

/** Parses an answer by `schema`; other content makes no sense. */
export function contentOf<Schema extends z.ZodMiniType>(
  answer: RemoteAnswer,
  schema: Schema,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, answer.content)
  if (!error) return data as z.output<Schema>
  const [issue] = error.issues
  throw answer.senseless(`answered without a proper ${issue?.path.join('.') || 'content'}`)
}

/** Returns the address with the path of all calls; a stand-in's address may have it already. */
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
  // Without a body nobody can tell when a request has left.
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
  const content = parseJson(text)
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
    // Not a ReadableStream: fetch reads its beginning before it is connected.
    body: leaving([content]),
    duplex: 'half',
  }
}

/** Returns an error's name, never its message, which may quote what was sent. */
function nameOf({ name, cause }: Error) {
  return (cause as { code?: string } | undefined)?.code ?? name
}

/**
 * Parses JSON; integers too large for a number become text, or a key like 8325357307900339981 would be
 * rounded. Returns undefined for other text.
 */
export function parseJson(text: string): unknown {
  try {
    const content: unknown = JSON.parse(text)
    // The reviver of Node 20, which runs `verify.mjs`, does not get a number's digits.
    return mayHoldLongNumbers.test(text) ? JSON.parse(text.replace(stringsAndNumbers, quoteLong)) : content
  } catch {
    return undefined
  }
}

const mayHoldLongNumbers = /\d{16}|\d[eE]/
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

function quoteLong(token: string) {
  const number = token.startsWith('"') ? 0 : Number(token)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? `"${token}"` : token
}
