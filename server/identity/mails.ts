import { paths } from '#contract/core/paths.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'
import type { MailedCode } from './identity-codes.ts'

type ShownCode = Pick<MailedCode, 'code' | 'digits' | 'minutesValid'>

export function signInMail(
  publicUrl: string,
  { code, digits, minutesValid }: ShownCode,
  sender: MailSender,
): MailContent {
  return {
    subject: 'Your sign-in link',
    paragraphs: [`Here is your link to sign in at ${sender.name}.`],
    action: { label: 'Sign in', url: publicUrl + paths.signInLink({ code }) },
    closing: [
      `The link works once, for ${minutesValid} minutes. On another device you can type this code instead: ${digits}`,
      'Never tell this code to anybody. We will never ask for it.',
      'If you did not ask for it, you can ignore this email: nobody can sign in without it.',
    ],
    sender,
  }
}

export function passwordResetMail(publicUrl: string, { code, minutesValid }: ShownCode): MailContent {
  return {
    subject: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, asked for a new password for the admin panel.'],
    action: { label: 'Choose a new password', url: publicUrl + paths.resetPassword({ code }) },
    closing: [
      `The link works once, for ${minutesValid} minutes.`,
      'If it was not you, you can ignore this email: your password does not change.',
    ],
  }
}

export function noPasswordMail(publicUrl: string, mailed: ShownCode, sender: MailSender): MailContent {
  const mail = signInMail(publicUrl, mailed, sender)
  return { ...mail, paragraphs: ['You need no password here: this link signs you in.'] }
}
