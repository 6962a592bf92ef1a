import { confirmMinutes } from '#contract/email-changes/calls.ts'
import { inform } from '#web/core/ui/dialogs.tsx'

/** Says that a link is on its way to a new email, and where to look for it; resolves when that is closed. */
export function tellLinkSent(newEmail: string): Promise<void> {
  return inform({
    title: 'Verification link sent!',
    message: `Please look into the inbox and the spam folder of ${newEmail}. The link works once, for ${confirmMinutes} minutes.`,
  })
}
