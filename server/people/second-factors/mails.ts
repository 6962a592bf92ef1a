import { paths } from '#contract/core/paths.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'

/** Returns the mail to an administrator whose second factor was changed in their own session. */
function changeMail(publicUrl: string, subject: string, words: string, todo = ''): MailContent {
  return {
    subject,
    paragraphs: [words],
    action: { label: 'Your two-step verification', url: publicUrl + paths.secondFactor() },
    closing: [
      `If this was you, no action is needed.${todo}`,
      'If not, choose a new password right away, and tell another administrator.',
    ],
  }
}

export function factorOnMail(publicUrl: string): MailContent {
  return changeMail(
    publicUrl,
    'Two-step verification turned on',
    "You'll now confirm each sign-in to the admin panel with a code from your app or a passkey.",
    ' Keep your recovery codes somewhere safe.',
  )
}

/** Returns the mail about a first factor that was turned on after single sign-on, which it does not change. */
export function factorOnBesideMail(publicUrl: string): MailContent {
  return {
    ...factorOnMail(publicUrl),
    paragraphs: [
      "You'll now confirm sensitive changes in the admin panel with a code from your app or a passkey. You still sign in with your company account.",
    ],
    closing: [
      'If this was you, no action is needed. Keep your recovery codes somewhere safe.',
      'If not, tell another administrator and your IT department right away.',
    ],
  }
}

export function factorOffMail(publicUrl: string): MailContent {
  return changeMail(
    publicUrl,
    'Two-step verification turned off',
    'From now on, your password alone signs you in to the admin panel. Your recovery codes have stopped working, and no browser is remembered.',
  )
}

export function factorChangedMail(publicUrl: string, added: 'app' | 'passkey'): MailContent {
  return changeMail(
    publicUrl,
    'Two-step verification changed',
    added === 'app'
      ? 'An authenticator app was set up for your two-step verification. Codes from an earlier app have stopped working.'
      : 'A passkey was added to your two-step verification. Your existing methods still work.',
  )
}

export function codesRenewedMail(publicUrl: string): MailContent {
  return changeMail(
    publicUrl,
    'New recovery codes generated',
    'New recovery codes were generated for your two-step verification. Earlier codes have stopped working.',
  )
}

/** To an administrator whose recovery code was used; `left` codes remain. */
export function recoveryCodeUsedMail(publicUrl: string, left: number): MailContent {
  const rest = left === 0 ? 'None left' : left === 1 ? 'One is left' : `${left} are left`
  return changeMail(
    publicUrl,
    'A recovery code was used',
    `A recovery code was used instead of your app or passkey. ${rest}.`,
    ' Generate new codes before you run out.',
  )
}

/** To an administrator whose second factor another administrator reset. */
export function factorResetMail(publicUrl: string, resetBy: string): MailContent {
  return {
    subject: 'Two-step verification reset',
    paragraphs: [
      `${resetBy} reset your two-step verification. You are signed out everywhere. Sign in with your password, and set it up again.`,
    ],
    action: { label: 'Sign in', url: publicUrl + paths.adminLogin() },
    closing: ["If you didn't ask for this, tell another administrator."],
  }
}

/** To an administrator whose password was typed before many wrong codes. */
export function wrongCodesMail(publicUrl: string, tries: number): MailContent {
  return {
    subject: 'Suspicious sign-in attempt',
    paragraphs: [`Someone entered your password, then ${tries} wrong codes. They didn't get in.`],
    action: { label: 'Choose a new password', url: publicUrl + paths.adminForgotPassword() },
    closing: ['If this was you, no action is needed.', 'If not, someone knows your password. Change it now.'],
  }
}
