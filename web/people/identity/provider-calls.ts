import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from '#contract/people/identity/calls.ts'
import type { Profile } from '#contract/people/users/profiles.ts'
import { call } from '#web/core/api/call.ts'

/**
 * Emails a sign-in link, with digits for another device if the portal writes the email. The slot and the
 * profile are stored with the link.
 */
export async function mailLink(
  email: string,
  { eventSlotId, profile }: { eventSlotId: number | undefined; profile: Profile | undefined },
): Promise<void> {
  await call(sendSignInLink, { body: { email, eventSlotId, profile } })
}

/** Redeems a link's code, or the digits, for an ID token and the stored profile. Refuses with LINK_SPENT. */
export function prove(
  email: string,
  code: string,
): Promise<{ idToken: string; profile?: Profile | undefined }> {
  return call(signInWithLink, { body: { email, code } })
}

/** Returns a password's ID token. Refuses with WRONG_PASSWORD. */
export async function proveByPassword(email: string, password: string): Promise<string> {
  return (await call(signInWithPassword, { body: { email, password } })).idToken
}

/** Emails a link to choose a new password. */
export async function mailReset(email: string): Promise<void> {
  await call(sendPasswordReset, { body: { email } })
}

/** Sets a password by the emailed link's code. Refuses with LINK_SPENT. */
export async function setPassword(choice: { email: string; code: string; password: string }): Promise<void> {
  await call(resetPassword, { body: choice })
}
