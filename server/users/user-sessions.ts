import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Db, Services } from '#server/services.ts'
import type { SessionFacts } from './user-session-rules.ts'
import { isAlive, roleOfSession } from './user-session-rules.ts'

const mostKept = 20_000
/** A kept session is read anew after this time even if no notice came. */
const keptForMs = 60_000
/** A session in use is noted so often, not at each call. */
const notedEveryMs = 60_000

export interface Sessions {
  /** Who holds this token, in which role, or undefined when it is unknown, expired, idle or ended. */
  find(token: string | undefined): Promise<Caller | undefined>
  /** Forgets sessions that were ended in this process; the others hear of it from the database. */
  forget(tokenHashes: Buffer[]): void
}

interface KeptSession {
  caller: Caller
  facts: SessionFacts
}

/** What a session's token is known by. */
export function tokenHashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/**
 * Looks sessions up and keeps those in use, so that a signed-in call costs no query. The database tells every process
 * of an ended session or a changed role; while it can't, nothing is kept.
 */
export function openSessions({ db, notices, clock, log }: Services): Sessions {
  const kept = new LRUCache<string, KeptSession>({ max: mostKept, ttl: keptForMs })
  let changes = 0
  const drop = (forget: () => void) => {
    changes++
    forget()
  }
  notices.on('session_ended', (key) => drop(() => kept.delete(key)))
  notices.on('user_role_changed', () => drop(() => kept.clear()))
  notices.onGap(() => drop(() => kept.clear()))

  async function read(key: string) {
    const changesBefore = changes
    const session = await readSession(db, Buffer.from(key, 'hex'))
    // Read before a change and kept after it, it would outlive its end.
    if (session && changes === changesBefore && notices.isListening()) kept.set(key, session)
    return session
  }

  function noteUse({ caller: { tokenHash }, facts }: KeptSession, now: Date): void {
    if (now.getTime() - facts.lastSeenAt.getTime() < notedEveryMs) return
    facts.lastSeenAt = now
    db.updateTable('sessions')
      .set({ lastSeenAt: now })
      .where('tokenHash', '=', tokenHash)
      .where('lastSeenAt', '<', now)
      .execute()
      .catch((problem: Error) =>
        log.warn({ reason: problem.message }, 'could not note that a session is used'),
      )
  }

  return {
    async find(token) {
      if (token === undefined) return undefined
      const key = hash('sha256', token, 'hex')
      const now = clock()
      let session = kept.get(key)
      // Another process may have seen it since.
      if (!session || !isAlive(session.facts, now)) session = await read(key)
      if (!session || !isAlive(session.facts, now)) return undefined
      noteUse(session, now)
      return session.caller
    },
    forget(tokenHashes) {
      drop(() => {
        for (const tokenHash of tokenHashes) kept.delete(tokenHash.toString('hex'))
      })
    },
  }
}

async function readSession(db: Db, tokenHash: Buffer): Promise<KeptSession | undefined> {
  const facts = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.userId', 'sessions.userId')
    .select(['sessions.userId', 'role', 'beganBy', 'createdAt', 'expiresAt', 'lastSeenAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return facts && { caller: { userId: facts.userId, role: roleOfSession(facts), tokenHash }, facts }
}
