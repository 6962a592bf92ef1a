import type { Profile } from '#contract/people/users/profiles.ts'
import type { StrangerTurn } from '#server/core/http/limits.ts'

export interface LinkOptions {
  caller?: { userId: string }
  /** The slot to register for; the link leads to it. */
  eventSlotId?: number | undefined
  /** The profile typed before the address is proven. It is stored with the link. */
  profile?: Profile | undefined
  /** For an unknown address. */
  turn?: StrangerTurn | undefined
}

export interface IdentityCalls {
  /** Emails a sign-in link, to known and unknown addresses alike; none if an unused one was just sent. */
  sendSignInLink(email: string, options?: LinkOptions): Promise<void>
  /**
   * Exchanges an emailed code for an ID token and the stored profile. Refuses with LINK_SPENT,
   * TOO_MANY_DIGITS or ACCOUNT_DISABLED.
   */
  signInWithLink(email: string, code: string): Promise<{ idToken: string; profile?: Profile | undefined }>
  /** Refuses with WRONG_PASSWORD, also for an unknown address, or with EMAIL_NOT_VERIFIED. */
  signInWithPassword(email: string, password: string): Promise<string>
  /** Emails a link to choose a new password; not to unknown addresses. */
  sendPasswordReset(email: string): Promise<void>
  /**
   * Sets a new password by an emailed code, ends the person's sessions and voids earlier proofs. Refuses with
   * LINK_SPENT.
   */
  resetPassword(choice: { email: string; code: string; password: string }): Promise<void>
}
