import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { Profile } from '#contract/people/users/profiles.ts'

const emailKey = 'emailForSignIn'
const sentKey = 'sentForSignInAt'
const profileKey = 'profileForSignIn'

/** Returns the email for which this browser requested a sign-in link. The link then needs no further question. */
export function pendingEmail(): string | undefined {
  return localStorage.getItem(emailKey) ?? undefined
}

/** Returns when a link was last requested, in ms of this browser's clock. */
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

/** Returns the profile typed at registration for this email, until the email is proven. */
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
