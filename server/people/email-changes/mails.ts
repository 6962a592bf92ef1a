import { paths } from '#contract/core/paths.ts'
import { confirmMinutes } from '#contract/people/email-changes/calls.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'

/** To the new email. It may be a stranger's, so it contains nothing that the person typed. */
export function confirmEmailMail(publicUrl: string, code: string): MailContent {
  return {
    subject: 'Confirm your email',
    paragraphs: ['Someone (hopefully you) wants to use this email for their account.'],
    action: { label: 'Confirm email', url: publicUrl + paths.confirmEmail({ code }) },
    closing: [
      `The link works once and expires in ${confirmMinutes} minutes. Nothing changes until you confirm.`,
      "Didn't request this? You can safely ignore this email.",
    ],
  }
}

interface Change {
  oldEmail: string
  newEmail: string
  changedAt: Date
  undoableUntil: Date
}

/** To the old email, whose owner may not have made the change. */
export function emailChangedMail(publicUrl: string, code: string, change: Change): MailContent {
  return {
    subject: 'Your email was changed',
    paragraphs: ['Your account email was changed. Sign in with the new one from now on.'],
    facts: [
      ['Old email', change.oldEmail],
      ['New email', change.newEmail],
      ['Changed', shownInstant(change.changedAt)],
    ],
    action: { label: 'Undo this change', url: publicUrl + paths.undoEmailChange({ code }) },
    closing: [
      'If this was you, no action is needed.',
      `If not, undo it. Your old email will be restored and everyone will be signed out. The link works once, until ${shownInstant(change.undoableUntil)}.`,
    ],
  }
}

/** To the new email after an administrator changed it; its owner did not request it. */
export function newEmailMail(publicUrl: string, { oldEmail, newEmail, changedAt }: Change): MailContent {
  return {
    subject: 'Your account email has changed',
    paragraphs: ['We have changed your account email. Sign in with this one from now on.'],
    facts: [
      ['Old email', oldEmail],
      ['New email', newEmail],
      ['Changed', shownInstant(changedAt)],
    ],
    action: { label: 'Sign in', url: publicUrl + paths.login() },
    closing: ['Not expecting this? Reply to this email.'],
  }
}

/** To both emails after a change was undone. */
export function changeUndoneMail(
  publicUrl: string,
  { oldEmail, newEmail }: Pick<Change, 'oldEmail' | 'newEmail'>,
): MailContent {
  return {
    subject: 'Email change undone',
    paragraphs: [
      `The email of the account is ${oldEmail} again, not ${newEmail}.`,
      `All devices were signed out. Sign in with ${oldEmail}.`,
    ],
    action: { label: 'Sign in', url: publicUrl + paths.login() },
  }
}
