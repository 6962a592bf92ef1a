import type { IdentityCalls } from './identity-calls.ts'
import type { ProvenIdentity, VerifyIdToken } from './verify-id-token.ts'

/** What an identity provider in this house needs of the people it knows nothing of. */
export interface People<Tx> {
  /** The address of whoever is signed in. */
  emailOf(userId: string): Promise<string>
  /** Who has an address: undefined where nobody does. */
  roleOf(email: string): Promise<'user' | 'admin' | undefined>
  /** Ends every session of an address and forgets what begins one without its password, in the transaction that gave it a new one. */
  endSessions(work: Ending<Tx>, email: string): Promise<void>
  /** Whether a session that this proof began is still there. */
  hasSession(proofHash: Buffer): Promise<boolean>
  /** Ends the sessions that this proof began. */
  endSessionsOfProof(work: Ending<Tx>, proofHash: Buffer): Promise<void>
}

/** The part of a verb's work in which sessions end. */
interface Ending<Tx> {
  tx: Tx
  afterCommit(act: () => void): void
}

/** How a provider has answered this process. */
export interface IdentityHealth {
  /** Since when it doesn't; null while it does. */
  awaySince: Date | null
}

/** An identity provider as the portal uses it, whether it is in this house or a hosted one. */
export interface Identity<Tx> {
  /** Refuses with IDENTITY_AWAY where its keys are needed and can't be had. */
  verify: VerifyIdToken
  /**
   * Refuses with IDENTITY_NOT_PROVEN what was proven before the subject's newest password, or by one that is forgotten, and
   * lets nobody choose another one or forget it before the transaction has ended.
   */
  confirm(tx: Tx, proven: ProvenIdentity): Promise<void>
  /** Forgets an address and voids what it has proven, in the transaction that deletes the account of it. */
  forget(tx: Tx, email: string): Promise<void>
  /**
   * Where whoever has an address chooses a password, for as long as an invitation holds: the link for a mail to it. Absent
   * where passwords are elsewhere.
   */
  linkToPassword?(tx: Tx, email: string): Promise<string>
  /** What answers the calls below `/api/identity`. */
  calls(people: People<Tx>): IdentityCalls
  /** Has a link mailed to choose a new password, as a job: so nobody learns by the time it takes who is known. Absent where none follows. */
  mailReset?(people: People<Tx>, email: string): Promise<void>
  /** Ends the sessions of passwords that have been changed or taken away over there. Absent where it happens at once. */
  recheck?(people: People<Tx>): Promise<void>
  health(): IdentityHealth
  close(): void
}
