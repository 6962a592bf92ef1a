import type { User } from '#contract/people/users/user.ts'
import type { Association, Membership } from './memberships.ts'
import { associations, membershipOf } from './memberships.ts'

/** Returns the associations that an event asks about, by its name. */
export function associationsOf(eventName: string): Association[] {
  const name = eventName.toLowerCase()
  const asked: Record<Association, string> = { AOPA: 'piston', NBAA: 'turbine', VAI: 'rotorcraft' }
  return associations.filter((association) => name.includes(asked[association]))
}

export type MembershipSection = Association | 'CONSENT'

/** Returns the sections to ask before a person registers for an event. Without any, a plain confirmation suffices. */
export function openSections(
  user: Parameters<typeof membershipOf>[0] & Pick<User, 'hasGivenMailingConsent'>,
  eventName: string,
): MembershipSection[] {
  const sections: MembershipSection[] = associationsOf(eventName).filter((association) => {
    const { number, skipped } = membershipOf(user, association)
    const unanswered = number === '' && !skipped
    return unanswered || (association === 'AOPA' && user.isAopMember === 'NO_INPUT')
  })
  return user.hasGivenMailingConsent === null ? [...sections, 'CONSENT'] : sections
}

/** Names what the sections ask for. */
export function dialogTitle(sections: readonly MembershipSection[]): string {
  const [only, ...more] = sections
  if (only === undefined) return 'Information'
  if (more.length > 0) return 'Membership & Preferences'
  return only === 'CONSENT' ? 'Mailing List' : `${only} Membership`
}

/** Writes a section's answer with the specification's letters, even 'an VAI'. */
export function membershipPreview(association: Association, membership: Pick<Membership, 'number'>): string {
  return membership.number === '' ? `Not an ${association} member` : membership.number
}

export const consentPreview = {
  given: 'Opted in to receive communications',
  refused: 'Opted out of marketing communications',
} as const

/** Returns one message for each open section that lacks an answer. */
export function unansweredSections(
  sections: readonly MembershipSection[],
  answers: { memberships: Record<Association, Membership>; mailingList: boolean; release: boolean },
): Partial<Record<MembershipSection, string>> {
  const missing: Partial<Record<MembershipSection, string>> = {}
  for (const section of sections) {
    if (section === 'CONSENT') {
      if (!answers.mailingList || !answers.release) missing.CONSENT = messages.consent
      continue
    }
    const { number, skipped } = answers.memberships[section]
    if (number.trim() === '' && !skipped) missing[section] = messages.number(section)
  }
  return missing
}

const messages = {
  number: (association: Association) => `Please provide your ${association} number or choose to skip`,
  consent: 'Both consent checkboxes must be checked to proceed with registration',
} as const
