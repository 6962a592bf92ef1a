import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from '#contract/identity/calls.ts'
import { call } from '#web/core/api/call.ts'

/** Emails a sign-in link. If the portal writes the email, it also has digits for another device. The link leads on to the slot. */
export async function mailLink(email: string, eventSlotId: number | undefined): Promise<void> {
  await call(sendSignInLink, { body: { email, eventSlotId } })
}

/** Redeems a link's code, or the digits, for an ID token. Refuses with LINK_SPENT. */
export async function prove(email: string, code: string): Promise<string> {
  return (await call(signInWithLink, { body: { email, code } })).idToken
}

/** Returns the ID token for a password. Refuses with WRONG_PASSWORD. */
export async function proveByPassword(email: string, password: string): Promise<string> {
  return (await call(signInWithPassword, { body: { email, password } })).idToken
}

/** Emails a link to choose a new password. */
export async function mailReset(email: string): Promise<void> {
  await call(sendPasswordReset, { body: { email } })
}

/** Sets a password by the code of the emailed link. Refuses with LINK_SPENT. */
export async function setPassword(choice: { email: string; code: string; password: string }): Promise<void> {
  await call(resetPassword, { body: choice })
}
