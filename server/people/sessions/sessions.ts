import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { inBatches } from '#server/core/db/batches.ts'
import type { Caller, Gate } from '#server/core/http/serve.ts'
import { bearerOf } from '#server/core/http/serve.ts'
import type { Db, Services } from '#server/services.ts'
import type { SessionFacts } from './session-rules.ts'
import { isAlive, roleOfSession } from './session-rules.ts'

const mostKept = 20_000
/** A cached session is read again after this time, even without a notification. */
const keptForMs = 60_000
const notedEveryMs = 60_000

interface KeptSession {
  caller: Caller
  facts: SessionFacts
}

/**
 * Opens the sessions, and caches those in use so that a signed-in call needs no query. The database notifies
 * every process of an ended session or a changed role; while it can't, nothing is cached. Returns a function
 * that finds a call's caller; undefined if the session is unknown, expired, idle or ended. Cached ones are
 * found synchronously, and concurrent lookups are read together.
 */
export function openSessions({ db, notifications, clock, log, config }: Services): Gate['findCaller'] {
  const kept = new LRUCache<string, KeptSession>({ max: mostKept, ttl: keptForMs, ttlAutopurge: true })
  let changes = 0
  const drop = (forget: () => void) => {
    changes++
    forget()
  }
  notifications.on('session_ended', (key) => drop(() => kept.delete(key)))
  notifications.on('user_role_changed', () => drop(() => kept.clear()))
  notifications.onGap(() => drop(() => kept.clear()))

  const read = inBatches(async (keys: string[]) => {
    const changesBefore = changes
    const found = await readSessions(db, keys)
    // A session read before a change and cached after it would outlive its end.
    if (changes === changesBefore && notifications.isListening())
      for (const [key, session] of found) kept.set(key, session)
    return keys.map((key) => found.get(key))
  })

  const record = inBatches(async (tokenHashes: Buffer[]) => {
    const now = clock()
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: now })
      .where(sql<boolean>`token_hash = any(${tokenHashes})`)
      .where('lastSeenAt', '<', now)
      .execute()
    return tokenHashes
  })

  function admit(session: KeptSession | undefined): Caller | undefined {
    const now = clock()
    if (!session || !isAlive(session.facts, now, config)) return undefined
    noteUse(session, now)
    return session.caller
  }

  function noteUse({ caller: { tokenHash }, facts }: KeptSession, now: Date) {
    if (now.getTime() - facts.lastSeenAt.getTime() < notedEveryMs) return
    facts.lastSeenAt = now
    record(tokenHash).catch((problem: Error) =>
      log.warn({ reason: problem.message }, 'could not record the use of a session'),
    )
  }

  return (request) => {
    const token = bearerOf(request)
    if (token === undefined) return undefined
    request.sessionKey ??= hash('sha256', token, 'hex')
    const key = request.sessionKey
    // Another process may have seen a session that seems idle here.
    return admit(kept.get(key)) ?? read(key).then(admit)
  }
}

async function readSessions(db: Db, keys: string[]): Promise<Map<string, KeptSession>> {
  const tokenHashes = keys.map((key) => Buffer.from(key, 'hex'))
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.userId', 'sessions.userId')
    .leftJoin('administrators', 'administrators.userId', 'sessions.userId')
    .leftJoin('singleSignOns', 'singleSignOns.tokenHash', 'sessions.tokenHash')
    .select(['sessions.tokenHash', 'sessions.userId', 'users.email', 'users.role', 'beganBy', 'secondStep'])
    .select(({ fn, val }) =>
      fn.coalesce('administrators.role', val<AdministratorRole>('administrator')).as('administratorRole'),
    )
    .select(['createdAt', 'expiresAt', 'lastSeenAt', 'checkedAt'])
    .where(sql<boolean>`sessions.token_hash = any(${tokenHashes})`)
    .execute()
  return new Map(
    rows.map(({ tokenHash, userId, administratorRole, ...facts }) => {
      const role = roleOfSession(facts)
      const permissions = role === 'admin' ? roles[administratorRole].permissions : []
      return [tokenHash.toString('hex'), { caller: { userId, role, permissions, tokenHash }, facts }]
    }),
  )
}
