import { fetchCode } from '#web/core/code.ts'
import { codeInFragment } from '#web/core/mailed-code.ts'
import type { SignIn } from './sign-in.ts'

// The pages for signing in do without the contract's schemas until something is sent.
const load = () => import('./provider-calls.ts')
const calls = async () => (await fetchCode(load)).providerCalls

/** The identity provider of this portal: whichever it is, the portal's server stands before it. */
export const provider: SignIn = {
  // Firebase writes it into the query.
  codeIn: (address) =>
    codeInFragment(address) ?? (new URLSearchParams(address.searchStr).get('oobCode') || undefined),
  sendLink: async (email) => (await calls()).sendLink(email),
  prove: async (email, code) => (await calls()).prove(email, code),
  proveByPassword: async (email, password) => (await calls()).proveByPassword(email, password),
  sendReset: async (email) => (await calls()).sendReset(email),
  resetPassword: async (choice) => (await calls()).resetPassword(choice),
}
