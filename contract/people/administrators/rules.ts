import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { AdministratorRole } from './roles.ts'

interface RemovalFacts {
  email: string
  isOneself: boolean
  /** Nobody else who has signed in has the role `administrator`. */
  isLast: boolean
}

/** Returns why an administrator can't be removed, or undefined. `typed`: the email that the caller typed. */
export function removalRefusal(
  { email, isOneself, isLast }: RemovalFacts,
  typed: string | undefined,
): RefusalCode | undefined {
  if (isLast) return 'LAST_ADMINISTRATOR'
  if (isOneself && comparedEmail(typed ?? '') !== email) return 'EMAIL_DIFFERS'
  return undefined
}

/** Returns why an administrator can't get a role, or undefined. At least one must keep full rights. */
export function roleRefusal(
  { isLast }: Pick<RemovalFacts, 'isLast'>,
  role: AdministratorRole,
): RefusalCode | undefined {
  return isLast && role !== 'administrator' ? 'LAST_ADMINISTRATOR' : undefined
}
