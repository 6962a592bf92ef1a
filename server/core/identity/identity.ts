import type { ServiceHealth } from '#server/core/breaker.ts'
import type { IdentityCalls } from './identity-calls.ts'
import type { ProvenIdentity, VerifyIdToken } from './verify-id-token.ts'

/** The access of an identity provider to people and sessions, whose tables it does not know. */
export interface People<Tx> {
  emailOf(userId: string): Promise<string>
  /** Returns undefined if nobody has the address. */
  roleOf(email: string): Promise<'user' | 'admin' | undefined>
  /** Ends all sessions of an address and forgets passkeys and remembered browsers, in the transaction that changes its password. */
  endSessions(work: Ending<Tx>, email: string): Promise<void>
  hasSession(proofHash: Buffer): Promise<boolean>
  endSessionsOfProof(work: Ending<Tx>, proofHash: Buffer): Promise<void>
}

interface Ending<Tx> {
  tx: Tx
  afterCommit(act: () => void): void
}

export interface Identity<Tx> {
  /** Refuses with IDENTITY_AWAY if its keys cannot be fetched. */
  verify: VerifyIdToken
  /**
   * Refuses with IDENTITY_NOT_PROVEN a proof from before the subject's newest password, or of a forgotten subject. Its lock
   * prevents both until the transaction ends.
   */
  confirm(tx: Tx, proven: ProvenIdentity): Promise<void>
  /** Forgets an address and voids its proofs, in the transaction that deletes its account. */
  forget(tx: Tx, email: string): Promise<void>
  /** Returns a link to choose a password, which works as long as an invitation. Absent if passwords are kept elsewhere. */
  linkToPassword?(tx: Tx, email: string): Promise<string>
  /** Returns the answers to the calls below `/api/identity`. */
  calls(people: People<Tx>): IdentityCalls
  /** Emails a link to a new password. Runs as a job, so that the time of an answer does not reveal who is known. */
  mailReset?(people: People<Tx>, email: string): Promise<void>
  /** Ends sessions whose password was changed or removed at the provider. Absent if that happens at once. */
  recheck?(people: People<Tx>): Promise<void>
  health(): Pick<ServiceHealth, 'awaySince'>
  close(): void
}
