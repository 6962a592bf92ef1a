import { ended } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import type { MailContent, MailSender } from '#server/core/mail/mail-layout.ts'
import type { MadeCode } from './identity-codes.ts'

type ShownCode = Pick<MadeCode, 'code' | 'digits' | 'minutesValid'>

export function signInMail(
  publicUrl: string,
  { code, eventSlotId, digits, minutesValid }: ShownCode & { eventSlotId?: number | undefined },
  sender: MailSender,
): MailContent {
  return {
    subject: 'Your sign-in link',
    paragraphs: [`Use this link to sign in at ${ended(sender.name)}`],
    action: { label: 'Sign in', url: publicUrl + paths.signInLink({ code, eventSlotId }) },
    code: { label: 'On another device, enter this code:', digits: grouped(digits) },
    closing: [
      `The link and the code work once and expire in ${minutesValid} minutes.`,
      "Don't share this code. We'll never ask you for it.",
      "Didn't request this? You can safely ignore this email.",
    ],
    sender,
  }
}

export function passwordResetMail(publicUrl: string, { code, minutesValid }: ShownCode): MailContent {
  return {
    subject: 'Choose a new password',
    paragraphs: ['Someone (hopefully you) requested a password reset for the admin panel.'],
    action: { label: 'Choose a new password', url: publicUrl + paths.resetPassword({ code }) },
    closing: [
      `The link works once and expires in ${minutesValid} minutes.`,
      "Didn't request this? You can safely ignore this email. Your password won't change.",
    ],
  }
}

export function noPasswordMail(publicUrl: string, mailed: ShownCode, sender: MailSender): MailContent {
  const mail = signInMail(publicUrl, mailed, sender)
  return { ...mail, paragraphs: ["You don't need a password. Use this link to sign in."] }
}

/** Returns '7162 9401', easier to read and type. */
function grouped(digits: string) {
  const middle = digits.length / 2
  return `${digits.slice(0, middle)} ${digits.slice(middle)}`
}
