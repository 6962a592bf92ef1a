import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { Profile } from '#contract/users/profiles.ts'

const emailKey = 'emailForSignIn'
const sentKey = 'sentForSignInAt'
const profileKey = 'profileForSignIn'

/** The email this browser asked a sign-in link for; a link only completes by itself where it is known. */
export function pendingEmail(): string | undefined {
  return localStorage.getItem(emailKey) ?? undefined
}

/** When the last link was asked for, in ms of this browser's clock. */
export function pendingSince(): number {
  return Number(localStorage.getItem(sentKey))
}

export function keepPendingEmail(email: string): void {
  localStorage.setItem(emailKey, email)
  localStorage.setItem(sentKey, String(Date.now()))
}

export function forgetPendingEmail(): void {
  localStorage.removeItem(emailKey)
  localStorage.removeItem(sentKey)
}

/** The profile typed at registration, which waits for the proof of its email; nobody else's is given. */
export function pendingProfile(email: string | undefined): Profile | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(profileKey) ?? 'null') as {
      email: string
      profile: Profile
    } | null
    return stored && email !== undefined && stored.email === comparedEmail(email) ? stored.profile : undefined
  } catch {
    return undefined
  }
}

export function keepPendingProfile(email: string, profile: Profile): void {
  localStorage.setItem(profileKey, JSON.stringify({ email: comparedEmail(email), profile }))
}

export function forgetPendingProfile(): void {
  localStorage.removeItem(profileKey)
}
