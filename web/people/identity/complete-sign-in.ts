import { paths } from '#contract/core/paths.ts'
import type { SignedIn } from '#contract/people/sessions/calls.ts'
import { createUser, exchangeToken } from '#contract/people/sessions/calls.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { takeReturnPath } from '#web/core/session/return-path.ts'
import { startSession } from '#web/core/session/session.ts'
import { makeOfferDue } from '#web/people/passkeys/passkey-offers.ts'
import {
  forgetPendingEmail,
  forgetPendingProfile,
  keepPendingProfile,
  pendingProfile,
} from './pending-sign-in.ts'
import { identityProvider } from './provider.ts'

/**
 * Redeems a link's code or the digits, signs the person in and returns the page to open. The profile typed at registration
 * creates an account and never changes one. A second call with the same code continues after a failure.
 */
export async function completeSignIn(email: string, code: string): Promise<string> {
  const { userData, token } = await exchangeOrCreate(email, code, await prove(email, code))
  // A sign-in by link gives administrators an attendee's rights.
  await startSession({ userData, token, isAdmin: false })
  forgetPendingEmail()
  makeOfferDue()
  if (!isProfileComplete(userData)) return paths.completeProfile()
  forgetPendingProfile()
  return takeReturnPath()
}

// A code works once, so its ID token is kept for another try.
const proofs = new Map<string, string>()

async function prove(email: string, code: string): Promise<string> {
  const key = `${email} ${code}`
  const known = proofs.get(key)
  if (known !== undefined) return known
  const { idToken, profile } = await (await identityProvider()).prove(email, code)
  proofs.set(key, idToken)
  // It was typed in another browser.
  if (profile && !pendingProfile(email)) keepPendingProfile(email, profile)
  return idToken
}

async function exchangeOrCreate(email: string, code: string, authToken: string): Promise<SignedIn> {
  try {
    return await call(exchangeToken, { body: { authToken } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'IDENTITY_NOT_PROVEN') proofs.delete(`${email} ${code}`)
    if (error.code !== 'USER_NOT_FOUND') throw error
    return create(email, authToken)
  }
}

async function create(email: string, authToken: string): Promise<SignedIn> {
  const profile = pendingProfile(email)
  try {
    return await call(createUser, { body: { authToken, email, ...profile } })
  } catch (error) {
    // People correct a refused profile on the page that completes it.
    if (!profile || !(error instanceof ApiError && error.code === 'INVALID_FIELDS')) throw error
    return call(createUser, { body: { authToken, email } })
  }
}
