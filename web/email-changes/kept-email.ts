import type { User } from '#contract/users/calls.ts'
import { keepUserData, sessionUser } from '#web/core/session/session.ts'

/** Keeps the email that a person has now, where it is they who are signed in here. */
export function keepEmailOf({ userId, email }: Pick<User, 'userId' | 'email'>): void {
  const user = sessionUser()
  if (user?.userId === userId && user.email !== email) keepUserData({ ...user, email })
}
