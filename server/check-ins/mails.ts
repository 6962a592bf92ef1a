import { paths } from '#contract/core/paths.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

/** Asks somebody who came without a registration to complete their profile, so that they get their certificate. */
export function walkInMail(
  publicUrl: string,
  { firstName, eventName }: { firstName: string; eventName: string },
): MailContent {
  return {
    subject: `Complete your profile for ${eventName}`,
    paragraphs: [
      `Hello ${firstName},`,
      `You are checked in at ${eventName}. Your certificate needs a few more details: please sign in with this email and complete your profile.`,
    ],
    action: { label: 'Complete your profile', url: publicUrl + paths.login() },
  }
}
