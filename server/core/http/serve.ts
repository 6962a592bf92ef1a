import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Data, Endpoint, Received, Who } from '#contract/core/endpoint.ts'
import type { Access, Permission } from '#contract/core/permissions.ts'
import { accessRefusal } from '#contract/core/permissions.ts'
import { envelope } from './envelope.ts'
import type { Limits } from './limits.ts'
import { limitCalls } from './limits.ts'
import { refusalsOf } from './open-api.ts'
import { Refusal } from './refusal.ts'

/** Who calls, as the session says. */
export interface Caller {
  userId: string
  role: 'user' | 'admin'
  /** What an administrator's role allows; nothing for a user. */
  permissions: readonly Permission[]
  /** The permission that admitted this call; undefined if the endpoint needs none. */
  admittedBy?: Permission | undefined
  /** What ends this session. */
  tokenHash: Buffer
}

/** What every route needs of the house: who calls, and how often they may. */
export interface Gate {
  app: FastifyInstance
  findCaller(token: string | undefined): Promise<Caller | undefined> | Caller | undefined
  limits: Limits
  /** In tests: hears of each refusal that an endpoint does not declare. */
  onUndeclared?: ((words: string) => void) | undefined
}

type CallerOf<E extends Endpoint> = Who<E> extends 'public' ? undefined : Caller

export interface Call<E extends Endpoint> extends Received<E> {
  caller: CallerOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

const apiPath = '/api'

/** What `data` of the answer is; where there is nothing to say, whatever a verb gives. */
export type Answer<E extends Endpoint> = Record<string, never> extends Data<E> ? unknown : Data<E>

/** Serves an endpoint of the contract: checks who may, parses what came, answers in the envelope. */
export function serve<E extends Endpoint>(
  gate: Gate,
  endpoint: E,
  answer: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): void {
  route(gate, endpoint, async (call) => ({ error: false, data: (await answer(call as Call<E>)) ?? {} }))
}

/** The same for an answer that is a file or already in bytes: `answer` sends it itself, compressed where `isCompressed`. */
export function serveFile<E extends Endpoint>(
  gate: Gate,
  endpoint: E,
  answer: (call: Call<E>) => Promise<FastifyReply> | FastifyReply,
  { isCompressed = false } = {},
): void {
  route(gate, endpoint, (call) => answer(call as Call<E>), isCompressed ? { compress: false } : {})
}

function route(
  gate: Gate,
  endpoint: Endpoint,
  answer: (call: Call<Endpoint>) => unknown,
  options: { compress?: false } = {},
): void {
  const { method, path, params, query, body, bodyLimit, data, file, access } = endpoint
  const limits = limitCalls(gate.limits, endpoint)
  const admissions = access === 'public' ? [] : [admission(gate, access)]
  const declared = gate.onUndeclared ? watched(endpoint, answer, gate.onUndeclared) : answer
  gate.app.route({
    ...options,
    // Nobody is let draw or export what is then thrown away.
    exposeHeadRoute: access === 'public' && file === undefined,
    method,
    url: apiPath + path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: { endpoint },
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(data && { response: { 200: envelope(data) } }),
    },
    onRequest: [...admissions, ...limits.before],
    // Once more: whoever lets a body trickle in would outlive the end of their session by it.
    preValidation: body ? admissions : [],
    preHandler: limits.after,
    handler: (request, reply) => {
      const { params, query, body } = request
      return declared({ params, query, body, caller: request.caller, request, reply } as Call<Endpoint>)
    },
  })
}

/** The same answer, where each refusal is compared with those that the API's documentation tells of. */
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
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

function admission(gate: Gate, access: Access) {
  const admittedBy = access === 'public' || access === 'user' || access === 'admin' ? undefined : access
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const admit = (caller: Caller | undefined) => {
      const refusal = accessRefusal(access, caller)
      if (refusal) return done(new Refusal(refusal))
      request.caller = caller && { ...caller, admittedBy }
      done()
    }
    const caller = gate.findCaller(bearerOf(request))
    // Most are found at once, and a promise would cost them more than the rest of this.
    if (caller instanceof Promise) caller.then(admit, done)
    else admit(caller)
  }
}

/** The token of the Authorization header, or undefined. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}
