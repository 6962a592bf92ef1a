import { paths } from '#contract/paths.ts'
import { isProfileComplete } from '#contract/user-profiles.ts'
import { createUser, exchangeToken, type SignedIn, updateProfile } from '#contract/users.ts'
import { ApiError, call } from '#web/platform/api/call.ts'
import { explain } from '#web/platform/api/explain.ts'
import { takeReturnPath } from '#web/platform/session/return-path.ts'
import { keepUserData, sessionUser, startSession } from '#web/platform/session/session.ts'
import { toastDone, toastError } from '#web/platform/ui/toasts.tsx'
import { forgetPendingEmail, forgetPendingProfile, pendingProfile } from './pending-sign-in.ts'
import { provider } from './provider.ts'

/**
 * Redeems a link's code or the six digits and signs the person in; the profile typed at registration is handed in.
 * Gives the page to go to. Throws the ApiError; asked again with the same code, it goes on where it failed.
 */
export async function completeSignIn(email: string, code: string): Promise<string> {
  const idToken = await prove(email, code)
  const profile = pendingProfile(email)
  // The attendees' area is open to administrators, too: as attendees, whom this sign-in makes them.
  startSession({ ...(await exchangeOrCreate(email, code, idToken)), isAdmin: false })
  forgetPendingEmail()
  return profile ? submitProfile(profile) : pageAfterSignIn()
}

// A code works once: what it proved is kept for another try.
const proofs = new Map<string, string>()

async function prove(email: string, code: string): Promise<string> {
  const key = `${email} ${code}`
  const idToken = proofs.get(key) ?? (await provider.prove(email, code))
  proofs.set(key, idToken)
  return idToken
}

async function exchangeOrCreate(email: string, code: string, authToken: string): Promise<SignedIn> {
  try {
    return await call(exchangeToken, { body: { authToken } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'IDENTITY_NOT_PROVEN') proofs.delete(`${email} ${code}`)
    if (error.code !== 'USER_NOT_FOUND') throw error
    return call(createUser, { body: { authToken, email, ...pendingProfile(email) } })
  }
}

async function submitProfile(profile: NonNullable<ReturnType<typeof pendingProfile>>): Promise<string> {
  try {
    const { userData } = await call(updateProfile, { body: profile })
    keepUserData(userData)
    forgetPendingProfile()
    toastDone('Profile updated')
    return pageAfterSignIn()
  } catch (error) {
    const words = explain(error, 'Registration failed')
    if (words) toastError(words)
    return paths.completeProfile()
  }
}

function pageAfterSignIn(): string {
  const user = sessionUser()
  return user && !isProfileComplete(user) ? paths.completeProfile() : takeReturnPath()
}
