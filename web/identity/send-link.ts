import { toastDone } from '#web/core/ui/toasts.tsx'
import { keepPendingEmail } from './pending-sign-in.ts'
import { identityProvider } from './provider.ts'

/** Mails a sign-in link, and remembers to whom: in this browser, the link then signs in by itself. */
export async function sendLink(email: string): Promise<void> {
  await (await identityProvider()).mailLink(email)
  keepPendingEmail(email.trim())
  toastDone('Login link sent!')
}
