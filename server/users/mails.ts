import { invitationDays } from '#contract/administrators/calls.ts'
import { paths } from '#contract/core/paths.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { clockIn, easternDay, portalZone } from '#contract/core/season.ts'
import { confirmMinutes } from '#contract/email-changes/calls.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

/** To the email that somebody wants, who may be a stranger's: so nothing in it is anybody's own words. */
export function confirmEmailMail(publicUrl: string, code: string): MailContent {
  return {
    subject: 'Confirm your email',
    paragraphs: ['Somebody, hopefully you, asked to use this email for their account with us.'],
    action: { label: 'Confirm email', url: publicUrl + paths.confirmEmail({ code }) },
    closing: [
      `The link works once, for ${confirmMinutes} minutes. Until it is confirmed, the old email stays.`,
      'If it was not you, you can ignore this mail: nothing changes without it.',
    ],
  }
}

/** What was changed, and until when it can be undone. */
interface Change {
  oldEmail: string
  newEmail: string
  changedAt: Date
  undoableUntil: Date
}

/** To the old email, whose owner may not be who changed it. */
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

/** To the new email, where an administrator has changed it: its owner has not asked for this mail. */
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
    closing: ['If you do not know of this, please answer this mail or ignore it: nobody is signed in by it.'],
  }
}

/** To both emails, once a change is undone. */
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

/** To whoever is invited as an administrator: with a link to choose a password, where the portal keeps passwords. */
export function invitationMail(
  publicUrl: string,
  { url, inviter }: { url: string | undefined; inviter: string | undefined },
): MailContent {
  return {
    subject: 'You are invited to the admin panel',
    paragraphs: [
      `${inviter ?? 'Somebody'} has invited you to administer the IA renewal seminars. You sign in with this email.`,
    ],
    action: url
      ? { label: 'Choose a password', url }
      : { label: 'Choose a password', url: publicUrl + paths.adminForgotPassword() },
    closing: [
      url
        ? `The link works once, for ${invitationDays} days. Then ask for a new invitation.`
        : `There you have a link mailed to you that lets you choose it. Then you sign in at ${publicUrl}${paths.adminLogin()}.`,
      'If you do not know of this, you can ignore this mail: nothing happens without you.',
    ],
  }
}

/** To every administrator, also whose session has invited: it may be in somebody else's hands. */
export function invitationNoticeMail(
  publicUrl: string,
  {
    invited,
    inviter = 'Somebody',
    invitedAt,
  }: { invited: string; inviter?: string | undefined; invitedAt: Date },
): MailContent {
  return {
    subject: 'Somebody was invited to the admin panel',
    paragraphs: [`${inviter} has invited ${invited} to administer the IA renewal seminars.`],
    facts: [
      ['Invited', invited],
      ['By', inviter],
      ['When', shownInstant(invitedAt)],
    ],
    action: { label: 'See the administrators', url: publicUrl + paths.administrators() },
    closing: [
      'If you expected this, there is nothing to do.',
      `If you did not, ask ${inviter}. If it was not them, withdraw the invitation on that page, end their sessions on their account's page and have them choose a new password.`,
    ],
  }
}

/** '21 Nov 2026, 3:05 PM Eastern' */
function shownInstant(instant: Date): string {
  const time = clockIn(instant, portalZone).slice(11, 16) as PlainTime
  return `${shownDate(easternDay(instant))}, ${shownTime(time)} Eastern`
}
