import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { mailboxOf } from '#contract/core/email-addresses.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { looserFactor, writesPerPerson } from '#contract/core/endpoint.ts'
import { cleanForwarded, networksOf } from './networks.ts'
import { Refusal } from './refusal.ts'

/** The counters of calls. undefined: no limits (load tests). */
export type Limits = (StrangerOptions & { pool: Pool; writes: RateLimiterAbstract }) | undefined

interface StrangerOptions {
  isKnown: (email: string) => Promise<boolean>
  /** The most emails per minute. Strangers may use half of them. */
  mailsPerMinute: number | undefined
}

const windowSeconds = 600

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Opens the counters. All processes count public calls together in the database. Each process counts a person's writes
 * itself: these limits are wide, and a rush of registrations should not pay a query for them.
 */
export function openLimits(pool: Pool, strangers: StrangerOptions): Limits {
  const writes = new RateLimiterMemory({ points: writesPerPerson, duration: windowSeconds })
  return { ...strangers, pool, writes }
}

/**
 * Returns the hooks that enforce an endpoint's limits: per network before anything is read, so that malformed calls count, too;
 * per signed-in person for writes; per email once it is known.
 */
export function limitCalls(limits: Limits, endpoint: Endpoint): { before: Hook[]; after: Hook[] } {
  if (!limits) return { before: [], after: [] }
  const { path, limit } = endpoint
  const before = isWrite(endpoint) ? [perPerson(limits.writes)] : []
  if (!limit) return { before, after: [] }
  const count = (kind: string, points: number) => limiter(limits.pool, `${path}|${kind}`, points)
  if (limit.perPerson !== undefined) {
    before.push(
      perPerson(
        new RateLimiterMemory({ points: limit.perPerson, duration: windowSeconds }),
        'Too many calls.',
      ),
    )
  }
  before.push(perNetwork(count('a', limit.perAddress), count('w', limit.perAddress * looserFactor)))
  if (limit.perEmail === undefined) return { before, after: [] }
  const after = [perEmail(count('en', limit.perEmail), count('e', limit.perEmail * looserFactor))]
  if (limit.strangers) {
    const { perAddress, perEmail, total } = limit.strangers
    const share = ((limits.mailsPerMinute ?? Number.POSITIVE_INFINITY) * windowSeconds) / 60 / 2
    after.push(
      perStranger(limits.isKnown, {
        near: count('sa', perAddress),
        wide: count('sw', perAddress * looserFactor),
        email: count('se', perEmail),
        all: count('s', Math.max(1, Math.min(total, Math.floor(share)))),
      }),
    )
  }
  return { before, after }
}

/** Counts calls for emails that nobody has: per network first, so that one network uses up little of the common limit. */
function perStranger(
  isKnown: StrangerOptions['isKnown'],
  limits: Record<'near' | 'wide' | 'email' | 'all', RateLimiterPostgres>,
): Hook {
  return async (request, reply) => {
    const email = emailOf(request)
    if (await isKnown(email)) return
    const { near, wide } = clientNetworks(request)
    await consume(limits.near, near, reply)
    if (wide) await consume(limits.wide, wide, reply)
    await consume(limits.email, mailboxOf(email), reply)
    await consume(limits.all, '', reply, 'Too many new people are signing up at this moment.')
  }
}

function isWrite({ access, method }: Endpoint): boolean {
  return access !== 'public' && method !== 'GET'
}

function perPerson(limit: RateLimiterAbstract, words = 'Too many changes in a short time.'): Hook {
  return ({ caller }, reply) => consume(limit, String(caller?.userId), reply, words)
}

function perNetwork(near: RateLimiterPostgres, wide: RateLimiterPostgres): Hook {
  return async (request, reply) => {
    const networks = clientNetworks(request)
    await consume(near, networks.near, reply)
    if (networks.wide) await consume(wide, networks.wide, reply)
  }
}

/** Counts per network first: calls refused there don't count for all, so that a stranger can lock nobody out. */
function perEmail(fromOneNetwork: RateLimiterPostgres, fromAnywhere: RateLimiterPostgres): Hook {
  return async (request, reply) => {
    const { near, wide } = clientNetworks(request)
    const email = mailboxOf(emailOf(request))
    await consume(fromOneNetwork, `${email} ${wide ?? near}`, reply)
    await consume(fromAnywhere, email, reply)
  }
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
    // A flood is then answered from memory, without the database.
    inMemoryBlockOnConsumed: points + 1,
  })
}

async function consume(
  limit: RateLimiterAbstract,
  key: string,
  reply: FastifyReply,
  words = 'Too many attempts.',
): Promise<void> {
  const hidden = createHash('sha256').update(key).digest('base64url')
  const refused = await refusedFor(limit, hidden)
  if (!refused) return
  const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  reply.header('retry-after', seconds)
  throw new Refusal('TOO_MANY', { message: `${words} Please try again in ${inWords(seconds)}.` })
}

async function refusedFor(limit: RateLimiterAbstract, key: string): Promise<RateLimiterRes | undefined> {
  const count = () => limit.consume(key).then(() => undefined, refusalIn)
  const refused = await count()
  if (!refused || refused.msBeforeNext <= windowSeconds * 1000) return refused
  // The clock was set back: nobody should wait longer than the window because of that.
  await limit.delete(key)
  return count()
}

function refusalIn(problem: unknown): RateLimiterRes {
  if (problem instanceof RateLimiterRes) return problem
  throw problem
}

function clientNetworks(request: FastifyRequest) {
  cleanForwarded(request.raw.headers)
  return networksOf(request.ip)
}

function emailOf(request: FastifyRequest): string {
  const { email } = { ...(request.query as object), ...(request.body as object) } as { email?: string }
  return email ?? ''
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
