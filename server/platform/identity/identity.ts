import type { Gate } from '../http/serve.ts'
import type { ProvenIdentity, VerifyIdToken } from './verify-id-token.ts'

/** What an identity provider in this house needs of the people it knows nothing of. */
export interface People<Tx> {
  /** The address of whoever is signed in. */
  emailOf(userId: string): Promise<string>
  /** Ends every session of an address, in the transaction that gave it a new password. */
  endSessions(tx: Tx, email: string): Promise<void>
}

/** An identity provider as the portal uses it: a hosted one is only verified, the embedded one answers calls, too. */
export interface Identity<Tx> {
  verify: VerifyIdToken
  /**
   * Refuses with IDENTITY_NOT_PROVEN what was proven before the subject's newest password, and lets nobody choose
   * another one before the transaction has ended.
   */
  confirm?(tx: Tx, proven: ProvenIdentity): Promise<void>
  serve?(gate: Gate, people: People<Tx>): void
}
