import { confirmMinutes } from '#contract/people/email-changes/calls.ts'
import { inform } from '#web/core/ui/dialogs.tsx'

/** Says that a link was sent to a new email. Resolves when the person closes the message. */
export function tellLinkSent(newEmail: string): Promise<void> {
  return inform({
    title: 'Verification link sent!',
    message: `Check the inbox and spam folder of ${newEmail}. The link works once and expires in ${confirmMinutes} minutes.`,
  })
}
