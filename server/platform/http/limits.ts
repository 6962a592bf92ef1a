import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/** Counts calls in the database, so that all server processes count together. undefined: no limits (load tests). */
export type Limits = { pool: Pool } | undefined

const windowSeconds = 600

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * The hooks that hold an endpoint to its limits: per address before anything is read, so that malformed calls count, too;
 * per e-mail once it is known.
 */
export function limitCalls(limits: Limits, { path, limit }: Endpoint): { before: Hook[]; after: Hook[] } {
  if (!limits || !limit) return { before: [], after: [] }
  const byAddress = limiter(limits.pool, `${path}|a`, limit.perAddress)
  const before: Hook = (request, reply) => consume(byAddress, networkOf(request.ip), reply)
  if (limit.perEmail === undefined) return { before: [before], after: [] }
  const byEmail = limiter(limits.pool, `${path}|e`, limit.perEmail)
  const after: Hook = (request, reply) => consume(byEmail, emailOf(request), reply)
  return { before: [before], after: [after] }
}

function limiter(pool: Pool, keyPrefix: string, points: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    keyPrefix,
    points,
    duration: windowSeconds,
    // A flood is then answered from memory and doesn't reach the database.
    inMemoryBlockOnConsumed: points + 1,
  })
}

async function consume(limit: RateLimiterPostgres, key: string, reply: FastifyReply): Promise<void> {
  try {
    await limit.consume(createHash('sha256').update(key).digest('base64url'))
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    reply.header('retry-after', seconds)
    throw new Refusal('TOO_MANY', { message: `Too many attempts. Please try again in ${inWords(seconds)}.` })
  }
}

/** One IPv6 subscriber has a whole /64: the first four groups, with those that '::' stands for. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [left = [], right] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = right === undefined ? [] : Array(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...(right ?? [])].slice(0, 4).join(':')
}

/** As the endpoint has parsed it. */
function emailOf(request: FastifyRequest): string {
  const { email } = { ...(request.query as object), ...(request.body as object) } as { email?: string }
  return email ?? ''
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
