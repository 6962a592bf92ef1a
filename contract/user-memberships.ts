import * as z from 'zod/mini'
import { longest, optionalLine } from './fields.ts'
import { epoch, flag } from './wire.ts'

export const associations = ['AOPA', 'NBAA', 'VAI'] as const
export type Association = (typeof associations)[number]

/** An association's number: any short line, for none of them publishes a format. '' is no number. */
export const MembershipNumber = z.nullable(optionalLine(longest.membership))

/** What somebody has answered about one association. */
export interface Membership {
  /** '' when there is none. */
  number: string
  /** 'Not a member / prefer not to provide'. */
  skipped: boolean
}

/** A person's answers, as part of `User`; our names beside the wire's. */
export const membershipFields = {
  isAopMember: z.enum(['YES', 'NO', 'NO_INPUT']),
  aopaNumber: z.nullable(z.string()),
  aopaSkipped: z.boolean(),
  nbaaNumber: z.nullable(z.string()),
  nbaaSkipped: z.boolean(),
  vaiNumber: z.nullable(z.string()),
  vaiSkipped: z.boolean(),
  /** Only older servers send it. */
  aopNumber: z.optional(z.nullable(z.string())),
}
export const membershipNames = {
  isAopMember: 'is_aop_member',
  aopaNumber: 'aopa_number',
  aopaSkipped: 'aopa_skipped',
  nbaaNumber: 'nbaa_number',
  nbaaSkipped: 'nbaa_skipped',
  vaiNumber: 'vai_number',
  vaiSkipped: 'vai_skipped',
  aopNumber: 'aop_number',
} as const
type MembershipFields = z.output<z.ZodMiniObject<typeof membershipFields>>

/**
 * Reads one membership. For AOPA the legacy `isAopMember` YES or NO counts as skipped, and the legacy `aopNumber` as
 * the number unless the answer was NO.
 */
export function membershipOf(user: MembershipFields, association: Association): Membership {
  if (association === 'NBAA') return { number: user.nbaaNumber ?? '', skipped: user.nbaaSkipped }
  if (association === 'VAI') return { number: user.vaiNumber ?? '', skipped: user.vaiSkipped }
  const legacyNumber = user.isAopMember === 'NO' ? '' : user.aopNumber
  return {
    number: user.aopaNumber || legacyNumber || '',
    skipped: user.aopaSkipped || user.isAopMember === 'YES' || user.isAopMember === 'NO',
  }
}

/** The association whose membership an event asks for, by its name. */
export function associationsOf(eventName: string): Association[] {
  const name = eventName.toLowerCase()
  const asked: Record<Association, string> = { AOPA: 'piston', NBAA: 'turbine', VAI: 'rotorcraft' }
  return associations.filter((association) => name.includes(asked[association]))
}

export type MembershipSection = Association | 'CONSENT'

/** The sections the dialog has to ask before this person registers for this event; none: a plain confirmation is enough. */
export function openSections(
  user: MembershipFields & { hasGivenMailingConsent: boolean | null },
  eventName: string,
): MembershipSection[] {
  const sections: MembershipSection[] = associationsOf(eventName).filter((association) => {
    const { number, skipped } = membershipOf(user, association)
    const unanswered = number === '' && !skipped
    return unanswered || (association === 'AOPA' && user.isAopMember === 'NO_INPUT')
  })
  return user.hasGivenMailingConsent === null ? [...sections, 'CONSENT'] : sections
}

/** The dialog's title: one section's own, the general one for several, 'Information' for none. */
export function dialogTitle(sections: readonly MembershipSection[]): string {
  const [only, ...more] = sections
  if (only === undefined) return 'Information'
  if (more.length > 0) return 'Membership & Preferences'
  return only === 'CONSENT' ? 'Mailing List' : `${only} Membership`
}

/** What an answered section reads; the specification's letters, 'an VAI' too. */
export function membershipPreview(association: Association, membership: Membership): string {
  return membership.number === '' ? `Not an ${association} member` : membership.number
}

export const consentPreview = {
  given: 'Opted in to receive communications',
  refused: 'Opted out of marketing communications',
} as const

/** The two texts somebody ticks. What was shown is recorded with the answer, so a changed text is a new text. */
export const consentTexts = {
  mailingList: 'I agree to be added to the mailing list and to receive news about events and products.',
  release: 'I agree to the release of my registration information to the sponsors of this event.',
} as const

export const membershipMessages = {
  number: (association: Association) => `Please provide your ${association} number or choose to skip`,
  consent: 'Both consent checkboxes must be checked to proceed with registration',
} as const

/** What is still missing of the open sections' answers: one message per section, none when all is answered. */
export function unansweredSections(
  sections: readonly MembershipSection[],
  answers: { memberships: Record<Association, Membership>; mailingList: boolean; release: boolean },
): Partial<Record<MembershipSection, string>> {
  const missing: Partial<Record<MembershipSection, string>> = {}
  for (const section of sections) {
    if (section === 'CONSENT') {
      if (!answers.mailingList || !answers.release) missing.CONSENT = membershipMessages.consent
      continue
    }
    const { number, skipped } = answers.memberships[section]
    if (number.trim() === '' && !skipped) missing[section] = membershipMessages.number(section)
  }
  return missing
}

/** Answers about memberships and the mailing list, as payloads carry them; what is absent stays as it was. */
export const membershipAnswers = {
  aopaNumber: z.optional(MembershipNumber),
  aopaSkipped: z.optional(flag()),
  nbaaNumber: z.optional(MembershipNumber),
  nbaaSkipped: z.optional(flag()),
  vaiNumber: z.optional(MembershipNumber),
  vaiSkipped: z.optional(flag()),
  hasGivenMailingConsent: z.optional(z.nullable(flag())),
  mailingConsentTimestamp: z.optional(z.nullable(epoch())),
}
