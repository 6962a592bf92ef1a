import * as z from 'zod/mini'
import type { Access } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'

/** The most calls in ten minutes. */
interface Limit {
  /** Per IP address (IPv6: per /64; a /48 gets `wideFactor` times as many). Each process counts reads separately. */
  perAddress: number
  /** Per signed-in person, if the call is expensive. Each process counts separately. */
  perPerson?: number
  /** Per email in the call, from one network. All networks together get `looserFactor` times as many. */
  perEmail?: number
  /** For unknown emails, if the call emails any given address. */
  strangers?: StrangerLimit
}

/**
 * Emails to unknown addresses wait behind those to known people, and behind those of less active networks.
 * They are not refused.
 */
export interface StrangerLimit {
  /** Emails from one address that wait for no others. An IPv6 /48 gets `wideFactor` times as many. */
  free: number
  /** Emails beyond `free`, from all addresses, that leave as soon as possible. Later ones leave at `perMinute`. */
  total: number
  /** Later emails from one address that leave in a minute. */
  perMinute: number
  /** Emails to one mailbox, from all networks. Further calls are refused. */
  perEmail: number
}

/** The calls of one kind from one address, enough for a school, hangar or hall behind it. */
export const hallOfPeople = 1000

/** The factor for limits of one email over all networks. */
export const looserFactor = 10

/** The factor for limits of an IPv6 /48, because one subscriber may have a whole one. */
export const wideFactor = 2

/** The writes (calls other than GET) of one signed-in person in ten minutes. */
export const writesPerPerson = 300

/** The reads of one signed-in person in ten minutes: five a second. */
export const readsPerPerson = 3000

/** The most bytes of a JSON body, unless the endpoint gives a reason for more. */
export const mostJsonBytes = 64 * 1024

/** A body that may exceed `mostJsonBytes`: a form, or JSON if the endpoint takes no file. */
export interface LargeBody {
  mostBytes: number
  why: string
  /** The most such calls by one person in ten minutes. Absent only if the sender is proven before the body is read. */
  perPerson?: number
}

type Schema<T = unknown> = z.ZodMiniType<T>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Declared<
  Params extends Schema | undefined,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Data extends Schema | undefined,
  Who extends Access,
> {
  /** The method and the path below `/api`; parameters are written `:name`. */
  route: `${Method} /${string}`
  access: Who
  /** One line for the API's documentation. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /**
   * The form field (multipart/form-data) of the call's one file. With a `body`, the form has its fields, each
   * as text or JSON, and the file may be the JSON of a long list. A body without a file may also be JSON.
   */
  fileField?: string
  /** Optional text fields of that form: wire name to meaning. */
  formFields?: Record<string, string>
  large?: LargeBody
  /** The shape of the envelope's `data`; absent if the answer is a file. */
  data?: Data
  /** The content type of an answer other than the JSON envelope; a list if the caller chooses one. */
  file?: string | readonly string[]
  limit?: Limit
  /** The refusals beyond those of every call (fields, session, rights, limits). */
  refusals?: readonly RefusalCode[]
}

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema | undefined = Schema | undefined,
  Who extends Access = Access,
> extends Declared<Params, Query, Body, Data, Who> {
  method: Method
  path: string
}

/** Declares one call of the wire, for the server and the web. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Who extends Access,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Data extends Schema | undefined = undefined,
>(declared: Declared<Params, Query, Body, Data, Who>): Endpoint<Params, Query, Body, Data, Who> {
  const [method, path] = declared.route.split(' ') as [Method, string]
  return { ...declared, method, path }
}

/** Returns true if an export of the contract is a call. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

type Parts<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, infer Data, infer Who>
    ? { params: Params; query: Query; body: Body; data: Data; who: Who }
    : never

type Parsed<S> = S extends Schema ? z.output<S> : undefined
/** The parsed input for a handler. */
export interface Received<E extends Endpoint> {
  params: Parsed<Parts<E>['params']>
  query: Parsed<Parts<E>['query']>
  body: Parsed<Parts<E>['body']>
}

/** A caller's input in our names, with only the parts that the endpoint declares. */
export type Input<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as Parts<E>[Part] extends Schema ? Part : never]: Parsed<
    Parts<E>[Part]
  >
}

/** Encodes the input for the wire. Invalid values pass unchanged; the server says what is wrong. */
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

/** Encodes a body for the wire: as JSON, or as a form if it has a file or is too large for JSON. */
export function encodeBody({ fileField }: Endpoint, body: object): string | FormData {
  const json = JSON.stringify(body)
  if (fileField === undefined) return json
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  const hasFile = fields.some(([, value]) => value instanceof File)
  if (!hasFile && new Blob([json]).size <= mostJsonBytes) return json
  const form = new FormData()
  for (const [name, value] of fields) {
    if (value instanceof File || typeof value === 'string') form.set(name, value)
    else if (name !== fileField) form.set(name, JSON.stringify(value))
    else form.set(name, new File([JSON.stringify(value)], `${name}.json`))
  }
  return form
}

/** The parsed `data` of the answer. */
export type Data<E extends Endpoint> = Parsed<Parts<E>['data']>

export type Who<E extends Endpoint> = Parts<E>['who']

/** Success and failure on the wire; api.md, "Envelope". */
export interface Success<T> {
  error: false
  data: T
  message?: string
}

export interface Failure {
  error: true
  code: RefusalCode
  message: string
  /** One message per invalid field, by its wire name. */
  fields?: Record<string, string>
  requestId: string
}
