import { yearsKept } from '#contract/certificates.ts'
import { yearOf } from '#contract/plain-dates.ts'
import { shownDays, shownTimes } from '#contract/slots.ts'
import type { User } from '#contract/users.ts'
import type { MailContent } from '#server/platform/mail/mail-layout.ts'
import type { LeftRegistration } from '#server/registrations/leave-registrations.ts'

interface FarewellFacts {
  user: Pick<User, 'firstName'>
  /** What was canceled with the account. */
  left: LeftRegistration[]
  certificates: { eventName: string; link: string; isWithdrawn: boolean }[]
}

/** To whoever has deleted their account: the last mail, and all that they need to have in hand. */
export function farewellMail({ user, left, certificates }: FarewellFacts): MailContent {
  const standing = certificates.filter(({ isWithdrawn }) => !isWithdrawn)
  return {
    subject: 'Your account is deleted',
    paragraphs: [
      user.firstName ? `Hello ${user.firstName},` : 'Hello,',
      'your account at the IA Renewal Portal is deleted, and this is the last email you get from us.',
      ...(left.length > 0 ? ['These registrations are canceled. We no longer expect you at:'] : []),
    ],
    facts: left.map(({ registration }) => [
      registration.eventName,
      `${shownDays(registration)} ${yearOf(registration.endOn)}, ${shownTimes(registration)}`,
    ]),
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
