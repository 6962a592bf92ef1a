import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Data, Endpoint, Received, Who } from '#contract/core/endpoint.ts'
import type { Permission } from '#contract/core/permissions.ts'
import { accessRefusal } from '#contract/core/permissions.ts'
import { envelope } from './envelope.ts'
import type { Limits } from './limits.ts'
import { limitCalls } from './limits.ts'
import { refusalsOf } from './open-api.ts'
import { Refusal } from './refusal.ts'

export interface Caller {
  userId: string
  role: 'user' | 'admin'
  /** The permissions of an administrator's role; empty for a user. */
  permissions: readonly Permission[]
  /** The permission that admitted this call; undefined if the endpoint needs none. */
  admittedBy?: Permission | undefined
  tokenHash: Buffer
  /** The API key in place of a session. */
  apiKey?: { apiKeyId: number; label: string }
}

export interface Gate {
  app: FastifyInstance
  findCaller(request: FastifyRequest): Promise<Caller | undefined> | Caller | undefined
  limits: Limits
  /** In tests, receives each undeclared refusal of an endpoint. */
  onUndeclared?: ((words: string) => void) | undefined
}

type CallerOf<E extends Endpoint> = Who<E> extends 'public' ? undefined : Caller

export interface Call<E extends Endpoint> extends Received<E> {
  caller: CallerOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

const apiPath = '/api'

/** An answer's `data`; anything if the endpoint has none. */
export type Answer<E extends Endpoint> = Record<string, never> extends Data<E> ? unknown : Data<E>

/** Serves an endpoint of the contract: checks the caller, parses the request, answers in the envelope. */
export function serve<E extends Endpoint>(
  gate: Gate,
  endpoint: E,
  answer: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
) {
  route(gate, endpoint, async (call) => ({ error: false, data: (await answer(call as Call<E>)) ?? {} }))
}

/** Serves an endpoint whose `answer` sends a file or finished bytes; `isCompressed`: compressed already. */
export function serveFile<E extends Endpoint>(
  gate: Gate,
  endpoint: E,
  answer: (call: Call<E>) => Promise<FastifyReply> | FastifyReply,
  { isCompressed = false } = {},
) {
  route(gate, endpoint, (call) => answer(call as Call<E>), isCompressed ? { compress: false } : {})
}

function route(
  gate: Gate,
  endpoint: Endpoint,
  answer: (call: Call<Endpoint>) => unknown,
  options: { compress?: false } = {},
) {
  const { method, path, params, query, body, fileField, large, data, file, access } = endpoint
  const limits = limitCalls(gate.limits, endpoint)
  const admissions = access === 'public' ? [] : [admission(gate, endpoint)]
  const declared = gate.onUndeclared ? watched(endpoint, answer, gate.onUndeclared) : answer
  gate.app.route({
    ...options,
    // A HEAD request must not draw or export a file.
    exposeHeadRoute: access === 'public' && file === undefined,
    method,
    url: apiPath + path,
    // A form has its own limit; JSON in its place has the usual one.
    ...(large && fileField === undefined && { bodyLimit: large.mostBytes }),
    config: { endpoint },
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(data && { response: { 200: envelope(data) } }),
    },
    onRequest: [...admissions, ...limits.before],
    // Checks again after the body, so that a slow body does not outlive its session.
    preValidation: body ? admissions : [],
    preHandler: limits.after,
    handler: (request, reply) => {
      const { params, query, body } = request
      return declared({ params, query, body, caller: request.caller, request, reply } as Call<Endpoint>)
    },
  })
}

/** Returns an answer that reports undocumented refusals. */
function watched(
  endpoint: Endpoint,
  answer: (call: Call<Endpoint>) => unknown,
  onUndeclared: (words: string) => void,
) {
  const known = new Set(refusalsOf(endpoint))
  return async (call: Call<Endpoint>): Promise<unknown> => {
    try {
      return await answer(call)
    } catch (problem) {
      if (problem instanceof Refusal && !known.has(problem.code)) {
        onUndeclared(`${endpoint.method} ${endpoint.path} does not declare ${problem.code}`)
      }
      throw problem
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** The hash of the bearer token: a call with a body is admitted twice and hashed once. */
    sessionKey: string | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

function admission(gate: Gate, endpoint: Endpoint) {
  const { access } = endpoint
  const admittedBy = access === 'public' || access === 'user' || access === 'admin' ? undefined : access
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const admit = (caller: Caller | undefined) => {
      const refusal = accessRefusal(endpoint, caller)
      if (refusal)
        return done(refusal === 'NOT_PERMITTED' ? notPermitted(caller, access) : new Refusal(refusal))
      request.caller = caller && admittedBy ? { ...caller, admittedBy } : caller
      done()
    }
    const caller = gate.findCaller(request)
    // Most callers are cached; a promise would cost more than the rest.
    if (caller instanceof Promise) caller.then(admit, done)
    else admit(caller)
  }
}

/** Refuses with NOT_PERMITTED a caller without a permission that only the content of a call asks for. */
export function refuseWithout(caller: Caller, permission: Permission): void {
  if (!caller.permissions.includes(permission)) throw notPermitted(caller, permission)
}

/** A key lacks a permission by itself, a person by their role. */
function notPermitted(caller: Caller | undefined, permission: string) {
  const message = `This API key needs the permission ${permission}, and so does its administrator.`
  return new Refusal('NOT_PERMITTED', caller?.apiKey && { message })
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}
