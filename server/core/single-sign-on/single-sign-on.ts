import type { ServiceHealth } from '#server/core/breaker.ts'

/** The values of one sign-in that its answer must match. */
export interface SignOnChecks {
  state: string
  nonce: string
  /** The PKCE code verifier. */
  verifier: string
}

/** A person as the provider knows them. */
export interface SignedOn {
  issuer: string
  subject: string
  /** '' without a possible one. */
  email: string
  isEmailVerified: boolean
  firstName: string
  lastName: string
  /** undefined: the provider does not tell. */
  groups: string[] | undefined
  /** The time since the person proved themselves there; undefined: the provider does not tell. */
  provenSecondsAgo: number | undefined
  /** undefined: the provider gives none. */
  refreshToken: string | undefined
}

/**
 * The provider's answer about a session: ended if it refuses the account, unknown if it does not answer.
 * `renewed`: the refresh token that it gave before the rest failed. The previous one may be spent.
 */
export type Recheck =
  | { outcome: 'holds'; refreshToken: string; groups: string[] | undefined }
  | { outcome: 'ended' | 'unknown' | 'away'; renewed?: string | undefined }

/** Single sign-on at an OpenID Connect provider. */
export interface SingleSignOn {
  /**
   * Returns the address of the provider's page. Refuses with SINGLE_SIGN_ON_AWAY or SINGLE_SIGN_ON_SETUP.
   * `asksAgain`: also somebody whom it knows.
   */
  begin(checks: SignOnChecks, asksAgain: boolean): Promise<string>
  /**
   * Returns who signed in, by the query with which the browser came back. Refuses with SINGLE_SIGN_ON_AWAY,
   * SINGLE_SIGN_ON_SETUP, SINGLE_SIGN_ON_CANCELED or SINGLE_SIGN_ON_NOT_PROVEN.
   */
  complete(answer: string, checks: SignOnChecks): Promise<SignedOn>
  /** Asks if an account still may sign in. Its refresh token may be used once. */
  recheck(account: { refreshToken: string; subject: string }): Promise<Recheck>
  health(): Pick<ServiceHealth, 'awaySince'>
  close(): void
}
