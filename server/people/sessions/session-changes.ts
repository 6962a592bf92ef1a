import type { SecondStepWay } from '#contract/people/sessions/calls.ts'
import { refusing } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import { bounceOf } from '#server/foundation/bounces/queries.ts'
import { lockUser } from '#server/people/users/queries.ts'
import type { Work } from '#server/work.ts'
import type { SessionFacts } from './session-rules.ts'

const daysValid = 30

export interface Beginning {
  beganBy: SessionFacts['beganBy']
  secondStep?: SecondStepWay | null
  /** The time when the provider of single sign-on last asked the person to sign in, if it tells. */
  provenAt?: Date | null
  provenBy?: 'single-sign-on'
  /** The hash of its ID token; absent if none began it. */
  proofHash?: Buffer
  /** Browser and system in words. */
  device?: string
}

export type Holder = Pick<Caller, 'userId' | 'tokenHash'>

type Ending = Pick<Work, 'tx' | 'clock' | 'afterCommit' | 'notifications'>

/** Starts a session; returns the token once, without storing it. */
export async function startSession({ tx, clock }: Work, userId: string, begun: Beginning): Promise<string> {
  const token = newSecret()
  const now = clock()
  const expiresAt = new Date(now.getTime() + daysValid * 86_400_000)
  const times = { createdAt: now, lastSeenAt: now, expiresAt }
  await tx
    .insertInto('sessions')
    .values({ tokenHash: hashOfSecret(token), userId, ...times, ...begun })
    .execute()
  return token
}

/** Ends a session and spends the ID token that began it; does nothing for an unknown one. */
export function endSession(work: Ending, tokenHash: Buffer): Promise<void> {
  return endEach(work, (sessions) => sessions.where('tokenHash', '=', tokenHash))
}

/** Ends a person's sessions except the one to keep, and spends their ID tokens. */
export function endSessions(work: Ending, userId: string, kept?: Buffer): Promise<void> {
  return endEach(work, (sessions) => {
    const theirs = sessions.where('userId', '=', userId)
    return kept ? theirs.where('tokenHash', '!=', kept) : theirs
  })
}

/** Ends the sessions that a proof began, and spends it. */
export async function endSessionsOfProof(work: Ending, proofHash: Buffer) {
  await endEach(work, (sessions) => sessions.where('proofHash', '=', proofHash))
  // A proof that began no session must begin none later.
  await spendProofs(work, [proofHash])
}

/** Ends a person's session. A concurrent sign-in with its ID token fails, or its session also ends. */
export async function signOut(work: Work, { userId, tokenHash }: Holder) {
  await lockUser(work.tx, userId)
  await endSession(work, tokenHash)
}

/** Refuses with SIGNED_OUT if a call's session ended since it was admitted; its person is locked. */
export async function refuseEnded({ tx }: Work, { tokenHash }: Pick<Holder, 'tokenHash'>) {
  await tx
    .selectFrom('sessions')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirstOrThrow(refusing('SIGNED_OUT'))
}

/** Returns whether a session that the proof began has ended, and whether its address is marked as bounced. */
export function findProof({ tx }: Work, { proofHash, email }: ProvenIdentity) {
  const spent = tx.selectFrom('spentProofs').select('spentAt').where('proofHash', '=', proofHash)
  return tx
    .selectNoFrom((no) => [no.exists(spent).as('isSpent'), no.exists(bounceOf(tx, email)).as('isBounced')])
    .executeTakeFirstOrThrow()
}

/** Deletes sessions and spends their proofs. This process drops them after the commit; the database notifies the others. */
async function endEach(
  work: Ending,
  which: (sessions: ReturnType<typeof deletion>) => ReturnType<typeof deletion>,
) {
  const ended = await which(deletion(work)).returning(['tokenHash', 'proofHash']).execute()
  await spendProofs(
    work,
    ended.flatMap(({ proofHash }) => proofHash ?? []),
  )
  work.afterCommit(() => {
    for (const { tokenHash } of ended) work.notifications.tellHere('session_ended', tokenHash.toString('hex'))
  })
}

function deletion({ tx }: Pick<Work, 'tx'>) {
  return tx.deleteFrom('sessions')
}

async function spendProofs({ tx, clock }: Pick<Work, 'tx' | 'clock'>, proofs: Buffer[]) {
  if (proofs.length === 0) return
  const spentAt = clock()
  await tx
    .insertInto('spentProofs')
    .values(proofs.map((proofHash) => ({ proofHash, spentAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
