import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { mailboxOf } from '#contract/core/email-addresses.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import {
  looserFactor,
  mostJsonBytes,
  readsPerPerson,
  wideFactor,
  writesPerPerson,
} from '#contract/core/endpoint.ts'
import { callerAddress, networksOf } from './networks.ts'
import { Refusal } from './refusal.ts'

/** The counters of calls; undefined: no limits (load tests). */
export type Limits =
  | (StrangerOptions & { pool: Pool; writes: RateLimiterAbstract; reads: RateLimiterAbstract })
  | undefined

interface StrangerOptions {
  isKnown: (email: string) => Promise<boolean>
  /** The most emails per minute. Above half of them, emails to unknown addresses wait. */
  mailsPerMinute: number | undefined
}

/** The wait of an email to an unknown address. */
export interface StrangerTurn {
  /** The unknown addresses that its network named in ten minutes beyond the free ones. Lower ranks go first. */
  rank: number
  /** The earliest departure, later if very many new people sign up. */
  afterSeconds: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the call names an unknown email. */
    strangerTurn: StrangerTurn | undefined
  }
}

const windowSeconds = 600
const longestWaitSeconds = 1800
const mostKeysHere = 50_000
/** A counter with so many points refuses nothing. */
const noLimit = 1_000_000_000

/** The parts of a limiter that we use. */
interface Counter {
  consume(key: string): Promise<RateLimiterRes>
  delete(key: string): Promise<boolean>
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Opens the counters. Public calls are counted in the database for all processes together. Each process
 * counts public reads, and a person's reads and writes: these limits are wide, and a rush should not pay a
 * query for them.
 */
export function openLimits(pool: Pool, strangers: StrangerOptions): Limits {
  return { ...strangers, pool, writes: inMemory(writesPerPerson), reads: inMemory(readsPerPerson) }
}

/**
 * Returns the hooks for an endpoint's limits. Per network: before anything is read, including malformed
 * calls. Per signed-in person: writes. Per email: once it is known.
 */
export function limitCalls(limits: Limits, endpoint: Endpoint): { before: Hook[]; after: Hook[] } {
  if (!limits) return { before: [], after: [] }
  const { path, limit, large } = endpoint
  const before = ofPerson(limits, endpoint)
  if (large?.perPerson !== undefined)
    before.push(ifLarge(perPerson(inMemory(large.perPerson), 'Too many large files.')))
  if (!limit) return { before, after: [] }
  const count = (kind: string, points: number) => limiter(limits.pool, `${path}|${kind}`, points)
  if (limit.perPerson !== undefined) before.push(perPerson(inMemory(limit.perPerson), 'Too many calls.'))
  const countNetwork = endpoint.method === 'GET' && limit.perEmail === undefined ? countHere : count
  before.push(
    perNetwork(countNetwork('a', limit.perAddress), countNetwork('w', limit.perAddress * wideFactor)),
  )
  if (limit.perEmail === undefined) return { before, after: [] }
  const after = [perEmail(count('en', limit.perEmail), count('e', limit.perEmail * looserFactor))]
  if (limit.strangers) {
    const share = ((limits.mailsPerMinute ?? Number.POSITIVE_INFINITY) * windowSeconds) / 60 / 2
    const { perEmail, total, ...declared } = limit.strangers
    after.push(
      perStranger(limits.isKnown, {
        ...declared,
        total: Math.min(total, share),
        near: count('sa', noLimit),
        wide: count('sw', noLimit),
        email: count('se', perEmail),
        all: count('s', noLimit),
      }),
    )
  }
  return { before, after }
}

type StrangerCounters = Record<'near' | 'wide' | 'email' | 'all', RateLimiterPostgres> &
  Record<'free' | 'total' | 'perMinute', number>

/**
 * Gives emails to unknown addresses their turn. The first ones of each network don't wait, so no network can
 * take another's place. Later ones wait behind those of less active networks, and longer if there are too
 * many in all.
 */
function perStranger(isKnown: StrangerOptions['isKnown'], limits: StrangerCounters): Hook {
  return async (request, reply) => {
    const email = emailOf(request)
    if (await isKnown(email)) return
    await consume(limits.email, mailboxOf(email), reply)
    const { near, wide } = clientNetworks(request)
    const named = await counted(limits.near, near)
    const namedByWide = wide ? await counted(limits.wide, wide) : 0
    const rank = Math.max(0, Math.ceil(Math.max(named, namedByWide / wideFactor)) - limits.free)
    const isCrowded = rank > 0 && (await counted(limits.all, '')) > limits.total
    const afterSeconds = isCrowded ? Math.min(longestWaitSeconds, (rank * 60) / limits.perMinute) : 0
    request.strangerTurn = { rank, afterSeconds }
  }
}

/** Returns how often an unlimited counter counted this key in ten minutes, including this time. */
async function counted(counter: RateLimiterPostgres, key: string) {
  return (await counter.consume(hidden(key))).consumedPoints
}

/** Counts all calls of a signed-in person. */
function ofPerson({ writes, reads }: NonNullable<Limits>, { access, method }: Endpoint): Hook[] {
  if (access === 'public') return []
  return [method === 'GET' ? perPerson(reads, 'Too many calls in a short time.') : perPerson(writes)]
}

function perPerson(limit: RateLimiterAbstract, words = 'Too many changes in a short time.'): Hook {
  // An API key has counters of its own.
  return ({ caller }, reply) =>
    consume(limit, String(caller?.apiKey?.apiKeyId ?? caller?.userId), reply, words)
}

/** Counts only calls whose body is, or may be, larger than usual. */
function ifLarge(count: Hook): Hook {
  return async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length) > mostJsonBytes) await count(request, reply)
  }
}

function perNetwork(near: Counter, wide: Counter): Hook {
  return async (request, reply) => {
    const networks = clientNetworks(request)
    await consume(near, networks.near, reply)
    if (networks.wide) await consume(wide, networks.wide, reply)
  }
}

/** Counts per network first. Calls refused there don't count for all, so that strangers can lock nobody out. */
function perEmail(fromOneNetwork: Counter, fromAnywhere: Counter): Hook {
  return async (request, reply) => {
    const { near, wide } = clientNetworks(request)
    const email = mailboxOf(emailOf(request))
    await consume(fromOneNetwork, `${email} ${wide ?? near}`, reply)
    await consume(fromAnywhere, email, reply)
  }
}

function inMemory(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: windowSeconds })
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
    // Memory then answers a flood, without the database.
    inMemoryBlockOnConsumed: points + 1,
  })
}

/** Counts in this process. With too many keys, the most recent callers' counts stay. */
function countHere(_: string, points: number): Counter {
  const counts = new LRUCache<string, { calls: number }>({ max: mostKeysHere, ttl: windowSeconds * 1000 })
  return {
    async consume(key) {
      const count = counts.get(key) ?? { calls: 0 }
      count.calls += 1
      if (count.calls === 1) counts.set(key, count)
      const left = new RateLimiterRes(points - count.calls, counts.getRemainingTTL(key), count.calls)
      if (count.calls > points) throw left
      return left
    },
    delete: async (key) => counts.delete(key),
  }
}

async function consume(limit: Counter, key: string, reply: FastifyReply, words = 'Too many attempts.') {
  const refused = await refusedFor(limit, hidden(key))
  if (!refused) return
  const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  reply.header('retry-after', seconds)
  throw new Refusal('TOO_MANY', { message: `${words} Please try again in ${inWords(seconds)}.` })
}

/** Returns a counter's key without the address or email. */
function hidden(key: string) {
  return createHash('sha256').update(key).digest('base64url')
}

async function refusedFor(limit: Counter, key: string): Promise<RateLimiterRes | undefined> {
  const count = () => limit.consume(key).then(() => undefined, refusalIn)
  const refused = await count()
  if (!refused || refused.msBeforeNext <= windowSeconds * 1000) return refused
  // The clock was set back: nobody should wait longer than the window because of it.
  await limit.delete(key)
  return count()
}

function refusalIn(problem: unknown): RateLimiterRes {
  if (problem instanceof RateLimiterRes) return problem
  throw problem
}

function clientNetworks(request: FastifyRequest) {
  return networksOf(callerAddress(request))
}

function emailOf(request: FastifyRequest) {
  const { email } = { ...(request.query as object), ...(request.body as object) } as { email?: string }
  return email ?? ''
}

function inWords(seconds: number) {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
