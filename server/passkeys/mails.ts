import { paths } from '#contract/core/paths.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

/** To a person with a new passkey, which somebody else may have added. */
export function passkeyAddedMail(publicUrl: string, device: string): MailContent {
  return {
    subject: 'You can sign in with a passkey now',
    paragraphs: [`A passkey was added to your account with us, on ${device || 'an unknown browser'}.`],
    action: { label: 'Your passkeys', url: publicUrl + paths.profile() },
    closing: [
      'If it was you, there is nothing to do.',
      'If it was not, please remove it on your profile page, and sign out of all other sessions there.',
    ],
  }
}
