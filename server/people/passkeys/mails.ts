import { paths } from '#contract/core/paths.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

/** To a person with a new passkey, which someone else may have added. */
export function passkeyAddedMail(publicUrl: string, device: string): MailContent {
  return {
    subject: 'New passkey added',
    paragraphs: [`A passkey was added to your account (${device || 'unknown browser'}).`],
    action: { label: 'Your passkeys', url: publicUrl + paths.profile() },
    closing: [
      'If this was you, no action is needed.',
      'If not, remove it on your profile page, and sign out everywhere else there.',
    ],
  }
}
