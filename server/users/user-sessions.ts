import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

const daysValid = 30
const mostKept = 20_000
/** A kept session is read anew after this time even if no notice came. */
const keptForMs = 60_000

export interface Sessions {
  /** Who holds this token, or undefined when it is unknown, expired or ended. */
  find(token: string | undefined): Promise<Caller | undefined>
  /** Ends a session on the server: in this process at once, in the others as soon as the database has told them. */
  end(tokenHash: Buffer): Promise<void>
}

/** Starts a session; the token is returned once and kept nowhere. */
export async function startSession({ tx, clock }: Work, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock().getTime() + daysValid * 86_400_000)
  await tx
    .insertInto('sessions')
    .values({ tokenHash: hash('sha256', token, 'buffer'), userId, expiresAt })
    .execute()
  return token
}

/** Ends every session of an address; the database tells all processes. */
export async function endSessionsOf(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('userId', '=', tx.selectFrom('users').select('userId').where('email', '=', email))
    .execute()
}

/**
 * Looks sessions up and keeps those in use, so that a signed-in call costs no query. The database tells every process
 * of an ended session or a changed role; while it can't, nothing is kept.
 */
export function openSessions({ db, notices, clock }: Services): Sessions {
  const kept = new LRUCache<string, Caller & { expiresAt: Date }>({ max: mostKept, ttl: keptForMs })
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

  return {
    async find(token) {
      if (token === undefined) return undefined
      const key = hash('sha256', token, 'hex')
      const session = kept.get(key) ?? (await read(key))
      return session && session.expiresAt > clock() ? session : undefined
    },
    async end(tokenHash) {
      await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
      drop(() => kept.delete(tokenHash.toString('hex')))
    },
  }
}

async function readSession(db: Db, tokenHash: Buffer): Promise<(Caller & { expiresAt: Date }) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.userId', 'sessions.userId')
    .select(['sessions.userId', 'users.role', 'sessions.tokenHash', 'sessions.expiresAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}
