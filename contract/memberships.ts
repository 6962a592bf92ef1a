import * as z from 'zod/mini'
import { UserData } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { epochMilliseconds, flag, id, longest, optionalLine } from './fields.ts'

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

type MembershipFields = Pick<
  UserData,
  | 'is_aop_member'
  | 'aopa_number'
  | 'aopa_skipped'
  | 'nbaa_number'
  | 'nbaa_skipped'
  | 'vai_number'
  | 'vai_skipped'
> & { aop_number?: string | null }

/**
 * Reads one membership. For AOPA the legacy `is_aop_member` YES or NO counts as skipped, and the legacy `aop_number` as
 * the number unless the answer was NO.
 */
export function membershipOf(user: MembershipFields, association: Association): Membership {
  if (association === 'NBAA') return { number: user.nbaa_number ?? '', skipped: user.nbaa_skipped }
  if (association === 'VAI') return { number: user.vai_number ?? '', skipped: user.vai_skipped }
  const legacyNumber = user.is_aop_member === 'NO' ? '' : user.aop_number
  return {
    number: user.aopa_number || legacyNumber || '',
    skipped: user.aopa_skipped || user.is_aop_member === 'YES' || user.is_aop_member === 'NO',
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
  user: MembershipFields & Pick<UserData, 'has_given_mailing_consent'>,
  eventName: string,
): MembershipSection[] {
  const sections: MembershipSection[] = associationsOf(eventName).filter((association) => {
    const { number, skipped } = membershipOf(user, association)
    const unanswered = number === '' && !skipped
    return unanswered || (association === 'AOPA' && user.is_aop_member === 'NO_INPUT')
  })
  return user.has_given_mailing_consent === null ? [...sections, 'CONSENT'] : sections
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
  mailingConsentTimestamp: z.optional(z.nullable(epochMilliseconds())),
}

export const updateMembershipInfo = endpoint({
  method: 'POST',
  path: '/private/update-membership-info',
  access: 'user',
  summary:
    'Records memberships and consent, as answered while registering for an event. What is absent stays as it was.',
  body: z.object({
    ...membershipAnswers,
    mailingConsentEventId: z.optional(z.nullable(id())),
    mailingConsentEventName: z.optional(z.nullable(optionalLine(longest.line))),
  }),
  data: z.object({ userData: UserData }),
})
