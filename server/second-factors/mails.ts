import { paths } from '#contract/core/paths.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

/** Returns the mail to an administrator whose second factor was changed in their own session. */
function changeMail(publicUrl: string, subject: string, words: string, todo = ''): MailContent {
  return {
    subject,
    paragraphs: [words],
    action: { label: 'Your second factor', url: publicUrl + paths.secondFactor() },
    closing: [
      `If it was you, there is nothing to do.${todo}`,
      'If it was not, please choose a new password at once, and tell another administrator.',
    ],
  }
}

export function factorOnMail(publicUrl: string): MailContent {
  return changeMail(
    publicUrl,
    'A second factor was switched on',
    'From now on, signing in to the admin panel takes a second step after the password: a code of your app or a passkey.',
    ' Please keep the recovery codes in a safe place.',
  )
}

export function factorOffMail(publicUrl: string): MailContent {
  return changeMail(
    publicUrl,
    'Your second factor was switched off',
    'From now on, your password alone signs you in to the admin panel. Your recovery codes no longer work, and no browser is remembered.',
  )
}

export function factorChangedMail(publicUrl: string, added: 'app' | 'passkey'): MailContent {
  return changeMail(
    publicUrl,
    'Your second factor was changed',
    added === 'app'
      ? 'An authenticator app was set up for your second factor. An earlier app no longer works.'
      : 'A passkey was added to your second factor. Earlier passkeys and your app still work.',
  )
}

export function codesRenewedMail(publicUrl: string): MailContent {
  return changeMail(
    publicUrl,
    'Your recovery codes were renewed',
    'New recovery codes were made for your second factor. Earlier codes no longer work.',
  )
}

/** To an administrator whose recovery code was used; `left` codes remain. */
export function recoveryCodeUsedMail(publicUrl: string, left: number): MailContent {
  const rest = left === 0 ? 'None is left' : left === 1 ? 'One is left' : `${left} are left`
  return changeMail(
    publicUrl,
    'A recovery code was used',
    `A recovery code was used instead of your second factor. ${rest}.`,
    ' Renew the codes before you run out.',
  )
}

/** To an administrator whose second factor another administrator has reset. */
export function factorResetMail(publicUrl: string, resetBy: string): MailContent {
  return {
    subject: 'Your second factor was reset',
    paragraphs: [
      `${resetBy} has reset your second factor. You are signed out everywhere. Sign in with your password, and set up a new one.`,
    ],
    action: { label: 'Sign in', url: publicUrl + paths.adminLogin() },
    closing: ['If you did not ask for it, please tell another administrator.'],
  }
}

/** To an administrator whose password was typed before many wrong codes. */
export function wrongCodesMail(publicUrl: string, tries: number): MailContent {
  return {
    subject: 'Somebody tries to sign in as you',
    paragraphs: [
      `Your password was typed, and then ${tries} wrong codes of your second factor. Nobody was signed in.`,
    ],
    action: { label: 'Choose a new password', url: publicUrl + paths.adminForgotPassword() },
    closing: ['If it was you, there is nothing to do.', 'If it was not, somebody knows your password.'],
  }
}
