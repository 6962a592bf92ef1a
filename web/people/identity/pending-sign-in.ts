import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { Profile } from '#contract/people/users/profiles.ts'

const emailKey = 'emailForSignIn'
const sentKey = 'sentForSignInAt'
const profileKey = 'profileForSignIn'

/** Returns the email that this browser requested a sign-in link for. With it, the link needs no further question. */
export function pendingEmail(): string | undefined {
  return localStorage.getItem(emailKey) ?? undefined
}

/** Returns the time of the last request for a link, in ms of this browser's clock. */
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

/** Returns the profile that was typed at registration for this email. It waits until the email is proven. */
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
