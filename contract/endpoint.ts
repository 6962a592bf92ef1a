import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

/** Who may call an endpoint: anybody, a signed-in person, or an administrator. */
export type Access = 'public' | 'user' | 'admin'

/** How often one address, and one e-mail where the call carries one, may call within ten minutes. */
export interface Limit {
  perAddress: number
  perEmail?: number
}

type Schema<T = unknown> = z.ZodMiniType<T>

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema | undefined = Schema | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`; parameters are written `:name`. */
  path: string
  access: Access
  /** One line for the API's documentation. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
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
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Data extends Schema | undefined = undefined,
>(declared: Endpoint<Params, Query, Body, Data>) {
  return declared as Endpoint<Params, Query, Body, Data> & Declared<Params, Query, Body, Data>
}

/** What was not declared is not there; what was, is. */
interface Declared<Params, Query, Body, Data> {
  params: Params
  query: Query
  body: Body
  data: Data
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Sent<S> = S extends Schema ? z.input<S> : undefined

/** What a handler receives: everything parsed. */
export interface Received<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** What a caller sends: only the parts the endpoint declares. */
export type Input<E extends Endpoint> = Omit<
  { params: Sent<E['params']>; query: Sent<E['query']>; body: Sent<E['body']> },
  | (E['params'] extends Schema ? never : 'params')
  | (E['query'] extends Schema ? never : 'query')
  | (E['body'] extends Schema ? never : 'body')
>

/** What `data` of the answer is, after parsing. */
export type Data<E extends Endpoint> = Parsed<E['data']>

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
