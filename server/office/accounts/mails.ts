import { maskedEmail } from '#contract/core/email-addresses.ts'
import { paths } from '#contract/core/paths.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { User } from '#contract/people/users/user.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import type { MailPart } from '#server/personal.ts'

/** To a person who deleted their account: the last mail, with everything they need to keep. */
export function farewellMail({ firstName }: Pick<User, 'firstName'>, parts: MailPart[]): MailContent {
  return {
    subject: 'Your account has been deleted',
    paragraphs: [
      ...greeting({ firstName }),
      "Your account at our portal has been deleted. This is the last email you'll receive.",
      ...introsOf(parts),
    ],
    facts: factsOf(parts),
    closing: [
      ...parts.flatMap(({ closing = [] }) => closing),
      "If you didn't do this, reply right away.",
      "Want to attend again? You're welcome to sign up with the same email.",
    ],
    links: parts.flatMap(({ links = [] }) => links),
  }
}

interface MergeFacts {
  kept: Pick<User, 'firstName' | 'email'>
  absorbed: Pick<User, 'firstName' | 'email'>
  /** The parts of the nouns about the addressed account. */
  parts: MailPart[]
  undoableUntil: Date
}

/** To the surviving account of a merge. */
export function mergedMail(
  publicUrl: string,
  { kept, absorbed, parts, undoableUntil }: MergeFacts,
): MailContent {
  return {
    subject: 'Your accounts have been merged',
    paragraphs: [
      ...greeting(kept),
      `We merged your account ${absorbed.email} into this one. Its registrations and certificates are now here.`,
      ...introsOf(parts),
    ],
    facts: factsOf(parts),
    action: { label: 'See your registrations', url: publicUrl + paths.registeredEvents() },
    closing: [
      `Sign in with ${kept.email}. The other email doesn't sign in anymore.`,
      `If these are not both yours, reply to this email. We can undo the merge until ${shownDate(easternDay(undoableUntil))}.`,
    ],
  }
}

/** To the absorbed email, which can't sign in any more. It may be a stranger's, so it does not name the other one. */
export function absorbedMail(
  publicUrl: string,
  { kept, absorbed, parts, undoableUntil }: MergeFacts,
): MailContent {
  return {
    subject: 'Your accounts have been merged',
    paragraphs: [
      ...greeting(absorbed),
      `We merged the account of this email into your other account, ${maskedEmail(kept.email)}. Sign in with that email from now on. Your registrations and certificates are there.`,
      ...introsOf(parts),
    ],
    facts: factsOf(parts),
    action: { label: 'Sign in', url: publicUrl + paths.login() },
    closing: [
      `If you don't have another account, reply to this email. We can undo the merge until ${shownDate(easternDay(undoableUntil))}.`,
    ],
  }
}

/** To both accounts of a merge, after they were separated. */
export function separatedMail(
  publicUrl: string,
  { firstName, email }: Pick<User, 'firstName' | 'email'>,
): MailContent {
  return {
    subject: 'Your accounts have been separated',
    paragraphs: [
      ...greeting({ firstName }),
      `The merge of your account with another one has been undone. Sign in with ${email}. Your earlier registrations and certificates are back in this account.`,
    ],
    action: { label: 'Sign in', url: publicUrl + paths.login() },
    closing: ['If something is missing, reply to this email.'],
  }
}

function greeting({ firstName }: Pick<User, 'firstName'>) {
  return [firstName ? `Hi ${firstName},` : 'Hi,']
}

function introsOf(parts: MailPart[]) {
  return parts.flatMap(({ intro = [] }) => intro)
}

function factsOf(parts: MailPart[]) {
  return parts.flatMap(({ facts = [] }) => facts)
}
