import * as z from 'zod/mini'
import type { Access } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'

/** The most calls within ten minutes. */
interface Limit {
  /** From one address, which for IPv6 is a /64; its /48 may call `wideFactor` times as often. Each process counts reads separately. */
  perAddress: number
  /** For one signed-in person, if the call is expensive. Each process counts separately. */
  perPerson?: number
  /** For one email in the call, from one network; all networks together may call `looserFactor` times as often. */
  perEmail?: number
  /** For emails that nobody here has, if the call emails any given address. */
  strangers?: StrangerLimit
}

/** Strangers wait behind known people, and behind strangers of networks that have named fewer. They are not refused. */
export interface StrangerLimit {
  /** From one address, those whose emails wait for nobody; an IPv6 /48 has `wideFactor` times as many. */
  free: number
  /** From anywhere, those beyond the free ones whose emails leave as soon as they can. Further ones leave at `perMinute`. */
  total: number
  /** From one address, how many of the further ones leave in a minute. */
  perMinute: number
  /** For one mailbox, from all networks together; more are refused. */
  perEmail: number
}

/** The calls of one kind from one address when a school, a hangar, or a hall signs up behind it. */
export const hallOfPeople = 1000

/** The factor for limits of one email over all networks. */
export const looserFactor = 10

/** The factor for limits of an IPv6 /48, which one subscriber may have as easily as one address. */
export const wideFactor = 2

/** The writes (calls other than GET) that a signed-in person may make within ten minutes. */
export const writesPerPerson = 300

/** The reads of a signed-in person within ten minutes: five a second. */
export const readsPerPerson = 3000

/** The most bytes of a body in JSON, unless its endpoint says why it may be larger. */
export const mostJsonBytes = 64 * 1024

/** A body that may be larger than `mostJsonBytes`: the form, or JSON where the endpoint takes no file. */
export interface LargeBody {
  mostBytes: number
  /** The reason, as a sentence. */
  why: string
  /** The most calls with such a body by one person within ten minutes. Absent only if the sender is proven before the body is read. */
  perPerson?: number
}

type Schema<T = unknown> = z.ZodMiniType<T>

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema | undefined = Schema | undefined,
  Who extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api`; parameters are written `:name`. */
  path: string
  access: Who
  /** One line for the API's documentation. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /**
   * The form field (multipart/form-data) that holds the one file of the call. With a `body`, the form has its fields, each as text or as
   * JSON, and the file may be the JSON of a long list. A body without a file may also be JSON.
   */
  fileField?: string
  /** Optional text fields of that form, by their names on the wire, each with its meaning. */
  formFields?: Record<string, string>
  large?: LargeBody
  /** The shape of the envelope's `data`; absent if the answer is a file. */
  data?: Data
  /** The content type of an answer that is not the JSON envelope, or all that a caller can choose. */
  file?: string | readonly string[]
  limit?: Limit
  /** The refusals beyond those of every call (fields, session, rights, limits). */
  refusals?: readonly RefusalCode[]
}

/** Declares one call of the wire; the server serves it and the web calls it with the same object. */
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
/** The parsed input that a handler receives. */
export interface Received<E extends Endpoint> {
  params: Parsed<Parts<E>['params']>
  query: Parsed<Parts<E>['query']>
  body: Parsed<Parts<E>['body']>
}

/** A caller's input in our names: only the parts that the endpoint declares. */
export type Input<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as Parts<E>[Part] extends Schema ? Part : never]: Parsed<
    Parts<E>[Part]
  >
}

/** Encodes the input for the wire. Values that the contract refuses stay as they are: the server says what is wrong. */
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

/** Encodes a body in the wire's spelling: as JSON, or as a form if it has a file or is too large for JSON. */
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

/** The access of an endpoint. */
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
  /** A message for people. */
  message: string
  /** One message per invalid field, by its wire name. */
  fields?: Record<string, string>
  requestId: string
}
