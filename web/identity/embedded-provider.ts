import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from '#contract/identity.ts'
import { call } from '#web/platform/api/call.ts'
import type { SignIn } from './sign-in.ts'

/** The identity provider in this house. */
export const embeddedProvider: SignIn = {
  async sendLink(email) {
    await call(sendSignInLink, { body: { email } })
  },
  codeIn({ hash }) {
    return new URLSearchParams(hash).get('code') || undefined
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
