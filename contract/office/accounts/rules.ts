import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { User } from '#contract/people/users/user.ts'

/** Returns why people can't delete their account by typing this email, or undefined. */
export function deletionRefusal(
  { email, role }: Pick<User, 'email' | 'role'>,
  typed: string,
): RefusalCode | undefined {
  if (role === 'admin') return 'ADMINISTRATOR_STAYS'
  return comparedEmail(typed) === email ? undefined : 'EMAIL_DIFFERS'
}

/** Returns why an account can't be merged into another one, or undefined. */
export function mergeRefusal(absorbed: Pick<User, 'role'>): RefusalCode | undefined {
  return absorbed.role === 'admin' ? 'ADMINISTRATOR_MERGED' : undefined
}
