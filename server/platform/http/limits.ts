import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/** Counts calls in the database, so that all server processes count together. undefined: no limits (load tests). */
export type Limits = { pool: Pool } | undefined

const windowSeconds = 600

/** The hooks that hold an endpoint to its limits: per address, and per e-mail where the call carries one. */
export function limitCalls(limits: Limits, endpoint: Endpoint) {
  if (!limits || !endpoint.limit) return []
  const { perAddress, perEmail } = endpoint.limit
  const byAddress = limiter(limits.pool, `${endpoint.path}|a`, perAddress)
  const byEmail = perEmail === undefined ? undefined : limiter(limits.pool, `${endpoint.path}|e`, perEmail)
  return [
    async (request: FastifyRequest, reply: FastifyReply) => {
      await consume(byAddress, networkOf(request.ip), reply)
      const email = emailOf(request)
      if (byEmail && email) await consume(byEmail, email, reply)
    },
  ]
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

/** One IPv6 subscriber has a whole /64. */
function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}

function emailOf(request: FastifyRequest): string | undefined {
  const { email } = { ...(request.query as object), ...(request.body as object) } as { email?: string }
  return email
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
