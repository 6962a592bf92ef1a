import type { Profile } from '#contract/people/users/profiles.ts'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { keepPendingEmail, pendingProfile } from './pending-sign-in.ts'
import { identityProvider } from './provider.ts'
import { wantedSlotId } from './wanted-slot.ts'

/**
 * Emails a sign-in link and stores the address: in this browser, the link then needs no further question. A
 * typed profile is stored with the link, which may be opened on another device.
 */
export async function sendLink(email: string, profile?: Profile): Promise<void> {
  await (await identityProvider()).mailLink(email, { eventSlotId: wantedSlotId(), profile })
  keepPendingEmail(email.trim())
  toastDone('Login link sent!')
}

/** Emails another link, with the profile typed for the email in this browser. */
export function sendAnotherLink(email: string): Promise<void> {
  return sendLink(email, pendingProfile(email))
}
