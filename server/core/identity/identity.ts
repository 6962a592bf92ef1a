import type { ServiceHealth } from '#server/core/breaker.ts'
import type { IdentityCalls } from './identity-calls.ts'
import type { ProvenIdentity, VerifyIdToken } from './verify-id-token.ts'

/** An identity provider's access to people and sessions, whose tables it does not know. */
export interface People<Tx> {
  emailOf(userId: string): Promise<string>
  /** Returns undefined for an unknown address. */
  roleOf(email: string): Promise<'user' | 'admin' | undefined>
  /**
   * Ends an address's sessions and forgets its passkeys and remembered browsers, in the transaction that
   * changes its password.
   */
  endSessions(work: Ending<Tx>, email: string): Promise<void>
  hasSession(proofHash: Buffer): Promise<boolean>
  endSessionsOfProof(work: Ending<Tx>, proofHash: Buffer): Promise<void>
}

interface Ending<Tx> {
  tx: Tx
  afterCommit(act: () => void): void
}

export interface Identity<Tx> {
  /** Refuses with IDENTITY_AWAY if its keys can't be fetched. */
  verify: VerifyIdToken
  /**
   * Refuses with IDENTITY_NOT_PROVEN a proof older than the subject's password, or of a forgotten subject. A
   * lock prevents both until the transaction ends.
   */
  confirm(tx: Tx, proven: ProvenIdentity): Promise<void>
  /** Forgets an address and voids its proofs, in the transaction that deletes its account. */
  forget(tx: Tx, email: string): Promise<void>
  /** Returns a link to choose a password, valid as long as an invitation. Absent if passwords are stored elsewhere. */
  linkToPassword?(tx: Tx, email: string): Promise<string>
  /** Returns the answers to the calls below `/api/identity`. */
  calls(people: People<Tx>): IdentityCalls
  /** Emails a link to a new password. A job, so that the answer's time does not reveal who is known. */
  mailReset?(people: People<Tx>, email: string): Promise<void>
  /** Ends sessions whose password was changed or removed at the provider. Absent if that happens immediately. */
  recheck?(people: People<Tx>): Promise<void>
  health(): Pick<ServiceHealth, 'awaySince'>
  close(): void
}
