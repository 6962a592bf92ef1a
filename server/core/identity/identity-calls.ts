import type { Profile } from '#contract/people/users/profiles.ts'
import type { StrangerTurn } from '#server/core/http/limits.ts'

export interface LinkOptions {
  caller?: { userId: string }
  /** The slot that the person wants to register for. The link leads on to it. */
  eventSlotId?: number | undefined
  /** The profile that was typed before the address is proven. It waits with the link. */
  profile?: Profile | undefined
  /** For an address that nobody has. */
  turn?: StrangerTurn | undefined
}

export interface IdentityCalls {
  /** Mails a sign-in link, to known and unknown addresses alike; none if one was mailed a moment ago and is unspent. */
  sendSignInLink(email: string, options?: LinkOptions): Promise<void>
  /** Exchanges a mailed code for an ID token and the profile that waits with it. Refuses with LINK_SPENT, TOO_MANY_DIGITS or ACCOUNT_DISABLED. */
  signInWithLink(email: string, code: string): Promise<{ idToken: string; profile?: Profile | undefined }>
  /** Refuses with WRONG_PASSWORD, the same for an unknown address, or with EMAIL_NOT_VERIFIED. */
  signInWithPassword(email: string, password: string): Promise<string>
  /** Mails a link to choose a new password; unknown addresses get nothing. */
  sendPasswordReset(email: string): Promise<void>
  /** Sets a new password by a mailed code, ends the person's sessions and voids earlier proofs. Refuses with LINK_SPENT. */
  resetPassword(choice: { email: string; code: string; password: string }): Promise<void>
}
