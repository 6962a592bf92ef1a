import { paths } from '#contract/core/paths.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

const ifNot = 'If it was not, please choose a new password at once, and tell another administrator.'

/** To an administrator who switched the second factor on. */
export function factorOnMail(publicUrl: string): MailContent {
  return {
    subject: 'A second factor was switched on',
    paragraphs: [
      'To sign in to the admin panel, your password is followed by a second step from now on: a code of your app or a passkey.',
    ],
    action: manage(publicUrl),
    closing: [
      'If it was you, there is nothing to do. Please keep the recovery codes where you find them.',
      ifNot,
    ],
  }
}

/** To an administrator who switched the second factor off. */
export function factorOffMail(publicUrl: string): MailContent {
  return {
    subject: 'Your second factor was switched off',
    paragraphs: [
      'To sign in to the admin panel, your password alone is enough from now on. Your recovery codes work no longer, and no browser is remembered.',
    ],
    action: manage(publicUrl),
    closing: ['If it was you, there is nothing to do.', ifNot],
  }
}

/** To an administrator whose second factor another administrator has reset. */
export function factorResetMail(publicUrl: string, resetBy: string): MailContent {
  return {
    subject: 'Your second factor was reset',
    paragraphs: [
      `${resetBy} has reset your second factor. You are signed out everywhere; sign in by your password, and set up a new one.`,
    ],
    action: { label: 'Sign in', url: publicUrl + paths.adminLogin() },
    closing: ['If you did not ask for it, please tell another administrator.'],
  }
}

/** To an administrator who added another app or passkey. */
export function factorChangedMail(publicUrl: string, added: 'app' | 'passkey'): MailContent {
  return {
    subject: 'Your second factor was changed',
    paragraphs: [
      added === 'app'
        ? 'An authenticator app was set up for your second factor. One from before works no longer.'
        : 'A passkey was added to your second factor. What there was before works on.',
    ],
    action: manage(publicUrl),
    closing: ['If it was you, there is nothing to do.', ifNot],
  }
}

/** To an administrator who renewed the recovery codes. */
export function codesRenewedMail(publicUrl: string): MailContent {
  return {
    subject: 'Your recovery codes were renewed',
    paragraphs: ['New recovery codes were made for your second factor. Those from before work no longer.'],
    action: manage(publicUrl),
    closing: ['If it was you, there is nothing to do.', ifNot],
  }
}

/** To an administrator whose recovery code was just used. */
export function recoveryCodeUsedMail(publicUrl: string, left: number): MailContent {
  const rest = left === 0 ? 'None is left' : left === 1 ? 'One is left' : `${left} are left`
  return {
    subject: 'A recovery code was used',
    paragraphs: [`A recovery code was used in the place of your second factor. ${rest}.`],
    action: manage(publicUrl),
    closing: ['If it was you, there is nothing to do but to renew them in time.', ifNot],
  }
}

/** To an administrator whose second factor somebody tries to guess after typing the password. */
export function wrongCodesMail(publicUrl: string, tries: number): MailContent {
  return {
    subject: 'Somebody tries to sign in as you',
    paragraphs: [
      `Your password was typed, and then ${tries} wrong codes of your second factor. Nobody came in by that.`,
    ],
    action: { label: 'Choose a new password', url: publicUrl + paths.adminForgotPassword() },
    closing: ['If it was you, there is nothing to do.', 'If it was not, somebody knows your password.'],
  }
}

function manage(publicUrl: string) {
  return { label: 'Your second factor', url: publicUrl + paths.secondFactor() }
}
