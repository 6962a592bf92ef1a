import { yearsKept } from '#contract/certificates/calls.ts'
import { maskedEmail } from '#contract/core/email-addresses.ts'
import { paths } from '#contract/core/paths.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { shownSlot } from '#contract/slots/times.ts'
import type { User } from '#contract/users/calls.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import type { LeftRegistration } from '#server/registrations/leave-registrations.ts'

interface FarewellFacts {
  user: Pick<User, 'firstName'>
  left: LeftRegistration[]
  certificates: { eventName: string; link: string; isWithdrawn: boolean }[]
}

/** To a person who deleted their account: the last mail, with everything they need to keep. */
export function farewellMail({ user, left, certificates }: FarewellFacts): MailContent {
  const standing = certificates.filter(({ isWithdrawn }) => !isWithdrawn)
  return {
    subject: 'Your account is deleted',
    paragraphs: [
      ...greeting(user),
      'Your account at the IA Renewal Portal is deleted, and this is the last email you get from us.',
      ...(left.length > 0 ? ['These registrations are canceled. We no longer expect you at:'] : []),
    ],
    facts: slotFacts(left),
    closing: [
      ...(standing.length > 0
        ? [
            `We keep your certificates for ${yearsKept} years after they were issued. Until then these links work as before; please download what you want to keep for longer.`,
          ]
        : []),
      'If it was not you who deleted it, please answer this email at once.',
      'If you want to attend again, you are welcome to sign up again with the same email.',
    ],
    links: standing.map(({ eventName, link }) => ({ label: `Certificate: ${eventName}`, url: link })),
  }
}

interface MergeFacts {
  kept: Pick<User, 'firstName' | 'email'>
  absorbed: Pick<User, 'firstName' | 'email'>
  /** The addressed account's registrations that ended because the other account has the same event. */
  ended: LeftRegistration[]
  undoableUntil: Date
}

/** To the account that continues after a merge. */
export function mergedMail(
  publicUrl: string,
  { kept, absorbed, ended, undoableUntil }: MergeFacts,
): MailContent {
  return {
    subject: 'Your two accounts are one now',
    paragraphs: [
      ...greeting(kept),
      `We have merged your account ${absorbed.email} into this one. What you registered for there, and your certificates, are here from now on.`,
      ...endedIntro(ended),
    ],
    facts: slotFacts(ended),
    action: { label: 'See your registrations', url: publicUrl + paths.registeredEvents() },
    closing: [
      `You sign in with ${kept.email}; the other email opens nothing any more.`,
      `If these are not both yours, please answer this email: until ${shownDate(easternDay(undoableUntil))} we can undo it.`,
    ],
  }
}

/** To the absorbed email, which no longer signs in. It may be a stranger's, so it does not name the other one. */
export function absorbedMail(
  publicUrl: string,
  { kept, absorbed, ended, undoableUntil }: MergeFacts,
): MailContent {
  return {
    subject: 'Your two accounts are one now',
    paragraphs: [
      ...greeting(absorbed),
      `We have merged the account of this email into your other one, ${maskedEmail(kept.email)}. Please sign in with that email from now on: what you registered for, and your certificates, are there.`,
      ...endedIntro(ended),
    ],
    facts: slotFacts(ended),
    action: { label: 'Sign in', url: publicUrl + paths.login() },
    closing: [
      `If you do not know of another account, please answer this email: until ${shownDate(easternDay(undoableUntil))} we can undo it.`,
    ],
  }
}

/** To both accounts of a merge, after they were separated. */
export function separatedMail(
  publicUrl: string,
  { firstName, email }: Pick<User, 'firstName' | 'email'>,
): MailContent {
  return {
    subject: 'Your account is on its own again',
    paragraphs: [
      ...greeting({ firstName }),
      `The merge of your account with another one is undone. You sign in with ${email}, and what you had before is yours again.`,
    ],
    action: { label: 'Sign in', url: publicUrl + paths.login() },
    closing: ['If something is missing, please answer this email.'],
  }
}

function greeting({ firstName }: Pick<User, 'firstName'>): string[] {
  return [firstName ? `Hello ${firstName},` : 'Hello,']
}

function endedIntro(ended: LeftRegistration[]): string[] {
  return ended.length > 0
    ? ['Both accounts held these events. This time slot is canceled, the other one holds:']
    : []
}

function slotFacts(ended: LeftRegistration[]): [string, string][] {
  return ended.map(({ registration }) => [registration.eventName, shownSlot(registration)])
}
