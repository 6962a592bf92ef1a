import type { SupportRequest } from '#contract/foundation/support/calls.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

export function supportMail({ name, email, message }: SupportRequest): MailContent {
  return {
    subject: `Support request from ${name}`,
    paragraphs: [message],
    facts: [
      ['Name', name],
      ['Email', email],
    ],
  }
}
