import { randomBytes } from 'node:crypto'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { ProvenIdentity } from '#server/platform/identity/verify-id-token.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { tokenHashOf } from './user-sessions.ts'

const daysValid = 30

/** How a session begins. */
export interface Beginning {
  beganBy: 'link' | 'password'
  /** Of its ID token; absent where none began it. */
  proofHash?: Buffer
  /** Browser and system in plain words. */
  device?: string
}

/** Starts a session; the token is returned once and kept nowhere. */
export async function startSession({ tx, clock }: Work, userId: string, begun: Beginning): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock()
  const expiresAt = new Date(now.getTime() + daysValid * 86_400_000)
  const times = { createdAt: now, lastSeenAt: now, expiresAt }
  await tx
    .insertInto('sessions')
    .values({ tokenHash: tokenHashOf(token), userId, ...times, ...begun })
    .execute()
  return token
}

/** Ends a session, and spends the ID token that began it. An unknown one is none to end. */
export async function endSession({ tx, clock }: Work, tokenHash: Buffer): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('tokenHash', '=', tokenHash)
    .returning('proofHash')
    .executeTakeFirst()
  if (ended?.proofHash) await spendProofs(tx, [ended.proofHash], clock())
}

/** Ends a person's sessions, but for the given one where there is one, likewise; gives the hashes of their tokens. */
export async function endSessions(
  { tx, clock }: Work,
  { userId, butFor }: { userId: string; butFor?: Buffer },
): Promise<Buffer[]> {
  let sessions = tx.deleteFrom('sessions').where('userId', '=', userId)
  if (butFor) sessions = sessions.where('tokenHash', '!=', butFor)
  const ended = await sessions.returning(['tokenHash', 'proofHash']).execute()
  const proofs = ended.flatMap(({ proofHash }) => proofHash ?? [])
  await spendProofs(tx, proofs, clock())
  return ended.map((session) => session.tokenHash)
}

/** Ends every session of an address; the database tells all processes. */
export async function endSessionsOf(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('userId', '=', tx.selectFrom('users').select('userId').where('email', '=', email))
    .execute()
}

/** Refuses with IDENTITY_NOT_PROVEN an ID token that began a session which has ended. */
export async function refuseSpentProof({ tx }: Work, { proofHash }: ProvenIdentity): Promise<void> {
  const spent = await tx
    .selectFrom('spentProofs')
    .select('spentAt')
    .where('proofHash', '=', proofHash)
    .executeTakeFirst()
  if (spent) throw new Refusal('IDENTITY_NOT_PROVEN')
}

async function spendProofs(tx: Tx, proofs: Buffer[], spentAt: Date): Promise<void> {
  if (proofs.length === 0) return
  await tx
    .insertInto('spentProofs')
    .values(proofs.map((proofHash) => ({ proofHash, spentAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
