import { toastDone } from '#web/core/ui/toasts.tsx'
import { keepPendingEmail } from './pending-sign-in.ts'
import { identityProvider } from './provider.ts'
import { wantedSlotId } from './wanted-slot.ts'

/** Emails a sign-in link and stores the address: in this browser, the link then needs no further question. */
export async function sendLink(email: string): Promise<void> {
  await (await identityProvider()).mailLink(email, wantedSlotId())
  keepPendingEmail(email.trim())
  toastDone('Login link sent!')
}
