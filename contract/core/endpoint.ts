import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

/** Who may call an endpoint: anybody, a signed-in person, or an administrator. */
type Access = 'public' | 'user' | 'admin'

/** How often somebody may call within ten minutes. */
interface Limit {
  /** From one address, which for IPv6 is a /64; from its /48, as much more often as `looserFactor` says. */
  perAddress: number
  /** For one signed-in person, where a read costs much. Each process counts for itself. */
  perPerson?: number
  /** For one email, where the call carries one, from one network; from all networks together more often, likewise. */
  perEmail?: number
  /** Tighter limits for emails that nobody here has, where the call sends an email to whatever address is given. */
  strangers?: StrangerLimit
}

interface StrangerLimit {
  /** From one address; from an IPv6 /48 more often, by `looserFactor`. */
  perAddress: number
  /** For one mailbox, from all networks together. */
  perEmail: number
  /** For all strangers together, from anywhere. */
  total: number
}

/** How many times wider the limits are that many callers may share. */
export const looserFactor = 10

/** How many writes a signed-in person may make within ten minutes: all calls together that are no GET. */
export const writesPerPerson = 300

type Schema<T = unknown> = z.ZodMiniType<T>

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema | undefined = Schema | undefined,
  Who extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`; parameters are written `:name`. */
  path: string
  access: Who
  /** One line for the API's documentation. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Instead of a JSON body: the field of a form (multipart/form-data) that holds the one file it takes. */
  fileField?: string
  /** The most bytes of a body, where it is longer than most. */
  bodyLimit?: number
  /** What `data` of the envelope holds; absent where the answer is a file. */
  data?: Data
  /** The content type of an answer that is not the JSON envelope. */
  file?: string
  limit?: Limit
  /** The expected noes beyond those every call has (fields, session, rights, limits). */
  refusals?: readonly RefusalCode[]
}

/** Declares one call of the wire; the server serves it and the web calls it from the same object. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Who extends Access,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Data extends Schema | undefined = undefined,
>(declared: Endpoint<Params, Query, Body, Data, Who>): Endpoint<Params, Query, Body, Data, Who> {
  return declared
}

type Parts<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, infer Data, infer Who>
    ? { params: Params; query: Query; body: Body; data: Data; who: Who }
    : never

type Parsed<S> = S extends Schema ? z.output<S> : undefined
/** What a handler receives: everything parsed. */
export interface Received<E extends Endpoint> {
  params: Parsed<Parts<E>['params']>
  query: Parsed<Parts<E>['query']>
  body: Parsed<Parts<E>['body']>
}

/** What a caller sends, in our names: only the parts the endpoint declares. */
export type Input<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as Parts<E>[Part] extends Schema ? Part : never]: Parsed<
    Parts<E>[Part]
  >
}

/** The same as the wire spells it. What the contract refuses goes as it is: the server says what is wrong with it. */
export function wireInput<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): { params?: Record<string, string>; query?: Record<string, unknown>; body?: object } {
  const parts = input as Record<string, unknown>
  const spelled = (['params', 'query', 'body'] as const).map((part) => {
    const schema = endpoint[part]
    return [part, schema ? (z.safeEncode(schema, parts[part]).data ?? parts[part]) : undefined]
  })
  return Object.fromEntries(spelled.filter(([, value]) => value !== undefined))
}

/** What `data` of the answer is, after parsing. */
export type Data<E extends Endpoint> = Parsed<Parts<E>['data']>

/** Who may call it. */
export type Who<E extends Endpoint> = Parts<E>['who']

/** Success and failure as they travel; api.md, "Envelope". */
export interface Success<T> {
  error: false
  data: T
  message?: string
}

export interface Failure {
  error: true
  code: RefusalCode
  /** For a person. */
  message: string
  /** One message per invalid field, by its name on the wire. */
  fields?: Record<string, string>
  requestId: string
}
