import type { User } from '#contract/people/users/user.ts'

/** Returns a user's name, or the email without one. */
export function nameOf({
  firstName,
  lastName,
  email,
}: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email
}
