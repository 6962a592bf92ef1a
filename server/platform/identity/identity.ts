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
   * Refuses with IDENTITY_NOT_PROVEN what was proven before the subject's newest password, or by one that is forgotten, and
   * lets nobody choose another one or forget it before the transaction has ended.
   */
  confirm?(tx: Tx, proven: ProvenIdentity): Promise<void>
  /** Forgets an address and voids what it has proven, in the transaction that deletes the account of it. */
  forget?(tx: Tx, email: string): Promise<void>
  /**
   * Where whoever has an address chooses a password, for as long as an invitation holds: the link for a mail to it. Absent
   * where passwords are elsewhere.
   */
  linkToPassword?(tx: Tx, email: string): Promise<string>
  serve?(gate: Gate, people: People<Tx>): void
}
