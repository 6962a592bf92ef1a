import type { membershipFields } from '#contract/people/users/memberships.ts'
import type { User } from '#contract/people/users/user.ts'

export const associations = ['AOPA', 'NBAA', 'VAI'] as const
export type Association = (typeof associations)[number]

/** A person's answer about one association. */
export interface Membership {
  number: string
  /** The answer was 'Not a member / prefer not to provide'. */
  skipped: boolean
}

/**
 * Reads one membership. For AOPA the legacy `isAopMember` YES or NO counts as skipped, and the legacy `aopNumber` as
 * the number unless the answer was NO.
 */
export function membershipOf(
  user: Pick<User, keyof typeof membershipFields>,
  association: Association,
): Membership {
  if (association === 'NBAA') return { number: user.nbaaNumber ?? '', skipped: user.nbaaSkipped }
  if (association === 'VAI') return { number: user.vaiNumber ?? '', skipped: user.vaiSkipped }
  const legacyNumber = user.isAopMember === 'NO' ? '' : user.aopNumber
  return {
    number: user.aopaNumber || legacyNumber || '',
    skipped: user.aopaSkipped || user.isAopMember === 'YES' || user.isAopMember === 'NO',
  }
}
