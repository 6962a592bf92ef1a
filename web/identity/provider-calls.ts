import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from '#contract/identity/calls.ts'
import { call } from '#web/core/api/call.ts'
import type { SignIn } from './sign-in.ts'

/** What the portal is asked over the wire; whom it asks in turn is its own affair. */
export const providerCalls: Omit<SignIn, 'codeIn'> = {
  async sendLink(email) {
    await call(sendSignInLink, { body: { email } })
  },
  async prove(email, code) {
    return (await call(signInWithLink, { body: { email, code } })).idToken
  },
  async proveByPassword(email, password) {
    return (await call(signInWithPassword, { body: { email, password } })).idToken
  },
  async sendReset(email) {
    await call(sendPasswordReset, { body: { email } })
  },
  async resetPassword(choice) {
    await call(resetPassword, { body: choice })
  },
}
