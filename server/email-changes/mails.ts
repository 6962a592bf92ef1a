import { paths } from '#contract/core/paths.ts'
import { confirmMinutes } from '#contract/email-changes/calls.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'

/** To the new email, which may be a stranger's, so it contains nothing that the person has typed. */
export function confirmEmailMail(publicUrl: string, code: string): MailContent {
  return {
    subject: 'Confirm your email',
    paragraphs: ['Somebody, hopefully you, asked to use this email for their account with us.'],
    action: { label: 'Confirm email', url: publicUrl + paths.confirmEmail({ code }) },
    closing: [
      `The link works once, for ${confirmMinutes} minutes. Until you use it, the old email stays.`,
      'If it was not you, you can ignore this email: nothing changes without it.',
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
    paragraphs: ['The email of your account with us was changed. You sign in with the new one from now on.'],
    facts: [
      ['Old email', change.oldEmail],
      ['New email', change.newEmail],
      ['Changed', shownInstant(change.changedAt)],
    ],
    action: { label: 'Undo this change', url: publicUrl + paths.undoEmailChange({ code }) },
    closing: [
      'If it was you, there is nothing to do.',
      `If it was not, please undo it: your old email comes back, and everybody is signed out of your account. The link works once, until ${shownInstant(change.undoableUntil)}.`,
    ],
  }
}

/** To the new email after an administrator changed it: its owner has not asked for this mail. */
export function newEmailMail(publicUrl: string, { oldEmail, newEmail, changedAt }: Change): MailContent {
  return {
    subject: 'This is the email of your account now',
    paragraphs: ['We have changed the email of your account with us. You sign in with this one from now on.'],
    facts: [
      ['Old email', oldEmail],
      ['New email', newEmail],
      ['Changed', shownInstant(changedAt)],
    ],
    action: { label: 'Sign in', url: publicUrl + paths.login() },
    closing: ['If you do not know of this, please answer this email or ignore it: it signs nobody in.'],
  }
}

/** To both emails after a change was undone. */
export function changeUndoneMail(
  publicUrl: string,
  { oldEmail, newEmail }: Pick<Change, 'oldEmail' | 'newEmail'>,
): MailContent {
  return {
    subject: 'The change of your email was undone',
    paragraphs: [
      `The email of the account is ${oldEmail} again, and no longer ${newEmail}.`,
      `Everybody was signed out of it. To sign in, please use ${oldEmail}.`,
    ],
    action: { label: 'Sign in', url: publicUrl + paths.login() },
  }
}
